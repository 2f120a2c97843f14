#include "experiments/support/run_program.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void fail(const std::string& program, int reason) {
  throw RunError(fmt::format("{} cannot be run: {}", program, std::strerror(reason)));
}

File unnamed_file(const std::string& program) {
  File file(std::tmpfile());
  if (!file) fail(program, errno);
  return file;
}

std::string content_of(std::FILE* file) {
  std::string content;
  std::rewind(file);
  char buffer[1 << 16];
  for (std::size_t size = 0; (size = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    content.append(buffer, size);
  return content;
}

}  // namespace

std::optional<ProgramOutput> run_program(const std::vector<std::string>& words, std::string_view input) {
  const std::string& program = words.front();
  const File in = unnamed_file(program);
  const File out = unnamed_file(program);
  const File err = unnamed_file(program);
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() || std::fflush(in.get()) != 0)
    fail(program, errno);
  std::rewind(in.get());

  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(in.get()), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(out.get()), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ::fileno(err.get()), STDERR_FILENO);
  posix_spawnattr_t attributes{};
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t id = 0;
  const int reason = ::posix_spawnp(&id, program.c_str(), &actions, &attributes, arguments.data(), ::environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (reason == ENOENT) return std::nullopt;
  if (reason != 0) fail(program, reason);
  int state = 0;
  while (::waitpid(id, &state, 0) < 0)
    if (errno != EINTR) fail(program, errno);
  return ProgramOutput{WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state), content_of(out.get()),
                       content_of(err.get())};
}

RunError program_failed(std::string_view program, const ProgramOutput& output) {
  constexpr std::size_t kMostLines = 8;
  constexpr std::size_t kLongestLine = 300;
  std::vector<std::string> lines;
  std::size_t omitted = 0;
  for (std::string_view line : split_lines(output.err)) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(' ') == std::string_view::npos) continue;
    if (lines.size() < kMostLines)
      lines.push_back(printable(line, kLongestLine));
    else
      ++omitted;
  }
  std::string text = output.status == 0 ? fmt::format("{} wrote nothing", program)
                                        : fmt::format("{} failed with status {}", program, output.status);
  if (lines.size() == 1) return RunError(fmt::format("{}: {}", text, lines.front()));
  if (!lines.empty()) text += ':';
  for (const std::string& line : lines) text += "\n  " + line;
  if (omitted > 0) text += fmt::format("\n  and {}", count_text(omitted, "more line"));
  return RunError(text);
}

}  // namespace sapper::experiments
