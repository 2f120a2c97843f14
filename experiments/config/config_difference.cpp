#include "experiments/config/config_difference.hpp"

#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

std::string described(std::string_view key, const boost::json::value* theirs,
                      const boost::json::value* ours) {
  if (!theirs) return fmt::format("it has no \"{}\"", key);
  if (!ours) return fmt::format("it has \"{}\"", key);
  if (theirs->is_array() || theirs->is_object() || ours->is_array() || ours->is_object())
    return fmt::format("its {} differ{}", key, key.ends_with('s') ? "" : "s");
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
    if (a && b && boost::json::serialize(*a) == boost::json::serialize(*b)) return;
    differences.push_back(described(key, a, b));
  };
  for (const auto& member : ours) compare(member.key());
  for (const auto& member : theirs)
    if (!ours.contains(member.key())) compare(member.key());
  if (differences.empty()) return {};
  if (differences.size() == 1) return differences.front();
  return fmt::format("{}, and {} more", differences.front(),
                     count_text(differences.size() - 1, "difference"));
}

}  // namespace sapper::experiments
