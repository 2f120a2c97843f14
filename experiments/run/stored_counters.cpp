#include "experiments/run/stored_counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

bool is_of_a_case(const CounterName& name) { return name.name.starts_with("case:"); }

}  // namespace

StoredCounters::StoredCounters(const Experiment& experiment, std::span<const std::string> absent)
    : experiment_(experiment),
      names_(experiment.make_tally()->names()),
      is_absent_(names_.size()),
      absent_(absent.begin(), absent.end()) {
  for (std::size_t i = 0; i < names_.size(); ++i)
    is_absent_[i] = std::find(absent.begin(), absent.end(), names_[i].name) != absent.end();
}

std::vector<std::string> StoredCounters::names(Counted which) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (is_there(i, which)) names.push_back(names_[i].name);
  return names;
}

std::vector<std::uint64_t> StoredCounters::values(const Tally& tally, Counted which) const {
  const std::vector<std::uint64_t> all = tally.counters();
  std::vector<std::uint64_t> values;
  values.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_there(i, which)) values.push_back(all[i]);
  return values;
}

std::string StoredCounters::adopt(std::span<const std::string> stored, Counted which) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const CounterName& name = names_[i];
    if (name.is_reproducible != (which == Counted::reproducible)) continue;
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

std::unique_ptr<Tally> StoredCounters::tally(std::span<const std::uint64_t> reproducible,
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

std::vector<std::string_view> StoredCounters::unknown_paths(bool are_of_case) const {
  std::vector<std::string_view> paths;
  if (absent_.empty()) return paths;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (is_absent_[i] && is_of_a_case(names_[i]) == are_of_case)
      paths.insert(paths.end(), names_[i].needed_by.begin(), names_[i].needed_by.end());
  return paths;
}

void StoredCounters::clear_result(Result& result) const {
  for (const std::string_view path : unknown_paths(false)) result.clear(path);
}

void StoredCounters::clear_facts(boost::json::object& facts) const {
  for (const std::string_view path : unknown_paths(true)) set_path(facts, path, nullptr);
}

}  // namespace sapper::experiments
