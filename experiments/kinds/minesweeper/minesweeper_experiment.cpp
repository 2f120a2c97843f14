#include "experiments/kinds/minesweeper/minesweeper_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/kinds/minesweeper/replay.hpp"
#include "experiments/kinds/minesweeper/results.hpp"
#include "experiments/kinds/minesweeper/tally.hpp"
#include "experiments/kinds/minesweeper/worker.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

double MinesweeperExperiment::game_cost(std::size_t case_number) const {
  return config_.boards[config_.cases[case_number].board].cell_count();
}

std::uint64_t MinesweeperExperiment::first_chunk(std::size_t case_number) const {
  constexpr std::uint64_t kCells = 16384;
  constexpr std::uint64_t kMost = 64;
  return std::clamp<std::uint64_t>(kCells / config_.boards[config_.cases[case_number].board].cell_count(), 1,
                                   kMost);
}

std::unique_ptr<Worker> MinesweeperExperiment::make_worker(std::optional<RecordFilter> records) const {
  return std::make_unique<MinesweeperWorker>(*this, config_, records);
}

Interval MinesweeperExperiment::win_interval(const StrategyCounts& counts, std::uint64_t games) const {
  return config_.stop && config_.stop->is_adjusted ? best_interval(counts, games)
                                                   : PairedExperiment::win_interval(counts, games);
}

boost::json::object MinesweeperExperiment::case_facts(std::size_t case_number, const Tally& tally) const {
  boost::json::object facts = Experiment::case_facts(case_number, tally);
  add_board_facts(facts, CaseTally::of(tally));
  return facts;
}

// The density that the config asks for; the properties have that of the whole number of mines.
boost::json::object MinesweeperExperiment::case_columns(std::size_t case_number) const {
  const auto& asked = config_.boards[config_.cases[case_number].board].asked_density;
  if (!asked) return {};
  return {{"asked_density", *asked}};
}

Result MinesweeperExperiment::result(std::size_t case_number, std::size_t player,
                                     const CaseTally& tally) const {
  return result_of(config_, case_number, player, tally);
}

void MinesweeperExperiment::add_timing(Timing& timing, const StrategyCounts& counts) const {
  add_phases(timing, counts);
}

// Boards of one asked density are comparable, though their mines are whole numbers.
std::optional<CaseSize> MinesweeperExperiment::size_of(std::size_t case_number) const {
  const Board& board = config_.boards[config_.cases[case_number].board];
  CaseProperties others = properties(case_number);
  std::erase_if(others, [](const CaseProperty& property) {
    return property.role == CaseProperty::Role::name || property.role == CaseProperty::Role::measure ||
           property.name == "rows";
  });
  std::string text = board.asked_density ? fmt::format("{:.4g} % mines", 100 * *board.asked_density) : "";
  if (const std::string label = label_of(others); !label.empty()) text += (text.empty() ? "" : ", ") + label;
  return CaseSize{static_cast<double>(board.rows) * board.cols, text};
}

// A cell represents all cells equivalent under the board's symmetries; on a board from a file only itself.
std::optional<CellMap> MinesweeperExperiment::cell_map(std::size_t case_number) const {
  const Case& played = config_.cases[case_number];
  const Board& board = config_.boards[played.board];
  CaseProperties properties = this->properties(case_number);
  const bool varies = std::any_of(properties.begin(), properties.end(), [](const CaseProperty& property) {
    return property.name == "first_cell" && property.varies;
  });
  if (played.first_cell == sim::kNoCell || !varies) return std::nullopt;
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

std::string MinesweeperExperiment::summary(const TallyOf& tally_of, double wall_per_core_s,
                                           std::size_t width) const {
  return summary_of(config_, tally_of, wall_per_core_s, width);
}

std::string MinesweeperExperiment::replay(std::size_t case_number, std::uint64_t game,
                                          const std::string* label) const {
  return replay_game(config_, case_number, game, label);
}

boost::json::object MinesweeperExperiment::replay_json(std::size_t case_number, std::uint64_t game,
                                                       const std::string* label) const {
  return minesweeper::replay_json(config_, case_number, game, label);
}

// Version 0.1.0 carried knowledge of a worker's earlier games into its next one, where a rule keeps cells free for the
// whole game and the board has several blocks of the bit planes.
std::string MinesweeperExperiment::known_fault(std::string_view version) const {
  if (!is_before(version, 0, 2)) return {};
  std::vector<std::size_t> cases;
  for (std::size_t i = 0; i < config_.cases.size(); ++i) {
    const Board& board = config_.boards[config_.cases[i].board];
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
    const Board& board = config_.boards[played.board];
    const bool is_chosen = played.first_cell == sim::kNoCell;
    names_cells = names_cells || !is_chosen;
    return fmt::format(
        "  case {}: {}, first click {} {}, reveal {}, mines {}\n", i, name_of(board),
        sim::name_of(played.first_click),
        is_chosen ? "by the strategy" : "at " + sim::cell_text(board.size(), played.first_cell),
        sim::name_of(played.reveal), sim::name_of(played.motion));
  });
  if (names_cells) text += "  cells are row,col from 0\n";
  text += fmt::format("  strategies: {}\n", fmt::join(config_.labels(), ", "));
  for (const std::string& command : commands())
    text += fmt::format("  a program, needs --allow-commands: {}\n", command);
  return text;
}

std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder, const Overrides& overrides) {
  return std::make_unique<MinesweeperExperiment>(read_config(document, folder, overrides));
}

}  // namespace sapper::experiments::minesweeper
