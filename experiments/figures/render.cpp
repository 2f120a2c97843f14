#include "experiments/figures/render.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "experiments/figures/gnuplot_figure.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/run_program.hpp"

namespace sapper::experiments::figures {

namespace {

constexpr double kPixelsPerPoint = 4.0 / 3;

std::string terminal(ImageFormat format, const FigureSize& size, std::string_view font,
                     std::string_view svg_size) {
  constexpr double kPngScale = 300.0 / 72;
  switch (format) {
    case ImageFormat::svg:
      return fmt::format(
          "set terminal svg noenhanced size {:.0f},{:.0f} {} font '{},10.67' background 'white'\n",
          size.width_pt * kPixelsPerPoint, size.height_pt * kPixelsPerPoint, svg_size, font);
    case ImageFormat::pdf:
      return fmt::format(
          "set terminal pdfcairo noenhanced size {:.4f}in,{:.4f}in font '{},8' fontscale 0.75 "
          "linewidth 1 background 'white'\n",
          size.width_pt / 72, size.height_pt / 72, font);
    case ImageFormat::png:
      return fmt::format(
          "set terminal pngcairo noenhanced size {:.0f},{:.0f} font '{},8' fontscale {:.4f} linewidth "
          "3 pointscale 3 "
          "background 'white'\n",
          size.width_pt * kPngScale, size.height_pt * kPngScale, font, kPngScale * 0.75);
  }
  return {};
}

// The SVG terminal measures type in pixels.
double type_scale(ImageFormat format) { return format == ImageFormat::svg ? kPixelsPerPoint : 1; }

std::string run_gnuplot(const std::string& script) {
  // Default settings: the user's files do not affect the figure.
  const auto output = run_program({"gnuplot", "--default-settings", "-"}, script);
  if (!output) throw GnuplotMissing();
  if (output->status != 0 || output->out.empty()) throw program_failed("gnuplot", *output);
  return output->out;
}

// Prefixes every id of an SVG and every reference to one.
std::string with_prefixed_ids(std::string svg, const std::string& prefix) {
  for (const std::string before : {" id='", " id=\"", "href='#", "url(#", "href=\"#"})
    boost::replace_all(svg, before, before + prefix);
  return svg;
}

// Removes the names of plot elements, which gnuplot repeats from the 27th panel on.
std::string without_plot_names(std::string svg) {
  constexpr std::string_view kName = " id=\"gnuplot_plot_";
  for (auto at = svg.find(kName); at != std::string::npos; at = svg.find(kName, at))
    svg.erase(at, svg.find('"', at + kName.size()) + 1 - at);
  return svg;
}

// Titles, which browsers show as tooltips: the caption for the figure, the label for a series. gnuplot's defaults are
// its name and `gnuplot_plot_1a`.
std::string with_titles(std::string_view svg, const std::string& caption,
                        const std::vector<std::string>& titles) {
  constexpr std::string_view kBegin = "<title>", kEnd = "</title>";
  std::string text;
  for (std::size_t count = 0;; ++count) {
    const auto begin = svg.find(kBegin);
    const auto end = svg.find(kEnd, begin == std::string_view::npos ? begin : begin + kBegin.size());
    if (end == std::string_view::npos) break;
    text += svg.substr(0, begin);
    const std::string title = count == 0               ? caption
                              : count <= titles.size() ? titles[count - 1]
                                                       : std::string();
    if (!title.empty()) text += fmt::format("{}{}{}", kBegin, escaped(title), kEnd);
    svg.remove_prefix(end + kEnd.size());
  }
  return text + std::string(svg);
}

// Invisible circles at the points, whose titles say their values.
std::string spots_of(const std::vector<LabelledPoint>& spots) {
  std::string group = "<g class=\"spots\">\n";
  for (const LabelledPoint& spot : spots)
    group += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"none\" "
        "pointer-events=\"all\"><title>{}</title></circle>\n",
        spot.x_pt * kPixelsPerPoint, spot.y_pt * kPixelsPerPoint, escaped(spot.text));
  return group + "</g>\n";
}

std::string draw(const Figure& figure, const GnuplotFigure& drawn, ImageFormat format,
                 std::string_view svg_size) {
  std::string image = run_gnuplot(fmt::format("{}$table << END_OF_TABLE\n{}END_OF_TABLE\n{}",
                                              terminal(format, drawn.size, figure.layout.font, svg_size),
                                              drawn.table, drawn.script));
  if (format != ImageFormat::svg) return image;
  // gnuplot does not escape > in text, but XML forbids ]]> there. gnuplot's SVG has no CDATA section.
  boost::replace_all(image, "]]>", "]]&gt;");
  return with_titles(image, figure.caption, drawn.titles);
}

}  // namespace

GnuplotMissing::GnuplotMissing()
    : RunError("gnuplot is not installed; on Debian: apt-get install gnuplot-nox") {}

std::string render(const Figure& figure, ImageFormat format) {
  return draw(figure, write_gnuplot(figure, "$table", type_scale(format)), format, "fixed");
}

InlineFigure render_inline(const Figure& figure, const std::string& prefix) {
  const GnuplotFigure drawn = write_gnuplot(figure, "$table", type_scale(ImageFormat::svg));
  std::string svg = draw(figure, drawn, ImageFormat::svg, "dynamic");
  const auto begin = svg.find("<svg");
  if (begin == std::string::npos) throw RunError("gnuplot wrote no SVG");
  svg.erase(0, begin);
  constexpr std::string_view kEnd = "</desc>";
  if (const auto from = svg.find("<desc>"), to = svg.find(kEnd, from); to != std::string::npos)
    svg.erase(from, to + kEnd.size() - from);
  svg.insert(4, " role=\"img\"");
  if (const auto end = svg.rfind("</svg>"); end != std::string::npos && !drawn.spots.empty())
    svg.insert(end, spots_of(drawn.spots));
  return {with_prefixed_ids(without_plot_names(std::move(svg)), prefix),
          static_cast<int>(std::lround(drawn.size.width_pt * kPixelsPerPoint)),
          static_cast<int>(std::lround(drawn.size.height_pt * kPixelsPerPoint)), !drawn.spots.empty()};
}

DataFiles data_files(const Figure& figure, ImageFormat format) {
  const std::string table = figure.name + ".dat";
  GnuplotFigure drawn = write_gnuplot(figure, gnuplot_quoted(table), type_scale(format));
  return {fmt::format("# {}\n{}set output {}\n{}", figure.caption,
                      terminal(format, drawn.size, figure.layout.font, "fixed"),
                      gnuplot_quoted(fmt::format("{}.{}", figure.name, name_of(format))), drawn.script),
          std::move(drawn.table)};
}

}  // namespace sapper::experiments::figures
