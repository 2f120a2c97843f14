// What the makers of figures share: results with the names of their series, styles of series, panels by title.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/figures/data_file.hpp"
#include "experiments/figures/figure.hpp"

namespace sapper::experiments::figures {

// A result with the name of its series.
struct Shown {
  const Result* result;
  std::string label;
  std::size_t report;   // its number
  std::size_t reports;  // how many there are
  std::string source;   // the report's name; empty if it is the only one
};

// With several reports, labels are followed by the report's name, or by the file's if names are equal.
std::vector<Shown> all_results(std::span<const DataFile> files);

// Colour and mark belong to a strategy's name, whatever else a figure shows: a hash of the name chooses them. Its prefix
// is the number below 3 million for which sapper's own strategies look most different, in grey too. Of two names with
// the same colour the one met later has another mark. Of several reports the dash tells the report.
class Styles {
 public:
  Series of(const std::string& label, const std::string& strategy, std::size_t report, std::size_t reports);

 private:
  std::map<std::string, std::size_t> styles_;
  std::map<std::size_t, std::vector<std::string>> names_;  // by colour
};

// The series of a panel, added to it if it is not there.
Series& series_of(Panel& panel, const std::string& label, Styles& styles);
Series& series_of(Panel& panel, const Shown& shown, Styles& styles);
Series& series_of(Panel& panel, Series made);

// The panels of a figure by their titles.
class Panels {
 public:
  explicit Panels(Figure& figure) : figure_(figure) {}
  Panel& of(const std::string& title, const std::vector<CaseFacet>& facets = {});

 private:
  Figure& figure_;
  std::map<std::string, std::size_t> places_;
};

Axis axis(std::string name, std::optional<double> least = {}, std::optional<double> most = {});
// Gives all panels the range of values that holds those of each.
void share_scale(Figure& figure);

}  // namespace sapper::experiments::figures
