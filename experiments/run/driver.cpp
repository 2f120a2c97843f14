#include "experiments/run/driver.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/watchdog.hpp"

namespace sapper::experiments {

// Long enough that the driver's own work on a chunk is negligible, short enough that threads end together. That work is
// serial, some 10 microseconds where another rank plays the chunk: chunks grow with the number of threads, so that it
// keeps the driver busy for a few percent of the time at most (data/studies/scaling.md). Not with records, which chunks
// hold until they are folded.
double chunk_seconds(std::size_t threads, bool has_records) {
  constexpr double kShortest_s = 0.02;
  constexpr double kLongest_s = 5;
  constexpr double kThreadsOfShortest = 16;
  if (has_records) return kShortest_s;
  return std::clamp(kShortest_s * static_cast<double>(threads) / kThreadsOfShortest, kShortest_s, kLongest_s);
}

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

constexpr std::uint64_t kLargestChunk = 1 << 20;

// How far threads may get ahead of a slow game in an earlier chunk. Many threads have longer chunks, and their tallies
// take memory.
std::size_t chunks_in_flight(std::size_t threads) { return threads * (threads <= 64 ? 16 : 8); }

class Driver {
 public:
  Driver(Report& report, const std::atomic<bool>& interrupt, const DriverOptions& options)
      : experiment_(*report.experiment),
        report_(report),
        interrupt_(interrupt),
        options_(options),
        games_(options.games ? *options.games : games_of(experiment_, report.shard)),
        case_end_(games_.case_end()),
        wall_before_s_(report.wall_s),
        chunk_s_(chunk_seconds(options.threads, options.take_records != nullptr)),
        player_(experiment_, options.threads,
                options.take_records ? std::optional(options.record_filter) : std::nullopt),
        chunks_(chunks_in_flight(options.threads)),
        clock_(options.threads) {
    for (Chunk& chunk : chunks_) chunk.tally = experiment_.make_tally();
    seek_unfinished(games_.empty() ? 0 : games_.ranges().front().case_number);
  }

  Outcome run() {
    try {
      std::optional<Watchdog> watchdog;
      if (options_.give_up) watchdog.emplace(kLookEvery, [this] { return !must_give_up(); });
      in_order(
          options_.execute ? options_.execute : on_threads(options_.threads), chunks_,
          [this](Chunk& chunk) {
            const Clock::time_point begin = Clock::now();
            const bool is_planned = plan(chunk);
            ThreadClock::add(clock_.planning_s, begin);
            if (!is_planned) clock_.note_last_chunk();
            return is_planned;
          },
          [this](Chunk& chunk, std::size_t slot) { play(chunk, slot); },
          [this](Chunk& chunk) {
            const Clock::time_point begin = Clock::now();
            fold(chunk);
            ThreadClock::add(clock_.folding_s, begin);
          });
    } catch (...) {
      save_after_failure();
      throw;
    }
    note_time();
    end_now(report_.started);
    if (failure_) {
      if (options_.save_checkpoint) options_.save_checkpoint();
      std::rethrow_exception(failure_);
    }
    report_.thread_time = options_.execute ? std::nullopt : std::optional(clock_.time());
    report_.is_finished = finished_cases_ >= case_end_;
    return report_.is_finished ? Outcome::finished : Outcome::interrupted;
  }

 private:
  // The games played until then are valid. The failure is what must be reported to the user.
  void save_after_failure() {
    note_time();
    try {
      if (options_.save_checkpoint) options_.save_checkpoint();
    } catch (const std::exception&) {
    }
  }
  void note_time() { report_.wall_s = wall_before_s_ + seconds_since(begin_); }
  // Continues with the first unfinished case from `case_number` on.
  void seek_unfinished(std::size_t case_number) {
    const auto needs_no_games = [&](std::size_t number) {
      const GameRange range = range_of(number);
      return range.size() == 0 || is_case_finished(number, range);
    };
    while (case_number < case_end_ && needs_no_games(case_number)) ++case_number;
    finished_cases_ = case_number;
  }

