#include "experiments/engine/kept_games.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "experiments/engine/checkpoint.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {

namespace fs = std::filesystem;

namespace {

// Bytes of records that may wait for room on the disk.
constexpr std::size_t kMostWaiting = std::size_t{64} << 20;

}  // namespace

KeptGames::KeptGames(const Experiment& experiment, fs::path checkpoint,
                     std::function<void(std::string_view)> tell, const std::atomic<bool>& stop)
    : experiment_(experiment), checkpoint_(std::move(checkpoint)), tell_(std::move(tell)), stop_(stop) {}

void KeptGames::open_records(const fs::path& file, std::uint64_t length) { records_.emplace(file, length); }

void KeptGames::save_checkpoint(Played& played) {
  try {
    if (records_) played.record_bytes = records_->flush();
    experiments::save_checkpoint(checkpoint_, experiment_, played);
    if (has_told_of_failed_save_) tell_("the checkpoint is written again");
    has_told_of_failed_save_ = false;
  } catch (const RunError& error) {
    if (!has_told_of_failed_save_)
      tell_(fmt::format("{}; the run goes on without a checkpoint and tries again", error.what()));
    has_told_of_failed_save_ = true;
  }
}

std::optional<fs::path> KeptGames::save_at_the_end(Played& played) {
  if (records_) played.record_bytes = records_->flush();
  try {
    experiments::save_checkpoint(checkpoint_, experiment_, played);
    return std::nullopt;
  } catch (const RunError& error) {
    std::error_code none;
    const fs::path folder = fs::temp_directory_path(none);
    if (none) throw;
    tell_(error.what());
    const fs::path elsewhere = folder / fmt::format("sapper-{}.report.json", ::getpid());
    experiments::save_checkpoint(checkpoint_of(elsewhere), experiment_, played);
    return elsewhere;
  }
}

void KeptGames::append_records(std::string_view lines) {
  bool has_told = false;
  while (!write_waiting_records(lines)) {
    if (records_->waiting_bytes() < kMostWaiting || stop_) return;
    if (!has_told) tell_("the run waits until records can be written");
    has_told = true;
    lines = {};
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

void KeptGames::flush_records() {
  if (records_) records_->flush();
}

// Whether none waits any more.
bool KeptGames::write_waiting_records(std::string_view lines) {
  try {
    records_->append(lines);
    if (has_told_of_waiting_records_) tell_("the records are written again");
    has_told_of_waiting_records_ = false;
    return true;
  } catch (const RunError& error) {
    if (!has_told_of_waiting_records_)
      tell_(fmt::format("{}; the run keeps up to {} MB of them and tries again", error.what(),
                        kMostWaiting >> 20));
    has_told_of_waiting_records_ = true;
    return false;
  }
}

}  // namespace sapper::experiments
