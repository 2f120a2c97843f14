// What a run keeps on disk while it plays: its checkpoint and the records of its games. Where they cannot be written,
// on a full disk, the run goes on and tries again; when too many records wait, it waits for room.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

#include "experiments/engine/driver.hpp"
#include "experiments/engine/record_file.hpp"

namespace sapper::experiments {

class KeptGames {
 public:
  // tell: shows the user a message amid the run; each failure is told once, and its end. stop: ends waiting.
  KeptGames(const Experiment& experiment, std::filesystem::path checkpoint,
            std::function<void(std::string_view)> tell, const std::atomic<bool>& stop);

  // As RecordFile does. Without this call there are no records.
  void open_records(const std::filesystem::path& file, std::uint64_t length);

  void save_checkpoint(Played& played);
  // The last time to save; where the checkpoint cannot be written, among the temporary files: then the name of the
  // output that it belongs to. A checkpoint counts on its records, so that without them only the one before
  // remains. RunError when nothing can be saved.
  std::optional<std::filesystem::path> save_at_the_end(Played& played);

  // Whole lines of records, in order.
  void append_records(std::string_view lines);
  // Brings all records to the disk. RunError when that fails.
  void flush_records();

 private:
  bool write_waiting_records(std::string_view lines);

  const Experiment& experiment_;
  std::filesystem::path checkpoint_;
  std::function<void(std::string_view)> tell_;
  const std::atomic<bool>& stop_;
  std::optional<RecordFile> records_;
  bool has_told_of_failed_save_ = false;
  bool has_told_of_waiting_records_ = false;
};

}  // namespace sapper::experiments
