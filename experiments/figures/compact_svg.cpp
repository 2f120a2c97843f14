#include "experiments/figures/compact_svg.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace sapper::experiments::figures {
namespace {

using Texts = std::vector<std::string>;

// What is between `begin` and `end` in a line; nullopt if one is missing.
std::optional<std::string_view> between(std::string_view line, std::string_view begin, std::string_view end) {
  const auto from = line.find(begin);
  if (from == std::string_view::npos) return std::nullopt;
  const auto first = from + begin.size();
  const auto to = line.find(end, first);
  if (to == std::string_view::npos) return std::nullopt;
  return line.substr(first, to - first);
}

void erase_all(std::string& line, std::string_view part) {
  for (auto at = line.find(part); at != std::string::npos; at = line.find(part, at))
    line.erase(at, part.size());
}

// `rgb( 68,   1,  84)` as `#440154`.
void shorten_colours(std::string& line) {
  constexpr std::string_view kBegin = "rgb(";
  for (auto at = line.find(kBegin); at != std::string::npos; at = line.find(kBegin, at + 1)) {
    const auto end = line.find(')', at);
    if (end == std::string::npos) return;
    std::string short_form = "#";
    for (std::size_t i = at + kBegin.size(); i < end;) {
      unsigned value = 0;
      i = line.find_first_not_of(", ", i);
      const auto read = std::from_chars(line.data() + i, line.data() + end, value);
      if (read.ec != std::errc() || value > 255) break;
      short_form += fmt::format("{:02x}", value);
      i = static_cast<std::size_t>(read.ptr - line.data());
    }
    if (short_form.size() == 7) line.replace(at, end + 1 - at, short_form);
  }
}

// Successive elements of equal attributes, in the order of their first.
class Alike {
 public:
  void add(std::string attributes, std::string element) {
    auto found = std::find_if(groups_.begin(), groups_.end(),
                              [&](const auto& group) { return group.first == attributes; });
    if (found == groups_.end()) found = groups_.emplace(groups_.end(), std::move(attributes), Texts());
    found->second.push_back(std::move(element));
  }
  // As one path for the parts of paths, else as a group.
  void write_paths(std::string& out) {
    for (const auto& [attributes, parts] : groups_)
      out += fmt::format("<path {} d='{}'/>\n", attributes, fmt::join(parts, ""));
    groups_.clear();
  }
  void write_texts(std::string& out) {
    for (const auto& [attributes, texts] : groups_)
      out += fmt::format("<g {}>{}</g>\n", attributes, fmt::join(texts, "\n"));
    groups_.clear();
  }

