#include "experiments/support/environment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <fstream>
#include <string>
#include <utility>

#include "experiments/support/text.hpp"

namespace sapper::experiments {

// commit.cpp, generated at each build.
extern const char* const kBuiltFromCommit;
extern const char* const kSourcesHash;

namespace {

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

std::string now_utc() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

boost::json::object environment(const std::string& started) {
  return {{"sapper", version()},   {"commit", commit()},     {"compiler", compiler()},
          {"build", SAPPER_BUILD}, {"cpu", cpu_name()},      {"host", host_name()},
          {"started", started},    {"build_id", build_id()}, {"citation", bibtex(version(), commit())}};
}

void restart_peak_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
  constexpr const char* kResetPeak = "5";  // proc(5), clear_refs
  std::ofstream("/proc/self/clear_refs") << kResetPeak;
}

std::uint64_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key;) {
    std::uint64_t kilobytes = 0;
    if (key == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
    std::getline(status, key);
  }
  return 0;
}

namespace {

// Keeps the characters that versions and the output of `git describe` consist of.
std::string plain(std::string_view text) {
  constexpr std::string_view kPlain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,+-/ ";
  std::string kept;
  for (const char letter : text)
    if (kPlain.find(letter) != std::string_view::npos) kept += letter;
  return kept;
}

}  // namespace

std::string bibtex(std::string_view version, std::string_view commits) {
  std::string text = fmt::format(
      "@software{{sapper,\n  author = {{{{The sapper authors}}}},\n  title = {{{{sapper: a parallel Monte "
      "Carlo simulator for Minesweeper research}}}},\n  year = {{2026}},\n  version = {{{}}}",
      plain(version));
  if (!commits.empty()) text += fmt::format(",\n  note = {{commit {}}}", plain(commits));
  return text + "\n}\n";
}

}  // namespace sapper::experiments
