#include "experiments/run/report_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "experiments/support/append_format.hpp"
#include "experiments/support/json/writer.hpp"

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

std::vector<Result> ReportParts::results_of(std::size_t case_number, const Tally& tally) const {
  std::vector<Result> results = experiment_.results_of(case_number, tally);
  for (Result& result : results) {
    counters_.clear_result(result);
    // Why the case ended is known only once all parts are merged.
    if (!knows_ends_)
      if (auto* stopped_by = result.json.if_contains("stopped_by")) *stopped_by = nullptr;
  }
  return results;
}

std::vector<Timing> ReportParts::timings_of(std::size_t case_number, const Tally& tally) const {
  return experiment_.timings_of(case_number, tally, wall_per_core_s_);
}

bj::array ReportParts::results(std::size_t case_number, const Tally& tally) const {
  return json_of(results_of(case_number, tally));
}

bj::array ReportParts::cases(std::size_t case_number, const Tally& tally) const {
  bj::object facts = experiment_.case_facts(case_number, tally);
  counters_.clear_facts(facts);
  return {std::move(facts)};
}

bj::array ReportParts::comparisons(std::size_t case_number, const Tally& tally) const {
  return experiment_.comparisons(case_number, tally);
}

bj::array ReportParts::timings(std::size_t case_number, const Tally& tally) const {
  return json_of(timings_of(case_number, tally));
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

void ReportHash::add(std::size_t case_number, const GameRange& games, std::span<const std::uint64_t> values) {
  std::string line = fmt::format("{} {} {}", case_number, games.first, games.last);
  for (const std::uint64_t value : values) append_format(line, " {}", value);
  hash_.add(line += '\n');
}

std::string text_of(const Hash& hash) { return fmt::format("fnv1a-64:{:016x}", hash.value()); }

}  // namespace sapper::experiments
