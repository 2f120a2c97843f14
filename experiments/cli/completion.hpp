// Completion of sapper's command lines in bash, from the commands' tables.
#pragma once

#include <string>

namespace sapper::experiments {

// A script to be sourced: `source <(sapper help --completion bash)`.
std::string bash_completion();

}  // namespace sapper::experiments
