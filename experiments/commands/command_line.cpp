// The one translation unit that includes CLI11, which takes seconds to compile.
#include "experiments/commands/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/commands/analyze.hpp"
#include "experiments/commands/console.hpp"
#include "experiments/commands/gtp.hpp"
#include "experiments/commands/list.hpp"
#include "experiments/commands/option_values.hpp"
#include "experiments/commands/play.hpp"
#include "experiments/commands/run.hpp"
#include "experiments/commands/scale.hpp"
#include "experiments/commands/solve.hpp"
#include "experiments/commands/validate.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"

namespace sapper::experiments {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongInput = 2;

constexpr std::uint64_t kMaxThreads = 4096;
constexpr std::uint64_t kMaxRepeats = 1'000'000;

constexpr const char* kSummary = "sapper: a parallel Monte Carlo simulator for Minesweeper research";
constexpr const char* kExitStatuses =
    "`sapper COMMAND --help` says more of a command.\n"
    "Exit status: 0 done; 1 failed; 2 the command line or an input file is wrong;\n"
    "130 or 143 interrupted, with what was finished saved.";

// Values as they are written. CLI11 reads numbers out of range as other numbers, so that it gets to see texts
// only.
struct RawOptions {
  std::string input;
  std::optional<std::string> threads, seed, games, progress;
  std::optional<std::string> output, replay, strategy, checkpoint_every, repeats;
  bool quiet = false;
  bool resume = false;
  bool json = false;
  bool trust_flags = false;
  const PlayGame* game = nullptr;  // of `play`; never null once options are added
  PlayArguments play;
  std::vector<std::string> numbers;
  std::optional<std::string> algorithm, max_states;
  bool table = false;
  go::GoArguments go;
};

std::optional<std::uint64_t> seed_of(const RawOptions& raw) {
  return whole_number("--seed", raw.seed, 0, std::numeric_limits<std::uint64_t>::max());
}
std::optional<std::uint64_t> games_of(const RawOptions& raw) {
  return whole_number("--games", raw.games, 1, std::numeric_limits<std::uint64_t>::max());
}
unsigned threads_of(const RawOptions& raw) {
  return static_cast<unsigned>(whole_number("--threads", raw.threads, 1, kMaxThreads).value_or(0));
}

// --threads of `scale`: counts separated by commas; ascending, whatever their order.
std::vector<std::size_t> thread_list_of(const RawOptions& raw) {
  std::vector<std::size_t> counts;
  if (!raw.threads) return counts;
  for (std::size_t begin = 0; begin <= raw.threads->size();) {
    const std::size_t end = std::min(raw.threads->find(',', begin), raw.threads->size());
    std::uint64_t count = 0;
    const char* const last = raw.threads->data() + end;
    const auto [stopped, error] = std::from_chars(raw.threads->data() + begin, last, count);
    if (error != std::errc() || stopped != last || count < 1 || count > kMaxThreads)
      throw InputError(
          fmt::format("--threads is \"{}\"; whole numbers from 1 to {}, separated by commas, are needed",
                      *raw.threads, kMaxThreads));
    if (std::find(counts.begin(), counts.end(), count) != counts.end())
      throw InputError(fmt::format("--threads is \"{}\"; {} stands there twice", *raw.threads, count));
    counts.push_back(count);
    begin = end + 1;
  }
  std::sort(counts.begin(), counts.end());
  return counts;
}

ProgressMode progress_of(const RawOptions& raw) {
  constexpr std::array<std::string_view, 3> kModes{"auto", "always", "never"};
  constexpr std::array kValues{ProgressMode::automatic, ProgressMode::always, ProgressMode::never};
  if (!raw.progress) return ProgressMode::automatic;
  const auto found = std::find(kModes.begin(), kModes.end(), *raw.progress);
  if (found == kModes.end())
    throw InputError(
        fmt::format("--progress is \"{}\"; {}", *raw.progress, json::suggest(*raw.progress, kModes)));
  return kValues[static_cast<std::size_t>(found - kModes.begin())];
}

int run_from(const RawOptions& raw) {
  RunOptions options;
  options.config = raw.input;
  if (raw.output) options.output = *raw.output;
  options.threads = threads_of(raw);
  options.seed = seed_of(raw);
  options.games = games_of(raw);
  options.quiet = raw.quiet;
  options.progress = progress_of(raw);
  options.resume = raw.resume;
  options.checkpoint_every_s =
      seconds("--checkpoint-every", raw.checkpoint_every).value_or(options.checkpoint_every_s);
  options.replay = raw.replay;
  options.strategy = raw.strategy;
  return run(options);
}

int scale_from(const RawOptions& raw) {
  ScaleOptions options;
  options.config = raw.input;
  if (raw.output) options.output = *raw.output;
  options.threads = thread_list_of(raw);
  options.repeats = whole_number("--repeats", raw.repeats, 1, kMaxRepeats).value_or(options.repeats);
  options.seed = seed_of(raw);
  options.games = games_of(raw);
  options.quiet = raw.quiet;
  options.progress = progress_of(raw);
  return scale(options);
}

int analyze_from(const RawOptions& raw) {
  AnalyzeOptions options;
  options.position = raw.input;
  options.flags = raw.trust_flags ? sim::FlagMeaning::evidence : sim::FlagMeaning::mark;
  options.json = raw.json;
  options.threads = threads_of(raw);
  options.seed = seed_of(raw).value_or(0);
  return analyze(options);
}

int validate_from(const RawOptions& raw) {
  ValidateOptions options;
  options.config = raw.input;
  options.seed = seed_of(raw);
  options.games = games_of(raw);
  return validate(options);
}

int solve_from(const RawOptions& raw) {
  SolveOptions options;
  options.game = raw.input;
  options.numbers = raw.numbers;
  options.table = raw.table;
  options.algorithm = raw.algorithm;
  options.max_states =
      whole_number("--max-states", raw.max_states, 1, std::numeric_limits<std::uint64_t>::max());
  options.json = raw.json;
  options.threads = threads_of(raw);
  return solve(options);
}

int play_from(const RawOptions& raw) {
  // Options in front of a game's name were read as those of the game that is played without one.
  if (!raw.input.empty() && raw.input != raw.game->name)
    throw InputError(
        fmt::format("play: \"{0}\" stands behind options; the game comes first: sapper play {0} OPTIONS",
                    find_play_game(raw.input).name));
  PlayArguments arguments = raw.play;
  arguments.seed = seed_of(raw);
  arguments.threads = threads_of(raw);
  return raw.game->play(arguments);
}

int gtp_from(const RawOptions& raw) {
  go::GoArguments arguments = raw.go;
  arguments.seed = seed_of(raw).value_or(arguments.seed);
  return gtp(arguments);
}

int list_from(const RawOptions& raw) { return list(raw.json ? ListFormat::json : ListFormat::text); }

void add_run(CLI::App& app, RawOptions& raw) {
  app.add_option("CONFIG", raw.input, "the experiment (sapper-config/1)")->type_name("")->required();
  app.add_option("-o,--output", raw.output, "where the report goes (default: NAME.report.json)")
      ->type_name("FILE");
  app.add_flag("--resume", raw.resume, "go on from the checkpoint of an interrupted run");
  app.add_option("--checkpoint-every", raw.checkpoint_every, "seconds between checkpoints (default: 30)")
      ->type_name("S");
  app.add_option("--replay", raw.replay, "BOARD:GAME: play one game again, move by move, and nothing else")
      ->type_name("B:G");
  app.add_option("--strategy", raw.strategy, "whose game is played again")->type_name("NAME");
}

void add_scale(CLI::App& app, RawOptions& raw) {
  app.add_option("CONFIG", raw.input, "the experiment (sapper-config/1)")->type_name("")->required();
  app.add_option("-o,--output", raw.output, "where the figures go (default: NAME.scale.json)")
      ->type_name("FILE");
  app.add_option("--threads", raw.threads,
                 "thread counts, as 1,2,4 (default: 1, 2, 4, ... and all of the machine)")
      ->type_name("LIST");
  app.add_option("--repeats", raw.repeats, "how often each is measured, in turn (default: 5)")
      ->type_name("R");
}

void add_analyze(CLI::App& app, RawOptions& raw) {
  app.add_option("POSITION", raw.input, "a position file, text or JSON; - for standard input")
      ->type_name("")
      ->required();
  app.add_flag("--json", raw.json, "answer in JSON, one line a position");
  app.add_flag("--trust-flags", raw.trust_flags, "take every flag for a mine");
}

void add_validate(CLI::App& app, RawOptions& raw) {
  app.add_option("CONFIG", raw.input, "the experiment (sapper-config/1)")->type_name("")->required();
}

void add_solve(CLI::App& app, RawOptions& raw) {
  app.add_option("GAME", raw.input, "tablet, nim or take")->type_name("")->required();
  app.add_option(
         "NUMBERS", raw.numbers,
         "tablet: columns, rows, the poison's column and row from 0; nim: the heaps; take: the most that "
         "is taken, the heap")
      ->type_name("");
  app.add_flag("--table", raw.table, "every square of a tablet as the poison");
  app.add_option("--algorithm", raw.algorithm, "plain, memo or normalized (default: normalized)")
      ->type_name("NAME");
  app.add_option("--max-states", raw.max_states, "give up beyond so many states (default: 200000000)")
      ->type_name("N");
  app.add_flag("--json", raw.json, "answer in JSON");
}

void add_play(CLI::App& app, RawOptions& raw) {
  std::string games = "the game:";
  for (const PlayGame& game : play_games())
    games +=
        fmt::format("{} {} ({})", &game == &play_games().front() ? "" : ";", game.name, game.description);
  app.add_option("GAME", raw.input, games + "; options follow it")->type_name("");
  if (raw.game->words_help != nullptr)
    app.add_option("WORDS", raw.play.words, raw.game->words_help)->type_name("");
  for (const PlayOption& option : raw.game->options) {
    const std::string name = option.name;
    const auto keep = [&values = raw.play.values, name](const std::string& value) { values[name] = value; };
    if (*option.value == '\0')
      app.add_flag_callback(
          name, [keep] { keep(""); }, option.help);
    else
      app.add_option_function<std::string>(name, keep, option.help)->type_name(option.value);
  }
}

void add_go_options(CLI::App& app, RawOptions& raw) {
  app.add_option("--size", raw.go.size, "the board's side, 1 to 25")->type_name("N");
  app.add_option("--komi", raw.go.komi, "what White gets (default: 7.5 for area, 0 for majority)")
      ->type_name("K");
  app.add_option("--scoring", raw.go.scoring, "area or majority (default: area)")->type_name("NAME");
  app.add_option("--playouts", raw.go.playouts, "random games a move of uct (default: 1000)")->type_name("N");
}

void add_gtp(CLI::App& app, RawOptions& raw) {
  add_go_options(app, raw);
  app.add_option("--player", raw.go.player, "uct or random (default: uct)")->type_name("NAME");
}

void add_list(CLI::App& app, RawOptions& raw) { app.add_flag("--json", raw.json, "answer in JSON"); }

void add_common_options(CLI::App& app, RawOptions& raw) {
  if (app.get_option_no_throw("--threads") == nullptr)
    app.add_option("--threads", raw.threads, "threads that work (default: all of the machine)")
        ->type_name("N");
  app.add_option("--seed", raw.seed, "the seed, 0 to 2^64-1")->type_name("S");
  app.add_option("--games", raw.games, "games a board and strategy, in place of the config's")
      ->type_name("N");
  app.add_flag("--quiet", raw.quiet, "neither progress nor summary");
  app.add_option("--progress", raw.progress, "auto, always or never (default: auto)")->type_name("MODE");
}

struct Command {
  std::string_view name;
  const char* description;
  void (*add_options)(CLI::App& app, RawOptions& raw);
  int (*run)(const RawOptions& raw);
};

constexpr std::array kCommands{
    Command{"run", "runs an experiment and writes its report", add_run, run_from},
    Command{"analyze", "the exact posterior of a position, and each strategy's move", add_analyze,
            analyze_from},
    Command{"validate", "says what a config would run, or what is wrong with it", add_validate,
            validate_from},
    Command{"list", "strategies, first-click rules, topologies and levels", add_list, list_from},
    Command{"play", "play at the terminal, or watch a strategy play", add_play, play_from},
    Command{"solve", "exact values of the poisoned tablet and of Nim", add_solve, solve_from},
    Command{"scale", "an experiment's speed at several thread counts", add_scale, scale_from},
    Command{"gtp", "plays Go with another program, through the Go Text Protocol", add_gtp, gtp_from},
};

template <class Texts>
std::vector<std::string_view> names_of(const Texts& items) {
  std::vector<std::string_view> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

// The command that the arguments begin with; null: only --help or --version are asked for.
const Command* find_command(int argc, const char* const* argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-h" || first == "--version") return nullptr;
  const std::vector<std::string_view> names = names_of(kCommands);
  if (first.empty()) throw InputError(fmt::format("a command is needed: {}", fmt::join(names, ", ")));
  for (const Command& command : kCommands)
    if (command.name == first) return &command;
  if (first.front() == '-')
    throw InputError(
        fmt::format("{} stands before the command; options follow it: sapper COMMAND OPTIONS", first));
  throw InputError(fmt::format("\"{}\" is no command; {}", first, json::suggest(first, names)));
}

// What CLI11 left over: an option that the command does not know, or an argument too many.
void refuse_extras(const CLI::App& app, const Command& command) {
  std::vector<std::string> extras = app.remaining();
  std::erase(extras, "--");
  if (extras.empty()) return;
  const std::string name = extras.front().substr(0, extras.front().find('='));
  if (name.size() < 2 || name.front() != '-')
    throw InputError(fmt::format("{}: \"{}\" is an argument too many", command.name, extras.front()));
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw InputError(fmt::format("{}: {} is no option; {}", command.name, name, json::suggest(name, names)));
}

int run_arguments(int argc, const char* const* argv) {
  CLI::App app(kSummary, "sapper");
  app.set_version_flag("--version", "sapper " SAPPER_VERSION, "print the version");
  app.get_formatter()->column_width(28);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND ...");
  app.get_formatter()->label("Subcommands", "Commands");
  app.get_formatter()->label("Positionals", "Arguments");
  const Command* const command = find_command(argc, argv);
  RawOptions raw;
  raw.game = &find_play_game(command != nullptr && command->name == "play" && argc > 2 ? argv[2] : "");
  for (const Command& known : kCommands) {
    CLI::App& sub = *app.add_subcommand(std::string(known.name), known.description);
    known.add_options(sub, raw);
    add_common_options(sub, raw);
    sub.allow_extras();
  }
  app.footer(kExitStatuses);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    std::ostringstream answer;
    app.exit(asked, answer, answer);
    print(answer.str());
    return kDone;
  } catch (const CLI::ParseError& error) {
    throw InputError(command == nullptr ? error.what() : fmt::format("{}: {}", command->name, error.what()));
  }
  if (command == nullptr) return kDone;
  refuse_extras(*app.get_subcommand(std::string(command->name)), *command);
  return command->run(raw);
}

// Runs `action`; whatever it throws becomes a line on standard error and a status.
int status_of(const std::function<int()>& action) {
  try {
    return action();
  } catch (const OutputClosed&) {
    return kDone;
  } catch (const InputError& error) {
    print_error(error.what());
    return kWrongInput;
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
    return kFailed;
  } catch (const std::exception& error) {
    print_error(error.what());
    return kFailed;
  }
}

}  // namespace

int run_command_line(int argc, const char* const* argv) noexcept {
  prepare_console();
  return status_of([&] {
    try {
      const int status = run_arguments(argc, argv);
      flush_output();
      return status;
    } catch (...) {
      std::fflush(stdout);  // what was answered comes before what is said of the rest
      throw;
    }
  });
}

}  // namespace sapper::experiments
