// What a run keeps on disk while it plays: its checkpoint and the records of its games. Where they cannot be written,
// on a full disk, the run goes on and tries again; when too many records wait, it waits for room. Records that wait are
// part of the checkpoint, so that one full disk loses nothing that another can hold.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/run/driver.hpp"
#include "experiments/run/record_file.hpp"
#include "experiments/support/output_lock.hpp"

namespace sapper::experiments {

class KeptGames {
 public:
  // report: the output, whose checkpoint it is, as resolve_output returns them. tell: shows the user a message amid the
  // run; each failure is told once, and its end. stop: ends waiting.
  KeptGames(const Experiment& experiment, Played& played, std::filesystem::path report,
            std::function<void(std::string_view)> tell, const std::atomic<bool>& stop);

  // Without this call there are no records. As the constructor of RecordFile: changes nothing yet. lock: on the file.
  const RecordFile& open_records(const std::filesystem::path& file, std::unique_ptr<OutputLock> lock);
  // Before the first game: with records, a checkpoint by which they are known again as this run's, however early it is
  // killed. saves_amid_run: whether there are checkpoints before the end. RunError when the records cannot be cut off.
  void begin(bool saves_amid_run);

  void save_checkpoint();
  // Removes the checkpoint: nothing is left to go on with.
  void remove_checkpoint();
  // Of a run that has played nothing: likewise, and no new file of records is left.
  void discard();
  // The last time to save; where the checkpoint cannot be written, among the temporary files, and report() changes.
  // False when that fails as well: then saved_games() are kept.
  bool save_at_the_end();

  // Whole lines of records, in order, of games that `played` counts already.
  void append_records(std::string_view lines);
  // Brings all records to the disk, of a compressed file all whole frames. RunError when that fails.
  void flush_records();
  // After the last game: likewise, with the last frame.
  void finish_records();

  const std::filesystem::path& report() const { return report_; }
  const std::filesystem::path& checkpoint() const { return checkpoint_; }
  // Where the records are now: they move when someone removes their file.
  const RecordFile* records() const { return records_ ? &*records_ : nullptr; }
  // Games in the checkpoint on disk; nullopt: there is none that this run has written or read.
  std::optional<std::uint64_t> saved_games() const { return saved_games_; }
  void set_saved_games(std::uint64_t games) { saved_games_ = games; }

 private:
  void save_without_records();
  bool write_waiting_records(std::string_view lines);
  void tell_of_waiting(std::string_view failure);
  void tell_of_written();
  void find_records();
  bool move_records_to(const std::filesystem::path& place);
  void save_to(const std::filesystem::path& report, const std::filesystem::path& checkpoint);

  const Experiment& experiment_;
  Played& played_;
  std::filesystem::path report_;
  std::filesystem::path checkpoint_;
  std::function<void(std::string_view)> tell_;
  const std::atomic<bool>& stop_;
  std::optional<RecordFile> records_;
  std::unique_ptr<OutputLock> record_lock_;
  bool saves_amid_run_ = false;
  std::optional<std::uint64_t> saved_games_;
  bool has_told_of_failed_save_ = false;
  bool has_told_of_waiting_records_ = false;
  bool has_told_of_lost_file_ = false;
};

// All that were played.
std::uint64_t games_in(const Played& played);

}  // namespace sapper::experiments
