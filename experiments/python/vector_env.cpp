#include "experiments/python/vector_env.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/game/game_slots.hpp"
#include "experiments/python/game_names.hpp"
#include "experiments/python/interpreter_lock.hpp"
#include "experiments/python/other_board.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::experiments::python {

namespace {

namespace py = pybind11;
using minesweeper::Autoreset;
using minesweeper::GameSlotsOf;
using minesweeper::SlotSettings;
using solvers::OnGraphs;
using solvers::OnGrids;

struct AutoresetRow {
  Autoreset autoreset;
  std::string_view name;
};

constexpr std::array<AutoresetRow, 3> kAutoresets{{
    {Autoreset::next_step, "next_step"},
    {Autoreset::same_step, "same_step"},
    {Autoreset::disabled, "disabled"},
}};

SlotSettings settings_of(std::uint32_t slots, std::size_t threads, const std::string& autoreset,
                         bool computes_risks, bool can_take_back) {
  return {slots, threads, row_named(kAutoresets, autoreset, "autoreset").autoreset, computes_risks,
          can_take_back};
}

// Steps run without Python's lock; one at a time, since they fill the same arrays. Boards: OnGrids or OnGraphs.
template <class Boards>
class Slots {
 public:
  // sides: of an array of the board's cells.
  Slots(minesweeper::DealerOf<Boards> dealer, std::vector<py::ssize_t> sides, const SlotSettings& settings)
      : slots_(std::move(dealer), settings), sides_(std::move(sides)) {}

  void reset(std::optional<std::uint64_t> seed,
             const std::optional<py::array_t<bool, py::array::c_style>>& chosen) {
    std::span<const std::uint8_t> mask;
    if (chosen) mask = {reinterpret_cast<const std::uint8_t*>(chosen->data()), slots_.slot_count()};
    alone([&] { slots_.reset(seed, mask); });
  }
  void step(const py::array_t<std::int32_t, py::array::c_style>& cells) {
    const std::span<const std::int32_t> digs(cells.data(), slots_.slot_count());
    alone([&] { slots_.step(digs); });
  }
  void take_back() {
    alone([&] { slots_.take_back(); });
  }
  void sample(py::array_t<std::int32_t, py::array::c_style>& cells) {
    const std::span<std::int32_t> digs(cells.mutable_data(), slots_.slot_count());
    alone([&] { slots_.sample(digs); });
  }
  // None: the slot goes on.
  void reseed(const std::vector<std::optional<std::uint64_t>>& seeds) {
    alone([&] { slots_.reseed(seeds); });
  }
  // The seed and the number of game 0 of a slot.
  std::pair<std::uint64_t, std::uint64_t> first_game(std::uint32_t slot) const {
    return {slots_.first_game(slot).seed, slots_.first_game(slot).game};
  }
  const GameSlotsOf<Boards>& slots() const { return slots_; }
  const std::vector<py::ssize_t>& sides() const { return sides_; }

 private:
  template <class PythonFreeWork>
  void alone(const PythonFreeWork& work) {
    const WithoutLock others_run;
    const std::lock_guard lock(mutex_);
    work();
  }

