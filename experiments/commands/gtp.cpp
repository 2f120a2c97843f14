#include "experiments/commands/gtp.hpp"

#include <iostream>

#include "experiments/commands/console.hpp"

namespace sapper::experiments {

int gtp(const go::GoArguments& arguments) {
  go::run_gtp(go::read_gtp_options(arguments), std::cin, output_stream());
  return 0;
}

}  // namespace sapper::experiments
