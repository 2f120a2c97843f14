#include "experiments/support/json/lines.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/support/errors.hpp"
#include "experiments/support/line_reader.hpp"

namespace sapper::experiments::json {
namespace {

// A million positions of Expert boards take some ten gigabytes. Standard input may never end.
constexpr std::uint64_t kMaxBytesOfLines = std::uint64_t{1} << 34;

}  // namespace

void read_lines(const std::filesystem::path& file, NumberPolicy numbers,
                const std::function<void(const Document&)>& take) {
  LineReader lines(file);
  Limits limits;
  limits.numbers = numbers;
  std::uint64_t bytes = 0;
  while (const auto line = lines.next()) {
    bytes += line->size() + 1;
    if (bytes > kMaxBytesOfLines)
      throw InputError::at(lines.name(), lines.line_number(), 1,
                           fmt::format("more than {} bytes, the most allowed", kMaxBytesOfLines));
    if (line->find_first_not_of(" \t\r") != std::string_view::npos)
      take(Document::parse(std::string(*line), lines.name(), limits, {lines.line_number(), 1}));
  }
}

}  // namespace sapper::experiments::json
