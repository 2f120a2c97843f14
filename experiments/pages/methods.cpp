#include "experiments/pages/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/result.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/support/bibtex.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

std::string program_text(const Report& report) {
  std::string text = "The games were played by sapper " + report.environment_text("sapper");
  if (const std::string commit = report.environment_text("commit"); !commit.empty())
    text += fmt::format(" (commit {})", commit);
  if (const std::string compiler = report.environment_text("compiler"); !compiler.empty())
    text += ", built by " + compiler;
  if (const std::string cpu = report.environment_text("cpu"); !cpu.empty())
    text += fmt::format(", on {} of one {}", count_text(report.threads, "thread"), cpu);
  return text + '.';
}

// What kinds of games without a text of their own play.
std::string cases_text(const Experiment& experiment) {
  constexpr std::size_t kMostNamed = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(experiment.case_count(), kMostNamed); ++i)
    names.push_back(experiment.case_name(i));
  return fmt::format("The cases were {}{}; the players were {}.", fmt::join(names, "; "),
                     experiment.case_count() > kMostNamed
                         ? fmt::format("; and {} more", experiment.case_count() - kMostNamed)
                         : "",
                     fmt::join(experiment.labels(), "; "));
}

std::string games_text(const Report& report) {
  std::uint64_t least = 0, most = 0;
  std::size_t played = 0;  // cases
  report.each_case([&](std::size_t, const Tally& tally) {
    least = played == 0 ? tally.games() : std::min(least, tally.games());
    most = std::max(most, tally.games());
    ++played;
  });
  const CommonConfig& common = report.experiment->common();
  if (most == 0)
    return fmt::format(
        "No game was played; they are of seed {}, and depend on it, the board and their number alone.",
        common.seed);
  const bool has_several = report.experiment->labels().size() > 1;
  const std::size_t cases = report.experiment->case_count();
  std::string text =
      played == cases ? "In each case" : fmt::format("In each of {} of the {} cases", played, cases);
  text += has_several ? " all of them played the same " : most == 1 ? " there was " : " there were ";
  text += least == most ? count_text(most, "game")
                        : fmt::format("games, {} to {} by case", with_commas(least), with_commas(most));
  text +=
      fmt::format(" of seed {}; a game depends on the seed, the board and its number alone.", common.seed);
  if (!common.stop) return text;
  const std::string at_least =
      fmt::format("after {} at the earliest", count_text(common.stop->min_games, "game"));
  if (common.stop->sprt)
    return text +
           fmt::format(
               " A case ended early once a sequential probability ratio test had decided whether the win "
               "rate of {} exceeds that of {} by {} or by {} ({}).",
               common.stop->sprt->a, common.stop->sprt->b, common.stop->sprt->d0, common.stop->sprt->d1,
               at_least);
  return text +
         fmt::format(
             " A case ended early once the 95 % interval of every {}win rate was within {} points ({}).",
             common.stop->is_adjusted ? "adjusted " : "", 100 * common.stop->half_width, at_least);
}

std::string statistics_text(const figures::DataFile& file) {
  std::string text;
  const auto& results = file.data.results;
  if (std::ranges::any_of(results, [](const Result& result) { return result.low.has_value(); }))
    text += "Intervals of win rates are Wilson's, at 95 %.";
  if (std::ranges::any_of(results, [](const Result& result) { return result.adjusted.has_value(); }))
    text += " Adjusted win rates use the exact risks of the guesses as a control variate.";
  if (!file.data.comparisons.empty())
    text +=
        " Two players were compared on the same games: score intervals of the paired difference (Tango "
        "1998), and the "
        "p values of the score test that agrees with them (McNemar), not adjusted for their number.";
  std::uint64_t losses = 0, judged = 0;
  double predicted = 0, worst = 0;
  for (const Result& result : results) {
    if (!result.z) continue;
    ++judged;
    losses += static_cast<std::uint64_t>(std::llround(result.losses.value_or(0)));
    predicted += result.predicted_losses.value_or(0);
    if (std::abs(*result.z) > std::abs(worst)) worst = *result.z;
  }
  if (judged > 0)
    text += fmt::format(
        " P(mine) of every guess was computed exactly; guesses lost {} games where these probabilities add "
        "up to {} "
        "(the largest deviation of {} is {:.1f} standard errors).",
        with_commas(losses), with_commas(static_cast<std::uint64_t>(std::llround(predicted))),
        count_text(judged, "result"), std::abs(worst));
  return text;
}

}  // namespace

std::string methods_of(const figures::DataFile& file, std::size_t width, MethodsFormat format) {
  const Report& report = *file.report;
  const CaseDisplay* const display = report.experiment->parts().display;
  const std::string played = display != nullptr ? display->methods() : cases_text(*report.experiment);
  const std::vector<std::string> parts{
      program_text(report), played, games_text(report), statistics_text(file),
      commands_of(*report.experiment).empty()
          ? "The same config and seed give the same results on any machine, whatever the number of threads."
          : "The same config and seed give the same boards on any machine."};
  std::string paragraph;
  for (const std::string& part : parts)
    if (!part.empty()) paragraph += (paragraph.empty() ? "" : " ") + part;
  const std::string citation = bibtex(report.environment_text("sapper"), report.environment_text("commit"));
  if (format == MethodsFormat::text) return wrapped(paragraph, width) + "\n\n" + citation;
  std::string text = wrapped(latex_escaped(paragraph), width) + "\n\n";
  for (const std::string_view line : split_lines(citation)) text += fmt::format("% {}\n", line);
  return text;
}

}  // namespace sapper::experiments::pages
