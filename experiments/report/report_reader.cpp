#include "experiments/report/report_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "experiments/report/report_parts.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/json/parts.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kEdited = "the report is damaged, was edited, or comes from another build";

// An error in a part of the report; the file's name is prepended.
class Wrong : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::uint64_t whole(const bj::value& value, std::string_view path) {
  if (value.is_uint64()) return value.get_uint64();
  if (value.is_int64() && value.get_int64() >= 0) return static_cast<std::uint64_t>(value.get_int64());
  throw Wrong(fmt::format("{} is not a whole number from 0 to 2^64 - 1", path));
}

std::string text(const bj::value& value, std::string_view path) {
  if (!value.is_string()) throw Wrong(fmt::format("{} is not a string", path));
  return std::string(value.get_string());
}

const bj::value& member(const bj::value& value, std::string_view key, std::string_view path) {
  const bj::object* const object = value.if_object();
  const bj::value* const found = object == nullptr ? nullptr : object->if_contains(key);
  if (found == nullptr) throw Wrong(fmt::format("{} lacks the key \"{}\"", path, key));
  return *found;
}

std::vector<std::uint64_t> wholes(const bj::value& value, std::string_view path) {
  if (!value.is_array()) throw Wrong(fmt::format("{} is not a list", path));
  std::vector<std::uint64_t> values;
  values.reserve(value.get_array().size());
  for (const bj::value& item : value.get_array()) values.push_back(whole(item, path));
  return values;
}

std::vector<std::string> texts(const bj::value& value, std::string_view path) {
  if (!value.is_array()) throw Wrong(fmt::format("{} is not a list", path));
  std::vector<std::string> values;
  for (const bj::value& item : value.get_array()) values.push_back(text(item, path));
  return values;
}

// The report as stored in the file.
struct Stored {
  std::string schema, name, hash;
  std::optional<bj::value> config;
  Shard shard;
  std::vector<std::string> names, timing_names;
  struct Stretch {
    std::size_t case_number;
    GameRange games;
    std::vector<std::uint64_t> values;
  };
  std::vector<Stretch> stretches;
  std::vector<std::vector<std::uint64_t>> timing;
  double wall_s = 0;
  std::uint64_t threads = 1;
  bj::object environment;
};

void check_schema(const std::string& schema) {
  if (schema == kReportSchema) return;
  if (schema.starts_with("sapper-report/"))
    throw Wrong(fmt::format(
        "is a report of another version ({}); this build reads {}: rerun the experiment (sapper run CONFIG)",
        printable(schema), kReportSchema));
  throw Wrong(fmt::format("is not a report ({})", kReportSchema));
}

Shard read_shard(const bj::value& part) {
  const Shard shard{whole(member(part, "shard", "part"), "part.shard"),
                    whole(member(part, "of", "part"), "part.of")};
  if (shard.count < 2 || shard.count > kMaxShards || shard.number == 0 || shard.number > shard.count)
    throw Wrong("part is not a shard number and a shard count");
  return shard;
}

Stored read_stored(std::string_view content, const std::string& name) {
  Stored stored;
  json::PartReader parts;
  parts.on("schema", [&](bj::value&& value) { check_schema(stored.schema = text(value, "schema")); });
  parts.on("name", [&](bj::value&& value) { stored.name = text(value, "name"); });
  parts.on("part", [&](bj::value&& value) { stored.shard = read_shard(value); });
  parts.on("config", [&](bj::value&& value) { stored.config = std::move(value); });
  parts.on("hash", [&](bj::value&& value) { stored.hash = text(value, "hash"); });
  parts.on("counters.names", [&](bj::value&& value) { stored.names = texts(value, "counters.names"); });
  parts.on("counters.cases[]", [&](bj::value&& value) {
    const std::string path = fmt::format("counters.cases[{}]", stored.stretches.size());
    stored.stretches.push_back({whole(member(value, "case", path), path + ".case"),
                                {whole(member(value, "first", path), path + ".first"),
                                 whole(member(value, "last", path), path + ".last")},
                                wholes(member(value, "values", path), path + ".values")});
  });
  parts.on("timing.wall_s", [&](bj::value&& value) {
    if (!value.is_number()) throw Wrong("timing.wall_s is not a number");
    stored.wall_s = std::max(value.to_number<double>(), 0.0);
  });
  parts.on("timing.threads", [&](bj::value&& value) { stored.threads = whole(value, "timing.threads"); });
  parts.on("timing.counters.names",
           [&](bj::value&& value) { stored.timing_names = texts(value, "timing.counters.names"); });
  parts.on("timing.counters.values[]",
           [&](bj::value&& value) { stored.timing.push_back(wholes(value, "timing.counters.values")); });
  parts.on("environment", [&](bj::value&& value) {
    if (value.is_object()) stored.environment = std::move(value.get_object());
  });
  parts.read(content, name);
  check_schema(stored.schema);
  if (!stored.config) throw Wrong("lacks the key \"config\"");
  return stored;
}

