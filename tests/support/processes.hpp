// Other processes, as /proc shows them: a process may end at any moment, and what cannot be read then is empty. And waiting
// for what they do.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace sapper::tests {

// A file of a process, such as "stat", "comm" or "cmdline". A process that ends after its file was opened fails the
// read, which istreambuf_iterator would report as an exception; << sets a flag instead.
inline std::string process_file(pid_t id, const std::string& name) {
  const std::ifstream in("/proc/" + std::to_string(id) + "/" + name, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Zombies do not count as running.
inline bool is_running(pid_t id) {
  std::istringstream status(process_file(id, "stat"));
  std::string number, name, state;
  return status >> number >> name >> state && state != "Z" && state != "X";
}

inline pid_t parent_of(pid_t id) {
  std::istringstream status(process_file(id, "stat"));
  std::string number, name, state;
  pid_t parent = 0;
  status >> number >> name >> state >> parent;
  return parent;
}

// The processor time that the process has used, in clock ticks (hundredths of a second).
inline long processor_ticks(pid_t id) {
  std::istringstream status(process_file(id, "stat"));
  std::string word;
  for (int i = 0; i < 13; ++i) status >> word;
  long user = 0, system = 0;
  status >> user >> system;
  return user + system;
}

// Whether the process has installed a handler for the signal.
inline bool catches(pid_t id, int signal) {
  std::istringstream status(process_file(id, "status"));
  for (std::string key, value; status >> key >> value; std::getline(status, value))
    if (key == "SigCgt:") return (std::stoull(value, nullptr, 16) >> (signal - 1) & 1) != 0;
  return false;
}

// The processes whose command line contains the text.
inline std::vector<pid_t> processes_of(const std::string& text) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto id = static_cast<pid_t>(std::stol(name));
    if (process_file(id, "cmdline").find(text) != std::string::npos) found.push_back(id);
  }
  return found;
}

inline bool is_running(const std::string& text) { return !processes_of(text).empty(); }

// Waits until the condition holds, but at most this long; returns whether it does. It is looked at every two
// milliseconds: no descriptor tells of what these conditions are about.
template <class Condition>
bool wait_until(Condition holds, double limit_s = 60) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(limit_s);
  while (!holds()) {
    if (Clock::now() > deadline) return holds();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace sapper::tests
