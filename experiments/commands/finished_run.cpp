#include "experiments/commands/finished_run.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "experiments/cli/console.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/report/csv.hpp"
#include "experiments/run/checkpoint.hpp"
#include "experiments/run/record_file.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// The last game that was played; nullopt if there is none.
std::optional<GamePlace> last_game_of(const RunSetup& setup, const Played& played) {
  for (std::size_t number = played.cases.size(); number-- > 0;) {
    if (!played.cases[number] || played.cases[number]->games() == 0) continue;
    const GameRange range = setup.slice().range_of(number, setup.experiment->common().games);
    return GamePlace{number, range.first + played.cases[number]->games() - 1};
  }
  return std::nullopt;
}

// The checkpoint of a finished run is irrelevant, unless it has records.
void remove_checkpoint(const RunSetup& setup, const fs::path& checkpoint) {
  try {
    std::error_code ignored;
    const Played played = load_checkpoint(checkpoint, *setup.experiment, OtherBuilds::accepted, setup.shard);
    if (!played.records.filter) fs::remove(checkpoint, ignored);
  } catch (const InputError&) {  // of another run
  }
}

// The table of a finished run, unless it is there.
void write_table(const fs::path& file, const Experiment& experiment, const Played& played) {
  if (holds_something(file)) {
    std::string table;
    write_csv([&](std::string_view text) { table += text; }, experiment, played);
    if (sim::read_input(file, std::numeric_limits<std::size_t>::max() / 2).content == table) return;
    throw InputError::in_file(file.string(),
                              "holds another table; choose another output, or remove it to write this one");
  }
  check_output(file);
  write_csv(file, experiment, played);
}

}  // namespace

bool is_finished_already(const RunOptions& options, const RunSetup& setup, const RunOutputs& outputs) {
  if (options.force) return false;
  const Experiment& experiment = *setup.experiment;
  OutputContent content = content_of(outputs.report(), experiment, setup.shard);
  const std::string name = outputs.report().string();
  std::error_code ignored;
  switch (content.kind) {
    case OutputContent::Kind::nothing:
      return false;
    case OutputContent::Kind::fewer: {
      if (options.extend && fs::equivalent(outputs.report(), *options.extend, ignored)) return false;
      throw InputError::in_file(
          name, fmt::format("{}; --extend {} plays only those that are missing, --force replaces it",
                            content.description, shell_quoted_file(name)));
    }
    case OutputContent::Kind::other:
      throw InputError::in_file(
          name, fmt::format("{}; choose another output, or add --force to replace it", content.description));
    case OutputContent::Kind::same:
      break;
  }
  if (const std::string changed = changed_program(content.report->programs(), experiment.program_files());
      !changed.empty())
    throw InputError::in_file(name, fmt::format("holds this experiment, complete, but played by {}; choose "
                                                "another output, or add --force to replace it",
                                                another_version(changed)));
  const bool has_checkpoint = fs::exists(outputs.checkpoint(), ignored);
  const std::string summary = summary_of(*content.report);
  const std::size_t threads = content.report->threads;
  const Played played = played_of(std::move(*content.report));
  if (outputs.records()) {
    if (has_checkpoint) return false;  // not all records are written
    const auto last = last_game_of(setup, played);
    if (last && !ends_with_record(*outputs.records(), options.games_where, *last))
      throw InputError::in_file(name, fmt::format("holds this experiment, complete, but {} does not hold its "
                                                  "records; add --force to rerun it and write its records",
                                                  printable(outputs.records()->string(), sim::kLongestPath)));
  }
  if (outputs.csv()) write_table(*outputs.csv(), experiment, played);
  if (options.resume && has_checkpoint) remove_checkpoint(setup, outputs.checkpoint());
  if (!options.quiet) {
    print_error(fmt::format("{} holds this experiment, complete ({}); --force reruns it",
                            printable(name, sim::kLongestPath), summary));
    print(
        table_of(experiment, played, threads, fmt::format("report: {}", printable(name, sim::kLongestPath))));
  }
  return true;
}

}  // namespace sapper::experiments
