#include "experiments/figures/figure_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

constexpr double kLeastWidthPt = 144;
constexpr double kMostWidthPt = 1440;
constexpr double kLeastPanelPt = 72;      // narrower panels have no room for the numbers on their axes
constexpr std::size_t kRowsOfPanels = 7;  // on a page
constexpr std::size_t kRowsOfMaps = 3;
constexpr std::size_t kRowsOfText = 56;

// What a panel needs to be readable without help: maps and rows need more than lines.
double comfortable_pt(const Figure& figure) {
  if (has_rows(figure)) return kColumnPt;
  return figure.look == PlotStyle::heat_map ? 150 : 110;
}

// The values that a panel has for the facets, without those in the set of bits.
std::string key_without(const Panel& panel, std::size_t left_out) {
  std::string key;
  for (std::size_t i = 0; i < panel.facets.size(); ++i)
    if (((left_out >> i) & 1) == 0) key += panel.facets[i].value + '\n';
  return key;
}

// Texts without repetitions, in the order in which they were added.
class Distinct {
 public:
  void add(const std::string& text) {
    if (seen_.insert(text).second) in_order_.push_back(text);
  }
  const std::vector<std::string>& in_order() const { return in_order_; }

 private:
  std::set<std::string> seen_;
  std::vector<std::string> in_order_;
};

// The panels row by row where facet `along` runs along the rows, or nothing if the panels are not all combinations. Other
// facets may depend on it, as the columns of square boards and their central cells do on the rows.
std::optional<std::vector<std::size_t>> grid_along(const std::vector<Panel>& panels, std::size_t along) {
  Distinct values;
  for (const Panel& panel : panels) values.add(panel.facets[along].value);
  const std::size_t facets = panels.front().facets.size();
  if (facets > 10 || panels.size() % values.in_order().size() != 0) return std::nullopt;
  for (std::size_t dependent = 0; dependent < std::size_t{1} << facets; ++dependent) {
    Distinct keys;
    std::map<std::pair<std::string, std::string>, std::size_t> place;
    for (std::size_t i = 0; i < panels.size(); ++i) {
      const std::string key = key_without(panels[i], dependent | (std::size_t{1} << along));
      keys.add(key);
      place.emplace(std::pair(key, panels[i].facets[along].value), i);
    }
    if (keys.in_order().size() * values.in_order().size() != panels.size() || place.size() != panels.size())
      continue;
    std::vector<std::size_t> order;
    for (const std::string& key : keys.in_order())
      for (const std::string& value : values.in_order()) order.push_back(place.at({key, value}));
    return order;
  }
  return std::nullopt;
}

}  // namespace

double read_width(std::string_view text) {
  constexpr std::string_view kExpected =
      "expected a length as 252pt, 84mm, 8.4cm or 3.5in, or textwidth (504pt) or columnwidth (252pt)";
  if (text == "textwidth") return kPagePt;
  if (text == "columnwidth") return kColumnPt;
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
      {{"pt", 1}, {"mm", 72 / 25.4}, {"cm", 72 / 2.54}, {"in", 72}}};
  for (const auto& [unit, points] : kUnits) {
    if (!text.ends_with(unit)) continue;
    const auto number = parse_number<double>(text.substr(0, text.size() - unit.size()));
    if (!number || !(*number > 0 && *number < 1e6)) break;
    const double width_pt = *number * points;
    if (width_pt >= kLeastWidthPt && width_pt <= kMostWidthPt) return width_pt;
    throw InputError(fmt::format("--width is {}; expected {:.4g}{} to {:.4g}{}", printable(text),
                                 kLeastWidthPt / points, unit, kMostWidthPt / points, unit));
  }
  throw InputError(fmt::format("--width is \"{}\"; {}", printable(text), kExpected));
}

void check(const Layout& layout) {
  const auto is_of_name = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == ' ' || letter == '-' || letter == '_';
  };
  if (layout.font.empty() || layout.font.size() > 60 || layout.font.front() == ' ' ||
      !std::all_of(layout.font.begin(), layout.font.end(), is_of_name))
    throw InputError(fmt::format(
        "--font is \"{}\"; expected the name of a font family: letters, digits, spaces and hyphens",
        printable(layout.font)));
  if (!layout.columns) return;
  const double width_pt = layout.width_pt.value_or(kPagePt);
  const auto most = static_cast<std::size_t>(width_pt / kLeastPanelPt);
  if (*layout.columns > most)
    throw InputError(fmt::format("--columns is {}; a width of {:.0f}pt has room for 1 to {}", *layout.columns,
                                 width_pt, most));
}

std::vector<std::size_t> evenly_spread(std::size_t count, std::size_t most) {
  const std::size_t chosen = std::min(count, most);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < chosen; ++i)
    places.push_back(chosen == 1 ? 0 : (i * (count - 1) + (chosen - 1) / 2) / (chosen - 1));
  return places;
}

bool has_rows(const Figure& figure) {
  return figure.look == PlotStyle::intervals || figure.look == PlotStyle::stacked;
}

std::size_t row_count(const Panel& panel) {
  std::set<std::string> rows;
  for (const Series& series : panel.series)
    for (const Point& point : series.points) rows.insert(point.name);
  return 1 + rows.size();
}