 private:
  std::vector<std::pair<std::string, Texts>> groups_;
};

// A rectangle as a line as wide as it is high, which takes the fewest letters.
bool add_rectangle(std::string_view fill, std::string_view points, Alike& shapes) {
  std::array<double, 8> numbers{};
  for (double& number : numbers) {
    points.remove_prefix(std::min(points.find_first_not_of(", "), points.size()));
    const auto read = std::from_chars(points.data(), points.data() + points.size(), number);
    if (read.ec != std::errc()) return false;
    points.remove_prefix(static_cast<std::size_t>(read.ptr - points.data()));
  }
  const auto [left, bottom, right, bottom_too, right_too, top, left_too, top_too] = numbers;
  if (points.find_first_not_of(' ') != std::string_view::npos || bottom != bottom_too || right != right_too ||
      top != top_too || left != left_too || !(left < right) || !(top < bottom))
    return false;
  shapes.add(fmt::format("fill='none' stroke='{}' stroke-width='{:.1f}'", fill, bottom - top + 0.05),
             fmt::format("M{:.5g},{:.5g}h{:.4g}", left, (top + bottom) / 2, right - left));
  return true;
}

// `<polygon fill = '#440154' points = '1,2 3,4 '/>`.
bool add_polygon(std::string_view line, Alike& shapes) {
  const auto fill = between(line, "<polygon fill = '", "'");
  const auto points = between(line, "' points = '", "'/>");
  if (!fill || !points || line.find("fill-opacity") != std::string_view::npos) return false;
  if (add_rectangle(*fill, *points, shapes)) return true;
  std::string path = "M" + std::string(*points);
  while (path.back() == ' ') path.pop_back();
  shapes.add(fmt::format("fill='{}'", *fill), path + "z");
  return true;
}

// A filled circle, as a line of length 0 with round ends: `<use xlink:href='#gpPt6' transform='translate(1,2) scale(3)'
// color='#440154'/>`. unit: the radius of a dot of scale 1.
bool add_dot(std::string_view line, double unit, Alike& dots) {
  const auto place = between(line, "<use xlink:href='#gpPt6' transform='translate(", ")");
  const auto scale = between(line, " scale(", ")");
  const auto colour = between(line, " color='", "'/>");
  double radius = 0;
  if (!place || !scale || !colour ||
      std::from_chars(scale->data(), scale->data() + scale->size(), radius).ec != std::errc())
    return false;
  dots.add(fmt::format("fill='none' stroke='{}' stroke-width='{:.4g}' stroke-linecap='round'", *colour,
                       2 * unit * radius),
           "M" + std::string(*place) + "h0");
  return true;
}

// A number or a name: `<g transform="translate(1,2)" ...>`, then `<text>7</text>`.
bool add_text(std::string_view group, std::string_view text, Alike& texts) {
  constexpr std::string_view kText = "\t\t<text>";
  const auto place = between(group, "\t<g transform=\"translate(", ")\" ");
  if (!place || !text.starts_with(kText) || !text.ends_with("</text>") || !group.ends_with('>')) return false;
  const auto comma = place->find(',');
  const auto attributes = group.find(")\" ") + 3;
  if (comma == std::string_view::npos || place->find(')') != std::string_view::npos) return false;
  texts.add(std::string(group.substr(attributes, group.size() - attributes - 1)),
            fmt::format("<text x='{}' y='{}'>{}", place->substr(0, comma), place->substr(comma + 1),
                        text.substr(kText.size())));
  return true;
}

// A dot is a circle of radius 1 with an outline, which is half outside of it.
double radius_of_dots(std::string_view svg) {
  double outline = 0;
  if (const auto text = between(svg, "<circle id='gpPt5' stroke-width='", "'"))
    std::from_chars(text->data(), text->data() + text->size(), outline);
  return 1 + outline / 2;
}

Texts lines_of_svg(std::string_view svg) {
  Texts lines;
  while (!svg.empty()) {
    // A tic shares a line with its number, and a curve with its first mark.
    const std::size_t end = std::min(svg.find('\n'), svg.size());
    if (const auto tag = svg.substr(0, end).find("/>\t<"); tag != std::string_view::npos) {
      lines.emplace_back(svg.substr(0, tag + 2));
      svg.remove_prefix(tag + 2);
      continue;
    }
    lines.emplace_back(svg.substr(0, end));
    svg.remove_prefix(std::min(end + 1, svg.size()));
  }
  return lines;
}

}  // namespace

std::string compact_svg(std::string_view svg) {
  constexpr std::string_view kPen = "<g fill=\"none\" color=\"";
  Texts lines = lines_of_svg(svg);
  const double unit = radius_of_dots(svg);
  std::string out;
  Alike shapes, dots, texts;
  std::string pen;          // of the open group
  bool is_waiting = false;  // its start has been read, but not written
  bool is_closing = false;  // its end has been read, but not written
  const auto settle_pen = [&] {
    if (is_closing) {
      out += "</g>\n";
      pen.clear();
    }
    if (is_waiting) out += pen + '\n';
    is_closing = is_waiting = false;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string& line = lines[i];
    if (line.find("<text") == std::string::npos && line.find("<title") == std::string::npos) {
      shorten_colours(line);
      erase_all(line, " stroke-linecap=\"butt\" stroke-linejoin=\"miter\"");  // the defaults
    }
    const bool is_polygon = add_polygon(line, shapes);
    const bool is_dot = !is_polygon && add_dot(line, unit, dots);
    if (is_polygon || is_dot) {
      texts.write_texts(out);
      settle_pen();
      continue;
    }
    shapes.write_paths(out);
    dots.write_paths(out);
    if (i + 2 < lines.size() && lines[i + 2] == "\t</g>" && add_text(line, lines[i + 1], texts)) {
      settle_pen();
      i += 2;
      continue;
    }
    texts.write_texts(out);
    if (line.starts_with(kPen)) {
      if (is_closing && line == pen) {
        is_closing = false;  // the group goes on
        continue;
      }
      settle_pen();
      pen = line;
      is_waiting = true;
      continue;
    }
    if (line == "</g>" && !pen.empty() && !is_closing) {
      is_closing = !is_waiting;
      if (is_waiting) pen.clear();  // nothing was drawn
      is_waiting = false;
      continue;
    }
    if (line.starts_with("\t<path stroke='black'  d='M") && line.find(" L") == std::string::npos &&
        line.ends_with("'/>"))
      continue;  // a tic of length 0
    settle_pen();
    if (!line.empty()) out += line + '\n';
  }
  shapes.write_paths(out);
  dots.write_paths(out);
  texts.write_texts(out);
  settle_pen();
  return out;
}

}  // namespace sapper::experiments::figures
