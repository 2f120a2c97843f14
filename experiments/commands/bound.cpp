// `sapper bound`: a bound from above on the chance to win, however a player plays.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/board_options.hpp"
#include "experiments/commands/resumable.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/kept_steps.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/support/input_text.hpp"
#include "sim/support/standard_error.hpp"
#include "solvers/minesweeper/bound/ambiguous_patterns.hpp"
#include "solvers/minesweeper/bound/value_bound.hpp"

namespace sapper::experiments {
namespace {

constexpr std::uint64_t kMostBoundGames = 10'000'000;  // whose squares fit into 64 bits
constexpr double kMillion = 1e6;
// More games than threads are in flight, as games take different times.
constexpr std::size_t kGamesPerThread = 8;

struct BoundOptions {
  BoardOptions board;
  sim::FirstClickRule rule = sim::FirstClickRule::opening;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  solvers::BoundSettings settings;
  std::optional<std::filesystem::path> extended;
  ResumeOptions resumed;
  unsigned threads = 0;  // 0: all cores
  bool is_json = false;
  bool is_quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

// The sums over the first games, of their numbers in millionths, rounded up, and of the squares of these.
struct BoundSums {
  std::uint64_t games = 0, sum = 0, squares = 0;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("games", self.games);
    visit("sum", self.sum);
    visit("squares", self.squares);
  }
  void add(double value) {
    const auto millionths = static_cast<std::uint64_t>(std::min(std::ceil(value * kMillion), kMillion));
    ++games;
    sum += millionths;
    squares += millionths * millionths;
  }
  ValueSums values() const {
    return {games, static_cast<double>(sum) / kMillion, static_cast<double>(squares) / (kMillion * kMillion)};
  }
  double mean() const { return values().sum / static_cast<double>(games); }
};

struct BoundQuestion {
  minesweeper::Board board;
  sim::Cell first = 0;
};

BoundQuestion question_of(const BoundOptions& options) {
  BoundQuestion question;
  take_board(options.board, question.board);
  question.first = first_cell_of(options.board, question.board, options.rule);
  check_mines(question.board, options.rule, question.first);
  if (question.board.cell_count() > solvers::kMostBoundCells)
    throw InputError(fmt::format("{} x {}: boards have at most {} cells here", question.board.rows,
                                 question.board.cols, solvers::kMostBoundCells));
  if (options.settings.fewest_layouts > options.settings.layouts)
    throw InputError("--fewest-layouts is above --layouts");
  return question;
}

// All that the games depend on.
boost::json::object settings_json(const BoundOptions& options, const BoundQuestion& question) {
  const sim::RowCol first = sim::row_col_of(question.board.size(), question.first);
  return {{"rows", question.board.rows},
          {"cols", question.board.cols},
          {"mines", question.board.mines},
          {"rule", sim::name_of(options.rule)},
          {"cell", {first.row, first.col}},
          {"seed", options.seed},
          {"depth", options.settings.depth},
          {"layouts", options.settings.layouts},
          {"fewest_layouts", options.settings.fewest_layouts},
          {"exact_layouts", options.settings.exact_layouts}};
}

// A bound on a probability: an interval beyond 0 or 1 says no more than that.
Interval interval_of(const BoundSums& sums) {
  const Interval interval = mean_interval_95(sums.values());
  return {std::max(interval.low, 0.0), std::min(interval.high, 1.0)};
}

boost::json::object to_json(const BoundOptions& options, const BoundQuestion& question,
                            const BoundSums& sums) {
  const Interval interval = interval_of(sums);
  boost::json::object result{{"schema", "sapper-bound/1"}};
  for (const auto& [key, value] : settings_json(options, question)) result[key] = value;
  result["games"] = sums.games;
  result["sum"] = sums.sum;
  result["squares"] = sums.squares;
  result["bound"] = json::rounded(sums.mean());
  result["ci_low"] = json::rounded(interval.low);
  result["ci_high"] = json::rounded(interval.high);
  return result;
}

std::string to_text(const BoundOptions& options, const BoundQuestion& question, const BoundSums& sums) {
  const Interval interval = interval_of(sums);
  return fmt::format(
      "{} x {}, {}, first dig {} at {}; {} followed, {}\n"
      "bound on the games that any player wins: {:.2f} % (95 % interval {:.2f} to {:.2f} %)\n",
      question.board.rows, question.board.cols, count_text(question.board.mines, "mine"),
      sim::name_of(options.rule), sim::cell_text(question.board.size(), question.first),
      options.settings.depth == 1 ? "1 guess" : fmt::format("{} guesses", options.settings.depth),
      count_text(sums.games, "game"), 100 * sums.mean(), 100 * interval.low, 100 * interval.high);
}

// The sums of an earlier result, which the games that follow extend.
BoundSums read_result(const std::filesystem::path& file, const boost::json::object& settings) {
  const std::string text = sim::read_input(file).content;
  boost::system::error_code error;
  const boost::json::value result = boost::json::parse(text, error);
  const boost::json::object* const object = result.if_object();
  const boost::json::value* const schema = object != nullptr ? object->if_contains("schema") : nullptr;
  if (error || schema == nullptr || *schema != "sapper-bound/1")
    throw InputError::in_file(file.string(), "is not a result of `sapper bound --json`");
  for (const auto& [key, value] : settings) {
    const boost::json::value* const before = object->if_contains(key);
    if (before == nullptr || *before != value)
      throw InputError::in_file(
          file.string(),
          fmt::format("was made with {} {}, not {}; a result is extended with its own settings",
                      std::string_view(key), before ? boost::json::serialize(*before) : "null",
                      boost::json::serialize(value)));
  }
  try {
    BoundSums sums;
    read_json(result, "the result", sums);
    return sums;
  } catch (const WrongField& wrong) {
    throw InputError::in_file(file.string(), wrong.what());
  }
}

// Plays games on one thread.
class BoundPlayer {
 public:
  BoundPlayer(const BoundOptions& options, const BoundQuestion& question)
      : game_(minesweeper::rules_of(question.board, options.rule)),
        bound_(*game_.rules().grid, options.settings),
        id_{options.seed, minesweeper::key_of(question.board), 0},
        first_(question.first) {}

