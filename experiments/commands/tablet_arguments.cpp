#include "experiments/commands/tablet_arguments.hpp"

#include <fmt/format.h>

#include "experiments/support/errors.hpp"

namespace sapper::experiments::tablet {
namespace {

int up_to(const std::string& command, const char* what, int value, int most) {
  if (value > most)
    throw InputError(
        fmt::format("{}: {} is \"{}\"; expected a whole number from 0 to {}", command, what, value, most));
  return value;
}

}  // namespace

sim::tablet::Tablet TabletArguments::with_poison(const std::string& command) const {
  if (!poison_row)
    throw InputError(fmt::format("{}: {} is missing; expected COLS ROWS POISON_COL POISON_ROW", command,
                                 rows ? poison_col ? "POISON_ROW" : "POISON_COL" : "ROWS"));
  return {*cols, *rows, up_to(command, "POISON_COL", *poison_col, *cols - 1),
          up_to(command, "POISON_ROW", *poison_row, *rows - 1)};
}

sim::tablet::Tablet TabletArguments::size_only(const std::string& command, int max_side) const {
  if (poison_col) throw InputError(fmt::format("{}: expected only COLS ROWS", command));
  return {up_to(command, "COLS", *cols, max_side), up_to(command, "ROWS", *rows, max_side), 0, 0};
}

void add_arguments(Syntax& syntax, TabletArguments& tablet, Needed needed) {
  constexpr auto kMost = static_cast<std::uint64_t>(sim::tablet::kMaxSide);
  const Presence size = needed == Needed::size ? Presence::required : Presence::optional;
  syntax.argument("COLS", "the tablet's columns", whole_number(tablet.cols, 1, kMost), size);
  syntax.argument("ROWS", "its rows", whole_number(tablet.rows, 1, kMost), size);
  syntax.argument("POISON_COL", "the poison's column, from 0", whole_number(tablet.poison_col, 0, kMost),
                  Presence::optional);
  syntax.argument("POISON_ROW", "the poison's row, from 0", whole_number(tablet.poison_row, 0, kMost),
                  Presence::optional);
}

}  // namespace sapper::experiments::tablet
