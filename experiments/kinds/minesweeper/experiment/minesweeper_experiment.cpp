#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/experiment/worker.hpp"
#include "experiments/kinds/minesweeper/external/policy_player.hpp"
#include "experiments/kinds/minesweeper/external/program_versions.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/run/cell_map.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/board_file.hpp"
#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace fs = std::filesystem;

ExperimentParts MinesweeperExperiment::parts() const {
  ExperimentParts parts = PairedExperiment::parts();
  parts.sweep.cases = {"boards", "files", "first_click", "reveal", "motion"};
  parts.display = this;
  parts.inputs = this;
  parts.faults = this;
  parts.tuning = this;
  parts.minesweeper = &config_;
  parts.has_records = true;
  parts.has_risks = true;
  parts.analyzed_games = config_.judged_games;
  return parts;
}

std::string MinesweeperExperiment::missing_player() const {
  for (const solvers::StrategyChoice& choice : config_.strategies)
    if (is_policy(*choice.entry) && config_.policy == nullptr) return refusal_of_policy(choice);
  return missing_file();
}

std::string MinesweeperExperiment::missing_file() const { return why_missing(config_.boards); }

std::vector<ProgramFile> MinesweeperExperiment::program_files() const {
  std::vector<ProgramFile> files;
  for (const solvers::StrategyChoice& choice : config_.strategies)
    for (const CommandFile& file : command_files(choice, config_.folder))
      files.push_back(
          {choice.label, file.word, file.name,
           config_.programs ? config_.programs->first_hash(choice.label, file) : hash_of_file(file.path)});
  return files;
}

// The files that the config names besides itself: those of its boards, and those that its external players are run from.
std::vector<fs::path> MinesweeperExperiment::files() const {
  std::vector<fs::path> files;
  for (const Board& board : config_.boards)
    if (!board.file.empty()) files.push_back(sim::parse_numbered_path(config_.folder / board.file).file);
  for (const solvers::StrategyChoice& choice : config_.strategies)
    for (CommandFile& file : command_files(choice, config_.folder)) files.push_back(std::move(file.path));
  return files;
}

std::vector<fs::path> MinesweeperExperiment::files_beside_report() const {
  return hashed_files(config_.boards, config_.folder);
}

void MinesweeperExperiment::leave_out_drawings(boost::json::object& config) const {
  boost::json::value* const files = config.if_contains("files");
  if (files == nullptr || !files->is_object()) return;
  for (auto& [name, content] : files->get_object())
    if (content.is_object()) minesweeper::leave_out_drawings(content.get_object());
}

std::uint64_t MinesweeperExperiment::first_chunk(std::size_t case_number) const {
  constexpr std::uint64_t kCells = 16384;
  constexpr std::uint64_t kMost = 64;
  if (config_.judged_games > 0) return 1;
  return std::clamp<std::uint64_t>(kCells / config_.board_of(case_number).cell_count(), 1, kMost);
}

std::unique_ptr<Worker> MinesweeperExperiment::make_worker(std::optional<RecordFilter> records) const {
  return std::make_unique<MinesweeperWorker>(*this, config_, records);
}

std::vector<NumberSetting> MinesweeperExperiment::number_settings() const {
  using Type = solvers::Parameter::Type;
  std::vector<NumberSetting> all;
  for (const solvers::StrategyChoice& choice : config_.strategies) {
    const solvers::Settings& settings = choice.settings;
    for (std::size_t i = 0; i < settings.parameters().size(); ++i) {
      const solvers::Parameter& parameter = settings.parameters()[i];
      for (const solvers::NamedNumber& number : settings.numbers(i))
        all.push_back({choice.label, std::string(choice.entry->name), number.name, number.value, {}, false});
      const bool is_number = parameter.type == Type::whole || parameter.type == Type::number;
      if (is_number && !is_outside(*choice.entry))
        all.push_back({choice.label, std::string(choice.entry->name), std::string(parameter.name),
                       settings.value(i), Interval{parameter.least, parameter.most},
                       parameter.type == Type::whole});
    }
  }
  return all;
}

namespace {

// An external player's settings have their own names, the others' are parameters.
void change(solvers::Settings& settings, const solvers::NamedNumber& changed) {
  for (std::size_t i = 0; i < settings.parameters().size(); ++i) {
    std::vector<solvers::NamedNumber> numbers = settings.numbers(i);
    for (solvers::NamedNumber& number : numbers)
      if (number.name == changed.name) {
        number.value = changed.value;
        settings.set_numbers(i, std::move(numbers));
        return;
      }
  }
  settings.set(changed.name, changed.value);
}

}  // namespace

