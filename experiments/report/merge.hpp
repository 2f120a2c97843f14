// Joins the reports of shards into what the whole run would have played.
//
// Counters add up, so that this is exact. A stop rule is decided here for a case that two shards have a part
// of: it looks at fixed numbers of games, the later shard has kept its counters from look to look, and what
// lies beyond the look at which the rule ends the case is dropped.
#pragma once

#include <span>

#include "experiments/report/report_model.hpp"

namespace sapper::experiments {

// The reports, in any order, must be of this experiment; their tallies are moved from. InputError that names what is
// missing or there twice.
Played merge(const Experiment& experiment, std::span<Report> reports);

}  // namespace sapper::experiments
