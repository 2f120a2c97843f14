// Files that exist only while this program writes an output: temporary files and locks. A signal that ends the program
// removes them first. A kill that cannot be caught leaves them; the next writer of the output removes them
// (OutputLock). Unnamed files (O_TMPFILE) would need no list, but linkat cannot replace an existing file, and network file
// systems lack them.
//
// While an object exists, SIGINT, SIGTERM and SIGHUP do not end the program, so that none comes between making a file and
// adding it, or between putting it in place and forgetting it. Objects are short-lived: other threads that make or remove
// such files wait for them.
#pragma once

#include <signal.h>

#include <filesystem>

namespace sapper::experiments {

class UnfinishedFiles {
 public:
  UnfinishedFiles();
  ~UnfinishedFiles();
  UnfinishedFiles(const UnfinishedFiles&) = delete;
  UnfinishedFiles& operator=(const UnfinishedFiles&) = delete;

  // From the first file on, each of these signals that still has its default action ends the program by
  // exit_without_unfinished(128 + its number).
  void add(const std::filesystem::path& file);
  // The file has been removed, or has its final name.
  void forget(const std::filesystem::path& file);

 private:
  sigset_t before_{};
};

// Removes the unfinished files and ends the program without destructors. May be called by a signal handler. A forked
// child only ends: the files are its parent's.
[[noreturn]] void exit_without_unfinished(int status);

}  // namespace sapper::experiments
