// Tablets on the command line: columns, rows, and the poison's column and row, from 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/cli/command_syntax.hpp"
#include "sim/tablet/tablet.hpp"

namespace sapper::experiments::tablet {

struct TabletArguments {
  std::optional<int> cols, rows, poison_col, poison_row;

  // InputError, starting with `command`, unless all four are given and the poison lies inside.
  sim::tablet::Tablet with_poison(const std::string& command) const;
  // The poison at column 0, row 0. InputError if one is given, or a side is longer than `max_side`.
  sim::tablet::Tablet size_only(const std::string& command, int max_side) const;
};

enum class RequiredArguments : std::uint8_t { nothing, size };
// COLS ROWS POISON_COL POISON_ROW.
void add_arguments(CommandSyntax& syntax, TabletArguments& tablet, RequiredArguments needed);

}  // namespace sapper::experiments::tablet
