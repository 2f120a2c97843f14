// The table of an experiment's counters. A kind of experiment declares a struct of 64-bit integers and lists them once,
// in `each_counter`; how tallies add up, the names in checkpoints, which counters are reproducible and which are
// reported unchanged are derived from that list.
//
//     struct Counts {
//       std::uint64_t wins = 0;
//       std::array<std::uint64_t, 2> moves{};
//       template <class Self, class Visit>
//       static void each_counter(Self& self, Visit visit) {
//         visit(Counter{"wins"}, self.wins);
//         visit(Counter{"moves", CounterRole::reported, Aggregation::sum, kMoveNames}, self.moves);
//       }
//     };
#pragma once

#include <algorithm>
#include <boost/json/object.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

// How counters of disjoint sets of games are combined.
enum class Aggregation : std::uint8_t { sum, largest };

enum class CounterRole : std::uint8_t {
  internal,  // reproducible; reports hold values derived from it
  reported,  // reproducible; in reports unchanged, under its name
  timing,    // not reproducible
};

struct Counter {
  std::string_view name;  // for a reported counter its path in the result: `decisions.wrong_digs`
  CounterRole role = CounterRole::internal;
  Aggregation fold = Aggregation::sum;
  std::span<const std::string_view> labels = {};  // for an array: its elements' names; numbers if empty
  // For an internal counter that older reports lack: the paths of the values derived from it, which are null for those
  // reports.
  std::span<const std::string_view> needed_by = {};
};

// One 64-bit value of a tally, as checkpoints name it.
struct CounterName {
  std::string name;
  bool is_reproducible = true;
  std::string_view row = {};  // the counter's name: shared by players and by the elements of an array
  // The paths of a result that are null where the counter is absent; empty: it may not be absent.
  std::vector<std::string_view> needed_by = {};
};

template <class Counts>
concept CountsTable = requires(Counts& counts) {
  Counts::each_counter(counts, [](const Counter&, auto&) {});
};

// Stands for the counters of some kind that a tally lacks.
struct NoCounters {
  template <class Self, class Visit>
  static void each_counter(Self&, Visit) {}
};

// Calls visit(counter, index, value) for every 64-bit value, in the order of the table. index: in an array.
template <CountsTable Counts, class Visit>
void each_value(Counts& counts, Visit visit) {
  Counts::each_counter(counts, [&](const Counter& counter, auto& field) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(field)>, std::uint64_t>) {
      visit(counter, std::optional<std::size_t>(), field);
    } else {
      for (std::size_t i = 0; i < field.size(); ++i) visit(counter, std::optional(i), field[i]);
    }
  });
}

template <CountsTable Counts>
void append_values(const Counts& counts, std::vector<std::uint64_t>& values) {
  each_value(counts, [&](const Counter&, auto, std::uint64_t value) { values.push_back(value); });
}

// Corresponding members are found by offset: nothing is copied or allocated.
template <CountsTable Counts>
void fold_into(Counts& counts, const Counts& other) {
  const auto* const base = reinterpret_cast<const std::byte*>(&counts);
  const auto* const other_base = reinterpret_cast<const std::byte*>(&other);
  each_value(counts, [&](const Counter& counter, auto, std::uint64_t& value) {
    const std::ptrdiff_t offset = reinterpret_cast<const std::byte*>(&value) - base;
    const auto theirs = *reinterpret_cast<const std::uint64_t*>(other_base + offset);
    value = counter.fold == Aggregation::sum ? value + theirs : std::max(value, theirs);
  });
}

std::string name_of(const Counter& counter, std::optional<std::size_t> index);

// The names of all values, each with `prefix` before it.
template <CountsTable Counts>
void append_names(const std::string& prefix, std::vector<CounterName>& names) {
  Counts counts;
  each_value(counts, [&](const Counter& counter, auto index, std::uint64_t) {
    CounterName name{prefix + name_of(counter, index), counter.role != CounterRole::timing, counter.name, {}};
    name.needed_by.assign(counter.needed_by.begin(), counter.needed_by.end());
    if (counter.role == CounterRole::reported) name.needed_by.push_back(counter.name);
    names.push_back(std::move(name));
  });
}

// Sets a value at a path of nested objects (`decisions.wrong_digs`), creating missing ones.
void set_path(boost::json::object& object, std::string_view path, boost::json::value value);
// The value there; null if there is none.
const boost::json::value* find_path(const boost::json::object& object, std::string_view path);

// Adds the reported counters to a result: numbers; arrays as an object by label, or as a list.
template <CountsTable Counts>
void add_reported(boost::json::object& result, const Counts& counts) {
  Counts::each_counter(counts, [&](const Counter& counter, const auto& field) {
    if (counter.role != CounterRole::reported) return;
    if constexpr (std::same_as<std::remove_cvref_t<decltype(field)>, std::uint64_t>) {
      set_path(result, counter.name, field);
    } else if (counter.labels.empty()) {
      set_path(result, counter.name, boost::json::array(field.begin(), field.end()));
    } else {
      boost::json::object values;
      for (std::size_t i = 0; i < field.size(); ++i) values[counter.labels[i]] = field[i];
      set_path(result, counter.name, std::move(values));
    }
  });
}

}  // namespace sapper::experiments
