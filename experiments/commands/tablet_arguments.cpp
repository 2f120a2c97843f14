#include "experiments/commands/tablet_arguments.hpp"

#include <fmt/format.h>

#include "experiments/support/errors.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::tablet {
namespace {

void need_numbers(const std::vector<std::string>& numbers, std::size_t count, std::string_view command,
                  std::string_view usage) {
  if (numbers.size() == count) return;
  throw InputError(fmt::format("{}: {} number{} given; expected {}", command, numbers.size(),
                               numbers.size() == 1 ? " is" : "s are", usage));
}

sim::tablet::Tablet size_from(const std::vector<std::string>& numbers, std::string_view command,
                              int most_side) {
  return {read_number(command, "M, the columns,", numbers[0], 1, most_side),
          read_number(command, "N, the rows,", numbers[1], 1, most_side), 0, 0};
}

}  // namespace

int read_number(std::string_view command, std::string_view what, const std::string& text, int least,
                int most) {
  const auto value = sim::parse_whole_number(text, static_cast<std::uint64_t>(most));
  if (!value || *value < static_cast<std::uint64_t>(least))
    throw InputError(fmt::format("{}: {} is \"{}\"; a whole number from {} to {} is needed", command, what,
                                 text, least, most));
  return static_cast<int>(*value);
}

sim::tablet::Tablet read_tablet(const std::vector<std::string>& numbers, std::string_view command) {
  need_numbers(numbers, 4, command, "M N I J: columns, rows, and the poison's column and row from 0");
  sim::tablet::Tablet tablet = size_from(numbers, command, sim::tablet::kMaxSide);
  tablet.poison_col = read_number(command, "I, the poison's column,", numbers[2], 0, tablet.cols - 1);
  tablet.poison_row = read_number(command, "J, the poison's row,", numbers[3], 0, tablet.rows - 1);
  return tablet;
}

sim::tablet::Tablet read_size(const std::vector<std::string>& numbers, std::string_view command,
                              int most_side) {
  need_numbers(numbers, 2, command, "M N: columns and rows");
  return size_from(numbers, command, most_side);
}

}  // namespace sapper::experiments::tablet