  GameSlotsOf<Boards> slots_;
  std::vector<py::ssize_t> sides_;
  std::mutex mutex_;
};

// The environment's own array, read-only, which keeps the environment alive.
template <class Shown, class Value>
py::array array_of(py::handle owner, const std::vector<Value>& values,
                   const std::vector<py::ssize_t>& shape) {
  static_assert(sizeof(Shown) == sizeof(Value));
  // pybind11 before 2.12 cannot tell the size of NumPy 2's items, from which it would compute the strides.
  std::vector<py::ssize_t> strides(shape.size(), sizeof(Shown));
  for (std::size_t i = shape.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * shape[i];
  py::array array(py::dtype::of<Shown>(), shape, strides, values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

// Every array of the environment by name. Slices of them would be views that step() changes.
template <class Boards>
py::dict arrays(const py::object& self) {
  const auto& environment = self.cast<const Slots<Boards>&>();
  const auto& slots = environment.slots();
  const minesweeper::SlotArrays& now = slots.arrays();
  const auto count = static_cast<py::ssize_t>(slots.slot_count());
  const std::vector<py::ssize_t> by_slot{count};
  const std::vector<py::ssize_t> by_cell{count, static_cast<py::ssize_t>(slots.cell_count())};
  std::vector<py::ssize_t> boards{count};
  boards.insert(boards.end(), environment.sides().begin(), environment.sides().end());
  py::dict all;
  all["obs"] = array_of<std::int8_t>(self, now.cells, boards);
  all["action_mask"] = array_of<bool>(self, now.hidden, by_cell);
  all["game"] = array_of<std::int64_t>(self, now.games, by_slot);
  all["invalid"] = array_of<std::int64_t>(self, now.invalid, by_slot);
  all["terminated"] = array_of<bool>(self, now.over, by_slot);
  all["won"] = array_of<bool>(self, now.won, by_slot);
  all["lost"] = array_of<bool>(self, now.lost, by_slot);
  all["opened"] = array_of<std::int32_t>(self, now.opened, by_slot);
  all["dug_shown"] = array_of<bool>(self, now.dug_shown, by_slot);
  all["stepped_game"] = array_of<std::int64_t>(self, now.stepped_games, by_slot);
  if (slots.settings().autoreset == Autoreset::same_step)
    all["final_obs"] = array_of<std::int8_t>(self, now.final_cells, boards);
  if (slots.settings().computes_risks) {
    all["p_mine"] = array_of<double>(self, now.risks, boards);
    all["safe"] = array_of<bool>(self, now.safe, boards);
    all["risk"] = array_of<double>(self, now.dug_risks, by_slot);
    all["lowest_p_mine"] = array_of<double>(self, now.lowest_risks, by_slot);
  }
  return all;
}

template <class Boards>
py::class_<Slots<Boards>> slots_class(py::module_& module, const char* name) {
  return py::class_<Slots<Boards>>(module, name)
      .def("reset", &Slots<Boards>::reset)
      .def("step", &Slots<Boards>::step)
      .def("take_back", &Slots<Boards>::take_back)
      .def("sample", &Slots<Boards>::sample)
      .def("arrays", &arrays<Boards>)
      .def("reseed", &Slots<Boards>::reseed)
      .def("first_game", &Slots<Boards>::first_game)
      .def_property_readonly("dug_mine",
                             [](const Slots<Boards>& slots) { return int{slots.slots().dug_mine()}; });
}

}  // namespace

void add_vector_env(py::module_& module) {
  slots_class<OnGrids>(module, "Slots")
      .def(py::init([](int rows, int cols, std::uint32_t mines, const std::string& topology,
                       const std::string& first_click, const std::string& reveal, std::uint64_t seed,
                       std::uint32_t slots, std::size_t threads, const std::string& autoreset,
                       bool computes_risks, bool can_take_back) {
        return std::make_unique<Slots<OnGrids>>(
            minesweeper::dealer_of(rules_of(rows, cols, mines, topology, first_click, reveal, "fixed"), seed),
            std::vector<py::ssize_t>{rows, cols},
            settings_of(slots, threads, autoreset, computes_risks, can_take_back));
      }));
  slots_class<OnGraphs>(module, "GraphSlots")
      .def(py::init([](const OtherBoard& board, std::uint64_t seed, std::uint32_t slots, std::size_t threads,
                       const std::string& autoreset, bool computes_risks, bool can_take_back) {
        if (const std::size_t most = board.most_seen(); most > GameSlotsOf<OnGraphs>::kMaxDegree)
          throw InputError(fmt::format("a cell of {} sees {} others; in an environment at most {}",
                                       board.name(), most, GameSlotsOf<OnGraphs>::kMaxDegree));
        return std::make_unique<Slots<OnGraphs>>(
            board.dealer(seed), board.sides(),
            settings_of(slots, threads, autoreset, computes_risks, can_take_back));
      }));
}

}  // namespace sapper::experiments::python
