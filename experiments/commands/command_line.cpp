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
#include "experiments/commands/run.hpp"
#include "experiments/commands/validate.hpp"
#include "experiments/errors.hpp"
#include "experiments/json/node.hpp"

namespace sapper::experiments {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongInput = 2;

constexpr std::uint64_t kMaxThreads = 4096;

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
  std::optional<std::string> output, replay, strategy, checkpoint_every;
  bool quiet = false;
  bool resume = false;
  bool json = false;
  bool trust_flags = false;
  go::GoArguments go;
};

// The number that the whole of a text is; nothing if it is none.
template <class Number>
std::optional<Number> parse(const std::string& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> whole_number(std::string_view option, const std::optional<std::string>& text,
                                          std::uint64_t least, std::uint64_t most) {
  if (!text) return std::nullopt;
  const auto value = parse<std::uint64_t>(*text);
  if (!value || *value < least || *value > most)
    throw InputError(
        fmt::format("{} is \"{}\"; a whole number from {} to {} is needed", option, *text, least, most));
  return value;
}

std::optional<double> seconds(std::string_view option, const std::optional<std::string>& text) {
  constexpr double kMostSeconds = 1e9;
  if (!text) return std::nullopt;
  const auto value = parse<double>(*text);
  if (!value || !(*value > 0 && *value <= kMostSeconds))
    throw InputError(fmt::format("{} is \"{}\"; a number of seconds above 0, up to {:g}, is needed", option,
                                 *text, kMostSeconds));
  return value;
}

std::optional<std::uint64_t> seed_of(const RawOptions& raw) {
  return whole_number("--seed", raw.seed, 0, std::numeric_limits<std::uint64_t>::max());
}
std::optional<std::uint64_t> games_of(const RawOptions& raw) {
  return whole_number("--games", raw.games, 1, std::numeric_limits<std::uint64_t>::max());
}
unsigned threads_of(const RawOptions& raw) {
  return static_cast<unsigned>(whole_number("--threads", raw.threads, 1, kMaxThreads).value_or(0));
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
  app.add_option("--threads", raw.threads, "threads that work (default: all of the machine)")->type_name("N");
  app.add_option("--seed", raw.seed, "the seed, 0 to 2^64-1, in place of the config's")->type_name("S");
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
  RawOptions raw;
  for (const Command& command : kCommands) {
    CLI::App& sub = *app.add_subcommand(std::string(command.name), command.description);
    command.add_options(sub, raw);
    add_common_options(sub, raw);
    sub.allow_extras();
  }
  app.footer(kExitStatuses);

  const Command* const command = find_command(argc, argv);
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
