// The games whose records a worker writes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace sapper::experiments {

enum class RecordFilter : std::uint8_t { all, lost, won, guessed, differ, missed, wrong, excess };
inline constexpr std::array<std::string_view, 8> kRecordFilterNames{"all",    "lost",   "won",   "guessed",
                                                                    "differ", "missed", "wrong", "excess"};
constexpr std::span<const std::string_view> names_of(RecordFilter) { return kRecordFilterNames; }

}  // namespace sapper::experiments
