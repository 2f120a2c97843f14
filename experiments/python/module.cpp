// The compiled part of the Python module `sapper`. Configs, reports and analyses are passed as JSON text, which the
// Python part (sapper/__init__.py) reads and writes; arrays are NumPy arrays.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/python/background_result.hpp"
#include "experiments/python/game_names.hpp"
#include "experiments/python/interpreter_lock.hpp"
#include "experiments/python/judging.hpp"
#include "experiments/python/other_board.hpp"
#include "experiments/python/policy_desk.hpp"
#include "experiments/python/positions.hpp"
#include "experiments/python/run_settings.hpp"
#include "experiments/python/vector_env.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/record_file.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/graph_analysis.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/posterior/graph_posterior.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::python {
namespace {

namespace py = pybind11;

// A position from Python: rows of characters as in position files.
sim::Position position_of(const std::vector<std::string>& rows, std::uint64_t mines,
                          std::optional<double> density, const std::string& topology,
                          const std::string& first_click, bool trusts_flags) {
  sim::PositionText text;
  text.file = "position";
  text.mines = mines;
  text.density = density;
  text.mines_place = {1, 1};
  text.topology = row_named(sim::kTopologies, topology, "topology").topology;
  text.first_click = row_named(sim::kFirstClickRules, first_click, "first_click").rule;
  for (const std::string& row : rows) text.rows.push_back({row, {text.rows.size() + 1, 1}});
  return sim::make_position_of_any_prior(text,
                                         trusts_flags ? sim::FlagMeaning::evidence : sim::FlagMeaning::mark);
}

// [cell], NaN where shown. InconsistentPosition if no layout satisfies the view.
std::vector<double> risks_of(const sim::View& view, std::span<const sim::Cell> trusted_mines) {
  solvers::Posterior posterior(view.grid());
  if (posterior.compute(view, trusted_mines)) return posterior.cell_risks().p_mine;
  // The analysis describes the error.
  return solvers::analyze(view, trusted_mines, 0, solvers::Moves::left_out).p_mine;
}

std::vector<double> risks_of(const sim::View& view) { return risks_of(view, {}); }
std::vector<double> risks_of(const sim::GraphPosition& view) {
  solvers::GraphPosterior posterior(*view.graph);
  if (!posterior.compute(view)) throw std::logic_error("the view has no consistent layout");
  return posterior.cell_risks().p_mine;
}

// The values of a board's cells as an array with these sides.
template <class Value, class ValueOf>
py::array_t<Value> board_array(const std::vector<py::ssize_t>& sides, const ValueOf& value_of) {
  py::array_t<Value> array(sides);
  Value* values = array.mutable_data();
  for (sim::Cell cell = 0; cell < array.size(); ++cell) values[cell] = value_of(cell);
  return array;
}
std::vector<py::ssize_t> sides_of(const sim::Grid& grid) { return {grid.rows(), grid.cols()}; }

py::array_t<double> risk_array(const sim::View& view, std::span<const sim::Cell> trusted_mines) {
  std::vector<double> risks;
  {
    const WithoutLock others_run;
    risks = risks_of(view, trusted_mines);
  }
  return board_array<double>(sides_of(view.grid()), [&](sim::Cell cell) { return risks[cell]; });
}

solvers::Analysis analysis_of(const sim::Position& position, std::uint64_t seed, solvers::Moves moves) {
  const WithoutLock others_run;
  return position.density
             ? solvers::analyze_without_count(position.view, position.trusted_mines, *position.density)
             : solvers::analyze(position.view, position.trusted_mines, seed, moves);
}

py::array_t<double> posterior(const sim::Position& position) {
  if (!position.density) return risk_array(position.view, position.trusted_mines);
  const solvers::Analysis analysis = analysis_of(position, 0, solvers::Moves::left_out);
  return board_array<double>(sides_of(position.view.grid()),
                             [&](sim::Cell cell) { return analysis.p_mine[cell]; });
}

std::string analyze(const sim::Position& position, std::uint64_t seed, bool lists_moves) {
  const solvers::Analysis analysis =
      analysis_of(position, seed, lists_moves ? solvers::Moves::listed : solvers::Moves::left_out);
  const WithoutLock others_run;
  return minesweeper::analysis_json(position.view, analysis, nullptr, nullptr, position.density);
}

// [row, column, inference] of every certain cell: the safe ones, the mines.
std::pair<py::list, py::list> certain_cells(const sim::Position& position) {
  std::vector<solvers::CertainCell> certain;
  {
    const WithoutLock others_run;
    certain = solvers::find_certain_cells(position.view);
  }
  std::pair<py::list, py::list> cells;
  const sim::Grid& grid = *position.grid;
  for (const solvers::CertainCell& cell : certain)
    (cell.is_mine ? cells.second : cells.first)
        .append(py::make_tuple(grid.row_of(cell.cell), grid.col_of(cell.cell),
                               solvers::kInferenceNames[static_cast<std::size_t>(cell.inference)]));
  return cells;
}

// Games of a chunk for each one of a batch: in a batch most games are then in play until the chunk nears its end.
constexpr std::size_t kBatchesOfChunk = 4;

// The records of the games that a run writes, if any.
struct WantedRecords {
  std::optional<std::string> file;  // a new one
  std::string where;
};

RecordFilter filter_named(const std::string& name) {
  const auto place = std::find(kRecordFilterNames.begin(), kRecordFilterNames.end(), name);
  if (place == kRecordFilterNames.end()) throw json::unknown_name("games_where", name, kRecordFilterNames);
  return static_cast<RecordFilter>(place - kRecordFilterNames.begin());
}

// At its end the policy, if there is one, is closed.
class CloseAtEnd {
 public:
  explicit CloseAtEnd(PolicyDesk* policy) : policy_(policy) {}
  ~CloseAtEnd() {
    if (policy_ != nullptr) policy_->close();
  }
  CloseAtEnd(const CloseAtEnd&) = delete;
  CloseAtEnd& operator=(const CloseAtEnd&) = delete;

