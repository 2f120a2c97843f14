// The end of a run: writes the outputs, or keeps the games wherever there is space, and reports where everything is and
// how to continue.
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
         KeptGames& kept, Provenance provenance)
      : options_(options),
        setup_(setup),
        outputs_(outputs),
        played_(played),
        kept_(kept),
        provenance_(std::move(provenance)) {}

  // All games are played. Writes each output that can be written and keeps what the others need. Returns the exit
  // status: 0, or 1 if an output could not be written.
  int finished();
  // Returns 128 and the signal's number.
  int interrupted(int signal);
  // Called after the error message. is_resumed: from a checkpoint. Returns 1.
  int failed(bool is_resumed);

 private:
  // Records what could not be written, and reports why.
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
  Provenance provenance_;
  std::vector<std::string_view> missing_;
};

}  // namespace sapper::experiments
