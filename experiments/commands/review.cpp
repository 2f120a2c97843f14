// `sapper review FILE...`: judges the digs of games of people and programs.
#include "experiments/review/review.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/resumable.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/review/board_clicks.hpp"
#include "experiments/review/reference_maker.hpp"
#include "experiments/review/review_games.hpp"
#include "experiments/review/review_page.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/kept_steps.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kMostReviewFiles = 1'000'000;
constexpr std::uint64_t kMostReviewLayouts = 1'000'000;

struct ReviewOptions {
  std::vector<std::string> files;
  std::optional<std::filesystem::path> page;  // -o
  std::optional<std::filesystem::path> csv, series, reference;
  std::optional<std::string> game;
  std::optional<std::string> strategy;
  std::optional<sim::FirstClickRule> first_click;
  solvers::JudgeSettings judged;
  unsigned threads = 0;  // 0: all cores
  ResumeOptions resumed;
  bool allow_commands = false;
  bool is_json = false;
  bool force = false;
  bool is_quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

// The files that it writes; the checkpoint is that of the first.
std::vector<std::filesystem::path> outputs_of(const ReviewOptions& options) {
  std::vector<std::filesystem::path> outputs;
  for (const auto& file : {options.page, options.csv, options.series, options.reference})
    if (file) outputs.push_back(*file);
  return outputs;
}

std::optional<OutputFile> output_of(const std::optional<std::filesystem::path>& file,
                                    const ReviewOptions& options) {
  if (!file) return std::nullopt;
  return std::optional<OutputFile>(
      std::in_place, *file, InputFiles(options.files),
      existing_output(options.force, options.resumed, outputs_of(options).front()));
}

void add_costliest(const ReviewedGame& reviewed, std::vector<std::pair<double, std::string>>& costliest) {
  for (const solvers::JudgedDig* dig : costliest_first(reviewed)) {
    if (dig->given_away == 0) break;
    costliest.emplace_back(
        dig->given_away,
        fmt::format("  {}, {}dig {}: {}\n", printable_file(reviewed.game.file),
                    reviewed.game.player.empty() ? "" : printable(reviewed.game.player) + ", ", dig->number,
                    mistake_of(*dig)));
  }
  constexpr std::size_t kMost = 10;
  std::stable_sort(costliest.begin(), costliest.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (costliest.size() > kMost) costliest.resize(kMost);
}

StepsOrigin origin_of(const ReviewOptions& options) {
  const auto optional = [](const auto& value) {
    return value ? boost::json::value(*value) : boost::json::value();
  };
  boost::json::array files;
  for (const std::string& file : options.files) files.emplace_back(printable_file(file));
  return {"sapper review",
          {{"files", std::move(files)},
           {"game", optional(options.game)},
           {"strategy", optional(options.strategy)},
           {"effort", options.judged.effort},
           {"layouts", options.judged.layouts},
           {"first-click", options.first_click ? sim::name_of(*options.first_click) : "of the file"}},
          {}};
}

bool is_table(const std::filesystem::path& file) { return lower_case(file.extension().string()) == ".csv"; }

// The summary of the games so far.
class ReviewOutput {
 public:
  explicit ReviewOutput(const ReviewOptions& options)
      : options_(options),
        page_file_(output_of(options.page, options)),
        csv_file_(output_of(options.csv, options)),
        series_file_(output_of(options.series, options)),
        reference_file_(output_of(options.reference, options)) {
    if (csv_file_) csv_file_->write(csv_header());
  }

  void take(ReviewedGame&& reviewed) {
    if (options_.is_json) print(json::to_line(json_with_clicks(reviewed)));
    if (csv_file_) csv_file_->write(to_csv(reviewed));
    sums_.add(reviewed);
    if (reference_file_) reference_.add(reviewed);
    add_costliest(reviewed, costliest_);
    ++games_;
    if (page_file_) kept_.push_back(reviewed);
    only_.reset();
    if (games_ == 1) only_ = std::move(reviewed);
  }
  void refuse(const std::string& refusal) {
    has_refused_ = true;
    if (refusal != refusal_) print_error(refusal);  // once, if it is that of every game of a file
    refusal_ = refusal;
  }
  void write_files(bool leaves_out_games) {
    if (csv_file_) csv_file_->commit();
    const std::vector<PlayerReview> players = sums_.players();
    if (page_file_ && games_ > 0)
      page_file_->write_whole(
          pages::review_page(players, kept_, selection_warning(players, leaves_out_games)));
    if (series_file_)
      series_file_->write_whole(is_table(*options_.series) ? series_csv(players)
                                                           : json::to_text(series_json(players)) + '\n');
    if (reference_file_)
      reference_file_->write_whole(json::to_text(reference_.to_json(fmt::format(
                                       "sapper {}: review --reference-out --effort {} --layouts {}",
                                       SAPPER_VERSION, options_.judged.effort, options_.judged.layouts))) +
                                   '\n');
  }
  void print_sums(bool leaves_out_games) const {
    const std::vector<PlayerReview> players = sums_.players();
    const std::string warning = selection_warning(players, leaves_out_games);
    if (options_.is_json && !warning.empty() && !options_.is_quiet) print_error(warning);
    if (!options_.is_json && only_) print(text_of(*only_));
    if (options_.is_json || games_ < 2) return;
    print(text_of(players));
    if (!warning.empty()) print(wrapped(warning, text_width() > 0 ? text_width() : 80) + '\n');
    if (!costliest_.empty()) print("costliest mistakes\n");
    for (const auto& [cost, line] : costliest_) print(line);
  }

  std::size_t games() const { return games_; }
  bool has_refused() const { return has_refused_; }
  // The first file that is written, with links resolved.
  std::optional<std::filesystem::path> file() const {
    for (const std::optional<OutputFile>* file : {&page_file_, &csv_file_, &series_file_, &reference_file_})
      if (*file) return (*file)->path();
    return std::nullopt;
  }

 private:
  const ReviewOptions& options_;
  std::optional<OutputFile> page_file_, csv_file_, series_file_, reference_file_;
  ReferenceMaker reference_;
  ReviewSums sums_;
  std::vector<ReviewedGame> kept_;  // for the page
  std::vector<std::pair<double, std::string>> costliest_;
  std::optional<ReviewedGame> only_;  // the game, if there is one
  std::size_t games_ = 0;
  bool has_refused_ = false;
  std::string refusal_;  // the last one
};

int review(const ReviewOptions& options) {
  if (options.page) require_page_name(*options.page);
  if (options.series && !is_table(*options.series) &&
      lower_case(options.series->extension().string()) != ".json")
    throw InputError::in_file(options.series->string(), "expected a name that ends in .csv or .json");
  if (const auto files = outputs_of(options);
      !files.empty() && note_if_complete(options.resumed, overwrite_policy(options.force), options.is_quiet,
                                         InputFiles(options.files), files.front(), files))
    return 0;
  ReviewOutput output(options);
  KeptSteps steps(origin_of(options), [] { return boost::json::value(); });
  Resumable kept(options.resumed, {"review", "game", "reviewed", ".review"},
                 {output.file(), "review", options.force}, InputFiles(options.files),
                 [&](const std::filesystem::path& checkpoint) { steps.write(checkpoint); });
  ReviewSettings settings{options.judged, options.first_click, thread_count(options.threads), {}};
  if (kept.has_checkpoint(options.is_quiet))
    steps.read(kept.file(), [&](std::string_view line) { settings.kept_lines.emplace_back(line); });
  const Interruption interruption;
  GameSource source(options.files, options.game, options.strategy, options.allow_commands);
  try {
    {
      ProgressLine progress(options.is_quiet ? ProgressMode::never : options.progress);
      review_games(
          source, settings, interruption.flag(),
          [&](ReviewedGame&& reviewed) {
            output.take(std::move(reviewed));
            if (progress.is_due()) progress.show(count_text(output.games(), "game") + " reviewed");
          },
          [&](const std::string& refusal) { output.refuse(refusal); },
          [&](const std::string& line) {
            steps.add(line);
            if (kept.is_due() || steps.is_large()) kept.save();
          });
      progress.finish(count_text(output.games(), "game") + " reviewed");
    }
    if (!interruption.flag()) output.write_files(source.leaves_out_games());
  } catch (const OutputError&) {
    throw;
  } catch (const RunError& error) {
    print_error(error.what());
    if (steps.has_any()) kept.keep("failed");
    return 1;
  }
  output.print_sums(source.leaves_out_games());
  if (interruption.flag()) {
    const std::string text =
        fmt::format("interrupted; {} reviewed so far", count_text(output.games(), "game"));
    if (steps.has_any())
      kept.keep(text);
    else
      print_error(text + "; the same command starts over");
    return 128 + interruption.signal();
  }
  kept.remove();
  return output.has_refused() ? 2 : 0;
}

void add_review_options(CommandSyntax& syntax, ReviewOptions& options) {
  syntax.option("-o, --output", "PAGE", "a page to look at the games and their mistakes, .html",
                path(options.page));
  syntax.flag("--json", "print one line of JSON per game (sapper-review/1)", options.is_json);
  syntax.option("--csv", "FILE", "a table with one line per judged dig", path(options.csv));
  syntax.option("--series", "FILE", "skill over time, in the order of the games, .csv or .json",
                path(options.series));
  syntax.option("--reference-out", "FILE", "the players of these games as reference players, JSON",
                path(options.reference));
  syntax.option("--game", "CASE:GAME", "the game of a report or config to play again", text(options.game));
  syntax.option("--strategy", "LABEL", "the games of this player only", text(options.strategy));
  syntax.option("--effort", "E", "of expert, which chooses the best cell",
                whole_number(options.judged.effort, 0, 4));
  syntax.option("--layouts", "N", "sampled layouts on which a dig is judged where its value is not exact",
                whole_number(options.judged.layouts, 2, kMostReviewLayouts));
  syntax.option("--first-click", "RULE", "the first-click rule of the games; see `sapper list`",
                choice<sim::FirstClickRule>(options.first_click,
                                            choices_in(sim::kFirstClickRules, &sim::FirstClickRuleRow::rule)),
                "as the file says");
  add_force(syntax, options.force);
  add_resume(syntax, options.resumed, "of the first output, or review.checkpoint");
  add_threads(syntax, options.threads);
  add_allow_commands(syntax, options.allow_commands);
  add_progress(syntax, options.is_quiet, options.progress, "no progress");
  syntax.arguments("FILE",
                   fmt::format("people's replays ({}), sapper's (sapper-replay/1), a report or config with "
                               "--game, a report and records of its games (--games-out)",
                               fmt::join(replay_endings(), ", ")),
                   more_files(options.files), 1, kMostReviewFiles);
}

}  // namespace

Command review_command() {
  return {
      .name = "review",
      .summary = "judge games: mistakes, luck, and what they cost",
      .details =
          "For each dig that may hit a mine: P(mine), the lowest P(mine), certainly safe cells missed, "
          "and W, the "
          "chance to win under the strongest play, of the best cell and of the dig. Their difference is "
          "given away; "
          "luck is W after what the dig showed, less W before. Over a game\n\n"
          "  won (1) or lost (0) = W at the start - given away + luck\n\n"
          "W is exact at the end and on small boards, else from play-outs; what is less than two "
          "standard errors is "
          "not called a mistake. Digs of certainly safe cells give nothing away, in any order; what they "
          "show is "
          "part of the luck of the dig before them. A game that stops before its end counts as given up: "
          "what was "
          "left of W is given away. The first dig is compared with other first cells: on Beginner, "
          "Intermediate and "
          "Expert by the win rates of many games, elsewhere with one cell of each kind.\n\n"
          "One game is shown dig by dig; of several the sums per player, with 95 % intervals: there, "
          "what was given "
          "away includes differences too small to tell from 0 in a single dig. `At even luck` is W at "
          "the start "
          "less what was given away: the win rate that the play deserves.\n\n"
          "Beside them: the least clicks that open the board, or bounds (`sapper clicks` finds more), and "
          "the player's clicks where a file has mouse events.\n\n"
          "Ended by a signal, the command shows the sums of the games so far, keeps what it knows of "
          "them in its "
          "checkpoint, and prints the command that continues; that one prints the first games again.\n\n"
          "A file that cannot be read is reported in one line and the others are reviewed; the exit "
          "status is then "
          "2.",
      .examples = {"sapper review lost.avf", "sapper review replays/*.evf -o mine.html",
                   "sapper review classic.report.json --game 2:17 -o game.html",
                   "sapper review classic.report.json lost.jsonl --csv digs.csv"},
      .declare = declared(add_review_options, review)};
}

}  // namespace sapper::experiments
