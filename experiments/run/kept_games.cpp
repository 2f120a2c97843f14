#include "experiments/run/kept_games.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "experiments/run/interruption.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace fs = std::filesystem;

namespace {

// Bytes of records that may wait for disk space.
constexpr std::size_t kMostWaiting = std::size_t{64} << 20;

std::string shown(const fs::path& file) { return printable(file.string(), sim::kLongestPath); }

}  // namespace

KeptGames::KeptGames(Report& report, fs::path output, std::vector<fs::path> refuges,
                     std::optional<std::uint64_t> saved_games, std::function<void(std::string_view)> warn,
                     const std::atomic<bool>& stop)
    : report_(report),
      output_(std::move(output)),
      refuges_(std::move(refuges)),
      saved_games_(saved_games),
      warn_(std::move(warn)),
      saver_(
          resolve_output(checkpoint_of(output_)), ".report.json", "the run",
          [this](const fs::path& checkpoint) { write(checkpoint); }, warn_),
      stop_(stop) {}

const RecordFile& KeptGames::open_records(const fs::path& file, std::unique_ptr<OutputLock> lock) {
  record_lock_ = std::move(lock);
  records_.emplace(file, report_.records.bytes, std::exchange(report_.records.waiting, {}));
  if (record_lock_) record_lock_->lock_file_itself();
  return *records_;
}

void KeptGames::begin(bool saves_during_run) {
  saves_during_run_ = saves_during_run;
  if (!records_) return;
  if (saves_during_run_ && !saved_games_) saver_.save();
  records_->begin();
}

void KeptGames::save_checkpoint() {
  const ProtectedSave save;
  try {
    flush_records();
    warn_of_written();
  } catch (const RunError& error) {
    warn_of_waiting(error.what());
  }
  saver_.save();
}

bool KeptGames::save_at_the_end() {
  const ProtectedSave save;
  try {
    flush_records();
  } catch (const RunError& error) {
    if (!has_reported_waiting_records_) warn_(error.what());
  }
  return saver_.save_at_the_end(refuges_);
}

// Pending records are saved with the games that they belong to.
void KeptGames::write(const fs::path& checkpoint) {
  if (records_) {
    report_.records.bytes = records_->length();
    report_.records.waiting = records_->waiting();
  }
  write_checkpoint(checkpoint, report_);
  report_.records.waiting.clear();
  if (checkpoint != saver_.file()) output_ = checkpoint.parent_path() / checkpoint.stem();
  saved_games_ = report_.game_count();
}

void KeptGames::remove_checkpoint() {
  std::error_code ignored;
  fs::remove(saver_.file(), ignored);
  saved_games_.reset();
}

void KeptGames::discard() {
  remove_checkpoint();
  if (records_) records_->discard();
}

void KeptGames::append_records(std::string_view lines) {
  bool is_blocked = false;
  while (!write_waiting_records(lines)) {
    if (records_->waiting().size() < kMostWaiting || stop_) return;
    if (!is_blocked) {
      warn_("the run is waiting until records can be written");
      if (saves_during_run_) save_checkpoint();
    }
    is_blocked = true;
    lines = {};
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

void KeptGames::flush_records() {
  if (!records_) return;
  find_records();
  records_->flush();
}

void KeptGames::finish_records() {
  if (!records_) return;
  const ProtectedSave save;
  find_records();
  records_->finish();
}

// Returns whether none is pending any more.
bool KeptGames::write_waiting_records(std::string_view lines) {
  try {
    records_->append(lines);
    warn_of_written();
    return true;
  } catch (const RunError& error) {
    warn_of_waiting(error.what());
    return false;
  }
}

void KeptGames::warn_of_waiting(std::string_view failure) {
  if (!has_reported_waiting_records_)
    warn_(fmt::format("{}; the run buffers up to {} MB of them and will retry", failure, kMostWaiting >> 20));
  has_reported_waiting_records_ = true;
}

void KeptGames::warn_of_written() {
  if (has_reported_waiting_records_) warn_("the records can be written again");
  has_reported_waiting_records_ = false;
}

// If someone has removed the records file or its folder, the records continue in another file: the descriptor still has
// what was written.
void KeptGames::find_records() {
  if (records_->find()) return;
  const fs::path before = records_->path();
  std::error_code ignored;
  const fs::path name = before.filename();
  const std::string own_name = fmt::format("sapper-{}-{}", ::getpid(), name.string());
  for (const fs::path& place :
       {before, output_.parent_path() / name, fs::temp_directory_path(ignored) / own_name}) {
    if (!move_records_to(place)) continue;
    warn_(fmt::format("{} was removed; its records are now written to {}", shown(before), shown(place)));
    return;
  }
  if (!has_reported_lost_file_)
    warn_(fmt::format("{} was removed, and its records cannot be written elsewhere", shown(before)));
  has_reported_lost_file_ = true;
}

bool KeptGames::move_records_to(const fs::path& place) {
  try {
    // The lock next to the file holds as long as its folder exists.
    std::unique_ptr<OutputLock> lock;
    if (place != records_->path()) lock = std::make_unique<OutputLock>(place);
    records_->move_to(place);
    if (lock) record_lock_ = std::move(lock);
    if (record_lock_) record_lock_->lock_file_itself();
    return true;
  } catch (const RunError&) {
  } catch (const InputError&) {  // another run is writing there
  }
  return false;
}

}  // namespace sapper::experiments
