#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>

#include "experiments/config/config.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/known_faults.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/json/parts.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kEdited = "the report is damaged, was edited, or comes from another build";

// Counters that this build does not know, or that the file lacks.
class OtherCounters : public WrongField {
  using WrongField::WrongField;
};

// The games and reproducible counters of a stretch.
struct StoredCounts {
  std::uint64_t case_number = 0, first = 0, last = 0;
  std::vector<std::uint64_t> values;
  std::vector<std::string> won;  // empty: not kept

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("case", self.case_number);
    visit("first", self.first);
    visit("last", self.last);
    visit("values", self.values);
    visit("won", self.won);
  }
};

// What a file holds: a report without its experiment and stretches, and what these are made from.
struct Stored {
  Report report{std::shared_ptr<const Experiment>()};
  std::string schema, name, hash;
  std::optional<bj::value> config;
  std::vector<std::string> names, timing_names;
  std::vector<StoredCounts> counts;                // [stretch]
  std::vector<std::vector<std::uint64_t>> timing;  // [stretch]
  bj::value records;
};

void check_schema(const std::string& schema) {
  if (schema == kReportSchema) return;
  if (schema.starts_with("sapper-report/"))
    throw WrongField(fmt::format(
        "is a report of another version ({}); this build reads {}: rerun the experiment (sapper run CONFIG)",
        printable(schema), kReportSchema));
  throw WrongField(fmt::format("is not a report ({})", kReportSchema));
}

// The builds and programs of `environment`; entries of any other form are passed over.
void read_environment(bj::value&& value, Report& report) {
  if (!value.is_object()) return;
  report.environment = std::move(value.get_object());
  const auto read = [&](std::string_view key, auto& list) {
    const bj::value* const entries = report.environment.if_contains(key);
    if (entries == nullptr || !entries->is_array()) return;
    for (const bj::value& entry : entries->get_array()) {
      try {
        read_json(entry, std::string(key), list.emplace_back());
      } catch (const WrongField&) {
        list.pop_back();
      }
    }
  };
  read("resumed_from", report.other_builds);
  read("programs", report.programs);
}

void check_hash(const Stored& stored, std::string_view content) {
  std::string hash;
  if (stored.report.is_finished) {
    ReportHash of_parts(*stored.config, stored.report.shard, stored.names);
    for (const StoredCounts& counts : stored.counts)
      of_parts.add(counts.case_number, {counts.first, counts.last}, counts.values, counts.won);
    hash = of_parts.text();
  } else {
    hash = hash_of_checkpoint(content);
  }
  if (hash != stored.hash)
    throw WrongField(
        fmt::format("its config and counters hash to {}, not {}; the report is damaged or was edited", hash,
                    printable(stored.hash)));
}

Stored read_stored(const sim::Input& input) {
  Stored stored;
  Report& report = stored.report;
  report.file = input.name;
  report.is_finished = true;
  json::PartReader parts;
  const auto on = [&](const std::string& path, auto& target) {
    parts.on(path, [path, &target](bj::value&& value) { read_json(value, path, target); });
  };
  parts.on("schema", [&](bj::value&& value) {
    read_json(value, "schema", stored.schema);
    check_schema(stored.schema);
  });
  on("name", stored.name);
  on("complete", report.is_finished);
  parts.on("records", [&](bj::value&& value) { stored.records = std::move(value); });
  parts.on("part", [&](bj::value&& value) {
    read_json(value, "part", report.shard);
    const auto [number, count] = report.shard;
    if (count < 2 || count > kMaxShards || number == 0 || number > count)
      throw WrongField("part is not a shard number and a shard count");
  });
  parts.on("config", [&](bj::value&& value) { stored.config = std::move(value); });
  on("hash", stored.hash);
  on("counters.names", stored.names);
  parts.on("counters.cases[]", [&](bj::value&& value) {
    const std::string path = fmt::format("counters.cases[{}]", stored.counts.size());
    // Earlier versions did not keep who won, and large reports do not.
    if (value.is_object()) value.get_object().emplace("won", bj::array());
    read_json(value, path, stored.counts.emplace_back());
  });
  on("timing.wall_s", report.wall_s);
  on("timing.threads", report.threads);
  report.queued_s.reset();
  parts.on("timing.queued_s", [&](bj::value&& value) {
    double queued_s = 0;
    read_json(value, "timing.queued_s", queued_s);
    report.queued_s = std::max(queued_s, 0.0);
  });
  parts.on("timing.thread_time", [&](bj::value&& value) {
    try {
      read_json(value, "timing.thread_time", report.thread_time);
    } catch (const WrongField&) {  // another build has other parts of the time
      report.thread_time.reset();
    }
  });
  on("timing.counters.names", stored.timing_names);
  parts.on("timing.counters.values[]", [&](bj::value&& value) {
    read_json(value, "timing.counters.values", stored.timing.emplace_back());
  });
  parts.on("environment", [&](bj::value&& value) { read_environment(std::move(value), report); });
  parts.read(input.content, input.name);
  check_schema(stored.schema);
  if (!stored.config) throw WrongField("lacks the key \"config\"");
  check_hash(stored, input.content);
  report.wall_s = std::max(report.wall_s, 0.0);
  if (!report.is_finished) read_json(stored.records, "records", report.records);
  return stored;
}

