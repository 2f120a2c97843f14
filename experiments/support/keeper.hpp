// The processes between this program and those that it starts (guarded_process.hpp): the keeper and its guards. They
// are forked from a multi-threaded program and never exec: only the code here runs in them, and it calls only
// async-signal-safe functions.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>

namespace sapper::experiments::keeper {

// A message from a guard.
struct GuardMessage {
  enum class Kind : std::int32_t {
    started,  // value: the program's number
    failed,   // it could not be started; value: errno
    ended,    // value: as waitpid gives it
  };
  Kind kind;
  std::int32_t value;
};

// Descriptors for a guard: its end of the control socket, the folder, the file of words, the program's streams. The
// file holds the numbers of arguments and of environment variables, 32 bits each, then all of them, NUL-terminated.
using Passed = std::array<int, 6>;

// Sends them to the keeper. False if it is gone.
bool send(int connection, const Passed& passed);

// Whether there is something to read, or the other end is closed.
bool is_readable(int descriptor, int timeout_ms);

// Serves until the connection is closed or `program`, a pidfd or -1, is readable. All signals are blocked.
[[noreturn]] void run(int connection, int program);

}  // namespace sapper::experiments::keeper
