// Tests of the program from outside: each starts it in a folder of its own, and judges its status, what it prints and
// what it writes. The includes, names and verbs here are those of all these tests.
#pragma once

#include <fmt/format.h>
#include <signal.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <filesystem>

#include "tests/support/case_count.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/processes.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {

namespace bj = boost::json;
namespace fs = std::filesystem;

using Words = std::vector<std::string>;  // of a command line

inline Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The program as one word of a shell command: its path may hold spaces.
inline const std::string kQuotedProgram = "'" SAPPER_PROGRAM "'";

// The program in the folder of the test program; tests that need more than arguments and input set the rest.
ProgramRun sapper(Words arguments, std::string input = {});

bool is_installed(const std::string& program);

// The command in the last lines of a message, behind "To continue:" or the like.
std::string printed_command(const std::string& errors);

// The part of a report's text that must not depend on how its games were played.
std::string reproducible_part(const std::string& report);

// The text with the first `from` at or behind `begin` replaced; a failure if there is none.
std::string with_replaced(std::string text, const std::string& from, const std::string& to,
                          std::size_t begin = 0);

// data/schema/NAME.schema.json describes the document.
void expect_valid(const bj::value& document, const std::string& schema);

// Waits until a run's checkpoint exists and has been replaced, as the first one of a run with records holds no games and
// that of a resumed run those before, or until the run is over.
void wait_for_games_in(const fs::path& checkpoint);

// A closed pipe ends the program quietly; a full disk is reported as a failure.
void expect_end_with_output(ProgramRun run);

class ProgramTest : public testing::Test {
 protected:
  ProgramTest() { start_.folder = folder_.path(); }

  // The program with these arguments, started as `start_` says.
  ProgramRun command(Words arguments, std::string input = {}) const;
  ProgramResult run(Words arguments, std::string input = {}) const;
  // Runs that are to succeed: with status 0.
  ProgramResult run_well(Words arguments, std::string input = {}) const;
  std::string output_of(Words arguments, std::string input = {}) const;
  bj::value json_of(Words arguments, std::string input = {}) const;  // what it prints
  // Expects a refusal: status 2, no output, and one line on standard error, which is returned.
  std::string refusal(Words arguments, std::string input = {}) const;
  void expect_refused(Words arguments, const std::string& message, std::string input = {}) const;
  // Starts a run or resumes one, and sends it the signal once it has played games.
  ProgramResult run_and_send(Words arguments, const std::string& report, int signal) const;
  // A line for bash, run in the folder.
  ProgramRun shell(const std::string& line) const;
  ProgramResult run_shell(const std::string& line) const { return run_program(shell(line)); }

  fs::path path(const std::string& name) const { return folder_.path() / name; }
  bool exists(const std::string& name) const { return fs::exists(path(name)); }
  std::string read(const std::string& name) const { return content_of(path(name)); }
  bj::value read_json(const std::string& name) const { return load_json(path(name)); }
  std::string reproducible(const std::string& report) const { return reproducible_part(read(report)); }
  fs::path write(const std::string& name, const std::string& content) const {
    return folder_.write(name, content);
  }
  // A config with these members beside the schema.
  fs::path write_config(const std::string& name, const std::string& members) const {
    return write(name, R"({"schema": "sapper-config/1", )" + members + "}");
  }
  void write_program(const std::string& name, const std::string& script) const;
  // The names in the test's folder or one in it, sorted.
  std::vector<std::string> names(const std::string& folder = ".") const;
  // The names and contents of all files.
  std::map<std::string, std::string> files() const;
  void remove_all(const Words& names) const;

  TemporaryFolder folder_;
  ProgramRun start_{.program = SAPPER_PROGRAM};  // what all starts have in common
};

}  // namespace sapper::tests