// Whether the players and pairs of players have won as many games as the tally counts.
bool agrees(const WonGames& won, const Tally& tally, const Experiment& experiment) {
  if (won.player_count() != experiment.labels().size()) return false;
  for (std::size_t b = 0; b < won.player_count(); ++b)
    for (std::size_t a = 0; a <= b; ++a) {
      const std::optional<PairedCounts> counts = experiment.parts().results.paired(tally, a, b);
      if (!counts || counts->both != WonGames::both_won(won.words(a), won.words(b), won.game_count()))
        return false;
    }
  return true;
}

// Moves the counters into tallies, one by one.
void read_tallies(Stored& stored, Report& report) {
  ReportParts parts(report);
  for (const auto& [names, which] : {std::pair(&stored.names, CounterGroup::reproducible),
                                     std::pair(&stored.timing_names, CounterGroup::timing)})
    if (const std::string wrong = parts.adopt(*names, which); !wrong.empty()) throw OtherCounters(wrong);
  if (stored.timing.size() != stored.counts.size())
    throw WrongField("timing.counters.values and counters.cases differ in length");
  for (std::size_t i = 0; i < stored.counts.size(); ++i) {
    const StoredCounts counts = std::move(stored.counts[i]);
    const std::vector<std::uint64_t> timing = std::move(stored.timing[i]);
    const auto refuse = [&](std::string_view wrong) {
      return WrongField(fmt::format("the counters of case {} {}; {}", counts.case_number, wrong, kEdited));
    };
    if (counts.case_number >= report.experiment->case_count())
      throw refuse("refer to a case the config lacks");
    TalliedGames& part =
        report.tallied.emplace_back(TalliedGames{counts.case_number, {counts.first, counts.last}, nullptr});
    try {
      part.tally = parts.tally(counts.values, timing);
    } catch (const std::invalid_argument&) {
      throw refuse("have the wrong length");
    }
    if (part.games.last < part.games.first || part.tally->games() != part.games.size())
      throw refuse("do not match its games");
    if (const std::string wrong = report.experiment->parts().results.contradiction(*part.tally);
        !wrong.empty())
      throw refuse("are impossible: " + printable(wrong));
    if (counts.won.empty()) continue;
    if (!keeps_won_games(*report.experiment))
      throw refuse("hold \"won\", which reports of an experiment like this leave out");
    std::optional<WonGames> won = WonGames::of_texts(counts.won, part.games.size());
    if (!won || !agrees(*won, *part.tally, *report.experiment))
      throw refuse("do not agree with the games that \"won\" says were won");
    part.won = *std::move(won);
  }
  report.absent = parts.absent();
}

// What is known to be wrong in it because earlier versions of the program played a part.
std::vector<KnownFault> known_faults_of(const Report& report) {
  std::vector<KnownFault> faults;
  for (const std::string& version : report.versions())
    for (KnownFault& fault : known_faults_of(*report.experiment, version)) faults.push_back(std::move(fault));
  return faults;
}

