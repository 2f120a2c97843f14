// The compiled part of the Python module `sapper`. Configs, reports and analyses are passed as JSON text, which the
// Python part (sapper/__init__.py) reads and writes; arrays are NumPy arrays.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/python/game_names.hpp"
#include "experiments/python/interpreter_lock.hpp"
#include "experiments/python/policy_desk.hpp"
#include "experiments/python/vector_env.hpp"
#include "experiments/review/review_games.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/record_file.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/position.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::python {
namespace {

namespace py = pybind11;

// A position from Python: rows of characters as in position files.
sim::Position position_of(const std::vector<std::string>& rows, std::uint64_t mines,
                          const std::string& topology, const std::string& first_click, bool trusts_flags) {
  sim::PositionText text;
  text.file = "position";
  text.mines = mines;
  text.mines_place = {1, 1};
  text.topology = row_named(sim::kTopologies, topology, "topology").topology;
  text.first_click = row_named(sim::kFirstClickRules, first_click, "first_click").rule;
  for (const std::string& row : rows) text.rows.push_back({row, {text.rows.size() + 1, 1}});
  return sim::make_position(text, trusts_flags ? sim::FlagMeaning::evidence : sim::FlagMeaning::mark);
}

// [cell], NaN where shown. InconsistentPosition if no layout satisfies the view.
std::vector<double> risks_of(const sim::View& view, std::span<const sim::Cell> trusted_mines) {
  solvers::Posterior posterior(view.grid());
  if (posterior.compute(view, trusted_mines)) return posterior.cell_risks().p_mine;
  // The analysis describes the error.
  return solvers::analyze(view, trusted_mines, 0, solvers::Moves::left_out).p_mine;
}

// A board's values, row by row, as an array [rows, cols].
template <class Value, class ValueOf>
py::array_t<Value> board_array(const sim::Grid& grid, const ValueOf& value_of) {
  py::array_t<Value> array({grid.rows(), grid.cols()});
  Value* values = array.mutable_data();
  for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) values[cell] = value_of(cell);
  return array;
}

py::array_t<double> risk_array(const sim::View& view, std::span<const sim::Cell> trusted_mines) {
  std::vector<double> risks;
  {
    const WithoutLock others_run;
    risks = risks_of(view, trusted_mines);
  }
  return board_array<double>(view.grid(), [&](sim::Cell cell) { return risks[cell]; });
}

py::array_t<double> posterior(const sim::Position& position) {
  return risk_array(position.view, position.trusted_mines);
}

