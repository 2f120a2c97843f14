// The size of a case's board, by which costs can be compared.
#pragma once

#include <string>

namespace sapper::experiments {

struct CaseSize {
  double cells = 0;
  std::string others;  // what else varies over the sweep: `12 % mines, torus`; may be empty
};

}  // namespace sapper::experiments