 private:
  PolicyDesk* policy_;
};

// After a failure: records of games that were played are kept; an empty file would only stand in the way of another try.
void keep_or_discard(std::optional<RecordFile>& records) {
  if (!records) return;
  if (records->length() == 0 && records->waiting().empty()) return records->discard();
  try {
    records->finish();
  } catch (const RunError&) {
    // The failure that is reported came first.
  }
}

// Meanwhile serves Python: signals, `progress` with the games played and all games, and a policy, unless it is null.
// Returns the report.
std::string play(Experiment& experiment, const RunSettings& settings, const WantedRecords& wanted,
                 const py::object& progress, PolicyDesk* policy) {
  refuse_commands(experiment, settings.name);
  Report report(experiment);
  report.threads = settings.thread_count();
  report.started = start_now();
  const std::uint64_t all = experiment.common().games * experiment.case_count();
  const RecordFilter filter = filter_named(wanted.where);
  std::optional<RecordFile> records;
  if (wanted.file) {
    if (!experiment.parts().has_records) throw InputError("games_out: this kind of game has no records");
    records.emplace(*wanted.file, 0);
    records->begin();
  }
  std::atomic<std::uint64_t> done = 0;
  const bool stops_at_exit = !is_ending();  // one that exit itself calls does not
  BackgroundResult<Outcome> played([&](std::atomic<bool>& interrupt) {
    const CloseAtEnd closed(policy);
    DriverOptions options;
    options.threads = report.threads;
    if (policy != nullptr) {
      policy->open(interrupt, stops_at_exit);
      options.least_chunk = kBatchesOfChunk * policy->batch_size();
    }
    if (records) options.take_records = [&](std::string_view lines) { records->append(lines); };
    options.record_filter = filter;
    options.report_progress = [&](std::size_t) {
      done = report.game_count();
      if (stops_at_exit && is_ending()) interrupt = true;
    };
    const Outcome outcome = drive(report, interrupt, options);
    if (records) records->finish();
    return outcome;
  });
  const CloseAtEnd closed(policy);
  std::function<void(std::chrono::milliseconds)> wait;
  if (policy != nullptr) wait = [&](std::chrono::milliseconds patience) { policy->serve(patience); };
  try {
    static_cast<void>(played.get(
        [&] {
          if (!progress.is_none()) call_python(progress, py::make_tuple(done.load(), all));
        },
        wait));
  } catch (...) {
    keep_or_discard(records);
    throw;
  }
  return text_of(report);
}

std::string run(std::string config, const RunSettings& settings, const WantedRecords& wanted,
                const py::object& progress) {
  return play(*experiment_of(std::move(config), settings), settings, wanted, progress, nullptr);
}

// Runs a config with a function that plays for the strategy `policy`.
std::string evaluate(std::string config, const RunSettings& settings, const WantedRecords& wanted,
                     const py::object& progress, py::object choose, std::size_t batch_size) {
  PolicyDesk policy(std::move(choose), batch_size);
  return play(*experiment_of(std::move(config), settings, &policy), settings, wanted, progress, &policy);
}

// InputError for anything wrong in a config.
void check_config(std::string config, const RunSettings& settings) {
  static_cast<void>(experiment_of(std::move(config), settings));
}

// ValueError if the file is not a valid report.
void check_report(const std::string& file) {
  const WithoutLock others_run;
  static_cast<void>(load_report(file));
}

// A game that sapper/game.py plays for Python: the game with that number on that board in any experiment with that seed.
// Boards: OnGrids or OnGraphs.
template <class Boards>
class PlayedGame {
 public:
  // sides: of an array of the board's cells.
  PlayedGame(minesweeper::DealerOf<Boards> dealer, std::uint64_t number, std::vector<py::ssize_t> sides)
      : sides_(std::move(sides)), dealer_(std::move(dealer)), game_(dealer_) {
    game_.start(dealer_.id_of(number));
  }
  PlayedGame(const PlayedGame&) = delete;  // members point into each other
  PlayedGame& operator=(const PlayedGame&) = delete;

