// What a run keeps on disk while it plays: its checkpoint and the records of its games. If they cannot be written, as
// on a full disk, the run continues and retries; when too many records are pending, it waits for space. Pending records
// are part of the checkpoint, so that a full disk loses nothing that another disk can hold.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/run/checkpoint_saver.hpp"
#include "experiments/run/record_file.hpp"
#include "experiments/run/report.hpp"
#include "experiments/support/output_lock.hpp"

namespace sapper::experiments {

class KeptGames {
 public:
  // output: where the report goes, as resolve_output returns it; the checkpoint belongs to it. refuges: folders, on
  // whatever disk, that may have room for the games where that of the output has none. saved_games: those of a
  // checkpoint that was read. warn: shows the user a message during the run; each failure is reported once, and its
  // end. stop: ends waiting.
  KeptGames(Report& report, std::filesystem::path output, std::vector<std::filesystem::path> refuges,
            std::optional<std::uint64_t> saved_games, std::function<void(std::string_view)> warn,
            const std::atomic<bool>& stop);

  // Without this call there are no records. It changes nothing yet, like RecordFile's constructor. lock: on the file.
  const RecordFile& open_records(const std::filesystem::path& file, std::unique_ptr<OutputLock> lock);
  // Call before the first game: with records, saves a checkpoint that identifies them as this run's, however early the
  // run is killed. saves_during_run: whether there are checkpoints before the end. RunError if the records cannot be
  // truncated.
  void begin(bool saves_during_run);

  void save_checkpoint();
  // Removes the checkpoint: nothing is left to continue.
  void remove_checkpoint();
  // Does the same for a run that has played nothing, and removes a newly created file of records.
  void discard();
  // The final save; if the checkpoint cannot be written in its place, it goes to the first of the refuges, the folder for
  // temporary files, the current one and the user's home that has room, and output() changes. False if that fails as
  // well: then saved_games() are kept.
  bool save_at_the_end();

  // Appends whole lines of records, in order, of games that the report already counts.
  void append_records(std::string_view lines);
  // Brings all records to the disk, of a compressed file all whole frames. RunError when that fails.
  void flush_records();
  // Does so after the last game, and writes the last frame too.
  void finish_records();

  const std::filesystem::path& output() const { return output_; }
  const std::filesystem::path& checkpoint() const { return saver_.file(); }
  // The present file of the records: it changes when someone removes the file.
  const RecordFile* records() const { return records_ ? &*records_ : nullptr; }
  // Games in the checkpoint on disk; nullopt if this run has neither written nor read one.
  std::optional<std::uint64_t> saved_games() const { return saved_games_; }

 private:
  bool write_waiting_records(std::string_view lines);
  void warn_of_waiting(std::string_view failure);
  void warn_of_written();
  void find_records();
  bool move_records_to(const std::filesystem::path& place);
  void write(const std::filesystem::path& checkpoint);

  Report& report_;
  std::filesystem::path output_;
  std::vector<std::filesystem::path> refuges_;
  std::optional<std::uint64_t> saved_games_;
  std::function<void(std::string_view)> warn_;
  CheckpointSaver saver_;
  const std::atomic<bool>& stop_;
  std::optional<RecordFile> records_;
  std::unique_ptr<OutputLock> record_lock_;
  bool saves_during_run_ = false;
  bool has_reported_waiting_records_ = false;
  bool has_reported_lost_file_ = false;
};

}  // namespace sapper::experiments
