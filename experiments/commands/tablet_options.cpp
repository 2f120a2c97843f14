#include "experiments/commands/tablet_options.hpp"

#include <fmt/format.h>

#include <string>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::tablet {

namespace {

int up_to(const std::string& command, const char* what, int value, int most) {
  if (value > most)
    throw InputError::in_value(fmt::format("{}: {}", command, what), std::to_string(value),
                               fmt::format("expected a whole number from 0 to {}", most));
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

void add_arguments(CommandSyntax& syntax, TabletArguments& tablet, RequiredArguments needed) {
  constexpr auto kMost = static_cast<std::uint64_t>(sim::tablet::kMaxSide);
  const ArgumentPresence size =
      needed == RequiredArguments::size ? ArgumentPresence::required : ArgumentPresence::optional;
  syntax.argument("COLS", "the tablet's columns", whole_number(tablet.cols, 1, kMost), size);
  syntax.argument("ROWS", "its rows", whole_number(tablet.rows, 1, kMost), size);
  syntax.argument("POISON_COL", "the poison's column, from 0", whole_number(tablet.poison_col, 0, kMost),
                  ArgumentPresence::optional);
  syntax.argument("POISON_ROW", "the poison's row, from 0", whole_number(tablet.poison_row, 0, kMost),
                  ArgumentPresence::optional);
}

}  // namespace sapper::experiments::tablet
