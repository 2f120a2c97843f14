// Runs a program from outside: arguments, standard input, environment; its status and what it wrote.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sapper::tests {

// Where a program's standard output or standard error goes.
enum class StandardOutput {
  captured,
  full_disk,      // every write fails for lack of space
  closed_pipe,    // no reader
  full_pipe,      // a reader that never reads: every write waits
  gone_terminal,  // hung up: every write fails
  closed,         // the descriptor does not exist
};

struct ProgramRun {
  std::filesystem::path program;
  std::vector<std::string> arguments{};
  std::string input{};                                             // standard input
  std::vector<std::pair<std::string, std::string>> environment{};  // added to that of the test
  std::filesystem::path folder{};  // where it runs; empty: where the test does
  StandardOutput standard_output = StandardOutput::captured;
  StandardOutput standard_error = StandardOutput::captured;
  double timeout_s = 120;  // then it is killed
};

struct ProgramResult {
  int status = -1;  // the exit status; 128 + N when signal N ended it
  bool timed_out = false;
  std::string out;
  std::string err;
  long max_memory_kb = 0;  // the largest resident set
};

// A program that runs. Killed at destruction if it still does.
class Program {
 public:
  explicit Program(const ProgramRun& run);  // std::system_error if it cannot be started
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t id() const { return id_; }
  void send(int signal) const;
  // What it wrote on standard error so far, and whether the text is in it.
  std::string written_errors() const;
  bool has_written(const std::string& text) const { return written_errors().find(text) != std::string::npos; }
  ProgramResult wait();  // once

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;

  File in_, out_, err_;  // unnamed files: nothing blocks, whatever the order of reading and writing
  double timeout_s_;
  pid_t id_ = -1;
};

inline ProgramResult run_program(const ProgramRun& run) { return Program(run).wait(); }

}  // namespace sapper::tests