std::unique_ptr<Experiment> MinesweeperExperiment::pair_of_variants(const std::string& player,
                                                                    std::uint64_t seed,
                                                                    const PlayerVariant& first,
                                                                    const PlayerVariant& second) const {
  Config config = config_;
  config.seed = seed;
  config.games = kMaxGames;
  config.judged_games = 0;
  const solvers::StrategyChoice choice = config.strategies[find_label(*this, player)];
  config.strategies.clear();
  for (const PlayerVariant* const variant : {&first, &second}) {
    solvers::StrategyChoice& varied = config.strategies.emplace_back(choice);
    varied.label = variant->label;
    for (const solvers::NamedNumber& setting : variant->settings) change(varied.settings, setting);
  }
  StopRule stop;
  stop.sprt.emplace();
  stop.sprt->a = first.label;
  stop.sprt->b = second.label;
  stop.sprt->is_adjusted = std::all_of(config.boards.begin(), config.boards.end(), predicts_losses);
  stop.min_games = kMaxGames;
  config.stop = stop;
  return std::make_unique<MinesweeperExperiment>(std::move(config));
}

// Boards of one asked density are comparable, though their mines are whole numbers.
std::optional<CaseSize> MinesweeperExperiment::size_of(std::size_t case_number) const {
  const Board& board = config_.boards[config_.cases[case_number].board];
  CaseProperties others = properties(case_number);
  std::erase_if(others, [](const CaseProperty& property) {
    return property.role == CaseProperty::Role::name || property.role == CaseProperty::Role::measure ||
           property.name == "rows" || property.name == "cells";
  });
  // The text of the size, which is left out, names the lattice.
  for (CaseProperty& property : others)
    if (property.name == "topology" && board.graph_board) property.text = topology_text(board);
  if (board.is_graph()) others.push_back({"graph", nullptr, CaseProperty::Role::board, true, "graphs"});
  std::string text = board.asked_density ? fmt::format("{:.4g} % mines", 100 * *board.asked_density) : "";
  if (const std::string label = label_of(others); !label.empty()) text += (text.empty() ? "" : ", ") + label;
  return CaseSize{static_cast<double>(board.cell_count()), text};
}

// A cell represents all cells equivalent under the board's symmetries; on a board from a file only itself. Maps are of
// squares and hexagons.
std::optional<CellMap> MinesweeperExperiment::cell_map(std::size_t case_number) const {
  const Case& played = config_.cases[case_number];
  const Board& board = config_.board_of(case_number);
  CaseProperties properties = this->properties(case_number);
  const bool varies = std::any_of(properties.begin(), properties.end(), [](const CaseProperty& property) {
    return property.name == "first_cell" && property.varies;
  });
  if (played.first_cell == sim::kNoCell || !varies || board.graph_board) return std::nullopt;
  const sim::Grid grid(board.rows, board.cols, board.topology);
  CellMap map{board.rows, board.cols, grid.has_shifted_rows(), {}, {}, {}};
  for (CaseProperty& property : properties) {
    if (property.name == "first_cell") property.value = nullptr;
    if (property.name == "first_click") {
      property.varies = true;
      property.text = sim::name_of(played.first_click);
    }
  }
  map.key = key_of(properties);
  map.label = label_of(properties);
  if (board.fixed_mines) {
    map.cells.push_back(played.first_cell);
    return map;
  }
  const sim::CellClasses classes =
      sim::classify_cells(grid, sim::cells_free_by_rule(grid, played.first_click));
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (classes.class_of[cell] == classes.class_of[played.first_cell]) map.cells.push_back(cell);
  return map;
}

std::optional<double> MinesweeperExperiment::layout_s(const Tally& tally) const {
  const CaseTally& counts = CaseTally::of(tally);
  std::uint64_t ns = 0;
  for (std::size_t i = 0; i < counts.player_count(); ++i)
    ns += counts.player(i).layout_ns() + counts.player(i).boards_ns;
  return static_cast<double>(ns) * 1e-9;
}

