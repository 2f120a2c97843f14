#include "experiments/commands/gtp.hpp"

#include <iostream>

namespace sapper::experiments {

int gtp(const go::GoArguments& arguments) {
  go::run_gtp(go::read_gtp_options(arguments), std::cin, std::cout);
  return 0;
}

}  // namespace sapper::experiments
