// Positions with exact labels, and the scores of answers to them.
#pragma once

#include <pybind11/pybind11.h>

namespace sapper::experiments::python {

// positions(), score().
void add_positions(pybind11::module_& module);

}  // namespace sapper::experiments::python
