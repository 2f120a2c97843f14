// Completion of sapper's command lines, from the commands' tables.
#pragma once

#include <string>

namespace sapper::experiments {

enum class Shell : std::uint8_t { bash, fish, zsh };
// A script to be sourced: `source <(sapper help --completion bash)`.
std::string completion_script(Shell shell);

}  // namespace sapper::experiments
