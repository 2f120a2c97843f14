#include "experiments/pages/paper_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "experiments/report/report_results.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

using Names = std::vector<std::string>;
using Key = std::vector<std::string>;  // values of some dimensions

constexpr std::string_view kStrategy = "strategy", kCase = "case", kReport = "report";
// Their values speak for themselves.
bool is_named(std::string_view dimension) {
  return dimension == kStrategy || dimension == kCase || dimension == kReport;
}

bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// A result's place along every dimension.
struct Placed {
  const Result* result;
  std::map<std::string, std::string, std::less<>> values;
  bool is_best = false;  // of its case, among several
};

std::string value_text(const std::string& json) {
  if (const auto number = parse_number<double>(json)) return fmt::format("{}", *number);
  std::string text;
  for (const char letter : json)
    if (letter != '"' && letter != '[' && letter != ']') text += letter;
  return text;
}

struct Dimensions {
  std::vector<Placed> results;
  Names names;         // report, the properties in the sweep's order, strategy
  Names properties;    // of these
  Names measures;      // of the properties
  Names approximated;  // of the measures: some boards have not exactly what the config asks for
};

void mark_best(std::vector<Placed>& results) {
  std::map<const CaseLabels*, std::pair<double, std::size_t>>
      best;  // the highest rate of a case, and its results
  for (const Placed& placed : results) {
    auto& [rate, count] = best[placed.result->played.get()];
    rate = std::max(rate, *placed.result->win_rate);
    ++count;
  }
  for (Placed& placed : results) {
    const auto& [rate, count] = best[placed.result->played.get()];
    placed.is_best = count > 1 && *placed.result->win_rate == rate;
  }
}

Dimensions dimensions_of(const PageReports& reports) {
  Dimensions all;
  if (reports.has_several()) all.names.emplace_back(kReport);
  std::set<std::string> strategies;
  for (const figures::DataFile& file : reports.files())
    for (const Result& result : file.data.results) {
      if (!result.win_rate) continue;
      Placed& placed = all.results.emplace_back(Placed{&result, {}});
      placed.values[std::string(kReport)] = reports.short_name_of(file);
      placed.values[std::string(kCase)] = figures::shown_name(result.played->name);
      placed.values[std::string(kStrategy)] = result.label;
      strategies.insert(result.label);
      for (const CaseFacet& facet : result.played->facets) {
        constexpr std::string_view kAsked = "asked_";  // what the config asks for is named as what it gives
        const std::string name =
            facet.name.starts_with(kAsked) ? facet.name.substr(kAsked.size()) : facet.name;
        placed.values[name] = value_text(facet.value);
        if (!contains(all.properties, name)) all.properties.push_back(name);
        if (facet.is_measure && !contains(all.measures, name)) all.measures.push_back(name);
        if (facet.name.starts_with(kAsked) && result.played->axis != result.played->asked_axis &&
            !contains(all.approximated, name))
          all.approximated.push_back(name);
      }
    }
  if (all.results.empty()) throw InputError("table: there are no win rates in these reports");
  all.names.insert(all.names.end(), all.properties.begin(), all.properties.end());
  if (strategies.size() > 1) all.names.emplace_back(kStrategy);
  mark_best(all.results);
  return all;
}

Key key_of(const Placed& placed, const Names& dimensions) {
  Key key;
  for (const std::string& name : dimensions) {
    const auto value = placed.values.find(name);
    key.push_back(value == placed.values.end() ? "" : value->second);
  }
  return key;
}

bool are_told_apart(const Dimensions& all, const Names& by) {
  std::set<Key> keys;
  return std::ranges::all_of(all.results,
                             [&](const Placed& placed) { return keys.insert(key_of(placed, by)).second; });
}

// As few of all dimensions as tell the results apart beside the chosen ones: first the measures are left out, then the
// properties that stand last in the sweep.
Names others_than(const Dimensions& all, const Names& chosen) {
  Names others;
  for (const std::string& name : all.names)
    if (!contains(chosen, name)) others.push_back(name);
  const auto leave_out = [&](std::string_view name) {
    Names tried = chosen;
    for (const std::string& other : others)
      if (other != name) tried.push_back(other);
    if (are_told_apart(all, tried)) std::erase(others, name);
  };
  for (const std::string& name : all.measures) leave_out(name);
  for (const std::string& name : Names(others.rbegin(), others.rend()))
    if (!is_named(name)) leave_out(name);
  for (const std::string_view name : {kReport, kStrategy}) leave_out(name);
  return others;
}

