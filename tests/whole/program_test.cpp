// Label: threads
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

std::string shown(const ProgramRun& run) { return testing::PrintToString(run.arguments); }

}  // namespace

ProgramRun sapper(Words arguments, std::string input) {
  return {.program = SAPPER_PROGRAM, .arguments = std::move(arguments), .input = std::move(input)};
}

bool is_installed(const std::string& program) {
  return run_program({.program = "/bin/sh", .arguments = {"-c", "command -v " + program}}).status == 0;
}

std::string printed_command(const std::string& errors) {
  const auto line = errors.find(":\n  ");
  EXPECT_NE(line, std::string::npos) << errors;
  return line == std::string::npos ? "" : errors.substr(line + 4);
}

std::string reproducible_part(const std::string& report) {
  const auto end = report.find("\n  \"timing\": {");
  EXPECT_NE(end, std::string::npos) << report.substr(0, 200);
  return report.substr(0, end);
}

std::string with_replaced(std::string text, const std::string& from, const std::string& to,
                          std::size_t begin) {
  const auto at = text.find(from, begin);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

void expect_valid(const bj::value& document, const std::string& schema) {
  EXPECT_THAT(schema_errors(document, SAPPER_DATA_DIR "/schema/" + schema + ".schema.json"), IsEmpty());
}

void wait_for_games_in(const fs::path& checkpoint) {
  fs::path report = checkpoint;
  report.replace_extension();
  std::string first;
  wait_until([&] {
    const std::string now = content_of(checkpoint);
    if (first.empty()) first = now;
    return now != first || fs::exists(report);
  });
}

void expect_end_with_output(ProgramRun run) {
  run.standard_output = StandardOutput::closed_pipe;
  const ProgramResult unread = run_program(run);
  EXPECT_EQ(unread.status, 0);
  EXPECT_EQ(unread.err, "");
  run.standard_output = StandardOutput::full_disk;
  const ProgramResult full = run_program(run);
  EXPECT_EQ(full.status, 1);
  EXPECT_EQ(full.err, "sapper: cannot write standard output: No space left on device\n");
}

ProgramRun ProgramTest::command(Words arguments, std::string input) const {
  ProgramRun run = start_;
  run.arguments = std::move(arguments);
  run.input = std::move(input);
  return run;
}

ProgramResult ProgramTest::run(Words arguments, std::string input) const {
  return run_program(command(std::move(arguments), std::move(input)));
}

ProgramResult ProgramTest::run_well(Words arguments, std::string input) const {
  const ProgramRun run = command(std::move(arguments), std::move(input));
  ProgramResult result = run_program(run);
  EXPECT_EQ(result.status, 0) << result.err << shown(run);
  return result;
}

std::string ProgramTest::output_of(Words arguments, std::string input) const {
  return run_well(std::move(arguments), std::move(input)).out;
}

bj::value ProgramTest::json_of(Words arguments, std::string input) const {
  return bj::parse(output_of(std::move(arguments), std::move(input)));
}

std::string ProgramTest::refusal(Words arguments, std::string input) const {
  const ProgramRun run = command(std::move(arguments), std::move(input));
  SCOPED_TRACE(shown(run));
  const ProgramResult result = run_program(run);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("sapper: "));
  EXPECT_EQ(count_of(result.err, "\n"), 1U) << result.err;
  return result.err;
}

void ProgramTest::expect_refused(Words arguments, const std::string& message, std::string input) const {
  SCOPED_TRACE(testing::PrintToString(arguments));
  EXPECT_THAT(refusal(std::move(arguments), std::move(input)), HasSubstr(message));
}

ProgramResult ProgramTest::run_and_send(Words arguments, const std::string& report, int signal) const {
  Program program(command(joined(std::move(arguments), {"-o", report, "--checkpoint-every", "0.02"})));
  wait_for_games_in(path(report + ".checkpoint"));
  program.send(signal);
  return program.wait();
}

ProgramRun ProgramTest::shell(const std::string& line) const {
  ProgramRun run = command({"-c", line});
  run.program = "/bin/bash";
  return run;
}

void ProgramTest::write_program(const std::string& name, const std::string& script) const {
  write(name, script);
  fs::permissions(path(name), fs::perms::owner_all);
}

std::vector<std::string> ProgramTest::names(const std::string& folder) const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path(folder))) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::map<std::string, std::string> ProgramTest::files() const {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
    all[entry.path().string()] = entry.is_regular_file() ? content_of(entry.path()) : "";
  return all;
}

void ProgramTest::remove_all(const Words& names) const {
  for (const std::string& name : names) fs::remove_all(path(name));
}

}  // namespace sapper::tests