  // Serial. Hands out the games of case_ from next_game_ on, then those of the next case.
  bool plan(Chunk& chunk) {
    if (interrupt_ || has_failed_) return false;
    const std::size_t unfinished = finished_cases_;
    if (case_ < unfinished || next_game_ == kNotBegun) begin_case(std::max(case_, unfinished));
    while (case_ < case_end_ && next_game_ >= range_of(case_).last) begin_case(case_ + 1);
    if (case_ >= case_end_) return false;
    chunk.case_number = case_;
    chunk.games = {next_game_, next_game_ + chunk_size()};
    next_game_ = chunk.games.last;
    return true;
  }
  void begin_case(std::size_t case_number) {
    case_ = case_number;
    next_game_ = range_of(case_number).first;
    // The games of an earlier run; none of this case is being folded yet.
    if (case_number < case_end_) {
      const std::lock_guard lock(fold_mutex_);
      next_game_ += report_.games_of(case_number);
    }
    first_game_ = next_game_;
  }
  std::uint64_t chunk_size() {
    const std::uint64_t left = range_of(case_).last - next_game_;
    std::uint64_t size = experiment_.first_chunk(case_);
    if (speed_case_ == case_) {
      const double wanted = chunk_s_ / std::max(seconds_per_game_.load(), 1e-9);
      size = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, static_cast<double>(kLargestChunk)));
    }
    // Games may be far slower than the experiment expects, or than the first ones were, as those of players from
    // outside that are started again and again: no chunk is larger than all before it together, so that a run that is
    // killed again and again has a checkpoint of more games each time.
    size = std::min(size, std::max<std::uint64_t>(1, next_game_ - first_game_));
    if (case_ + 1 == case_end_) size = std::min(size, left / (2 * options_.threads) + 1);
    size = std::min(std::max(size, options_.least_chunk), left);
    if (const auto& stop = experiment_.common().stop)
      size = std::min(size, next_look(*stop, next_game_) - next_game_);
    return size;
  }

  // Parallel.
  void play(Chunk& chunk, std::size_t slot) {
    if (chunk.case_number < finished_cases_)
      chunk.is_complete = false;  // beyond the end of its case
    else
      play_now(chunk, slot);
  }
  void play_now(Chunk& chunk, std::size_t slot) {
    player_.play(chunk, slot, interrupt_);
    // Slots of other ranks are theirs.
    if (!options_.execute && chunk.is_complete) clock_.add_chunk(slot, chunk.seconds, chunk.starting_s);
  }

  // Serial, in order.
  void fold(Chunk& chunk) {
    const std::lock_guard lock(fold_mutex_);
    if (chunk.case_number < finished_cases_) return;
    broken_off_ = broken_off_ || !chunk.is_complete;
    if (broken_off_) return;
    fold_complete(chunk);
    if (!chunk.failure) return;
    failure_ = chunk.failure;
    broken_off_ = true;
    has_failed_ = true;
  }
  void fold_complete(const Chunk& chunk) {
    report_.add(chunk);
    if (chunk.games.size() > 0) report_.queued_s = sum_of_known(report_.queued_s, chunk.queued_s);
    if (options_.take_records && !chunk.records.empty()) {
      const Clock::time_point begin = Clock::now();
      options_.take_records(chunk.records);
      ThreadClock::add(clock_.saving_s, begin);
    }
    if (chunk.games.size() == 0) return;
    note_speed(chunk);
    if (is_case_finished(chunk.case_number, range_of(chunk.case_number)))
      seek_unfinished(chunk.case_number + 1);
    note_time();
    if (options_.report_progress) options_.report_progress(chunk.case_number);
    if (options_.save_checkpoint && seconds_since(last_checkpoint_) >= options_.checkpoint_every_s &&
        finished_cases_ < case_end_) {
      const Clock::time_point begin = Clock::now();
      options_.save_checkpoint();
      ThreadClock::add(clock_.saving_s, begin);
      last_checkpoint_ = Clock::now();
    }
  }

  // The mean of all games of the case: a single chunk may hold none of the slow ones.
  void note_speed(const Chunk& chunk) {
    if (speed_case_ != chunk.case_number) timed_games_ = timed_s_ = 0;
    timed_games_ += static_cast<double>(chunk.games.size());
    timed_s_ += chunk.seconds;
    seconds_per_game_ = timed_s_ / timed_games_;
    speed_case_ = chunk.case_number;
  }
  bool is_case_finished(std::size_t number, const GameRange& range) const {
    const auto tally = report_.tally_of(number);
    return tally != nullptr && is_finished(experiment_, *tally, range);
  }

  // Called by the watchdog. After an interruption, ends the process if the games in play do not finish soon.
  bool must_give_up() {
    if (!interrupt_) return false;  // a signal handler cannot notify
    const Clock::time_point now = Clock::now();
    if (!interrupted_) interrupted_ = now;
    if (std::chrono::duration<double>(now - *interrupted_).count() < options_.give_up_after_s) return false;
    const std::lock_guard no_more_games(fold_mutex_);
    note_time();
    options_.give_up();
    return true;
  }

  // case_number may be one past the last.
  GameRange range_of(std::size_t case_number) const { return games_.range_of(case_number); }
  static constexpr std::uint64_t kNotBegun = ~std::uint64_t{0};
  static constexpr std::chrono::milliseconds kLookEvery{20};

  const Experiment& experiment_;
  Report& report_;
  const std::atomic<bool>& interrupt_;
  const DriverOptions& options_;
  const GameSet games_;
  const std::size_t case_end_;
  const double wall_before_s_;
  const double chunk_s_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_checkpoint_ = begin_;
  std::mutex fold_mutex_;  // protects report_
  ChunkPlayer player_;
  std::vector<Chunk> chunks_;
  ThreadClock clock_;
  std::optional<Clock::time_point> interrupted_;  // when the watchdog saw it
  // Used by plan().
  std::size_t case_ = 0;
  std::uint64_t next_game_ = kNotBegun;
  std::uint64_t first_game_ = kNotBegun;  // of case_ in this run
  // Written by fold(), read by the others.
  std::atomic<std::size_t> finished_cases_ = 0;  // all cases below this need no more games
  std::atomic<std::size_t> speed_case_ = ~std::size_t{0};
  std::atomic<double> seconds_per_game_ = 0;  // of speed_case_
  double timed_games_ = 0, timed_s_ = 0;      // of speed_case_, used by fold() alone
  bool broken_off_ = false;                   // a chunk was abandoned: no later one counts
  std::exception_ptr failure_;                // of the first game that failed
  std::atomic<bool> has_failed_ = false;
};

}  // namespace

Outcome drive(Report& report, const std::atomic<bool>& interrupt, const DriverOptions& options) {
  return Driver(report, interrupt, options).run();
}

}  // namespace sapper::experiments
