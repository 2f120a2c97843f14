#include "experiments/support/environment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <tbb/version.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/version.hpp>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "experiments/support/bibtex.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

// commit.cpp, generated at each build.
extern const char* const kBuiltFromCommit;

extern const char* const kSourcesHash;

namespace {

namespace fs = std::filesystem;

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return "unknown";
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

boost::json::value machine_load() {
  double average = 0;
  return ::getloadavg(&average, 1) == 1 ? boost::json::value(std::round(100 * average) / 100) : nullptr;
}

// The first line of a file of /proc or /sys; null if there is none.
boost::json::value system_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  return std::getline(in, line) ? boost::json::value(line) : nullptr;
}

// Facts of the folders NAME0, NAME1, ... in a folder of /sys: how many have the file, and how many contents it has.
struct Numbered {
  std::size_t folders = 0;
  std::set<std::string> contents;
};

Numbered numbered(const fs::path& folder, std::string_view name, const fs::path& file) {
  Numbered found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string entry_name = entry.path().filename().string();
    if (!entry_name.starts_with(name) || !parse_number<unsigned>(entry_name.substr(name.size()))) continue;
    const boost::json::value line = system_line(entry.path() / file);
    if (line.is_null()) continue;
    ++found.folders;
    found.contents.emplace(line.get_string());
  }
  return found;
}

// Processors that are offline lack the files.
boost::json::object facts_of_machine() {
  const auto known = [](std::uint64_t count) { return count > 0 ? boost::json::value(count) : nullptr; };
  const fs::path cpus = "/sys/devices/system/cpu";
  const Numbered cores = numbered(cpus, "cpu", "topology/thread_siblings_list");
  return {{"cores", known(cores.contents.size())},
          {"hardware_threads", known(cores.folders)},
          {"sockets", known(numbered(cpus, "cpu", "topology/physical_package_id").contents.size())},
          {"numa_nodes", known(numbered("/sys/devices/system/node", "node", "cpulist").folders)},
          {"memory_bytes", known(static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES))) *
                                 static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE))))},
          {"kernel", system_line("/proc/sys/kernel/osrelease")},
          {"governor", system_line(cpus / "cpu0/cpufreq/scaling_governor")}};
}

std::string boost_version() {
  return fmt::format("{}.{}.{}", BOOST_VERSION / 100'000, BOOST_VERSION / 100 % 1'000, BOOST_VERSION % 100);
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown";
#endif
}

}  // namespace

std::string_view version() { return SAPPER_VERSION; }

std::string_view repository() { return SAPPER_REPOSITORY; }
std::string_view commit() { return kBuiltFromCommit; }

std::string_view build_id() {
  static const std::string id = [] {
    const std::string_view hash = kSourcesHash;
    std::string text = fmt::format("{}", version());
    if (!commit().empty()) text += fmt::format(", {}", commit());
    if (!hash.empty()) text += fmt::format(" (sources {})", hash);
    return text;
  }();
  return id;
}

std::string_view version_of(std::string_view build_id) {
  const std::string_view first = build_id.substr(0, build_id.find(','));
  return !first.empty() && first.find_first_not_of("0123456789.") == std::string_view::npos ? first : "";
}

bool is_before(std::string_view version, unsigned major, unsigned minor) {
  const auto theirs = parse_number<unsigned>(take_until(version, '.'));
  const auto their_minor = parse_number<unsigned>(take_until(version, '.'));
  return std::pair(theirs.value_or(0), their_minor.value_or(0)) < std::pair(major, minor);
}

RunStart start_now() {
  return {fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))), machine_load(), nullptr};
}

void end_now(RunStart& run) { run.load_end = machine_load(); }

boost::json::object environment(const RunStart& started) {
  static const boost::json::object facts = facts_of_machine();
  boost::json::object object{{"sapper", version()},   {"commit", commit()}, {"compiler", compiler()},
                             {"build", SAPPER_BUILD}, {"cpu", cpu_name()},  {"host", host_name()}};
  object.insert(facts.begin(), facts.end());
  object["libraries"] = {{"oneTBB", TBB_runtime_version()}, {"Boost", boost_version()}};
  object["started"] = started.time;
  object["load_start"] = started.load;
  object["load_end"] = started.load_end;
  object["build_id"] = build_id();
  object["citation"] = bibtex(version(), commit());
  return object;
}

}  // namespace sapper::experiments