void check_names(std::string_view option, const Names& names, const Dimensions& all) {
  Names known{std::string(kCase), std::string(kReport), std::string(kStrategy)};
  known.insert(known.end(), all.properties.begin(), all.properties.end());
  for (const std::string& name : names)
    if (!contains(known, name))
      throw InputError::in_value(
          option, name, fmt::format("expected what varies in these reports: {}", fmt::join(known, ", ")));
}

// Fills in what was not chosen.
void choose(PaperTable& table, const Dimensions& all) {
  check_names("--rows", table.rows, all);
  check_names("--columns", table.columns, all);
  if (table.rows.empty() && table.columns.empty()) {
    const bool is_of_one = !contains(all.names, kStrategy);
    if (is_of_one && !all.measures.empty() && !others_than(all, {all.measures.back()}).empty()) {
      table.columns = {all.measures.back()};
    } else {
      table.columns = {std::string(kStrategy)};
      table.rows = {std::string(kCase)};
      if (contains(all.names, kReport)) table.rows.insert(table.rows.begin(), std::string(kReport));
    }
  }
  if (table.rows.empty()) table.rows = others_than(all, table.columns);
  if (table.columns.empty()) table.columns = others_than(all, table.rows);
  if (table.columns.empty()) table.columns = {std::string(kStrategy)};
  if (table.rows.empty()) table.rows = {std::string(kCase)};
  Names both = table.rows;
  both.insert(both.end(), table.columns.begin(), table.columns.end());
  if (!are_told_apart(all, both))
    throw InputError(
        fmt::format("table: several results share a row and a column; add {} to --rows or --columns",
                    fmt::join(others_than(all, both), ", ")));
}

// Rows and columns in the order in which results first need them, and the results by place.
struct Grid {
  std::vector<Key> rows, columns;
  std::map<std::pair<Key, Key>, const Placed*> cells;

  Grid(const PaperTable& table, const Dimensions& all) {
    std::set<Key> seen_rows, seen_columns;
    for (const Placed& placed : all.results) {
      const Key row = key_of(placed, table.rows), column = key_of(placed, table.columns);
      if (seen_rows.insert(row).second) rows.push_back(row);
      if (seen_columns.insert(column).second) columns.push_back(column);
      cells[{row, column}] = &placed;
    }
    group(rows);
    group(columns);
  }
  const Placed* at(const Key& row, const Key& column) const {
    const auto cell = cells.find({row, column});
    return cell == cells.end() ? nullptr : cell->second;
  }

 private:
  // Keeps keys with equal first values together, in the order of their first ones.
  static void group(std::vector<Key>& keys) {
    std::map<Key, std::size_t> first;  // [first values] the place of the first key that begins with them
    for (std::size_t i = 0; i < keys.size(); ++i)
      for (Key key = keys[i]; !key.empty(); key.pop_back()) first.try_emplace(key, i);
    const auto places_of = [&](Key key) {
      std::vector<std::size_t> places;
      for (; !key.empty(); key.pop_back()) places.insert(places.begin(), first.at(key));
      return places;
    };
    std::ranges::stable_sort(keys, {}, places_of);
  }
};

std::string percent_text(double share) { return fmt::format("{:.2f}", 100 * share); }

Interval interval_of(const Result& result) { return {result.low.value_or(0), result.high.value_or(1)}; }

std::string games_text(const Dimensions& all) {
  std::uint64_t least = all.results.front().result->games, most = least;
  for (const Placed& placed : all.results) {
    least = std::min(least, placed.result->games);
    most = std::max(most, placed.result->games);
  }
  return least == most ? count_text(least, "game") + " each"
                       : fmt::format("{} to {} games each", with_commas(least), with_commas(most));
}

std::string_view intervals_text(TableIntervals intervals) {
  switch (intervals) {
    case TableIntervals::none:
      return "";
    case TableIntervals::brief:
      return ", ± half the width of the 95 % interval (Wilson), or both ends where that is lopsided";
    case TableIntervals::full:
      break;
  }
  return ", with 95 % intervals (Wilson)";
}

