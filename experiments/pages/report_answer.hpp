// What a report page says first, as markup: which strategy wins most and by how much, where a strategy wins half its
// games, what readers must know before they trust it, and the cases that do not fit the others. Empty where there is
// nothing to say.
#pragma once

#include <string>

#include "experiments/figures/data_file.hpp"

namespace sapper::experiments::pages {

// The best strategy of each case in words, or of more than a few cases how often each is the best.
std::string best_in_words(const figures::DataFile& file);
// Win rates in colour. Of a sweep along an axis: what varies beside it by the axis, with the best strategy of each case and
// its lead; else cases by strategies; of one case nothing. Where there are more than fit a page it holds an even
// sample, and says so.
std::string best_by_case(const figures::DataFile& file);
// A table of where on the axis each strategy wins half its games, by series, with 95 % intervals.
std::string half_rates(const figures::DataFile& file);
// Sentences: losses that disagree with their risks, a stop rule without its precision, known faults of the program.
std::string warnings(const figures::DataFile& file);
// A sentence for each case where something is odd beyond chance: where the strategy that is best most often is worse than
// another, losses disagree with their risks, or a win rate moves against that of the sweep.
std::string odd_cases(const figures::DataFile& file);

}  // namespace sapper::experiments::pages
