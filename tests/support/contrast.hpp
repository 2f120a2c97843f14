// The contrast of two colours by the formula of WCAG 2.1 (relative luminance), from 1 to 21.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sapper::tests {

// The least for text of normal size (success criterion 1.4.3).
inline constexpr double kReadableContrast = 4.5;

// A colour written #rrggbb, #rgb or rgb(r,g,b). std::invalid_argument for others.
inline double luminance(std::string_view colour) {
  std::array<double, 3> channels{};
  std::string text(colour);
  if (text.size() == 4 && text[0] == '#') text = {'#', text[1], text[1], text[2], text[2], text[3], text[3]};
  if (text.size() == 7 && text[0] == '#') {
    for (std::size_t i = 0; i < 3; ++i) channels[i] = std::stoi(text.substr(1 + 2 * i, 2), nullptr, 16);
  } else if (text.starts_with("rgb(")) {
    std::size_t at = 4;
    for (double& channel : channels) {
      channel = std::stoi(text.substr(at));
      at = text.find(',', at) + 1;
    }
  } else {
    throw std::invalid_argument("not a colour: " + text);
  }
  double sum = 0;
  constexpr std::array<double, 3> kWeights{0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = channels[i] / 255;
    sum += kWeights[i] * (value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return sum;
}

inline double contrast(std::string_view a, std::string_view b) {
  const double light = std::max(luminance(a), luminance(b));
  const double dark = std::min(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

}  // namespace sapper::tests