// Checks that each case of the part appears once, in order, with all its games, or the first ones if the report is not
// finished.
void check_games(const Report& report) {
  const Experiment& experiment = *report.experiment;
  const GameSet games = games_of(experiment, report.shard);
  const auto refuse = [&](std::size_t number, const std::string& wrong) {
    return WrongField(
        fmt::format("case {} ({}) {}; {}", number, experiment.case_name(number), wrong, kEdited));
  };
  const bool has_other_ends = std::ranges::any_of(known_faults_of(report), &KnownFault::ends_cases_otherwise);
  std::size_t next = 0;
  for (const auto& [number, range] : games.ranges()) {
    const std::unique_ptr<Tally> sum = experiment.make_tally();
    std::uint64_t game = range.first;
    for (; next < report.tallied.size() && report.tallied[next].case_number == number; ++next) {
      const TalliedGames& part = report.tallied[next];
      if (part.games.first < game) throw refuse(number, "has games twice");
      if (part.games.first > game) throw refuse(number, fmt::format("lacks its game {}", game));
      sum->add(*part.tally);
      game = part.games.last;
    }
    if (game > range.last) throw refuse(number, fmt::format("has more than its {} games", range.size()));
    if (game == range.last || !report.is_finished) continue;
    if (game == range.first) throw refuse(number, "is missing");
    if (has_other_ends && range.first == 0 && is_look(*experiment.common().stop, game)) continue;
    if (!is_finished(experiment, *sum, range))
      throw refuse(number, fmt::format("has {} of its {} games", sum->games(), range.size()));
  }
  if (next < report.tallied.size())
    throw refuse(report.tallied[next].case_number, "is a duplicate or out of order");
}

std::string shown(const bj::value& value) { return printable(json::to_text(value), 60); }

// Says where and how a stored value differs from the one derived from the counters; empty if it does not.
std::string difference_of(const bj::value& stored, const bj::value& expected, const std::string& path) {
  // What depends on an absent counter may be missing.
  const json::Tolerance tolerance{{}, [](const bj::value& wanted) { return wanted.is_null(); }};
  const auto difference = json::first_difference(stored, expected, path, tolerance);
  if (!difference) return {};
  const std::string where = printable(difference->path, sim::kLongestPath);
  if (difference->first == nullptr) return where + " is missing";
  if (difference->second == nullptr) return where + " is unexpected";
  return fmt::format("{} is {}, but {} follows from the counters", where, shown(*difference->first),
                     shown(*difference->second));
}

// The member at a path such as `judged.given_away`; null if there is none.
bj::value* member_at(bj::value& item, std::string_view path) {
  bj::value* at = &item;
  for (const std::string_view key : split(path, ".")) {
    at = at != nullptr && at->is_object() ? at->get_object().if_contains(key) : nullptr;
  }
  return at;
}

// Compares the items of one of the report's lists with those derived from the counters, one by one. Members that an
// earlier version computed otherwise are not compared.
class ListCheck {
 public:
  ListCheck(ReportParts::List list, const Report& report) : list_(std::move(list)), report_(report) {
    for (const KnownFault& fault : known_faults_of(report))
      recomputed_.insert(recomputed_.end(), fault.recomputed.begin(), fault.recomputed.end());
  }

  void take(bj::value&& stored) {
    bj::value* const expected = next();
    if (expected == nullptr) throw wrong(fmt::format("{} has more than {} items", list_.key, count_));
    for (const std::string_view path : recomputed_) {
      bj::value* const theirs = member_at(stored, path);
      bj::value* const ours = member_at(*expected, path);
      if (theirs != nullptr && ours != nullptr) *theirs = *ours;
    }
    const std::string path = fmt::format("{}[{}]", list_.key, count_);
    if (const std::string difference = difference_of(stored, *expected, path); !difference.empty())
      throw wrong(difference);
    ++count_;
  }
  void end() {
    if (next() != nullptr) throw wrong(fmt::format("{} ends after {} items", list_.key, count_));
  }
  static WrongField wrong(const std::string& what) {
    return WrongField(fmt::format("{}; {}", what, kEdited));
  }

 private:
  bj::value* next() {
    while (at_ == items_.size()) {
      if (part_ == report_.tallied.size()) return nullptr;
      const std::size_t number = report_.tallied[part_].case_number;
      items_ = list_.items(number, *report_.tally_of(number));
      part_ += report_.of_case(number).size();
      at_ = 0;
    }
    return &items_[at_++];
  }

  ReportParts::List list_;
  const Report& report_;
  std::vector<std::string_view> recomputed_;  // paths of members
  std::size_t part_ = 0, count_ = 0, at_ = 0;
  bj::array items_;  // of a case
};

void check_what_follows(std::string_view content, const Report& report) {
  const ReportParts parts(report);
  std::deque<ListCheck> checks;
  bj::value varying;
  json::PartReader reader;
  reader.on("varying", [&](bj::value&& value) { varying = std::move(value); });
  for (const ReportParts::List& list : parts.lists()) {
    ListCheck& check = checks.emplace_back(list, report);
    reader.on(list.key + "[]", [&check](bj::value&& value) { check.take(std::move(value)); });
  }
  reader.read(content, report.file);
  for (ListCheck& check : checks) check.end();
  if (const std::string difference = difference_of(varying, parts.varying(), "varying"); !difference.empty())
    throw ListCheck::wrong(difference);
}

