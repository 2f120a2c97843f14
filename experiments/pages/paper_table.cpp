#include "experiments/pages/paper_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "experiments/report/report_results.hpp"
#include "experiments/report/sweep_dimensions.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

using Names = DimensionNames;
using Key = DimensionValues;
using Placed = SweepDimensions::Placed;

constexpr double kMarkLevel = 0.05;

// What a table is made of: the results with win rates, and which of them are marked.
struct TableResults {
  SweepDimensions dimensions;
  std::set<const Result*> marked;
  std::size_t pairs = 0;  // of strategies on a case, that the marks follow from
};

// Marks what no other strategy of its case beats beyond chance, whose p values are adjusted for all pairs of the table, and
// which is paired where the report pairs them. Strategies of one case are marked only if there are several.
void mark_unbeaten(TableResults& all, const PageReports& reports) {
  struct Defeat {
    const Result* loser;
    double p_value;
  };
  std::vector<Defeat> defeats;
  for (const figures::DataFile& file : reports.files()) {
    std::map<std::pair<const CaseLabels*, std::string>, const Result*> results;
    for (const Result& result : file.data.results)
      if (result.win_rate) results[{result.played.get(), result.label}] = &result;
    std::map<const CaseLabels*, std::vector<const Result*>> cases;
    for (const auto& [key, result] : results) cases[key.first].push_back(result);
    std::set<std::pair<const Result*, const Result*>> paired;
    for (const Comparison& pair : file.data.comparisons) {
      const auto a = results.find({pair.played.get(), pair.a}), b = results.find({pair.played.get(), pair.b});
      if (a == results.end() || b == results.end()) continue;
      paired.insert(std::minmax(a->second, b->second));
      defeats.push_back({pair.difference < 0 ? a->second : b->second, pair.p_value});
    }
    for (const auto& [played, of_case] : cases) {
      if (of_case.size() < 2) continue;
      all.marked.insert(of_case.begin(), of_case.end());
      for (std::size_t i = 0; i < of_case.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          const Result &a = *of_case[i], &b = *of_case[j];
          if (paired.contains(std::minmax(&a, &b))) continue;
          const Difference difference = independent_difference(*a.win_rate, static_cast<double>(a.games),
                                                               *b.win_rate, static_cast<double>(b.games));
          defeats.push_back({difference.value < 0 ? &a : &b, difference.p_value});
        }
    }
  }
  std::vector<double> p_values;
  p_values.reserve(defeats.size());
  for (const Defeat& defeat : defeats) p_values.push_back(defeat.p_value);
  const std::vector<double> holm = holm_adjusted(p_values);
  for (std::size_t i = 0; i < holm.size(); ++i)
    if (holm[i] < kMarkLevel) all.marked.erase(defeats[i].loser);
  all.pairs = defeats.size();
}

TableResults results_of(const PageReports& reports) {
  TableResults all;
  for (const figures::DataFile& file : reports.files())
    for (const Result& result : file.data.results)
      if (result.win_rate)
        all.dimensions.add(result, reports.short_name_of(file), figures::shown_name(result.played->name));
  if (all.dimensions.results().empty()) throw InputError("table: there are no win rates in these reports");
  mark_unbeaten(all, reports);
  return all;
}

// Fills in what was not chosen.
void choose(PaperTable& table, const SweepDimensions& all) {
  all.check_names("--rows", table.rows);
  all.check_names("--columns", table.columns);
  const Names names = all.names();
  if (table.rows.empty() && table.columns.empty()) {
    const bool is_of_one = !contains(names, kStrategyDimension);
    if (is_of_one && !all.measures().empty() && !all.others_than({all.measures().back()}).empty()) {
      table.columns = {all.measures().back()};
    } else {
      table.columns = {std::string(kStrategyDimension)};
      table.rows = {std::string(kCaseDimension)};
      if (contains(names, kReportDimension))
        table.rows.insert(table.rows.begin(), std::string(kReportDimension));
    }
  }
  if (table.rows.empty()) table.rows = all.others_than(table.columns);
  if (table.columns.empty()) table.columns = all.others_than(table.rows);
  if (table.columns.empty()) table.columns = {std::string(kStrategyDimension)};
  if (table.rows.empty()) table.rows = {std::string(kCaseDimension)};
  Names both = table.rows;
  both.insert(both.end(), table.columns.begin(), table.columns.end());
  if (!all.are_told_apart(both))
    throw InputError(
        fmt::format("table: several results share a row and a column; add {} to --rows or --columns",
                    fmt::join(all.others_than(both), ", ")));
}

