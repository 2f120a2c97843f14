// The compiled part of sapper.VectorEnv: minesweeper::GameSlots over NumPy arrays.
#pragma once

#include <pybind11/pybind11.h>

namespace sapper::experiments::python {

// Adds the class `Slots`, which only sapper/vector_env.py uses.
void add_vector_env(pybind11::module_& module);

}  // namespace sapper::experiments::python