std::string analyze(const sim::Position& position, std::uint64_t seed, bool lists_moves) {
  const WithoutLock others_run;
  return minesweeper::analysis_json(
      position.view, solvers::analyze(position.view, position.trusted_mines, seed,
                                      lists_moves ? solvers::Moves::listed : solvers::Moves::left_out));
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

// Work on a separate thread, so that this one can serve Python meanwhile. Work that an exception leaves is interrupted.
template <class Result>
class BackgroundResult {
 public:
  template <class Body>
  explicit BackgroundResult(const Body& body)
      : result_(
            std::async(std::launch::async, [body, this, work = std::make_unique<PythonFreeWork>()]() mutable {
              const std::unique_ptr<PythonFreeWork> until_done = std::move(work);
              return body(interrupt_);
            })) {}
  ~BackgroundResult() {
    if (!result_.valid() || is_over(std::chrono::milliseconds(0))) return;
    interrupt_ = true;
    const WithoutLock others_run;
    result_.wait();
  }
  BackgroundResult(const BackgroundResult&) = delete;
  BackgroundResult& operator=(const BackgroundResult&) = delete;

  // Calls between() now and then, after signals, and at the end. wait: that for the work; it may do something meanwhile.
  template <class Between>
  Result get(const Between& between,
             const std::function<void(std::chrono::milliseconds patience)>& wait = {}) {
    constexpr std::chrono::milliseconds kPatience(100);
    const auto serve = [&] {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      between();
    };
    if (wait) {
      auto last = std::chrono::steady_clock::now();
      while (!is_over(std::chrono::milliseconds(0))) {
        wait(kPatience);
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (std::chrono::steady_clock::now() - last < kPatience) continue;
        between();
        last = std::chrono::steady_clock::now();
      }
    } else {
      while (!is_over(kPatience)) serve();
    }
    Result result = result_.get();
    serve();
    return result;
  }

 private:
  bool is_over(std::chrono::milliseconds patience) {
    const WithoutLock others_run;
    return result_.wait_for(patience) == std::future_status::ready;
  }

  std::atomic<bool> interrupt_ = false;
  std::future<Result> result_;
};

// Games of a chunk for each one of a batch: in a batch most games are then in play until the chunk nears its end.
constexpr std::size_t kBatchesOfChunk = 4;

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

// The arguments of run(): what it plays, and how.
struct RunSettings {
  std::string name;    // of the config in messages, and of the experiment if the config has none
  std::string folder;  // of the files that the config names
  std::size_t threads = 0;
  bool allow_commands = false;
  std::optional<std::string> games_out;  // a new file of records
  std::string games_where;
};

std::unique_ptr<Experiment> experiment_of(std::string config, const RunSettings& settings,
                                          minesweeper::Policy* policy = nullptr) {
  return parse_experiment(std::move(config), settings.name, settings.folder,
                          {.allow_commands = settings.allow_commands, .policy = policy});
}

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
std::string play(Experiment& experiment, const RunSettings& settings, const py::object& progress,
                 PolicyDesk* policy) {
  refuse_commands(experiment, settings.name);
  Report report(experiment);
  report.threads = settings.threads != 0 ? settings.threads : processor_count();
  report.started = start_now();
  const std::uint64_t all = experiment.common().games * experiment.case_count();
  const RecordFilter filter = filter_named(settings.games_where);
  std::optional<RecordFile> records;
  if (settings.games_out) {
    if (!experiment.parts().has_records) throw InputError("games_out: this kind of game has no records");
    records.emplace(*settings.games_out, 0);
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

std::string run(std::string config, const RunSettings& settings, const py::object& progress) {
  return play(*experiment_of(std::move(config), settings), settings, progress, nullptr);
}

// Runs a config with a function that plays for the strategy `policy`.
std::string evaluate(std::string config, const RunSettings& settings, const py::object& progress,
                     py::object choose, std::size_t batch_size) {
  PolicyDesk policy(std::move(choose), batch_size);
  return play(*experiment_of(std::move(config), settings, &policy), settings, progress, &policy);
}

// InputError for anything wrong in a config.
void check_config(std::string config, const RunSettings& settings) {
  static_cast<void>(experiment_of(std::move(config), settings));
}

// The reviews of the games as lines of JSON, and what is wrong with those that cannot be read.
std::pair<std::vector<std::string>, std::vector<std::string>> review(
    const std::vector<std::string>& files, const std::optional<std::string>& game, int effort,
    std::uint32_t layouts, const std::optional<std::string>& first_click, std::size_t threads,
    bool allow_commands) {
  ReviewSettings settings;
  settings.judged.effort = effort;
  settings.judged.layouts = layouts;
  if (first_click) settings.first_click = row_named(sim::kFirstClickRules, *first_click, "first_click").rule;
  settings.threads = threads != 0 ? threads : processor_count();
  GameSource source(files, game, {}, allow_commands);
  std::pair<std::vector<std::string>, std::vector<std::string>> reviews;
  const bool stops_at_exit = !is_ending();
  BackgroundResult<bool> reviewed([&](std::atomic<bool>& interrupt) {
    const auto take = [&](ReviewedGame&& one) {
      reviews.first.push_back(json::to_line(to_json(one)));
      if (stops_at_exit && is_ending()) interrupt = true;
    };
    review_games(source, settings, interrupt, take,
                 [&](const std::string& message) { reviews.second.push_back(message); });
    return true;
  });
  reviewed.get([] {});
  return reviews;
}

// ValueError if the file is not a valid report.
void check_report(const std::string& file) {
  const WithoutLock others_run;
  static_cast<void>(load_report(file));
}

// A game that sapper/game.py plays for Python: the game with that number on that board in any experiment with that seed.
// The cells are on the board.
class PlayedGame {
 public:
  PlayedGame(int rows, int cols, std::uint32_t mines, std::uint64_t seed, std::uint64_t number,
             const std::string& topology, const std::string& first_click, const std::string& reveal,
             const std::string& motion)
      : dealer_(rules_of(rows, cols, mines, topology, first_click, reveal, motion), seed), game_(dealer_) {
    game_.start(dealer_.id_of(number));
  }

  const char* dig(int row, int col) {
    const sim::Cell cell = grid().at(row, col);
    if (game_.is_over()) throw InputError("the game is over");
    game_.dig(cell);
    return status();
  }
  void flag(int row, int col) { game_.flag(grid().at(row, col)); }
  void unflag(int row, int col) { game_.unflag(grid().at(row, col)); }

  const char* status() const {
    if (!game_.is_over()) return "playing";
    return game_.game().status() == sim::Game::Status::won ? "won" : "lost";
  }
  int rows() const { return grid().rows(); }
  int cols() const { return grid().cols(); }
  std::uint32_t mines() const { return dealer_.rules().mine_count; }

  py::array_t<std::int8_t> view() const {
    return board_array<std::int8_t>(grid(), [&](sim::Cell cell) {
      const sim::View& view = game_.view();
      if (view.is_shown(cell)) return static_cast<std::int8_t>(view.number(cell));
      return static_cast<std::int8_t>(view.is_flagged(cell) ? -2 : -1);
    });
  }
  py::array_t<double> posterior() const {
    if (game_.is_over()) throw InputError("the game is over");
    // A copy: other threads may go on with the game meanwhile.
    const sim::View view = game_.view();
    return risk_array(view, {});
  }
  py::array_t<bool> layout() const {
    if (!game_.is_over()) throw InputError("the layout is known only once the game is over");
    return board_array<bool>(grid(), [&](sim::Cell cell) { return game_.game().layout().is_mine(cell); });
  }

 private:
  const sim::Grid& grid() const { return *dealer_.rules().grid; }

  minesweeper::Dealer dealer_;
  minesweeper::GameInPlay game_;
};

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
      .def(py::init<std::string, std::string, std::size_t, bool, std::optional<std::string>, std::string>());
  module.def("run", run);
  module.def("evaluate", evaluate);
  module.def("check_config", check_config);
  module.def("review", review);
  module.def("check_report", check_report);
  module.def("strategies", strategies);

  module.def("max_mines",
             [](int rows, int cols, const std::string& topology, const std::string& first_click) {
               const sim::GameRules rules = rules_of(rows, cols, 0, topology, first_click, "flood", "fixed");
               return sim::max_mines(*rules.grid, rules.first_click);
             });
  py::class_<PlayedGame>(module, "Game")
      .def(py::init<int, int, std::uint32_t, std::uint64_t, std::uint64_t, const std::string&,
                    const std::string&, const std::string&, const std::string&>())
      .def("dig", &PlayedGame::dig)
      .def("flag", &PlayedGame::flag)
      .def("unflag", &PlayedGame::unflag)
      .def("posterior", &PlayedGame::posterior)
      .def_property_readonly("status", &PlayedGame::status)
      .def_property_readonly("rows", &PlayedGame::rows)
      .def_property_readonly("cols", &PlayedGame::cols)
      .def_property_readonly("mines", &PlayedGame::mines)
      .def_property_readonly("view", &PlayedGame::view)
      .def_property_readonly("layout", &PlayedGame::layout);
  add_vector_env(module);
  wait_for_work_at_exit(module);
}

}  // namespace sapper::experiments::python
