// What to print of an exception.
#pragma once

#include <exception>
#include <string>

namespace sapper::experiments {

// what(); of the standard library's exceptions what was refused, and what may help.
std::string error_text(const std::exception& error);

}  // namespace sapper::experiments