  // A cell of the board.
  const char* dig(sim::Cell cell) {
    if (game_.is_over()) throw InputError("the game is over");
    game_.dig(cell);
    return status();
  }
  void flag(sim::Cell cell) { game_.flag(cell); }
  void unflag(sim::Cell cell) { game_.unflag(cell); }

  const char* status() const {
    if (!game_.is_over()) return "playing";
    return game_.game().is_won() ? "won" : "lost";
  }
  const std::vector<py::ssize_t>& sides() const { return sides_; }
  std::uint32_t mines() const { return dealer_.rules().mine_count; }

  py::array_t<std::int8_t> view() const {
    return board_array<std::int8_t>(sides_, [&](sim::Cell cell) {
      const typename Boards::View& view = game_.view();
      if (!view.is_hidden(cell)) return static_cast<std::int8_t>(view.number(cell));
      return static_cast<std::int8_t>(is_flagged(view, cell) ? -2 : -1);
    });
  }
  py::array_t<double> posterior() const {
    if (game_.is_over()) throw InputError("the game is over");
    // A copy: other threads may go on with the game meanwhile.
    const typename Boards::View view = game_.view();
    std::vector<double> risks;
    {
      const WithoutLock others_run;
      risks = risks_of(view);
    }
    return board_array<double>(sides_, [&](sim::Cell cell) { return risks[cell]; });
  }
  py::array_t<bool> layout() const {
    if (!game_.is_over()) throw InputError("the layout is known only once the game is over");
    return board_array<bool>(sides_, [&](sim::Cell cell) { return game_.game().layout().is_mine(cell); });
  }

 private:
  static bool is_flagged(const sim::View& view, sim::Cell cell) { return view.is_flagged(cell); }
  static bool is_flagged(const sim::GraphPosition&, sim::Cell) { return false; }

