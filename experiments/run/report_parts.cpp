#include "experiments/run/report_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

namespace bj = boost::json;

// left_out: a member of the value itself that does not count.
void add_canonical(Hash& hash, const bj::value& value, std::string_view left_out = {}) {
  if (const auto* list = value.if_array()) {
    hash.add("[");
    for (const bj::value& item : *list) {
      add_canonical(hash, item);
      hash.add(",");
    }
    hash.add("]");
  } else if (const auto* object = value.if_object()) {
    std::map<std::string_view, const bj::value*> members;
    for (const auto& member : *object)
      if (left_out.empty() || member.key() != left_out) members.emplace(member.key(), &member.value());
    hash.add("{");
    for (const auto& [key, member] : members) {
      hash.add(json::to_text(bj::value(key)));
      hash.add(":");
      add_canonical(hash, *member);
      hash.add(",");
    }
    hash.add("}");
  } else {
    hash.add(json::to_text(value));
  }
}

}  // namespace

ReportParts::ReportParts(const Report& report, bool knows_ends)
    : experiment_(*report.experiment),
      knows_ends_(knows_ends),
      wall_per_core_s_(report.wall_per_core_s()),
      names_(experiment_.make_tally()->names()),
      absent_(report.absent) {
  for (const CounterName& name : names_)
    is_absent_.push_back(std::ranges::find(absent_, name.name) != absent_.end());
}

std::vector<std::string> ReportParts::names(CounterGroup which) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (is_there(i, which)) names.push_back(names_[i].name);
  return names;
}

std::vector<std::uint64_t> ReportParts::values(const Tally& tally, CounterGroup which) const {
  const std::vector<std::uint64_t> all = tally.counters();
  std::vector<std::uint64_t> values;
  values.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_there(i, which)) values.push_back(all[i]);
  return values;
}

std::string ReportParts::adopt(std::span<const std::string> stored, CounterGroup which) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const CounterName& name = names_[i];
    if (name.is_reproducible != (which == CounterGroup::reproducible)) continue;
    if (next < stored.size() && stored[next] == name.name) {
      ++next;
      continue;
    }
    if (name.is_reproducible && name.needed_by.empty())
      return fmt::format("lacks the counter \"{}\"", printable(name.name));
    if (!is_absent_[i]) absent_.push_back(name.name);
    is_absent_[i] = true;
  }
  if (next == stored.size()) return {};
  return fmt::format("has the counter \"{}\", which this build does not know or has in another position",
                     printable(stored[next]));
}

std::unique_ptr<Tally> ReportParts::tally(std::span<const std::uint64_t> reproducible,
                                          std::span<const std::uint64_t> timing) const {
  std::vector<std::uint64_t> values;
  values.reserve(names_.size());
  std::size_t next = 0, next_timing = 0;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const bool is_timing = !names_[i].is_reproducible;
    const std::span<const std::uint64_t> from = is_timing ? timing : reproducible;
    std::size_t& at = is_timing ? next_timing : next;
    if (!is_absent_[i] && at >= from.size()) throw std::invalid_argument("too few counters");
    values.push_back(is_absent_[i] ? 0 : from[at++]);
  }
  if (next != reproducible.size() || next_timing != timing.size())
    throw std::invalid_argument("too many counters");
  std::unique_ptr<Tally> tally = experiment_.make_tally();
  tally->set_counters(values);
  return tally;
}

std::vector<std::string_view> ReportParts::unknown_paths(bool are_of_case) const {
  std::vector<std::string_view> paths;
  if (absent_.empty()) return paths;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (is_absent_[i] && names_[i].name.starts_with("case:") == are_of_case)
      paths.insert(paths.end(), names_[i].needed_by.begin(), names_[i].needed_by.end());
  return paths;
}

bj::array ReportParts::results_of(std::size_t case_number, const Tally& tally) const {
  bj::array results = experiment_.parts().results.results(case_number, tally);
  for (bj::value& each : results) {
    bj::object& result = each.as_object();
    for (const std::string_view path : unknown_paths(false)) set_path(result, path, nullptr);
    // Why the case ended is known only once all parts are merged.
    if (!knows_ends_)
      if (auto* stopped_by = result.if_contains("stopped_by")) *stopped_by = nullptr;
  }
  return results;
}

std::vector<Timing> ReportParts::timings_of(std::size_t case_number, const Tally& tally) const {
  return experiment_.parts().results.timings_of(case_number, tally, wall_per_core_s_);
}

bj::object ReportParts::facts_of(std::size_t case_number, const Tally& tally) const {
  bj::object facts = experiment_.parts().results.case_facts(case_number, tally);
  for (const std::string_view path : unknown_paths(true)) set_path(facts, path, nullptr);
  return facts;
}

std::vector<ReportParts::List> ReportParts::lists() const {
  return {{"results", [this](auto number, auto& tally) { return results_of(number, tally); }},
          {"cases", [this](auto number, auto& tally) { return bj::array{facts_of(number, tally)}; }},
          {"comparisons", [this](auto number, auto& tally) {
             return experiment_.parts().results.comparisons(number, tally);
           }}};
}

std::vector<ReportParts::List> ReportParts::timing_lists() const {
  return {{"results",
           [this](auto number, auto& tally) {
             return experiment_.parts().results.timings(number, tally, wall_per_core_s_);
           }},
          {"cases", [this](auto number, auto& tally) {
             const std::optional<double> layout_s = experiment_.parts().results.layout_s(tally);
             if (!layout_s) return bj::array();
             return bj::array{bj::object{{"case", number}, {"layout_s", json::rounded(*layout_s)}}};
           }}};
}

bj::array ReportParts::varying() const {
  bj::array names;
  if (experiment_.case_count() == 0) return names;
  for (const CaseProperty& property : experiment_.properties(0))
    if (property.varies) names.push_back(bj::value(property.name));
  return names;
}

ReportHash::ReportHash(const bj::value& config, Shard shard, std::span<const std::string> names) {
  add_canonical(hash_, config, kNoteKey);
  hash_.add(fmt::format("\nshard {} of {}\n", shard.number, shard.count));
  for (const std::string& name : names) hash_.add(name + '\n');
}

void ReportHash::add(std::size_t case_number, const GameRange& games, std::span<const std::uint64_t> values,
                     std::span<const std::string> won) {
  std::string line = fmt::format("{} {} {}", case_number, games.first, games.last);
  for (const std::uint64_t value : values) append_format(line, " {}", value);
  for (const std::string& games_won : won) line += ' ' + games_won;
  hash_.add(line += '\n');
}

std::string text_of(const Hash& hash) { return fmt::format("fnv1a-64:{:016x}", hash.value()); }

std::string hash_of_checkpoint(std::string_view content) {
  Hash hash;
  hash.add(content.substr(0, content.rfind(kHashOfCheckpoint)));
  return text_of(hash);
}

}  // namespace sapper::experiments
