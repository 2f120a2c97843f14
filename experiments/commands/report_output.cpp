#include "experiments/commands/report_output.hpp"

#include <fmt/format.h>

#include <string_view>

#include "experiments/cli/console.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

namespace fs = std::filesystem;

std::string name_of(Shard shard) {
  return shard.is_whole() ? "the whole experiment" : fmt::format("shard {} of {}", shard.number, shard.count);
}

OutputContent content_of(Report report, const Experiment& experiment, Shard shard) {
  const auto other = [](std::string description) {
    return OutputContent{OutputContent::Kind::other, std::move(description), std::nullopt};
  };
  const std::string difference =
      difference_of_stored(report.experiment->config(), experiment, GameCounts::ignored);
  if (!difference.empty())
    return other(fmt::format("holds the report of a different experiment ({})", difference));
  const std::uint64_t games = report.experiment->common().games;
  if (!report.is_finished) return other(fmt::format("holds an unfinished run ({})", report.progress_text()));
  if (!(report.shard == shard))
    return other(fmt::format("holds the report of {} of this experiment", name_of(report.shard)));
  if (games > experiment.common().games)
    return {OutputContent::Kind::more,
            fmt::format("holds this experiment with more games ({})", with_commas(games)), std::nullopt};
  if (games < experiment.common().games)
    return {OutputContent::Kind::fewer,
            fmt::format("holds this experiment with fewer games ({})", with_commas(games)),
            std::move(report)};
  return {OutputContent::Kind::same, {}, std::move(report)};
}

}  // namespace

OutputContent content_of(const fs::path& output, const Experiment& experiment, Shard shard) {
  std::error_code error;
  if (!fs::exists(output, error) || (fs::is_regular_file(output, error) && fs::file_size(output, error) == 0))
    return {};
  if (!looks_like_report(output)) return {OutputContent::Kind::other, "holds something else", std::nullopt};
  try {
    return content_of(load_report(output), experiment, shard);
  } catch (const InputError& wrong) {
    std::string_view what = wrong.what();
    if (const std::string file = printable(output.string(), sim::kLongestPath) + ":"; what.starts_with(file))
      what.remove_prefix(file.size());
    return {OutputContent::Kind::other,
            fmt::format("holds a report that cannot be used ({})", what.substr(what.front() == ' ' ? 1 : 0)),
            std::nullopt};
  }
}

void note_unfinished(const Report& report) {
  if (!report.is_finished)
    print_error(
        fmt::format("{}: {}; unfinished", printable(report.file, sim::kLongestPath), report.progress_text()));
}

std::string note_text(const CommonConfig& config, std::size_t width) {
  if (config.note.empty()) return {};
  std::string text;
  for (const std::string_view line : split_lines(config.note))
    text += wrapped((text.empty() ? "Note: " : "") + printable(line, line.size()), width) + '\n';
  return text;
}

std::string table_of(const Report& report, const std::string& ending) {
  const bool has_several = report.thread_time && report.threads > 1;
  return report.summary(output_width()) + note_text(report.experiment->common(), output_width()) +
         (has_several ? wrapped(report.thread_time->text(), output_width()) + '\n' : "") +
         fmt::format("{} on {}{}; {}\n", as_duration(report.wall_s), count_text(report.threads, "thread"),
                     core_share_text(report), ending);
}

}  // namespace sapper::experiments
