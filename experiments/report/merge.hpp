// Merges the reports of shards into what the whole run would have played.
//
// Counters add up, so the merge is exact. For a case split between two shards the stop rule is decided here: it is
// checked after fixed numbers of games, the later shard has kept its counters from check to check, and games beyond the
// check that ends the case are dropped.
#pragma once

#include <span>

#include "experiments/run/report.hpp"

namespace sapper::experiments {

// The reports, in any order, must belong to the experiment of the first. InputError that names what is missing or
// duplicated.
Report merge(std::span<const Report> reports);

}  // namespace sapper::experiments