AxisRange with_values(AxisRange range, const Panel& panel) {
  for (const Series& series : panel.series)
    for (const Point& point : series.points) {
      range.least = std::min({range.least, point.y, point.low.value_or(point.y)});
      range.most = std::max({range.most, point.y, point.high.value_or(point.y)});
    }
  return range;
}

std::size_t columns_of(const Figure& figure) {
  std::size_t count = std::max<std::size_t>(figure.panels.size(), 1);
  if (figure.look == PlotStyle::heat_map) {  // each scale begins a row
    std::map<std::string, std::size_t> of_scale;
    for (const Panel& panel : figure.panels) ++of_scale[panel.scale];
    count = 1;
    for (const auto& [scale, panels] : of_scale) count = std::max(count, panels);
  }
  if (figure.layout.columns) return std::min(*figure.layout.columns, count);
  if (has_rows(figure)) return 1;
  const std::size_t usual = figure.look == PlotStyle::heat_map ? (count == 4 ? 2 : 3) : (count <= 4 ? 2 : 4);
  const auto most = static_cast<std::size_t>(
      std::max(1.0, figure.layout.width_pt.value_or(kPagePt) / comfortable_pt(figure)));
  return std::min({count, usual, most});
}

double width_of_page(const Figure& figure) {
  if (figure.layout.width_pt) return *figure.layout.width_pt;
  const std::size_t columns = columns_of(figure);
  if (figure.look == PlotStyle::heat_map || has_rows(figure)) return columns > 1 ? kPagePt : kColumnPt;
  return columns > 2 ? kPagePt : kColumnPt;
}

std::size_t arrange_in_grid(Figure& figure) {
  const std::vector<Panel>& panels = figure.panels;
  if (panels.size() < 4 || figure.layout.columns || has_rows(figure)) return 0;
  const std::size_t facets = panels.front().facets.size();
  for (const Panel& panel : panels)
    if (panel.facets.size() != facets) return 0;
  const auto most =
      static_cast<std::size_t>(figure.layout.width_pt.value_or(kPagePt) / comfortable_pt(figure));
  std::size_t widest = 1;
  std::optional<std::vector<std::size_t>> order;
  for (std::size_t facet = 0; facet < facets; ++facet) {
    std::set<std::string> values;
    for (const Panel& panel : panels) values.insert(panel.facets[facet].value);
    // Where two facets have as many values, the later one is taken: `cols` along the rows, not `rows`.
    if (values.size() < 2 || values.size() < widest || values.size() > most || values.size() == panels.size())
      continue;
    if (auto found = grid_along(panels, facet)) {
      order = std::move(found);
      widest = values.size();
    }
  }
  if (!order) return 0;
  std::vector<Panel> ordered;
  for (const std::size_t place : *order) ordered.push_back(std::move(figure.panels[place]));
  figure.panels = std::move(ordered);
  // Where one page would not hold them, rows of the grid stand next to each other.
  const bool is_long = figure.panels.size() > widest * kRowsOfPanels;
  figure.layout.columns =
      is_long ? widest * std::max<std::size_t>(1, std::min<std::size_t>(most, 4) / widest) : widest;
  return widest;
}

std::size_t keep_part_of_grid(std::vector<Panel>& panels, std::size_t across, std::size_t most) {
  constexpr std::size_t kMostColumns = 4;
  const std::size_t down = panels.size() / across;
  std::size_t columns = 1, rows = 1;
  for (std::size_t tried = 1; tried <= std::min({across, kMostColumns, most}); ++tried) {
    const std::size_t below = std::min(down, most / tried);
    if (tried * below < columns * rows) continue;
    columns = tried;
    rows = below;
  }
  std::vector<Panel> kept;
  for (const std::size_t row : evenly_spread(down, rows))
    for (const std::size_t column : evenly_spread(across, columns))
      kept.push_back(std::move(panels[row * across + column]));
  panels = std::move(kept);
  return columns;
}

std::vector<Figure> on_pages(Figure figure) {
  const std::size_t columns = columns_of(figure);
  const bool is_text = has_rows(figure);
  std::size_t room = kRowsOfText * columns;  // of a page: in rows of text, or in panels
  if (!is_text) {
    const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
    const std::size_t most = figure.look == PlotStyle::heat_map ? kRowsOfMaps : kRowsOfPanels;
    const std::size_t pages = (rows + most - 1) / most;
    if (pages > 1) {  // all of one width, as evenly filled as rows of panels allow
      figure.layout.width_pt = width_of_page(figure);
      figure.layout.columns = columns;
    }
    room = (rows + pages - 1) / std::max<std::size_t>(pages, 1) * columns;
  }
  std::vector<Panel> panels = std::exchange(figure.panels, {});
  std::vector<Figure> made;
  std::size_t size = 0;
  for (Panel& panel : panels) {
    const std::size_t more = is_text ? row_count(panel) : 1;
    if (made.empty() || size + more > room) {
      made.push_back(figure);
      size = 0;
    }
    size += more;
    made.back().panels.push_back(std::move(panel));
  }
  return made;
}

}  // namespace sapper::experiments::figures
