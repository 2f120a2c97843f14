// The machine and the build that produced a report.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace sapper::experiments {

std::string_view version();  // 0.2.0
// `git describe --always --dirty` of the sources when they were built; empty outside a repository.
std::string_view commit();
// The address of the repository, as the build was given it (SAPPER_REPOSITORY); empty: none.
std::string_view repository();
// What the program was built from: the version, the commit, and a hash of the sources if they are not exactly those of a
// commit. Two programs with the same build play the same games.
std::string_view build_id();
// The version in a build's id; empty before 0.2.0.
std::string_view version_of(std::string_view build_id);
// Whether the version, `0.1.0` or empty (unknown: the first ones), came before major.minor.
bool is_before(std::string_view version, unsigned major, unsigned minor);

// When a run started, and the load of the machine then and at its end: the kernel's average over a minute.
struct RunStart {
  std::string time;  // 2026-01-31T12:34:56Z
  boost::json::value load = nullptr;
  boost::json::value load_end = nullptr;  // until end_now()
};
RunStart start_now();
void end_now(RunStart& run);

// The report's `environment`: the build and its libraries, the machine, and its load when the run started and ended. What
// the system does not tell is null.
boost::json::object environment(const RunStart& started);

}  // namespace sapper::experiments
