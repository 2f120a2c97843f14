// The end of a run: writes what it has played, or keeps it where there is room, and says what is where and how to go on.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/commands/run_setup.hpp"
#include "experiments/report/report.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/kept_games.hpp"

namespace sapper::experiments {

class RunEnd {
 public:
  RunEnd(const RunOptions& options, const RunSetup& setup, const RunOutputs& outputs, const Played& played,
         KeptGames& kept, Making making)
      : options_(options),
        setup_(setup),
        outputs_(outputs),
        played_(played),
        kept_(kept),
        making_(std::move(making)) {}

  // All games are played. Writes each output that can be written; what the others lack is kept. The exit status: 0, or
  // 1 if an output could not be written.
  int finished();
  // Returns 128 and the signal's number.
  int interrupted(int signal);
  // After the message of what failed. is_resumed: from a checkpoint. Returns 1.
  int failed(bool is_resumed);

 private:
  // Notes what could not be written, and says why.
  void attempt(std::string_view output, const std::function<void()>& write);
  void write_report();
  int keep_what_is_missing();
  std::string kept_text() const;
  void keep(const std::string& what_ended_it);
  void show_table(const std::string& ending) const;
  std::string command() const;
  std::string progress_text() const;

  const RunOptions& options_;
  const RunSetup& setup_;
  const RunOutputs& outputs_;
  const Played& played_;
  KeptGames& kept_;
  Making making_;
  std::vector<std::string_view> missing_;
};

}  // namespace sapper::experiments
