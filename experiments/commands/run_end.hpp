// The end of a run: writes the outputs, or keeps the games wherever there is space, and reports where everything is and
// how to continue.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/run/kept_games.hpp"
#include "experiments/run/report.hpp"

namespace sapper::experiments {

class RunEnd {
 public:
  RunEnd(const RunOptions& options, const RunOutputs& outputs, const Report& report, KeptGames& kept)
      : options_(options), outputs_(outputs), report_(report), kept_(kept) {}

  // All games are played. Writes each output that can be written and keeps what the others need. Returns the exit
  // status: 0, or 1 if an output could not be written.
  int finished();
  // Returns 128 and the signal's number.
  int interrupted(int signal);
  // Called after the error message. is_resumed: from a checkpoint. Returns 1.
  int failed(bool is_resumed);

 private:
  // Records what could not be written, and reports why.
  void attempt(const std::string& output, const std::function<void()>& write);
  void write_report();
  int keep_what_is_missing();
  std::string kept_text() const;
  void keep(const std::string& what_ended_it);
  void show_table(const std::string& ending) const;
  std::string command() const;

  const RunOptions& options_;
  const RunOutputs& outputs_;
  const Report& report_;
  KeptGames& kept_;
  std::vector<std::string> missing_;
};

}  // namespace sapper::experiments
