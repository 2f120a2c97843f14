// Statistics of win counts. Made of +, -, *, / and square roots only, which IEEE 754 fixes to the last bit:
// reports agree between machines whatever their mathematical libraries.
#pragma once

#include <cstdint>

namespace sapper::experiments {

struct Interval {
  double low = 0;
  double high = 1;
  double half_width() const { return (high - low) / 2; }
};

// Wilson's interval with 95 % confidence (E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 22, 1927). [0, 1] for no games.
Interval wilson_95(std::uint64_t wins, std::uint64_t games);

// Exact McNemar test of two strategies on the same games (Q. McNemar, 1947, with the binomial distribution in
// place of its approximation): the two-sided probability, under equal strength, of a split of the games that
// only one of them won at least as uneven as only_a : only_b. 1 where no game tells them apart; 0 stands for
// less than 1e-300. Takes about sqrt(only_a + only_b) steps.
double mcnemar_p_value(std::uint64_t only_a, std::uint64_t only_b);

}  // namespace sapper::experiments