void check_hash(const Stored& stored) {
  ReportHash hash(*stored.config, stored.shard, stored.names);
  for (const Stored::Stretch& stretch : stored.stretches)
    hash.add(stretch.case_number, stretch.games, stretch.values);
  if (hash.text() != stored.hash)
    throw Wrong(fmt::format("its config and counters hash to {}, not {}; the report is damaged or was edited",
                            hash.text(), printable(stored.hash)));
}

// Moves the counters into tallies, one by one.
void read_tallies(Stored& stored, Report& report) {
  StoredCounters counters(*report.experiment);
  for (const auto& [names, which] :
       {std::pair(&stored.names, Counted::reproducible), std::pair(&stored.timing_names, Counted::timing)})
    if (const std::string wrong = counters.adopt(*names, which); !wrong.empty()) throw Wrong(wrong);
  if (stored.timing.size() != stored.stretches.size())
    throw Wrong("timing.counters.values and counters.cases differ in length");
  for (std::size_t i = 0; i < stored.stretches.size(); ++i) {
    Stored::Stretch& stretch = stored.stretches[i];
    const auto refuse = [&](std::string_view wrong) {
      return Wrong(fmt::format("the counters of case {} {}; {}", stretch.case_number, wrong, kEdited));
    };
    Report::Stretch& read = report.stretches.emplace_back();
    read.case_number = stretch.case_number;
    read.games = stretch.games;
    if (stretch.case_number >= report.experiment->case_count())
      throw refuse("refer to a case the config lacks");
    try {
      read.tally = counters.tally(stretch.values, stored.timing[i]);
    } catch (const std::invalid_argument&) {
      throw refuse("have the wrong length");
    }
    stretch.values = {};
    stored.timing[i] = {};
    if (read.games.last < read.games.first || read.tally->games() != read.games.size())
      throw refuse("do not match its games");
    if (const std::string wrong = report.experiment->contradiction(*read.tally); !wrong.empty())
      throw refuse("are impossible: " + printable(wrong));
  }
  report.absent = counters.absent();
}

// Checks that each case of the part appears once, in order, with all its games.
void check_games(const Report& report) {
  const Experiment& experiment = *report.experiment;
  const std::uint64_t games = experiment.common().games;
  const Slice slice = slice_of(experiment, report.shard);
  const auto refuse = [&](std::size_t number, const std::string& wrong) {
    return Wrong(fmt::format("case {} ({}) {}; {}", number, experiment.case_name(number), wrong, kEdited));
  };
  std::size_t next = 0;
  for (std::size_t number = slice.begin.case_number;
       number < experiment.case_count() && number <= slice.end.case_number; ++number) {
    const GameRange range = slice.range_of(number, games);
    if (range.size() == 0) continue;
    const std::unique_ptr<Tally> sum = experiment.make_tally();
    std::uint64_t game = range.first;
    for (; next < report.stretches.size() && report.stretches[next].case_number == number; ++next) {
      const Report::Stretch& stretch = report.stretches[next];
      if (stretch.games.first < game) throw refuse(number, "has games twice");
      if (stretch.games.first > game) throw refuse(number, fmt::format("lacks its game {}", game));
      sum->add(*stretch.tally);
      game = stretch.games.last;
    }
    if (game > range.last) throw refuse(number, fmt::format("has more than its {} games", range.size()));
    if (game == range.last) continue;
    if (game == range.first) throw refuse(number, "is missing");
    if (!is_finished(experiment, *sum, range))
      throw refuse(number, fmt::format("has {} of its {} games", sum->games(), range.size()));
  }
  if (next < report.stretches.size())
    throw refuse(report.stretches[next].case_number, "is a duplicate or out of order");
}

bool is_same_number(const bj::value& a, const bj::value& b) {
  if (a.is_double() || b.is_double()) return a.to_number<double>() == b.to_number<double>();
  return a == b;
}

std::string shown(const bj::value& value) { return printable(json::to_text(value), 60); }