// The report of this experiment. Checks all of it.
Report report_of(Stored stored, std::shared_ptr<const Experiment> experiment, std::string_view content) {
  Report report = std::move(stored.report);
  report.experiment = std::move(experiment);
  if (stored.name != report.name())
    throw WrongField(fmt::format("name differs from the config's; {}", kEdited));
  stored.config.reset();
  read_tallies(stored, report);
  check_games(report);
  if (report.is_finished) check_what_follows(content, report);
  return report;
}

// `build v0.2.0-1-g2345678`, on one of the first lines of a checkpoint of the format before reports.
void refuse_former_format(const sim::Input& input) {
  constexpr std::string_view kBuild = "\nbuild ";
  if (!input.content.starts_with("sapper-checkpoint/")) return;
  const std::string_view content = input.content;
  const std::size_t begin = std::min(content.rfind(kBuild), content.size() - kBuild.size()) + kBuild.size();
  const std::string_view build = content.substr(begin, content.find('\n', begin) - begin);
  throw InputError::in_file(
      input.name,
      fmt::format("is a checkpoint of an earlier format, which the build that wrote it, {}, can finish; or "
                  "delete it and run without --resume to start over",
                  printable(build)));
}

}  // namespace

bool looks_like_report(const fs::path& file) { return kind_of(file) == FileKind::report; }

Report read_report(const fs::path& file, const MakeExperiment& make) {
  refuse_other_kinds(file, {FileKind::report}, fmt::format("a report ({})", kReportSchema));
  const sim::Input input = sim::read_input(file, sim::kMaxReportBytes);
  try {
    Stored stored = read_stored(input);
    std::shared_ptr<const Experiment> experiment = make(json::to_text(*stored.config, 2), input.name);
    return report_of(std::move(stored), std::move(experiment), input.content);
  } catch (const WrongField& wrong) {
    throw InputError::in_file(input.name, wrong.what());
  }
}

bool is_checkpoint_of(const fs::path& file, const Experiment& experiment) {
  try {
    const Stored stored = read_stored(sim::read_input(file, sim::kMaxReportBytes));
    return difference_of_stored(*stored.config, experiment, GameCounts::compared).empty();
  } catch (const WrongField&) {
  } catch (const InputError&) {
  }
  return false;
}

Report read_checkpoint(const fs::path& file, std::shared_ptr<const Experiment> experiment, Shard shard,
                       OtherBuildPolicy other_builds) {
  const sim::Input input = sim::read_input(file, sim::kMaxReportBytes);
  refuse_former_format(input);
  const auto refuse = [&](const std::string& wrong, std::string_view remedy) {
    return InputError::in_file(input.name, fmt::format("{}; {}", wrong, remedy));
  };
  constexpr std::string_view kDelete = "delete it and run without --resume to start over";
  const auto read = [&](const auto& part) {
    try {
      return part();
    } catch (const OtherCounters& wrong) {
      throw refuse(wrong.what(), kDelete);
    } catch (const WrongField&) {
    } catch (const InputError&) {
    }
    throw refuse("is not a valid checkpoint", kDelete);
  };
  const auto require_accepted = [&](const std::string& other) {
    if (other_builds == OtherBuildPolicy::refused)
      throw refuse(other,
                   "add --resume-anyway to continue (the report will say so), or delete it to start over");
  };

  Stored stored = read([&] { return read_stored(input); });
  const Report& there = stored.report;
  if (there.is_finished) throw refuse("is not a valid checkpoint", kDelete);
  if (const std::string last = there.build_id(); last != build_id())
    require_accepted(fmt::format("was written by the build {}, this is {}", printable(last), build_id()));
  if (!there.other_builds.empty())
    require_accepted(fmt::format("holds games of {} too", there.other_builds.back()));
  if (const std::string difference = difference_of_stored(*stored.config, *experiment, GameCounts::compared);
      !difference.empty())
    throw refuse(fmt::format("belongs to a different experiment ({})", difference), kDelete);
  if (!(there.shard == shard))
    throw refuse(
        fmt::format("belongs to a different part (shard {} {})", there.shard.number, there.shard.count),
        kDelete);
  if (const std::string changed = changed_program(there.programs, program_files_of(*experiment));
      !changed.empty())
    require_accepted(changed + " has changed since its games were played");

  Report report = read([&] { return report_of(std::move(stored), experiment, input.content); });
  if (report.build_id() != build_id()) report.other_builds.push_back(report.build_id());
  report.use_programs(program_files_of(*experiment));
  return report;
}

}  // namespace sapper::experiments
