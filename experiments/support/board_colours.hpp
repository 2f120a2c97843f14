// The colours of drawn boards, in pictures and pages. Text on a cell has a contrast of at least 4.5:1 (WCAG 2.1,
// success criterion 1.4.3).
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace sapper::experiments::board_colours {

inline constexpr std::string_view kShown = "#E4E4E4";
inline constexpr std::string_view kHidden = "#B8C4D0";  // no risk shown
inline constexpr std::string_view kSafe = "#A6DBA0";
inline constexpr std::string_view kSafeSign = "#00441B";
inline constexpr std::string_view kMine = "#7F1D1D";
inline constexpr std::string_view kMineSign = "#FFFFFF";

// Circles around the numbers of a proof, and the mark of its cell.
inline constexpr std::string_view kProof = "#0057B8";

// [number - 1] the classic colours, some darker.
inline constexpr std::array<std::string_view, 8> kNumbers{"#0000FF", "#006400", "#C80000", "#000080",
                                                          "#800000", "#006666", "#000000", "#5A5A5A"};

// Background colours by P(mine), at equal steps from 0 to 1, interpolated in between. Light to dark, so that they are
// readable without colour too.
inline constexpr std::array<std::array<int, 3>, 4> kRiskStops{
    {{255, 247, 222}, {253, 204, 138}, {239, 120, 80}, {179, 30, 30}}};
// Above this P(mine) the text is white, else black.
inline constexpr double kWhiteTextAbove = 0.85;

std::string risk_background(double p_mine);
inline std::string_view risk_text_colour(double p_mine) {
  return p_mine > kWhiteTextAbove ? "#FFFFFF" : "#000000";
}

}  // namespace sapper::experiments::board_colours
