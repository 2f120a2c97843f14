// Win rates that others published (data/reference/published.json, first_moves.json, or a user's own file: data/published.md),
// and a report's results beside them.
//
// A published row names a board (`8x8x10`, or `16 rows, 30 cols, 99 mines`), a first-click rule, the first cell and, in
// percent, the win rate of one or more players with the half-width of its 95 % interval: `pseq`, `pseq_d256` and other
// strategies by their names, with `pm` and `pm_d256`; a program that is none of them as `win`. A map gives one player's
// win rate by first cell, of a whole board or of its upper left part. Other keys are errors. Figures of cells that the
// board's symmetries map onto one another are estimates of the same rate, so their mean is compared.
//
// z is the difference over its standard error, from both intervals, taken as independent; where none was published, from
// the report's own, as if the published figure were exact, so that |z| is then too large rather than too small. Results of a report share
// their boards between first cells and players, so that their z are correlated: a sum of squares would not be
// chi-square, but Holm's p values, and the bound on the largest |z|, hold.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/stats/statistics.hpp"
#include "sim/minesweeper/first_click.hpp"

namespace sapper::experiments::minesweeper {

struct PublishedRate {
  std::string player;  // `pseq`, `pseq_d256`; where the file names none, the source's first words
  std::string source;
  int rows = 0;
  int cols = 0;
  std::uint32_t mines = 0;
  sim::FirstClickRule rule = sim::FirstClickRule::safe;
  sim::Cell first = 0;  // stands for all cells alike it
  double rate = 0;
  std::optional<double> half_width;  // of the 95 % interval
};

// Whether a file looks like one of published win rates rather than a report.
bool is_published(const std::filesystem::path& file);
// InputError, with the place, for what is wrong in it.
std::vector<PublishedRate> read_published(const std::filesystem::path& file);

struct PublishedComparison {
  std::size_t case_number = 0;
  std::string case_name;
  std::string label;
  std::uint64_t games = 0;
  double rate = 0;    // adjusted by the games' exact risks where that is possible
  Interval interval;  // 95 %
  bool is_adjusted = false;
  PublishedRate published;
  // Nothing where neither interval has a width.
  std::optional<double> z;
  double p_value = 1;
  double p_value_holm = 1;

  double difference() const { return rate - published.rate; }
  // Fills z, the difference in units of both intervals' standard errors, and p_value.
  void test();
};

struct PublishedComparisons {
  std::vector<PublishedComparison> results;
  std::vector<PublishedRate> without_result;  // figures of which the report holds no result
};

// The results of the report that someone published. By default `pseq` is compared with the published `pseq`, with
// endgame_layouts N with `pseq_dN`, and others with players of their name; `labels`: a label of the report with a
// published player, of whom alone figures are without a result then. InputError where there is nothing to compare.
PublishedComparisons compare_with_published(const Report& report, const std::vector<PublishedRate>& published,
                                            const std::string& published_file,
                                            const std::optional<std::pair<std::string, std::string>>& labels);

std::string text_of(const PublishedComparisons& comparisons, std::size_t width);
// sapper-compare-published/1
boost::json::object to_json(const Report& report, const std::string& published_file,
                            const PublishedComparisons& comparisons);

}  // namespace sapper::experiments::minesweeper
