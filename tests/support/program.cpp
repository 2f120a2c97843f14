#include "tests/support/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <system_error>

extern char** environ;

namespace sapper::tests {
namespace {

using Clock = std::chrono::steady_clock;

void require(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

std::FILE* unnamed_file() {
  std::FILE* const file = std::tmpfile();
  if (file == nullptr) require(errno, "tmpfile");
  // Only the copies for the program's standard streams may reach it.
  ::fcntl(::fileno(file), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string content_of(std::FILE* file) {
  std::string content;
  std::array<char, 1 << 14> buffer;
  off_t offset = 0;
  for (;;) {
    const ssize_t count = ::pread(::fileno(file), buffer.data(), buffer.size(), offset);
    if (count <= 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    offset += count;
  }
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> texts;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    bool is_replaced = text.starts_with("COLUMNS=");  // would change how text is wrapped
    for (const auto& [name, value] : added) is_replaced = is_replaced || text.starts_with(name + "=");
    if (!is_replaced) texts.push_back(text);
  }
  for (const auto& [name, value] : added) texts.push_back(name + "=" + value);
  return texts;
}

// The file actions of a start, with the descriptors that only the start needs.
class FileActions {
 public:
  FileActions() { require(::posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init"); }
  ~FileActions() {
    ::posix_spawn_file_actions_destroy(&actions_);
    for (const int descriptor : to_close_) ::close(descriptor);
  }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void give(int descriptor, int as) {
    require(::posix_spawn_file_actions_adddup2(&actions_, descriptor, as), "adddup2");
  }
  // The read end of a full pipe remains open in the program.
  void give_output(StandardOutput output, int captured, int as) {
    switch (output) {
      case StandardOutput::captured:
        give(captured, as);
        return;
      case StandardOutput::full_disk:
        require(::posix_spawn_file_actions_addopen(&actions_, as, "/dev/full", O_WRONLY, 0), "addopen");
        return;
      case StandardOutput::closed_pipe: {
        const std::array<int, 2> ends = make_pipe();
        ::close(ends[0]);
        to_close_.push_back(ends[1]);
        give(ends[1], as);
        return;
      }
      case StandardOutput::full_pipe: {
        const std::array<int, 2> ends = make_pipe();
        ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
        while (::write(ends[1], "x", 1) == 1) {
        }
        ::fcntl(ends[1], F_SETFL, 0);
        to_close_.insert(to_close_.end(), ends.begin(), ends.end());
        give(ends[0],
             ends[0]);  // under its own number: any other may be that of a descriptor still to be given
        give(ends[1], as);
        return;
      }
      case StandardOutput::gone_terminal: {
        int user = -1;
        int inside = -1;
        if (::openpty(&user, &inside, nullptr, nullptr, nullptr) != 0) require(errno, "openpty");
        ::close(user);
        to_close_.push_back(inside);
        give(inside, as);
        return;
      }
      case StandardOutput::closed:
        require(::posix_spawn_file_actions_addclose(&actions_, as), "addclose");
        return;
    }
  }
  void change_folder(const std::filesystem::path& folder) {
    require(::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str()), "addchdir");
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  static std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) require(errno, "pipe2");
    return ends;
  }

  posix_spawn_file_actions_t actions_{};
  std::vector<int> to_close_;
};

}  // namespace

Program::Program(const ProgramRun& run)
    : in_(unnamed_file()), out_(unnamed_file()), err_(unnamed_file()), timeout_s_(run.timeout_s) {
  std::fwrite(run.input.data(), 1, run.input.size(), in_.get());
  std::rewind(in_.get());

  FileActions actions;
  actions.give(::fileno(in_.get()), STDIN_FILENO);
  actions.give_output(run.standard_output, ::fileno(out_.get()), STDOUT_FILENO);
  actions.give_output(run.standard_error, ::fileno(err_.get()), STDERR_FILENO);
  if (!run.folder.empty()) actions.change_folder(run.folder);

  std::vector<std::string> arguments{run.program.string()};
  arguments.insert(arguments.end(), run.arguments.begin(), run.arguments.end());
  std::vector<std::string> environment = environment_with(run.environment);
  require(::posix_spawn(&id_, run.program.c_str(), actions.get(), nullptr, pointers_to(arguments).data(),
                        pointers_to(environment).data()),
          run.program.c_str());
}

Program::~Program() {
  if (id_ == -1) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

void Program::send(int signal) const { ::kill(id_, signal); }

std::string Program::written_errors() const { return content_of(err_.get()); }

ProgramResult Program::wait() {
  ProgramResult result;
  // Readable when the program has ended.
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, id_, 0));
  if (descriptor == -1) require(errno, "pidfd_open");
  pollfd ended{descriptor, POLLIN, 0};
  const auto deadline = Clock::now() + std::chrono::duration<double>(timeout_s_);
  const auto left_ms = [&] {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
  };
  int ready = -1;
  while ((ready = ::poll(&ended, 1, left_ms())) == -1 && errno == EINTR) {
  }
  ::close(descriptor);
  result.timed_out = ready == 0;
  if (result.timed_out) ::kill(id_, SIGKILL);
  int status = 0;
  struct rusage usage {};
  while (::wait4(id_, &status, 0, &usage) == -1 && errno == EINTR) {
  }
  id_ = -1;
  result.max_memory_kb = usage.ru_maxrss;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = content_of(out_.get());
  result.err = content_of(err_.get());
  return result;
}

}  // namespace sapper::tests
