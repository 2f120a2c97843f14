// A child process that, with all its descendants, never outlives this program, however this one ends: exit, a signal,
// kill -9, the death of its MPI rank.
//
// A small process, the keeper, is forked once, and for each program it forks a guard, which starts the program as its
// only child. The guard holds one end of a socket whose other end only this process has, and a pidfd of this process:
// once the socket is closed or the process is gone, it kills all its descendants. It is a child subreaper, so that
// descendants whose parents have ended become its children, in whatever session or process group they are (`setsid`,
// daemons). The program itself is killed by the kernel if its guard dies (PR_SET_PDEATHSIG, which depends on the thread
// that forked: the guard has only one, while this program's threads come and go).
//
// A guard forked directly would keep a copy of each page that this process writes later; the keeper is forked while
// there is little to copy. Not caught: programs that ask another process to start something (systemd-run, at, a
// container), change the user, or fork faster than they are killed; without /proc, those that leave the process group.
// Needs Linux 3.17; pidfds need 5.3, and without them the guard watches only the socket.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/support/descriptor.hpp"

namespace sapper::experiments {

// Starts the keeper if it is not running: preferably before this process has grown. RunError if it cannot be forked.
void start_keeper();

class GuardedProcess {
 public:
  // Starts the program in the folder (empty: the current one), searching PATH like a shell, in its own process group,
  // with this process's environment and only the descriptors in `streams`: its standard input, output and error.
  // RunError if it cannot be started.
  GuardedProcess(const std::vector<std::string>& command, const std::filesystem::path& folder,
                 const std::array<int, 3>& streams);
  // Calls kill().
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;

  // Whether the program itself has ended; waits for that at most this long. Its children may still be running.
  bool has_ended(int wait_ms = 0);
  // The status of a program that has ended by itself, as from waitpid; nullopt if its guard was killed.
  std::optional<int> status() const { return status_; }
  // Kills it and everything it has started, and waits at most two seconds until they are gone.
  void kill();
  // The processor time that it and its living descendants have used so far, in nanoseconds.
  std::uint64_t processor_ns() const;

 private:
  // True if there was something to read within the time; 0 polls once.
  bool read_news(int timeout_ms);

  sim::Descriptor control_;
  pid_t id_ = 0;
  bool has_ended_ = false;
  std::optional<int> status_;
};

}  // namespace sapper::experiments

namespace sapper::experiments::keeper {}  // namespace sapper::experiments::keeper
