// `sapper list`: what a config may name (strategies, first-click rules, topologies, levels), each with a line
// of explanation.
#pragma once

namespace sapper::experiments {

enum class ListFormat { text, json };

// Prints to standard output; answers the exit status, 0. InputError if the levels' file is wrong.
int list(ListFormat format);

}  // namespace sapper::experiments
