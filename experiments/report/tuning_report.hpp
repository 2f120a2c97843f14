// What `sapper tune` writes: `sapper-tune/1` (data/schema/tune.schema.json), finished or as a checkpoint, and a table for
// people. All but `timing` and `environment` depends only on config and plan.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/program_file.hpp"
#include "experiments/run/tuning.hpp"
#include "experiments/support/environment.hpp"

namespace sapper::experiments {

inline constexpr std::string_view kTuneSchema = "sapper-tune/1";

// How and where it was played.
struct TuningRun {
  RunStart started;
  double wall_s = 0;  // those of earlier runs too
  std::size_t threads = 1;
  std::vector<ProgramFile> programs;  // of external players
};

// The file of a finished tuning, or one from which a run continues: it says that it is not complete, even if all games
// are played, and also holds the counters of the tests.
enum class TuneFile : std::uint8_t { trace, checkpoint };
std::string text_of(const Tuning& tuning, const TuningRun& run, TuneFile kind);

// Continues with what a checkpoint holds; returns the seconds that it took. InputError if it is not valid, was edited, or is
// of another config, plan, build or version of an external player's program.
double resume(const std::filesystem::path& checkpoint, const TuningRun& run, Tuning& tuning);

// Lines of at most `width` columns, as far as the names allow.
std::string tuning_table(const Tuning& tuning, std::size_t width);

}  // namespace sapper::experiments