  std::vector<py::ssize_t> sides_;
  minesweeper::DealerOf<Boards> dealer_;
  minesweeper::GameInPlayOf<Boards> game_;
};

template <class Boards>
py::class_<PlayedGame<Boards>> game_class(py::module_& module, const char* name) {
  using Played = PlayedGame<Boards>;
  return py::class_<Played>(module, name)
      .def("dig", &Played::dig)
      .def("posterior", &Played::posterior)
      .def_property_readonly("status", &Played::status)
      .def_property_readonly("sides", &Played::sides)
      .def_property_readonly("mines", &Played::mines)
      .def_property_readonly("view", &Played::view)
      .def_property_readonly("layout", &Played::layout);
}

std::vector<std::pair<std::string, std::string>> strategies() {
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto& entry : minesweeper::players()) list.emplace_back(entry.name, entry.description);
  return list;
}

}  // namespace

PYBIND11_MODULE(_sapper, module) {
  module.attr("__version__") = std::string(version());
  py::register_exception<solvers::InconsistentPosition>(module, "InconsistentPosition", PyExc_ValueError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });

  py::class_<sim::Position>(module, "Position").def(py::init(&position_of));
  module.def("posterior", posterior);
  module.def("analyze", analyze);
  module.def("certain_cells", certain_cells);
  py::class_<RunSettings>(module, "RunSettings")
      .def(py::init([](std::string name, std::string folder, std::size_t threads, bool allow_commands,
                       std::optional<std::uint64_t> games, std::optional<std::uint64_t> seed) {
        return RunSettings{std::move(name), std::move(folder), threads, allow_commands, games, seed};
      }));
  py::class_<WantedRecords>(module, "WantedRecords")
      .def(py::init([](std::optional<std::string> file, std::string where) {
        return WantedRecords{std::move(file), std::move(where)};
      }));
  module.def("run", run);
  module.def("evaluate", evaluate);
  module.def("check_config", check_config);
  add_positions(module);
  add_judging(module);
  module.def("check_report", check_report);
  module.def("strategies", strategies);

  module.def("max_mines",
             [](int rows, int cols, const std::string& topology, const std::string& first_click) {
               const sim::GameRules rules = rules_of(rows, cols, 0, topology, first_click, "flood", "fixed");
               return sim::max_mines(*rules.grid, rules.first_click);
             });
  py::class_<OtherBoard>(module, "OtherBoard")
      .def(py::init<std::string, const std::string&>())
      .def_property_readonly("planes", &OtherBoard::planes)
      .def_property_readonly("mines", &OtherBoard::mines)
      .def_property_readonly("sides", &OtherBoard::sides)
      .def_property_readonly("name", &OtherBoard::name);
  game_class<solvers::OnGrids>(module, "Game")
      .def(py::init([](int rows, int cols, std::uint32_t mines, const std::string& topology,
                       const std::string& first_click, const std::string& reveal, const std::string& motion,
                       std::uint64_t seed, std::uint64_t number) {
        return std::make_unique<PlayedGame<solvers::OnGrids>>(
            minesweeper::dealer_of(rules_of(rows, cols, mines, topology, first_click, reveal, motion), seed),
            number, std::vector<py::ssize_t>{rows, cols});
      }))
      .def("flag", &PlayedGame<solvers::OnGrids>::flag)
      .def("unflag", &PlayedGame<solvers::OnGrids>::unflag);
  game_class<solvers::OnGraphs>(module, "GraphGame")
      .def(py::init(
          [](const OtherBoard& board, const std::string& motion, std::uint64_t seed, std::uint64_t number) {
            return std::make_unique<PlayedGame<solvers::OnGraphs>>(board.dealer(seed, motion), number,
                                                                   board.sides());
          }));
  add_vector_env(module);
  wait_for_work_at_exit(module);
}

}  // namespace sapper::experiments::python
