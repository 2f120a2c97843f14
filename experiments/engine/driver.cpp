#include "experiments/engine/driver.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <string>

#include "experiments/engine/executor.hpp"

namespace sapper::experiments {

// Written by the thread that plays it: in cache lines of its own.
struct alignas(64) Chunk {
  std::size_t case_number = 0;
  GameRange games;
  bool complete = false;       // all of `games`, or those before the one that failed
  std::exception_ptr failure;  // of the game after `games`
  double seconds = 0;
  std::unique_ptr<Tally> tally;
  std::string records;
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
        case_end_(std::min(options.last_case, experiment.case_count())),
        range_{std::min(options.range.first, experiment.common().games),
               std::min(options.range.last, experiment.common().games)},
        wall_before_s_(played.wall_s),
        workers_(options.threads),
        chunks_(options.threads * kChunksPerThread) {
    for (Chunk& chunk : chunks_) {
      chunk.tally = experiment.make_tally();
      free_.push_back(&chunk);
    }
    seek_unfinished(options.first_case);
  }

  Outcome run() {
    const Stages stages{[this] { return next(); },
                        [this](Chunk& chunk, std::size_t slot) { play(chunk, slot); },
                        [this](Chunk& chunk) { fold(chunk); }};
    run_in_order(options_.threads, chunks_.size(), stages);
    played_.wall_s = wall_before_s_ + seconds_since(begin_);
    if (failure_) {
      if (options_.save_checkpoint) options_.save_checkpoint(played_);
      std::rethrow_exception(failure_);
    }
    return finished_cases_ >= case_end_ ? Outcome::finished : Outcome::interrupted;
  }

 private:
  // Makes the first case from `case_number` on that is not finished the one that is played.
  void seek_unfinished(std::size_t case_number) {
    const auto needs_no_games = [&](std::size_t number) {
      if (range_.size() == 0) return true;
      return played_.cases[number] && is_finished(experiment_, *played_.cases[number], range_);
    };
    while (case_number < case_end_ && needs_no_games(case_number)) ++case_number;
    finished_cases_ = case_number;
  }

