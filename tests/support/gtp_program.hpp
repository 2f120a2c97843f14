// Another program that speaks the Go Text Protocol, connected by two pipes.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace sapper::tests {

class GtpProgram {
 public:
  // Throws std::runtime_error when the program cannot be started.
  explicit GtpProgram(std::vector<std::string> command) {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    // Another program started meanwhile must not keep these pipes open.
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0)
      throw std::runtime_error("no pipes");
    ::signal(SIGPIPE, SIG_IGN);
    child_ = ::fork();
    if (child_ < 0) throw std::runtime_error("no process");
    if (child_ == 0) {
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      std::vector<char*> arguments;
      arguments.reserve(command.size() + 1);
      for (std::string& word : command) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execvp(arguments[0], arguments.data());
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    to_ = ::fdopen(to[1], "w");
    from_ = ::fdopen(from[0], "r");
  }
  GtpProgram(const GtpProgram&) = delete;
  GtpProgram& operator=(const GtpProgram&) = delete;
  ~GtpProgram() {
    if (child_ != -1) end();
  }

  // The whole answer, `= ...` or `? ...`, without the empty line at its end. Throws std::runtime_error when
  // there is none.
  std::string ask(const std::string& command) {
    std::fputs((command + '\n').c_str(), to_);
    std::fflush(to_);
    std::string answer;
    for (int letter = std::fgetc(from_); letter != EOF; letter = std::fgetc(from_)) {
      if (letter == '\r') continue;
      answer += static_cast<char>(letter);
      if (answer.ends_with("\n\n")) return answer.substr(0, answer.size() - 2);
    }
    throw std::runtime_error("no answer to " + command);
  }

  // Ends its input, and so the program: the exit status, 128 + N when signal N ended it. Once, the last call.
  int end() {
    std::fclose(to_);
    std::fclose(from_);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t child_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace sapper::tests