// Version 0.1.0 carried knowledge of a worker's earlier games into its next one, where a rule keeps cells free for the
// whole game and the board has several blocks of the bit planes. Version 0.2.0 did not judge the first dig. The
// intervals of version 0.3.0 had no width where all judged games gave away alike, or all guesses risked as little as any,
// and it charged players with first cells that the config gives.
std::vector<KnownFault> MinesweeperExperiment::known_faults(std::string_view version) const {
  std::vector<KnownFault> faults;
  if (is_before(version, 0, 4))
    faults.push_back({"the intervals of mean excess risks were too short for few games, or had no width",
                      {"excess_risk_ci_low", "excess_risk_ci_high"}});
  if (config_.judged_games > 0 && is_before(version, 0, 4))
    faults.push_back({"the intervals of what the judged games give away were too short",
                      {"judged.given_away_ci_low", "judged.given_away_ci_high"}});
  const auto is_given = [](const Case& played) { return played.first_cell != sim::kNoCell; };
  if (config_.judged_games > 0 && is_before(version, 0, 4) && std::ranges::any_of(config_.cases, is_given))
    faults.push_back({"\"judged\" takes the first cell that the config gives for a choice of the player",
                      {"judged.w_start", "judged.given_away"}});
  if (config_.judged_games > 0 && is_before(version, 0, 3))
    faults.push_back(
        {"\"judged\" takes the first dig for the best one on boards that `optimal` does not solve, and "
         "differs from what this version says"});
  if (const std::string games = games_by_threads(version); !games.empty()) faults.push_back({games});
  return faults;
}

std::string MinesweeperExperiment::games_by_threads(std::string_view version) const {
  if (!is_before(version, 0, 2)) return {};
  std::vector<std::size_t> cases;
  for (std::size_t i = 0; i < config_.cases.size(); ++i) {
    const Board& board = config_.board_of(i);
    const bool has_blocks = static_cast<std::uint32_t>(board.rows) > sim::Grid::kVectorWords ||
                            static_cast<std::uint32_t>(board.cols) > sim::Grid::kWordCells;
    if (has_blocks && sim::row_of(config_.cases[i].first_click).protection == sim::Protection::whole_game)
      cases.push_back(i);
  }
  if (cases.empty()) return {};
  constexpr std::size_t kMostNamed = 10;
  const std::size_t named = std::min(cases.size(), kMostNamed);
  return fmt::format(
      "the games of {} {}{} may depend on the number of threads: under a rule that keeps cells free for the "
      "whole game, on boards of more than {} rows or {} columns. Run it again to have results that anyone "
      "can reproduce",
      cases.size() == 1 ? "case" : "cases",
      fmt::join(cases.begin(), cases.begin() + static_cast<std::ptrdiff_t>(named), ", "),
      cases.size() > named ? fmt::format(" and {} more", cases.size() - named) : "", sim::Grid::kVectorWords,
      sim::Grid::kWordCells);
}

std::string MinesweeperExperiment::outline() const {
  bool names_cells = false;
  std::string text = first_lines(config_.cases.size(), "cases", [&](std::size_t i) {
    const Case& played = config_.cases[i];
    const Board& board = config_.board_of(i);
    const bool is_chosen = played.first_cell == sim::kNoCell;
    names_cells = names_cells || (!is_chosen && !board.graph_board);
    return fmt::format("  case {}: {}, first click {} {}, reveal {}, mines {}\n", i, name_of(board),
                       sim::name_of(played.first_click),
                       is_chosen           ? "by the strategy"
                       : board.graph_board ? "at " + cell_words(board, played.first_cell)
                                           : "at " + sim::cell_text(board.size(), played.first_cell),
                       sim::name_of(played.reveal), sim::name_of(played.motion));
  });
  if (names_cells) text += "  cells are row,col from 0\n";
  text += fmt::format("  strategies: {}\n", fmt::join(labels_, ", "));
  for (const std::string& command : commands())
    text += fmt::format("  a program, needs --allow-commands: {}\n", command);
  if (const std::string why = missing_file(); !why.empty())
    text += fmt::format("  cannot be played: {}\n", why);
  return text;
}

std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder,
                                            const ConfigOverrides& overrides) {
  Config config = read_config(document, folder, overrides);
  config.programs = std::make_shared<ProgramVersions>();
  auto experiment = std::make_unique<MinesweeperExperiment>(std::move(config));
  // From now on, whichever command it is that plays.
  if (experiment->common().allows_commands) experiment->program_files();
  return experiment;
}

}  // namespace sapper::experiments::minesweeper