  // Serial. Hands out the games of case_ from next_game_ on, then the next case's.
  Chunk* next() {
    if (interrupt_ || has_failed_) return nullptr;
    const std::size_t unfinished = finished_cases_;
    if (case_ < unfinished || next_game_ == kNotBegun) begin_case(std::max(case_, unfinished));
    while (case_ < case_end_ && next_game_ >= range_.last) begin_case(case_ + 1);
    if (case_ >= case_end_) return nullptr;
    Chunk* chunk = take_free();
    chunk->case_number = case_;
    chunk->games = {next_game_, next_game_ + chunk_size()};
    next_game_ = chunk->games.last;
    return chunk;
  }
  void begin_case(std::size_t case_number) {
    case_ = case_number;
    next_game_ = range_.first;
    // Only the case at which a checkpoint was taken has games already; no other is being folded yet.
    if (case_number < case_end_ && played_.cases[case_number])
      next_game_ += played_.cases[case_number]->games();
  }
  std::uint64_t chunk_size() {
    const std::uint64_t left = range_.last - next_game_;
    std::uint64_t size = experiment_.first_chunk(case_);
    if (speed_case_ == case_) {
      const double wanted = kChunkSeconds / std::max(seconds_per_game_.load(), 1e-9);
      size = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, static_cast<double>(kLargestChunk)));
    }
    if (case_ + 1 == case_end_) size = std::min(size, left / (2 * options_.threads) + 1);
    size = std::min(size, left);
    if (const auto& stop = experiment_.common().stop; stop && range_.first == 0)
      size = std::min(size, next_look(*stop, next_game_) - next_game_);
    return size;
  }

  // Parallel.
  void play(Chunk& chunk, std::size_t slot) {
    chunk.complete = false;
    chunk.failure = nullptr;
    if (interrupt_ || chunk.case_number < finished_cases_) return;
    std::unique_ptr<Worker>& worker = workers_[slot];
    if (!worker) worker = experiment_.make_worker(records_wanted());
    const Clock::time_point begin = Clock::now();
    chunk.complete = play_until_failure(chunk, *worker);
    chunk.seconds = seconds_since(begin);
  }
  // Players take turns at the whole chunk, so the first failure met need not be of the earliest game: plays
  // again what lies before it, until that is sound.
  bool play_until_failure(Chunk& chunk, Worker& worker) {
    for (;;) {
      chunk.tally->clear();
      chunk.records.clear();
      try {
        return worker.play(chunk.case_number, chunk.games, interrupt_, *chunk.tally, chunk.records);
      } catch (const GameFailed& failed) {
        chunk.failure = std::current_exception();
        chunk.games.last = failed.game();
      }
    }
  }

  // Serial, in order.
  void fold(Chunk& chunk) {
    if (chunk.case_number >= finished_cases_) {
      broken_off_ = broken_off_ || !chunk.complete;
      if (!broken_off_) fold_complete(chunk);
      if (!broken_off_ && chunk.failure) {
        failure_ = chunk.failure;
        broken_off_ = true;
        has_failed_ = true;
      }
    }
    give_back(chunk);
  }
  void fold_complete(const Chunk& chunk) {
    std::unique_ptr<Tally>& tally = played_.cases[chunk.case_number];
    if (!tally) tally = experiment_.make_tally();
    tally->add(*chunk.tally);
    if (options_.take_records && !chunk.records.empty()) options_.take_records(chunk.records);
    if (chunk.games.size() == 0) return;
    seconds_per_game_ = chunk.seconds / static_cast<double>(chunk.games.size());
    speed_case_ = chunk.case_number;
    if (is_finished(experiment_, *tally, range_)) seek_unfinished(chunk.case_number + 1);
    played_.wall_s = wall_before_s_ + seconds_since(begin_);
    if (options_.report_progress) options_.report_progress(chunk.case_number, played_);
    if (options_.save_checkpoint && seconds_since(last_checkpoint_) >= options_.checkpoint_every_s &&
        finished_cases_ < case_end_) {
      options_.save_checkpoint(played_);
      last_checkpoint_ = Clock::now();
    }
  }

  std::optional<RecordFilter> records_wanted() const {
    return options_.take_records ? std::optional(options_.record_filter) : std::nullopt;
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
  const std::size_t case_end_;
  const GameRange range_;
  const double wall_before_s_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_checkpoint_ = begin_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
  std::vector<Chunk> chunks_;
  std::mutex free_mutex_;
  std::vector<Chunk*> free_;
  // Of next().
  std::size_t case_ = 0;
  std::uint64_t next_game_ = kNotBegun;
  // Of fold(), read by the others.
  std::atomic<std::size_t> finished_cases_ = 0;  // all cases below need no more games
  std::atomic<std::size_t> speed_case_ = ~std::size_t{0};
  std::atomic<double> seconds_per_game_ = 0;  // of speed_case_
  bool broken_off_ = false;                   // a chunk was given up: no later one counts
  std::exception_ptr failure_;                // of the first game that failed
  std::atomic<bool> has_failed_ = false;
};

}  // namespace

std::uint64_t next_look(const StopRule& stop, std::uint64_t games) {
  std::uint64_t look = stop.min_games;
  while (look <= games) look += std::max<std::uint64_t>(1, look / 20);
  return look;
}

bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range) {
  const std::uint64_t games = tally.games();
  if (games >= range.size()) return true;
  const auto& stop = experiment.common().stop;
  if (!stop || range.first > 0 || games < stop->min_games || next_look(*stop, games - 1) != games)
    return false;
  return experiment.half_width(tally) <= stop->half_width;
}

Outcome drive(const Experiment& experiment, Played& played, const std::atomic<bool>& interrupt,
              const DriverOptions& options) {
  return Driver(experiment, played, interrupt, options).run();
}

}  // namespace sapper::experiments