// Rows and columns in the order in which results first need them, and the results by place.
struct Grid {
  std::vector<Key> rows, columns;
  std::map<std::pair<Key, Key>, const Result*> cells;

  Grid(const PaperTable& table, const SweepDimensions& all) {
    std::set<Key> seen_rows, seen_columns;
    for (const Placed& placed : all.results()) {
      const Key row = SweepDimensions::values_of(placed, table.rows),
                column = SweepDimensions::values_of(placed, table.columns);
      if (seen_rows.insert(row).second) rows.push_back(row);
      if (seen_columns.insert(column).second) columns.push_back(column);
      cells[{row, column}] = placed.result;
    }
    group(rows);
    group(columns);
  }
  const Result* at(const Key& row, const Key& column) const {
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

std::string games_text(const SweepDimensions& all) {
  std::uint64_t least = all.results().front().result->games, most = least;
  for (const Placed& placed : all.results()) {
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

std::string caption(const PaperTable& table, const TableResults& all) {
  std::string text =
      fmt::format("Win rates in percent{}; {}", intervals_text(table.intervals), games_text(all.dimensions));
  for (const std::string& name : all.dimensions.approximated())
    if (contains(table.rows, name) || contains(table.columns, name))
      text += fmt::format("; {} as asked for (boards have the nearest possible)", name);
  if (!all.marked.empty())
    text += fmt::format(
        "; bold: what no other strategy beats on the same games beyond chance (p at least 0.05, Holm's "
        "correction for {})",
        count_text(all.pairs, "pair"));
  return text + '.';
}

// Two, or as few as show the narrowest interval.
int decimals_of(const PaperTable& table, const SweepDimensions& all) {
  if (table.intervals != TableIntervals::brief) return 2;
  double narrowest = 1;
  for (const Placed& placed : all.results())
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

std::string latex_cell(const Result* result, const TableResults& all, TableIntervals intervals,
                       int decimals) {
  if (result == nullptr) return "--";
  const std::string text = rate_text(*result, intervals, decimals, "$\\pm$");
  return all.marked.contains(result) ? fmt::format("\\textbf{{{}}}", text) : text;
}

// The columns from first to before last.
struct ColumnRange {
  std::size_t first = 0, last = 0;
};

constexpr double kLatexTextPt = 345;  // the width of the text of LaTeX's article, and its height
constexpr double kLatexTurnedPt = 550;

// The width of a letter in 10 pt Computer Modern, about, or a little more.
double latex_letter_width(char letter) {
  if (letter >= '0' && letter <= '9') return 5;
  constexpr std::string_view kNarrow = ".,:;'|! il", kMedium = "()[]-/frtj";
  if (kNarrow.find(letter) != std::string_view::npos) return 3.4;
  if (kMedium.find(letter) != std::string_view::npos) return 4;
  return letter >= 'a' && letter <= 'z' && letter != 'm' && letter != 'w' ? 5.3 : 8.4;
}

// The width of a cell in LaTeX, without its commands.
double latex_width(std::string_view cell) {
  constexpr double kBold = 1.16;
  double width = 0;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] == '\\') {
      const std::size_t begin = i + 1;
      while (i + 1 < cell.size() && std::isalpha(static_cast<unsigned char>(cell[i + 1])) != 0) ++i;
      if (cell.substr(begin, i + 1 - begin) != "textbf") width += 8.4;  // \pm, \%, ...
      if (i < begin) ++i;
    } else if (cell[i] != '{' && cell[i] != '}' && cell[i] != '$' &&
               (static_cast<unsigned char>(cell[i]) & 0xC0) != 0x80) {
      width += latex_letter_width(cell[i]);
    }
  }
  return width * (cell.starts_with("\\textbf") ? kBold : 1);
}

class LatexTable {
 public:
  LatexTable(const PaperTable& table, const TableResults& all, const Grid& grid)
      : table_(table), all_(all), grid_(grid), decimals_(decimals_of(table, all.dimensions)) {}

  WrittenTable write(std::string_view name) const {
    const std::vector<double> widths = widths_of_columns();
    const double whole = leading_pt() + std::accumulate(widths.begin(), widths.end(), 0.0);
    const bool is_turned = whole > kLatexTextPt && whole <= kLatexTurnedPt;
    std::vector<ColumnRange> parts{{0, widths.size()}};
    if (whole > kLatexTurnedPt) parts = parts_of(widths);
    std::string note;
    if (is_turned)
      note = fmt::format("the table is some {:.0f} pt wide, wider than a page of article: turned (rotating)",
                         whole);
    else if (parts.size() > 1)
      note = fmt::format(
          "the table is some {:.0f} pt wide, wider than a page of article: its columns are in {} parts, "
          "below "
          "each other",
          whole, parts.size());
    const std::string_view float_name = is_turned ? "sidewaystable" : "table";
    WrittenTable written{fmt::format("% Needs \\usepackage{{booktabs}}{}.\n{}\\begin{{{}}}\n  \\centering\n  "
                                     "\\caption{{{}}}\n  \\label{{tab:{}}}\n",
                                     is_turned ? " and \\usepackage{rotating}" : "",
                                     note.empty() ? "" : "% " + latex_comment(note) + '\n', float_name,
                                     latex_escaped(caption(table_, all_)), name),
                         note};
    for (const ColumnRange& part : parts)
      written.text += (part.first > 0 ? "  \\par\\medskip\n" : "") + tabular(part);
    written.text += fmt::format("\\end{{{}}}\n", float_name);
    return written;
  }

 private:
  static std::string latex_comment(std::string note) {
    note.front() = 'T';
    return note + '.';
  }

  std::string head_of_column(std::size_t column) const { return latex_escaped(grid_.columns[column].back()); }

  static constexpr double kBetweenPt = 12;  // two columns

  double leading_pt() const {
    double sum = 0;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      double widest = has_telling_values(table_.rows[i]) ? 0 : latex_width(latex_escaped(table_.rows[i]));
      for (const Key& row : grid_.rows) widest = std::max(widest, latex_width(latex_escaped(row[i])));
      sum += widest + kBetweenPt;
    }
    return sum;
  }

  std::vector<double> widths_of_columns() const {
    std::vector<double> widths;
    for (std::size_t column = 0; column < grid_.columns.size(); ++column) {
      double widest = latex_width(head_of_column(column));
      for (const Key& row : grid_.rows)
        widest = std::max(widest, latex_width(latex_cell(grid_.at(row, grid_.columns[column]), all_,
                                                         table_.intervals, decimals_)));
      widths.push_back(widest + kBetweenPt);
    }
    return widths;
  }

  // As many columns as fit each part, of whole groups where a group begins in it.
  std::vector<ColumnRange> parts_of(const std::vector<double>& widths) const {
    const double room = kLatexTextPt - leading_pt();
    std::vector<ColumnRange> parts;
    for (std::size_t first = 0; first < widths.size();) {
      std::size_t last = first;
      for (double sum = 0; last < widths.size() && (last == first || sum + widths[last] <= room); ++last)
        sum += widths[last];
      std::size_t border = last;
      const auto begins_group = [&](std::size_t column) {
        return column == widths.size() || grid_.columns[column].size() == 1 ||
               grid_.columns[column].front() != grid_.columns[column - 1].front();
      };
      while (border > first && !begins_group(border)) --border;
      parts.push_back({first, border > first ? border : last});
      first = parts.back().last;
    }
    return parts;
  }

  static std::string line(const Names& cells) {
    // A row's end and a rule take a [ or * that follows them, on the next line too, for their own argument.
    const bool is_taken = cells.front().starts_with('[') || cells.front().starts_with('*');
    return fmt::format("    {}{} \\\\\n", is_taken ? "{}" : "", fmt::join(cells, " & "));
  }

  std::string tabular(const ColumnRange& part) const {
    return fmt::format(
        "  \\begin{{tabular}}{{{}{}}}\n    \\toprule\n{}    \\midrule\n{}    "
        "\\bottomrule\n  \\end{{tabular}}\n",
        std::string(table_.rows.size(), 'l'), std::string(part.last - part.first, 'r'), heads(part),
        body(part));
  }

  std::string heads(const ColumnRange& part) const {
    const std::size_t leading = table_.rows.size(), count = part.last - part.first;
    std::string text;
    for (std::size_t level = 0; level < table_.columns.size(); ++level) {
      const bool is_last = level + 1 == table_.columns.size();
      if (!has_telling_values(table_.columns[level])) {
        Names cells(leading, "");
        cells.push_back(
            fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", count, latex_escaped(table_.columns[level])));
        text += line(cells);
        text += fmt::format("    \\cmidrule(lr){{{}-{}}}\n", leading + 1, leading + count);
      }
      Names cells(leading, "");
      std::string rules;
      if (is_last)
        for (std::size_t i = 0; i < leading; ++i)
          cells[i] = has_telling_values(table_.rows[i]) ? "" : latex_escaped(table_.rows[i]);
      for (std::size_t begin = part.first, end = part.first; begin < part.last; begin = end) {
        // Columns with the same values down to this level share a head.
        const auto is_alike = [&](const Key& key) {
          return std::equal(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                            grid_.columns[begin].begin());
        };
        while (end < part.last && is_alike(grid_.columns[end])) ++end;
        const std::string head = latex_escaped(grid_.columns[begin][level]);
        cells.push_back(is_last ? head : fmt::format("\\multicolumn{{{}}}{{c}}{{{}}}", end - begin, head));
        rules += fmt::format(" \\cmidrule(lr){{{}-{}}}", leading + begin - part.first + 1,
                             leading + end - part.first);
      }
      text += line(cells);
      if (!is_last) text += "   " + rules + '\n';
    }
    return text;
  }

  std::string body(const ColumnRange& part) const {
    const std::size_t leading = table_.rows.size();
    std::string text;
    const Key* last = nullptr;
    for (const Key& row : grid_.rows) {
      Names cells;
      bool is_new = last == nullptr;
      for (std::size_t i = 0; i < leading; ++i) {
        is_new = is_new || row[i] != (*last)[i];
        cells.push_back(is_new || i + 1 == leading ? latex_escaped(row[i]) : "");
      }
      for (std::size_t column = part.first; column < part.last; ++column)
        cells.push_back(latex_cell(grid_.at(row, grid_.columns[column]), all_, table_.intervals, decimals_));
      text += line(cells);
      last = &row;
    }
    return text;
  }

  const PaperTable& table_;
  const TableResults& all_;
  const Grid& grid_;
  int decimals_;
};

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
    parts.push_back(has_telling_values(dimensions[i]) ? key[i] : dimensions[i] + ' ' + key[i]);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string markdown_table(const PaperTable& table, const TableResults& all, const Grid& grid) {
  std::string text;
  const auto line = [&](const Names& cells) {
    for (std::string cell : cells) {
      for (std::size_t bar = 0; (bar = cell.find('|', bar)) != std::string::npos; bar += 2)
        cell.insert(bar, 1, '\\');
      text += "| " + cell + ' ';
    }
    text += "|\n";
  };
  const int decimals = decimals_of(table, all.dimensions);
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
      const Result* const result = grid.at(row, column);
      std::string cell;
      if (result != nullptr) cell = rate_text(*result, table.intervals, decimals, "±");
      cells.push_back(all.marked.contains(result) ? "**" + cell + "**" : cell);
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
      const Result* const result = grid.at(row, column);
      if (result == nullptr) {
        cells.insert(cells.end(), parts.size(), "");
        continue;
      }
      const auto [low, high] = interval_of(*result);
      const std::array shares{*result->win_rate, low, high};
      for (std::size_t i = 0; i < parts.size(); ++i) cells.push_back(percent_text(shares[i]));
    }
    line(cells);
  }
  return text;
}

}  // namespace

WrittenTable write_table(const PaperTable& asked, const PageReports& reports) {
  PaperTable table = asked;
  const TableResults all = results_of(reports);
  choose(table, all.dimensions);
  const Grid grid(table, all.dimensions);
  switch (table.format) {
    case TableFormat::markdown:
      return {markdown_table(table, all, grid), ""};
    case TableFormat::csv:
      return {csv_table(table, grid), ""};
    case TableFormat::latex:
      break;
  }
  return LatexTable(table, all, grid).write(label_text(reports.files().front().report_name()));
}

}  // namespace sapper::experiments::pages
