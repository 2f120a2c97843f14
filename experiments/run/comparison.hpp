// Two players on the same games of a case.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sapper::experiments {

struct CaseLabels;

struct Comparison {
  std::shared_ptr<const CaseLabels> played;  // set by results_of
  std::size_t case_number = 0;
  std::size_t board = 0;
  std::string a, b;
  std::uint64_t both = 0, only_a = 0, only_b = 0, neither = 0;  // games that they won
  double difference = 0, low = 0, high = 0;                     // of the win rates, a minus b; 95 % interval
  double p_value = 1;                                           // that agrees with the interval
  std::optional<boost::json::object> sprt;  // of the stop rule's sequential test of the two

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("case", self.case_number);
    visit("board", self.board);
    visit("a", self.a);
    visit("b", self.b);
    visit("both", self.both);
    visit("only_a", self.only_a);
    visit("only_b", self.only_b);
    visit("neither", self.neither);
    visit("difference", self.difference);
    visit("difference_ci_low", self.low);
    visit("difference_ci_high", self.high);
    visit("p_value", self.p_value);
    if (self.sprt) visit("sprt", *self.sprt);
  }
};

}  // namespace sapper::experiments
