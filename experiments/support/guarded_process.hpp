// A program that is started so that nothing of it outlives this one, however this one ends: exit, a signal, kill -9,
// the death of its MPI rank.
//
// A small process, the keeper, is forked once, and for each program it forks a guard, which starts the program as its
// only child. The guard holds one end of a socket whose other end only this process has, and a pidfd of this process:
// once the socket is closed or the process is gone, it kills all that descends from it. It is a child subreaper, so
// that descendants whose parents have ended become its children, in whatever session or process group they are
// (`setsid`, daemons). The program itself is killed by the kernel if its guard dies (PR_SET_PDEATHSIG, which looks at
// the thread that forked: the guard has one, where this program's threads come and go).
//
// A guard forked from here would keep a copy of each page that this process writes later; the keeper is forked while
// there is little to copy. Not caught: what asks another process to start something (systemd-run, at, a container),
// takes another user's rights, or forks faster than it is killed; without /proc, what leaves the process group.
// Linux 3.17; pidfds need 5.3, and without one the guard sees the socket alone.
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sapper::experiments {

// Starts the keeper if it does not run yet: best before this process has grown. RunError if it cannot be forked.
void start_keeper();

class GuardedProcess {
 public:
  // Starts the program in the folder (empty: the current one), found as a shell finds it, in a process group of its
  // own, with this process's environment and no other descriptors than `streams`: its standard input, output and
  // error. RunError if it cannot be started.
  GuardedProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
                 const std::array<int, 3>& streams);
  // kill().
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;

  // Whether the program itself has ended. What it started may still run.
  bool has_ended();
  // Of a program that has ended by itself, as waitpid gives it; nullopt if its guard was killed.
  std::optional<int> status() const { return status_; }
  // Kills it and all that it has started, and waits until they are gone, but for no more than two seconds.
  void kill();

 private:
  // True if there was something to read within the time: 0 looks once.
  bool read_news(int timeout_ms);

  int control_ = -1;
  bool has_ended_ = false;
  std::optional<int> status_;
};

}  // namespace sapper::experiments
