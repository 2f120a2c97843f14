// gnuplot's SVG made smaller: what is drawn stays, text is only text.
#include "experiments/figures/compact_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/markup_check.hpp"

namespace sapper::experiments::figures {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kPen =
    R"(<g fill="none" color="black" stroke="currentColor" stroke-width="0.70" stroke-linecap="butt" stroke-linejoin="miter">)";

std::string compacted(const std::string& body) {
  std::string svg = compact_svg("<svg>\n<g id=\"gnuplot_canvas\">\n" + body + "</g>\n</svg>\n");
  EXPECT_EQ(tests::markup_error(svg), "") << svg;
  return svg;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(CompactSvg, JoinsCellsOfOneColour) {
  const std::string svg = compacted(kPen +
                                    "\n\t<g stroke='none' shape-rendering='crispEdges'>\n"
                                    "\t\t<polygon fill = 'rgb(  1,  16, 255)' points = '1,2 3,2 3,4 '/>\n"
                                    "\t\t<polygon fill = 'rgb(  9,   9,   9)' points = '5,2 7,2 7,4 '/>\n"
                                    "\t\t<polygon fill = 'rgb(  1,  16, 255)' points = '11,2 13,2 13,4 '/>\n"
                                    "\t</g>\n</g>\n");
  EXPECT_THAT(svg, HasSubstr("fill='#0110ff' d='M1,2 3,2 3,4zM11,2 13,2 13,4z'"));
  EXPECT_THAT(svg, HasSubstr("fill='#090909' d='M5,2 7,2 7,4z'"));
  EXPECT_EQ(count_of(svg, "<path"), 2U);
}

// A line through the middle, as wide as the rectangle is high.
TEST(CompactSvg, DrawsRectanglesAsLines) {
  const std::string svg =
      compacted(kPen +
                "\n\t\t<polygon fill = 'rgb(  1,  16, 255)' points = '10,30 25,30 25,20 10,20 '/>\n"
                "\t\t<polygon fill = 'rgb(  1,  16, 255)' points = '25,30 40,30 40,20 25,20 '/>\n</g>\n");
  EXPECT_THAT(svg,
              HasSubstr("<path fill='none' stroke='#0110ff' stroke-width='10.1' d='M10,25h15M25,25h15'/>"));
}

TEST(CompactSvg, KeepsBandsAndCurves) {
  const std::string band =
      "<polygon fill = 'rgb(  1,   2,   3)' fill-opacity = '0.200000' points = '1,2 3,4 5,6 '/>";
  const std::string svg =
      compacted(kPen + "\n\t" + band + "\n</g>\n" + kPen +
                "\n\t<path stroke='black'  d='M1,2 L3,4 L5,6\n\t\tL7,8  '/>\t<use xlink:href='#gpPt6' "
                "transform='translate(3,4) scale(2.00)' color='rgb(  0,   0,   0)'/>\n</g>\n");
  EXPECT_THAT(svg, HasSubstr("fill-opacity = '0.200000' points = '1,2 3,4 5,6 '"));
  EXPECT_THAT(svg, HasSubstr("d='M1,2 L3,4 L5,6\n\t\tL7,8  '/>"));
  EXPECT_THAT(svg, HasSubstr("stroke-width='4' stroke-linecap='round' d='M3,4h0'"));
  EXPECT_EQ(count_of(svg, "<g fill"), 1U) << "two groups of one pen are one";
}

// A dot of scale 2 is a circle of radius 2 with an outline of 0.5, of which a half is outside.
TEST(CompactSvg, KeepsTheSizeOfDots) {
  const std::string svg = compacted(
      "\t<circle id='gpPt5' stroke-width='0.250' stroke='currentColor' cx='0' cy='0' r='1'/>\n" + kPen +
      "\n\t<use xlink:href='#gpPt6' transform='translate(3,4) scale(2.00)' color='rgb(  0,   0,   "
      "0)'/>\n</g>\n");
  EXPECT_THAT(svg, HasSubstr("stroke-width='4.5' stroke-linecap='round' d='M3,4h0'"));
}

TEST(CompactSvg, DropsWhatDrawsNothing) {
  const std::string svg =
      compacted(kPen + "\n</g>\n" + kPen + "\n\t<path stroke='black'  d='M1,2  '/>\n</g>\n");
  EXPECT_THAT(svg, Not(HasSubstr("<path")));
  EXPECT_THAT(svg, Not(HasSubstr("stroke-width")));
}

TEST(CompactSvg, TextStays) {
  const std::string group =
      R"x(	<g transform="translate(1.5,2.5)" stroke="none" fill="black" text-anchor="end">)x";
  const std::string turned = R"x(	<g transform="translate(1,2) rotate(-90)" fill="black">)x";
  const std::string odd = "rgb(1,2,3) stroke-linecap=\"butt\" stroke-linejoin=\"miter\" &lt;/g&gt;";
  const std::string svg =
      compacted(kPen + "\n" + group + "\n\t\t<text>" + odd + "</text>\n\t</g>\n" + group +
                "\n\t\t<text>two</text>\n\t</g>\n" + turned + "\n\t\t<text>y</text>\n\t</g>\n</g>\n");
  EXPECT_THAT(svg, HasSubstr("<text x='1.5' y='2.5'>" + odd + "</text>"));
  EXPECT_THAT(svg, HasSubstr("<text x='1.5' y='2.5'>two</text>"));
  EXPECT_EQ(count_of(svg, "text-anchor"), 1U);
  EXPECT_THAT(svg, HasSubstr("rotate(-90)"));
}

}  // namespace
}  // namespace sapper::experiments::figures