  double play(std::uint64_t number) {
    id_.game = number;
    game_.start(id_);
    return bound_.of_game(game_, first_, id_);
  }

 private:
  sim::Game game_;
  solvers::ValueBound bound_;
  sim::GameId id_;
  sim::Cell first_;
};

struct BoundGame {
  std::uint64_t number = 0;
  double value = 0;
};

int bound(const BoundOptions& options) {
  const BoundQuestion question = question_of(options);
  const boost::json::object settings = settings_json(options, question);
  BoundSums sums;
  if (options.extended) sums = read_result(*options.extended, settings);
  const std::uint64_t games_before = sums.games;
  KeptSteps steps({"sapper bound", settings, {}}, [&] { return as_json(sums); });
  std::vector<std::string> read_files;
  if (options.extended) read_files.push_back(options.extended->string());
  Resumable kept(options.resumed, {"bound", "game", "played", ".bound"}, {{}, "bound"},
                 InputFiles(read_files),
                 [&](const std::filesystem::path& checkpoint) { steps.write(checkpoint); });
  if (kept.has_checkpoint(options.is_quiet)) {
    try {
      read_json(steps.read(kept.file(), [](std::string_view) {}), "the checkpoint", sums);
    } catch (const WrongField& wrong) {
      throw InputError::in_file(kept.file().string(), wrong.what());
    }
  }
  if (sums.games >= options.games)
    throw InputError(
        fmt::format("{} are played already; expected more with --games", count_text(sums.games, "game")));

  const std::size_t threads = thread_count(options.threads);
  std::vector<std::unique_ptr<BoundPlayer>> players(threads);
  std::vector<BoundGame> in_flight(threads * kGamesPerThread);
  std::uint64_t next = sums.games;
  const std::uint64_t first_game = next;
  const Interruption interruption;
  const std::clock_t begin = std::clock();
  {
    ProgressLine progress(options.is_quiet ? ProgressMode::never : options.progress);
    in_order_until(
        interruption.flag(), on_threads(threads), in_flight,
        [&](BoundGame& game) {
          game.number = next++;
          return game.number < options.games;
        },
        [&](BoundGame& game, std::size_t slot) {
          if (!players[slot]) players[slot] = std::make_unique<BoundPlayer>(options, question);
          game.value = players[slot]->play(game.number);
        },
        [&](const BoundGame& game) {
          sums.add(game.value);
          if (progress.is_due())
            progress.show(fmt::format("{} of {}: at most {:.2f} %", with_commas(sums.games),
                                      count_text(options.games, "game"), 100 * sums.mean()));
          if (kept.is_due()) kept.save();
        });
  }
  const double spent_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (sums.games > 0)
    print(options.is_json ? json::to_text(to_json(options, question, sums)) + "\n"
                          : to_text(options, question, sums));
  flush_output();
  if (!options.is_quiet && sums.games > first_game)
    sim::write_to_standard_error(fmt::format("{}, {:.3g} s of processor time each\n",
                                             count_text(sums.games - first_game, "game"),
                                             spent_s / static_cast<double>(sums.games - first_game)));
  if (!interruption.flag()) {
    kept.remove();
    return 0;
  }
  if (sums.games > games_before)
    kept.keep("interrupted; the games played so far are shown above");
  else
    print_error("interrupted before the first game; the same command starts over");
  return 128 + interruption.signal();
}

void add_bound_options(CommandSyntax& syntax, BoundOptions& options) {
  add_board(syntax, options.board);
  add_rule(syntax, options.rule);
  add_first_cell(syntax, options.board);
  syntax.option("--games", "N", "how many games", whole_number(options.games, 1, kMostBoundGames));
  add_seed(syntax, options.seed);
  syntax.option("--depth", "K",
                "the guesses that are followed: each lowers the bound, and costs some hundred times more",
                whole_number(options.settings.depth, 0, solvers::ValueBound::kMostDepth));
  syntax.option("--layouts", "N", "layouts sampled in each game; more lower the bound",
                whole_number(options.settings.layouts, 1, solvers::ValueBound::kMostLayouts));
  syntax.option("--fewest-layouts", "N", "layouts sampled in a later position that fewer of these lead to",
                whole_number(options.settings.fewest_layouts, 1, solvers::ValueBound::kMostLayouts));
  syntax.option("--exact-layouts", "N", "solve positions with at most so many layouts exactly; 0 solves none",
                whole_number(options.settings.exact_layouts, 0, solvers::ValueBound::kMostLayouts));
  syntax.option("--extend", "FILE", "a result of --json with the same settings, to which games are added",
                path(options.extended));
  add_resume(syntax, options.resumed, "bound.checkpoint");
  add_threads(syntax, options.threads);
  syntax.flag("--json", "print JSON (sapper-bound/1)", options.is_json);
  add_progress(syntax, options.is_quiet, options.progress, "print neither progress nor the cost");
}

}  // namespace

Command bound_command() {
  return {
      .name = "bound",
      .summary = "bound the chance to win from above, for any player",
      .details =
          "Each game is played by certainty alone, up to the first guess. There the best choice is bounded: "
          "all digs are compared, for as many guesses as --depth says, and what follows is won at most as "
          "often as layouts can be told apart. Sampling makes the bound looser, never wrong: its mean over "
          "games is at least the chance to win under best play. The upper end of its interval is above "
          "that with a confidence of 97.5 %. The board is square, of at most 512 cells.\n\n"
          "Game K depends on the seed and K alone, so that --extend with more --games continues a result.",
      .examples = {"sapper bound --level Expert --rule safe --cell 0,0 --games 100 --depth 2",
                   "sapper bound --level Beginner --games 2000 --json > bound.json",
                   "sapper bound --level Beginner --games 9000 --json --extend bound.json"},
      .declare = declared(add_bound_options, bound)};
}

}  // namespace sapper::experiments
