// The measured build, recorded in the benchmarks' output, since the library knows only its own build.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "experiments/support/environment.hpp"

namespace sapper::experiments::bench {
namespace {

[[maybe_unused]] const bool kIsNoted = [] {
  const boost::json::object where = environment(now_utc());
  for (const char* key : {"sapper", "commit", "compiler", "build", "cpu"})
    benchmark::AddCustomContext(
        key == std::string_view("sapper") ? "sapper_version" : std::string("sapper_") + key,
        std::string(where.at(key).as_string()));
  return true;
}();

}  // namespace
}  // namespace sapper::experiments::bench
