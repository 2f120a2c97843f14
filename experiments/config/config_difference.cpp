#include "experiments/config/config_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

// ` (ring.json)`
std::string differing_members(const boost::json::object& theirs, const boost::json::object& ours) {
  std::vector<std::string> names;
  for (const auto& [key, value] : ours) {
    const boost::json::value* const other = theirs.if_contains(key);
    if (other == nullptr || json::first_difference(*other, value)) names.push_back(printable(key));
  }
  for (const auto& [key, value] : theirs)
    if (!ours.contains(key)) names.push_back(printable(key));
  return fmt::format(" ({})", fmt::join(names, ", "));
}

std::string described(std::string_view key, const boost::json::value* theirs,
                      const boost::json::value* ours) {
  if (!theirs) return fmt::format("it has no \"{}\"", key);
  if (!ours) return fmt::format("it has \"{}\"", key);
  if (theirs->is_array() || theirs->is_object() || ours->is_array() || ours->is_object())
    return fmt::format("its {} differ{}{}", key, key.ends_with('s') ? "" : "s",
                       theirs->is_object() && ours->is_object()
                           ? differing_members(theirs->get_object(), ours->get_object())
                           : std::string());
  return fmt::format("its {} is {}, not {}", key, printable(boost::json::serialize(*theirs)),
                     printable(boost::json::serialize(*ours)));
}

}  // namespace

std::string difference_of(const boost::json::object& theirs, const boost::json::object& ours,
                          GameCounts games) {
  std::vector<std::string> differences;
  const auto compare = [&](std::string_view key) {
    if (key == kNoteKey || (key == "games" && games == GameCounts::ignored)) return;
    const boost::json::value* const a = theirs.if_contains(key);
    const boost::json::value* const b = ours.if_contains(key);
    if (a && b && !json::first_difference(*a, *b)) return;
    differences.push_back(described(key, a, b));
  };
  for (const auto& member : ours) compare(member.key());
  for (const auto& member : theirs)
    if (!ours.contains(member.key())) compare(member.key());
  if (differences.empty()) return {};
  constexpr std::size_t kMostNamed = 3;
  const std::size_t more = differences.size() - std::min(differences.size(), kMostNamed);
  differences.resize(differences.size() - more);
  return fmt::format("{}{}", fmt::join(differences, ", "),
                     more == 0 ? "" : fmt::format(", and {} more", count_text(more, "difference")));
}

}  // namespace sapper::experiments
