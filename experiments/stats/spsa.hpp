// Simultaneous perturbation stochastic approximation: finds settings that maximise a win rate of which only noisy
// differences are seen. An iteration changes all settings at once, each up or down by a fair coin, plays both sides of the
// change, and moves the settings towards the better one: two plays an iteration, however many settings there are.
// J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE
// Transactions on Automatic Control 37, 1992; the gains as in his "Implementation of the simultaneous perturbation
// algorithm for stochastic optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998.
//
// With u_i in [0, 1] the place of setting i in its range, iteration k of K (from 0), and n games in it,
//   c_k = spread (K / (k + 1))^0.101                                  how far u is changed,
//   r_k = rate ((A + K) / (A + k + 1))^0.602 ((k + 1) / K)^0.202      with A = K / 10,
//   u_i += r_k c_k sign_i n (win rate with u + c_k sign - win rate with u - c_k sign), at most c_k.
// That is the form in which engines are tuned: `rate` is how far one game more that is won moves a setting at the end, in
// units of its change, whatever the range, and whatever the games are grouped into. The changed settings stay inside
// their ranges: the middle is at least c_k from the ends. Whole settings are changed by 1/2 at least and rounded at random,
// both sides by the same draw, so that their means are right and the two differ.
//
// Powers are rounded to nine digits: the values agree between mathematical libraries. Cost: negligible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sapper::experiments {

struct SpsaSetting {
  double from = 0;
  double to = 1;  // above `from`; of a whole setting, both are whole
  bool is_whole = false;
  double start = 0;
};

struct SpsaSchedule {
  std::uint64_t iterations = 1;
  double spread = 0.1;  // above 0, below 1/2
  double rate = 0.002;  // above 0
};

class Spsa {
 public:
  Spsa(std::vector<SpsaSetting> settings, const SpsaSchedule& schedule, std::uint64_t seed);

  std::uint64_t iteration() const { return iteration_; }  // the number of those that are done
  // The settings as they are now; whole ones too lie between whole numbers.
  std::vector<double> values() const;
  // The settings as they are used: whole ones rounded, others to a thousandth of their range, in decimals.
  std::vector<double> rounded_values() const;

  // The two sides of the next iteration.
  struct Sides {
    std::vector<double> plus, minus;
  };
  Sides sides() const;
  // Ends it. difference: the win rate of plus minus that of minus, over this number of games each.
  void update(double difference, std::uint64_t games);

 private:
  struct Change {
    double middle = 0;
    double by = 0;  // signed
  };
  double spread_now() const;
  // The change of each setting, in units of its range; the draws for rounding follow those of the signs.
  std::vector<Change> changes() const;

  std::vector<SpsaSetting> settings_;
  SpsaSchedule schedule_;
  std::uint64_t seed_;
  std::uint64_t iteration_ = 0;
  std::vector<double> places_;  // u
};

}  // namespace sapper::experiments
