#include "experiments/support/environment.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <fstream>
#include <utility>

#include "experiments/support/citation.hpp"
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

}  // namespace sapper::experiments
