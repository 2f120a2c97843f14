#include "experiments/python/positions.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/analysis/position_collection.hpp"
#include "experiments/analysis/position_score.hpp"
#include "experiments/kinds/minesweeper/boards/board_files.hpp"
#include "experiments/python/background_result.hpp"
#include "experiments/python/interpreter_lock.hpp"
#include "experiments/python/run_settings.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/lines.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::python {
namespace {

namespace py = pybind11;
using minesweeper::PositionKind;

constexpr std::array<std::string_view, 3> kPositionKinds{"guess", "forced", "all"};  // [PositionKind]

PositionKind kind_named(const std::string& name) {
  const auto* const place = std::find(kPositionKinds.begin(), kPositionKinds.end(), name);
  if (place == kPositionKinds.end()) throw json::unknown_name("where", name, kPositionKinds);
  return static_cast<PositionKind>(place - kPositionKinds.begin());
}

// The lines of JSON of the positions. Meanwhile serves Python as run() does.
std::vector<std::string> positions(std::string config_text, const RunSettings& settings,
                                   const std::string& where, std::uint64_t count, bool one_per_game,
                                   std::uint64_t first, const py::object& progress) {
  const std::unique_ptr<Experiment> experiment = experiment_of(std::move(config_text), settings);
  minesweeper::Config config = minesweeper_config(*experiment, settings, "only its positions have labels");
  name_files_beside(config.boards, settings.folder, "-");
  minesweeper::CollectionOptions options;
  options.where = kind_named(where);
  options.first_game = first;
  options.most = count;
  options.takes_one_per_game = one_per_game;
  options.threads = settings.thread_count();
  std::vector<std::string> lines;
  std::atomic<std::uint64_t> found = 0;
  const bool stops_at_exit = !is_ending();
  BackgroundResult<bool> collected([&](std::atomic<bool>& interrupt) {
    minesweeper::CollectedPositions state;
    state.next_game = first;
    minesweeper::collect_positions(config, options, interrupt, state, [&](const auto& some) {
      lines.insert(lines.end(), some.begin(), some.end());
      found = lines.size();
      if (stops_at_exit && is_ending()) interrupt = true;
    });
    return true;
  });
  collected.get([&] {
    if (!progress.is_none()) call_python(progress, py::make_tuple(found.load(), count));
  });
  return lines;
}

// Lines of JSON: of a file, or those given, which errors call by the name.
struct JsonLines {
  std::string name;
  std::optional<std::vector<std::string>> lines;

  template <class Take>
  void read(json::NumberPolicy numbers, const Take& take) const {
    if (!lines) return json::read_lines(name, numbers, take);
    json::Limits limits;
    limits.numbers = numbers;
    for (std::size_t i = 0; i < lines->size(); ++i)
      take(json::Document::parse((*lines)[i], name, limits, {i + 1, 1}));
  }
};

// sapper-score/1 as text.
std::string score(const JsonLines& positions, const std::vector<JsonLines>& players) {
  const WithoutLock others_run;
  minesweeper::PositionScorer scorer;
  positions.read(json::NumberPolicy::of_a_double,
                 [&](const json::Document& line) { scorer.add_position(line); });
  if (scorer.score().positions == 0)
    throw InputError::in_file(positions.name, "holds no position; expected what `sapper.positions` returns");
  for (std::size_t player = 0; player < players.size(); ++player)
    players[player].read(json::NumberPolicy::any,
                         [&](const json::Document& line) { scorer.add_answer(line, player); });
  return json::to_text(minesweeper::score_json(scorer, players.size()));
}

}  // namespace

void add_positions(py::module_& module) {
  py::class_<JsonLines>(module, "JsonLines")
      .def(py::init([](std::string name, std::optional<std::vector<std::string>> lines) {
        return JsonLines{std::move(name), std::move(lines)};
      }));
  module.def("positions", positions);
  module.def("score", score);
}

}  // namespace sapper::experiments::python
