// The manual page sapper(1), as troff source (man macros), from the commands' tables.
#pragma once

#include <string>

namespace sapper::experiments {

std::string man_page();

}  // namespace sapper::experiments
