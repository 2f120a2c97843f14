// A sequential test of two players who play the same games (A. Wald, "Sequential tests of statistical
// hypotheses", Annals of Mathematical Statistics 16, 1945): is the difference of their win rates d0, or d1?
//
// The log likelihood ratio is that of the normal distribution of the mean difference, with the variance
// estimated from the games that tell the two apart (each count 1/2 larger, as in paired_difference_95, so that
// it is never 0). It is compared with Wald's bounds at fixed numbers of games, the looks of the stop rule:
// threads and chunks do not matter, and as the ratio is looked at now and then only, it errs more rarely than
// alpha and beta say (tests/experiments/engine/sprt_test.cpp simulates it).
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/engine/config.hpp"
#include "experiments/engine/statistics.hpp"

namespace sapper::experiments {

enum class Hypothesis : std::uint8_t { d0, d1 };

// Of d1 against d0. 0 for no games.
double log_likelihood_ratio(const Sprt& sprt, const PairedCounts& counts);

// The hypothesis that these games let accept; nothing while more games are needed.
std::optional<Hypothesis> accepted(const Sprt& sprt, const PairedCounts& counts);

// For the report: d0, d1, alpha, beta, log_likelihood_ratio, accepted (`d0`, `d1` or null).
boost::json::object sprt_json(const Sprt& sprt, const PairedCounts& counts);
// For a person: one line.
std::string sprt_text(const Sprt& sprt, std::string_view where, const PairedCounts& counts);

}  // namespace sapper::experiments
