#include "experiments/engine/driver.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "experiments/engine/executor.hpp"

namespace sapper::experiments {

// Written by the thread that plays it: in cache lines of its own.
struct alignas(64) Chunk {
  std::size_t board = 0;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool complete = false;
  double seconds = 0;
  std::unique_ptr<Tally> tally;
};

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Long enough that handing a chunk over costs nothing beside it, short enough that threads end together.
constexpr double kChunkSeconds = 0.02;
constexpr std::uint64_t kLargestChunk = 1 << 16;
constexpr std::size_t kChunksPerThread = 8;

class Driver {
 public:
  Driver(const Experiment& experiment, Played& played, const std::atomic<bool>& interrupt,
         const DriverOptions& options)
      : experiment_(experiment),
        played_(played),
        interrupt_(interrupt),
        options_(options),
        board_end_(std::min(options.last_board, experiment.board_count())),
        wall_before_s_(played.wall_s),
        workers_(options.threads),
        chunks_(options.threads * kChunksPerThread) {
    for (Chunk& chunk : chunks_) {
      chunk.tally = experiment.make_tally();
      free_.push_back(&chunk);
    }
    seek_unfinished(options.first_board);
  }

  Outcome run() {
    const Stages stages{[this] { return next(); },
                        [this](Chunk& chunk, std::size_t slot) { play(chunk, slot); },
                        [this](Chunk& chunk) { fold(chunk); }};
    run_in_order(options_.threads, chunks_.size(), stages);
    played_.wall_s = wall_before_s_ + seconds_since(begin_);
    return finished_boards_ >= board_end_ ? Outcome::finished : Outcome::interrupted;
  }

 private:
  // Makes the first board from `board` on that is not finished the one that is played.
  void seek_unfinished(std::size_t board) {
    while (board < board_end_ && played_.boards[board] && is_finished(experiment_, *played_.boards[board]))
      ++board;
    finished_boards_ = board;
  }

  // Serial. Hands out the games of board_ from next_game_ on, then the next board's.
  Chunk* next() {
    if (interrupt_) return nullptr;
    const std::size_t unfinished = finished_boards_;
    if (board_ < unfinished || next_game_ == kNotBegun) begin_board(std::max(board_, unfinished));
    while (board_ < board_end_ && next_game_ >= experiment_.common().games) begin_board(board_ + 1);
    if (board_ >= board_end_) return nullptr;
    Chunk* chunk = take_free();
    chunk->board = board_;
    chunk->first = next_game_;
    chunk->last = next_game_ + chunk_size();
    next_game_ = chunk->last;
    return chunk;
  }
  void begin_board(std::size_t board) {
    board_ = board;
    next_game_ = 0;
    // Only the board at which a checkpoint was taken has games already; no other is being folded yet.
    if (board < board_end_ && played_.boards[board]) next_game_ = played_.boards[board]->games();
  }
  std::uint64_t chunk_size() {
    const std::uint64_t left = experiment_.common().games - next_game_;
    std::uint64_t size = experiment_.first_chunk(board_);
    if (speed_board_ == board_) {
      const double wanted = kChunkSeconds / std::max(seconds_per_game_.load(), 1e-9);
      size = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, static_cast<double>(kLargestChunk)));
    }
    if (board_ + 1 == board_end_) size = std::min(size, left / (2 * options_.threads) + 1);
    size = std::min(size, left);
    if (const auto& stop = experiment_.common().stop)
      size = std::min(size, next_look(*stop, next_game_) - next_game_);
    return size;
  }

  // Parallel.
  void play(Chunk& chunk, std::size_t slot) {
    chunk.complete = false;
    if (interrupt_ || chunk.board < finished_boards_) return;
    std::unique_ptr<Worker>& worker = workers_[slot];
    if (!worker) worker = experiment_.make_worker();
    chunk.tally->clear();
    const Clock::time_point begin = Clock::now();
    chunk.complete = worker->play(chunk.board, chunk.first, chunk.last, interrupt_, *chunk.tally);
    chunk.seconds = seconds_since(begin);
  }

  // Serial, in order.
  void fold(Chunk& chunk) {
    if (chunk.board >= finished_boards_) {
      broken_off_ = broken_off_ || !chunk.complete;
      if (!broken_off_) fold_complete(chunk);
    }
    give_back(chunk);
  }
  void fold_complete(const Chunk& chunk) {
    std::unique_ptr<Tally>& tally = played_.boards[chunk.board];
    if (!tally) tally = experiment_.make_tally();
    tally->add(*chunk.tally);
    seconds_per_game_ = chunk.seconds / static_cast<double>(chunk.last - chunk.first);
    speed_board_ = chunk.board;
    if (is_finished(experiment_, *tally)) seek_unfinished(chunk.board + 1);
    played_.wall_s = wall_before_s_ + seconds_since(begin_);
    if (options_.report_progress) options_.report_progress(chunk.board, played_);
    if (options_.save_checkpoint && seconds_since(last_checkpoint_) >= options_.checkpoint_every_s &&
        finished_boards_ < board_end_) {
      options_.save_checkpoint(played_);
      last_checkpoint_ = Clock::now();
    }
  }

  Chunk* take_free() {
    const std::lock_guard lock(free_mutex_);
    Chunk* chunk = free_.back();
    free_.pop_back();
    return chunk;
  }
  void give_back(Chunk& chunk) {
    const std::lock_guard lock(free_mutex_);
    free_.push_back(&chunk);
  }

  static constexpr std::uint64_t kNotBegun = ~std::uint64_t{0};

  const Experiment& experiment_;
  Played& played_;
  const std::atomic<bool>& interrupt_;
  const DriverOptions& options_;
  const std::size_t board_end_;
  const double wall_before_s_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_checkpoint_ = begin_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
  std::vector<Chunk> chunks_;
  std::mutex free_mutex_;
  std::vector<Chunk*> free_;
  // Of next().
  std::size_t board_ = 0;
  std::uint64_t next_game_ = kNotBegun;
  // Of fold(), read by the others.
  std::atomic<std::size_t> finished_boards_ = 0;  // all boards below need no more games
  std::atomic<std::size_t> speed_board_ = ~std::size_t{0};
  std::atomic<double> seconds_per_game_ = 0;  // of speed_board_
  bool broken_off_ = false;                   // a chunk was given up: no later one counts
};

}  // namespace

std::uint64_t next_look(const StopRule& stop, std::uint64_t games) {
  std::uint64_t look = stop.min_games;
  while (look <= games) look += std::max<std::uint64_t>(1, look / 20);
  return look;
}

bool is_finished(const Experiment& experiment, const Tally& tally) {
  const std::uint64_t games = tally.games();
  if (games >= experiment.common().games) return true;
  const auto& stop = experiment.common().stop;
  if (!stop || games < stop->min_games || next_look(*stop, games - 1) != games) return false;
  return experiment.half_width(tally) <= stop->half_width;
}

Outcome drive(const Experiment& experiment, Played& played, const std::atomic<bool>& interrupt,
              const DriverOptions& options) {
  return Driver(experiment, played, interrupt, options).run();
}

}  // namespace sapper::experiments