// Where and how a stored value differs from the one derived from the counters; empty if it does not.
std::string difference_of(const bj::value& stored, const bj::value& expected, const std::string& path) {
  if (stored.is_object() && expected.is_object()) {
    for (const auto& wanted : expected.get_object()) {
      const std::string inner = path + '.' + std::string(wanted.key());
      const bj::value* const found = stored.get_object().if_contains(wanted.key());
      if (found == nullptr) {
        if (wanted.value().is_null()) continue;  // depends on an absent counter
        return inner + " is missing";
      }
      if (std::string difference = difference_of(*found, wanted.value(), inner); !difference.empty())
        return difference;
    }
    for (const auto& found : stored.get_object())
      if (!expected.get_object().contains(found.key()))
        return fmt::format("{}.{} is unexpected", path, printable(found.key()));
    return {};
  }
  if (stored.is_array() && expected.is_array() && stored.get_array().size() == expected.get_array().size()) {
    for (std::size_t i = 0; i < stored.get_array().size(); ++i)
      if (std::string difference =
              difference_of(stored.get_array()[i], expected.get_array()[i], fmt::format("{}[{}]", path, i));
          !difference.empty())
        return difference;
    return {};
  }
  if (stored.is_number() && expected.is_number() ? is_same_number(stored, expected) : stored == expected)
    return {};
  return fmt::format("{} is {}, but {} follows from the counters", path, shown(stored), shown(expected));
}

// Compares the items of one of the report's lists with those derived from the counters, one by one.
class ListCheck {
 public:
  using ItemsOf = std::function<bj::array(std::size_t case_number, const Tally& tally)>;
  ListCheck(std::string path, const Report& report, ItemsOf items_of)
      : path_(std::move(path)), report_(report), items_of_(std::move(items_of)) {}

  void take(const bj::value& stored) {
    const bj::value* const expected = next();
    if (expected == nullptr) throw wrong(fmt::format("{} has more than {} items", path_, count_));
    const std::string path = fmt::format("{}[{}]", path_, count_);
    if (const std::string difference = difference_of(stored, *expected, path); !difference.empty())
      throw wrong(difference);
    ++count_;
  }
  void end() {
    if (next() != nullptr) throw wrong(fmt::format("{} ends after {} items", path_, count_));
  }

 private:
  static Wrong wrong(const std::string& what) { return Wrong(fmt::format("{}; {}", what, kEdited)); }
  const bj::value* next() {
    while (at_ == items_.size()) {
      if (stretch_ == report_.stretches.size()) return nullptr;
      const std::size_t number = report_.stretches[stretch_].case_number;
      items_ = items_of_(number, report_.take_case(stretch_, sum_));
      at_ = 0;
    }
    return &items_[at_++];
  }

  std::string path_;
  const Report& report_;
  ItemsOf items_of_;
  std::size_t stretch_ = 0, count_ = 0, at_ = 0;
  bj::array items_;  // of a case
  std::unique_ptr<Tally> sum_;
};

void check_what_follows(std::string_view content, const Report& report) {
  const ReportParts parts(*report.experiment, report.shard, report.absent);
  const auto list = [&](const char* path, bj::array (ReportParts::*items)(std::size_t, const Tally&) const) {
    return ListCheck(path, report, [&parts, items](std::size_t number, const Tally& tally) {
      return (parts.*items)(number, tally);
    });
  };
  ListCheck results = list("results", &ReportParts::results);
  ListCheck cases = list("cases", &ReportParts::cases);
  ListCheck comparisons = list("comparisons", &ReportParts::comparisons);
  bj::value varying;
  json::PartReader reader;
  reader.on("varying", [&](bj::value&& value) { varying = std::move(value); });
  reader.on("results[]", [&](bj::value&& value) { results.take(value); });
  reader.on("cases[]", [&](bj::value&& value) { cases.take(value); });
  reader.on("comparisons[]", [&](bj::value&& value) { comparisons.take(value); });
  reader.read(content, report.file);
  results.end();
  cases.end();
  comparisons.end();
  if (const std::string difference = difference_of(varying, parts.varying(), "varying"); !difference.empty())
    throw Wrong(fmt::format("{}; {}", difference, kEdited));
}

}  // namespace

bool looks_like_report(const fs::path& file) { return kind_of(file) == FileKind::report; }

Report read_report(const fs::path& file, const MakeExperiment& make) {
  refuse_other_kinds(file, {FileKind::report}, fmt::format("a report ({})", kReportSchema));
  const sim::Input input = sim::read_input(file, sim::kMaxReportBytes);
  Report report;
  report.file = input.name;
  try {
    {
      Stored stored = read_stored(input.content, input.name);
      check_hash(stored);
      report.experiment = make(json::to_text(*stored.config, 2), input.name);
      stored.config.reset();
      if (stored.name != report.experiment->common().name)
        throw Wrong(fmt::format("name differs from the config's; {}", kEdited));
      report.shard = stored.shard;
      report.wall_s = stored.wall_s;
      report.threads = stored.threads;
      report.environment = std::move(stored.environment);
      read_tallies(stored, report);
    }
    check_games(report);
    check_what_follows(input.content, report);
  } catch (const Wrong& wrong) {
    throw InputError::in_file(input.name, wrong.what());
  }
  return report;
}

}  // namespace sapper::experiments