std::string caption(const PaperTable& table, const Dimensions& all) {
  const bool has_best = std::ranges::any_of(all.results, &Placed::is_best);
  std::string text =
      fmt::format("Win rates in percent{}; {}", intervals_text(table.intervals), games_text(all));
  for (const std::string& name : all.approximated)
    if (contains(table.rows, name) || contains(table.columns, name))
      text += fmt::format("; {} as asked for (boards have the nearest possible)", name);
  if (has_best) text += "; the highest of each case is bold";
  return text + '.';
}

// Two, or as few as show the narrowest interval.
int decimals_of(const PaperTable& table, const Dimensions& all) {
  if (table.intervals != TableIntervals::brief) return 2;
  double narrowest = 1;
  for (const Placed& placed : all.results)
    narrowest = std::min(narrowest, interval_of(*placed.result).half_width());
  int decimals = 1;
  for (double unit = 0.001; unit > narrowest && decimals < 4; unit /= 10) ++decimals;
  return decimals;
}

std::string rate_text(const Result& result, TableIntervals intervals, int decimals, std::string_view sign) {
  if (intervals == TableIntervals::full)
    return interval_text(*result.win_rate, interval_of(result), decimals, sign);
  const double rate = *result.win_rate;
  std::string text = fmt::format("{:.{}f}", 100 * rate, decimals);
  if (intervals == TableIntervals::none) return text;
  // Both ends where ± would be wrong by a quarter of what it says, or reach beyond 0 or 100.
  const Interval interval = interval_of(result);
  const double half_width = interval.half_width();
  if (std::abs(interval.low + half_width - rate) > half_width / 4 || rate < half_width ||
      rate > 1 - half_width)
    return text +
           fmt::format(" ({:.{}f} to {:.{}f})", 100 * interval.low, decimals, 100 * interval.high, decimals);
  return text + fmt::format(" {} {:.{}f}", sign, 100 * half_width, decimals);
}

std::string latex_cell(const Placed* placed, TableIntervals intervals, int decimals) {
  if (placed == nullptr) return "--";
  const std::string text = rate_text(*placed->result, intervals, decimals, "$\\pm$");
  return placed->is_best ? fmt::format("\\textbf{{{}}}", text) : text;
}

