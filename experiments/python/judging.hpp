// Games judged dig by dig, and strategies' guesses judged on common layouts.
#pragma once

#include <pybind11/pybind11.h>

namespace sapper::experiments::python {

// review(), judge().
void add_judging(pybind11::module_& module);

}  // namespace sapper::experiments::python
