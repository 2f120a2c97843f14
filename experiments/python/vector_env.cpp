#include "experiments/python/vector_env.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/game/game_slots.hpp"
#include "experiments/python/game_names.hpp"
#include "experiments/python/interpreter_lock.hpp"

namespace sapper::experiments::python {

namespace {

namespace py = pybind11;
using minesweeper::Autoreset;
using minesweeper::GameSlots;

struct AutoresetRow {
  Autoreset autoreset;
  std::string_view name;
};

constexpr std::array<AutoresetRow, 3> kAutoresets{{
    {Autoreset::next_step, "next_step"},
    {Autoreset::same_step, "same_step"},
    {Autoreset::disabled, "disabled"},
}};

// Steps run without Python's lock; one at a time, since they fill the same arrays.
class Slots {
 public:
  Slots(std::uint32_t slots, int rows, int cols, std::uint32_t mines, const std::string& topology,
        const std::string& first_click, const std::string& reveal, std::uint64_t seed, std::size_t threads,
        const std::string& autoreset, bool computes_risks, bool can_take_back)
      : slots_({rules_of(rows, cols, mines, topology, first_click, reveal, "fixed"), seed, slots, threads,
                row_named(kAutoresets, autoreset, "autoreset").autoreset, computes_risks, can_take_back}) {}

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
  const GameSlots& slots() const { return slots_; }

 private:
  template <class PythonFreeWork>
  void alone(const PythonFreeWork& work) {
    const WithoutLock others_run;
    const std::lock_guard lock(mutex_);
    work();
  }

  GameSlots slots_;
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
py::dict arrays(const py::object& self) {
  const auto& slots = self.cast<const Slots&>().slots();
  const minesweeper::SlotArrays& now = slots.arrays();
  const sim::Grid& grid = *slots.settings().rules.grid;
  const auto count = static_cast<py::ssize_t>(slots.slot_count());
  const std::vector<py::ssize_t> by_slot{count};
  const std::vector<py::ssize_t> by_cell{count, static_cast<py::ssize_t>(slots.cell_count())};
  const std::vector<py::ssize_t> boards{count, grid.rows(), grid.cols()};
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

}  // namespace

void add_vector_env(py::module_& module) {
  py::class_<Slots>(module, "Slots")
      .def(py::init<std::uint32_t, int, int, std::uint32_t, const std::string&, const std::string&,
                    const std::string&, std::uint64_t, std::size_t, const std::string&, bool, bool>())
      .def("reset", &Slots::reset)
      .def("step", &Slots::step)
      .def("take_back", &Slots::take_back)
      .def("sample", &Slots::sample)
      .def("arrays", &arrays)
      .def("reseed", &Slots::reseed)
      .def("first_game", &Slots::first_game);
}

}  // namespace sapper::experiments::python