std::string latex_table(const PaperTable& table, const Dimensions& all, const Grid& grid,
                        std::string_view name) {
  const std::size_t leading = table.rows.size(), count = grid.columns.size();
  const int decimals = decimals_of(table, all);
  std::string text = fmt::format(
      "% Needs \\usepackage{{booktabs}}.\n\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  "
      "\\label{{tab:{}}}\n"
      "  \\begin{{tabular}}{{{}{}}}\n    \\toprule\n",
      latex_escaped(caption(table, all)), name, std::string(leading, 'l'), std::string(count, 'r'));
  const auto line = [&](const Names& cells) {
    // A row's end and a rule take a [ or * that follows them, on the next line too, for their own argument.
    const bool is_taken = cells.front().starts_with('[') || cells.front().starts_with('*');
    text += fmt::format("    {}{} \\\\\n", is_taken ? "{}" : "", fmt::join(cells, " & "));
  };
  for (std::size_t level = 0; level < table.columns.size(); ++level) {
    const bool is_last = level + 1 == table.columns.size();
    if (!is_named(table.columns[level])) {
      Names cells(leading, "");
      cells.push_back(
          fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", count, latex_escaped(table.columns[level])));
      line(cells);
      text += fmt::format("    \\cmidrule(lr){{{}-{}}}\n", leading + 1, leading + count);
    }
    Names cells(leading, "");
    std::string rules;
    if (is_last)
      for (std::size_t i = 0; i < leading; ++i)
        cells[i] = is_named(table.rows[i]) ? "" : latex_escaped(table.rows[i]);
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      // Columns with the same values down to this level share a head.
      const auto is_alike = [&](const Key& key) {
        return std::equal(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                          grid.columns[begin].begin());
      };
      while (end < count && is_alike(grid.columns[end])) ++end;
      const std::string head = latex_escaped(grid.columns[begin][level]);
      cells.push_back(is_last ? head : fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", end - begin, head));
      rules += fmt::format(" \\cmidrule(lr){{{}-{}}}", leading + begin + 1, leading + end);
    }
    line(cells);
    if (!is_last) text += "   " + rules + '\n';
  }
  text += "    \\midrule\n";
  const Key* last = nullptr;
  for (const Key& row : grid.rows) {
    Names cells;
    bool is_new = last == nullptr;
    for (std::size_t i = 0; i < leading; ++i) {
      is_new = is_new || row[i] != (*last)[i];
      cells.push_back(is_new || i + 1 == leading ? latex_escaped(row[i]) : "");
    }
    for (const Key& column : grid.columns)
      cells.push_back(latex_cell(grid.at(row, column), table.intervals, decimals));
    line(cells);
    last = &row;
  }
  return text + "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
}

// The report's name as part of a label.
std::string label_text(std::string_view name) {
  std::string label;
  for (const char letter : name)
    label += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '-';
  return label;
}

// `density 0.15, min_risk`.
std::string head_of(const Names& dimensions, const Key& key) {
  Names parts;
  for (std::size_t i = 0; i < key.size(); ++i)
    parts.push_back(is_named(dimensions[i]) ? key[i] : dimensions[i] + ' ' + key[i]);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string markdown_table(const PaperTable& table, const Dimensions& all, const Grid& grid) {
  std::string text;
  const auto line = [&](const Names& cells) {
    for (std::string cell : cells) {
      for (std::size_t bar = 0; (bar = cell.find('|', bar)) != std::string::npos; bar += 2)
        cell.insert(bar, 1, '\\');
      text += "| " + cell + ' ';
    }
    text += "|\n";
  };
  const int decimals = decimals_of(table, all);
  Names heads = table.rows, rules(table.rows.size(), "---");
  for (const Key& column : grid.columns) {
    heads.push_back(head_of(table.columns, column));
    rules.emplace_back("---:");
  }
  line(heads);
  line(rules);
  for (const Key& row : grid.rows) {
    Names cells = row;
    for (const Key& column : grid.columns) {
      const Placed* const placed = grid.at(row, column);
      std::string cell;
      if (placed != nullptr) cell = rate_text(*placed->result, table.intervals, decimals, "±");
      cells.push_back(placed != nullptr && placed->is_best ? "**" + cell + "**" : cell);
    }
    line(cells);
  }
  return text + '\n' + caption(table, all) + '\n';
}

std::string csv_table(const PaperTable& table, const Grid& grid) {
  std::string text;
  const auto line = [&](const Names& cells) {
    for (const std::string& cell : cells) text += (&cell == cells.data() ? "" : ",") + csv_field(cell);
    text += '\n';
  };
  std::vector<const char*> parts{""};
  if (table.intervals != TableIntervals::none) parts.insert(parts.end(), {" low", " high"});
  Names heads = table.rows;
  for (const Key& column : grid.columns)
    for (const char* const part : parts) heads.push_back(head_of(table.columns, column) + part);
  line(heads);
  for (const Key& row : grid.rows) {
    Names cells = row;
    for (const Key& column : grid.columns) {
      const Placed* const placed = grid.at(row, column);
      if (placed == nullptr) {
        cells.insert(cells.end(), parts.size(), "");
        continue;
      }
      const auto [low, high] = interval_of(*placed->result);
      const std::array shares{*placed->result->win_rate, low, high};
      for (std::size_t i = 0; i < parts.size(); ++i) cells.push_back(percent_text(shares[i]));
    }
    line(cells);
  }
  return text;
}

}  // namespace

std::string text_of(const PaperTable& asked, const PageReports& reports) {
  PaperTable table = asked;
  const Dimensions all = dimensions_of(reports);
  choose(table, all);
  const Grid grid(table, all);
  switch (table.format) {
    case TableFormat::markdown:
      return markdown_table(table, all, grid);
    case TableFormat::csv:
      return csv_table(table, grid);
    case TableFormat::latex:
      break;
  }
  return latex_table(table, all, grid, label_text(reports.files().front().report_name()));
}

}  // namespace sapper::experiments::pages
