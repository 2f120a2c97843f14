// What every kind of experiment promises to the driver, checkpoints and reports (run/experiment.hpp), for every row of
// the table of kinds, by small configs of it (tests/support/sample_configs.hpp).
#include <boost/json.hpp>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/report/merge.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/cell_map.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/report_text.hpp"
#include "tests/support/sample_configs.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

using namespace experiments;
namespace bj = boost::json;

const std::filesystem::path kSchemas = SAPPER_DATA_DIR "/schema";
const std::atomic<bool> kNever = false;

std::unique_ptr<Experiment> make(const std::string& config) {
  return parse_experiment(config, "sample.json", {});
}

// Returns it as a file holds it: numbers lose whether they were unsigned.
bj::value as_read(const bj::object& object) { return bj::parse(bj::serialize(object)); }

TEST(KindsOfExperiment, EachHasSamples) {
  for (const std::string_view kind : kinds_of_experiment()) {
    int samples = 0;
    for (const SampleConfig& sample : kSampleConfigs) {
      if (sample.kind != kind) continue;
      ++samples;
      const auto experiment = make(text_of(sample));
      EXPECT_GE(experiment->case_count(), 2U) << sample.name;
      EXPECT_GE(experiment->labels().size(), 2U) << sample.name;
    }
    EXPECT_GT(samples, 0) << "put a config of the kind \"" << kind
                          << "\" into tests/support/sample_configs.hpp";
  }
}

class ExperimentConformance : public testing::TestWithParam<SampleConfig> {
 protected:
  Report played(Shard shard = {}) const { return play_all(*experiment_, 2, shard); }
  // Plays games of a case by one worker or another.
  std::unique_ptr<Tally> play(Worker& worker, std::size_t case_number, GameRange games,
                              std::string& records) const {
    std::unique_ptr<Tally> tally = experiment_->make_tally();
    EXPECT_TRUE(worker.play(case_number, games, kNever, *tally, records));
    return tally;
  }
  std::unique_ptr<Tally> play(std::size_t case_number, GameRange games) const {
    std::string records;
    return play(*experiment_->make_worker(std::nullopt), case_number, games, records);
  }
  std::uint64_t games() const { return std::min<std::uint64_t>(experiment_->common().games, 24); }

  const std::string text_ = text_of(GetParam());
  const std::unique_ptr<Experiment> experiment_ = make(text_);
  TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Samples, ExperimentConformance, testing::ValuesIn(kSampleConfigs),
                         [](const auto& test) { return std::string(test.param.name); });

// `name=value` of the counters that any machine counts alike.
std::vector<std::string> reproducible(const Tally& tally) {
  const std::vector<CounterName> names = tally.names();
  const std::vector<std::uint64_t> values = tally.counters();
  EXPECT_EQ(names.size(), values.size());
  std::vector<std::string> counters;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].is_reproducible) counters.push_back(names[i].name + '=' + std::to_string(values[i]));
  return counters;
}

TEST_P(ExperimentConformance, ItsExpandedConfigIsAConfigOfTheSameExperiment) {
  const bj::object expanded = experiment_->config();
  EXPECT_THAT(schema_errors(bj::parse(text_), kSchemas / "config.schema.json"), IsEmpty());
  EXPECT_THAT(schema_errors(as_read(expanded), kSchemas / "config.schema.json"), IsEmpty());
  const auto again = make(json::to_text(expanded, 2));
  EXPECT_EQ(again->config(), expanded);
  EXPECT_EQ(again->labels(), experiment_->labels());
  ASSERT_EQ(again->case_count(), experiment_->case_count());
  for (std::size_t number = 0; number < again->case_count(); ++number) {
    EXPECT_EQ(again->case_name(number), experiment_->case_name(number));
    EXPECT_EQ(key_of(again->properties(number)), key_of(experiment_->properties(number)));
    std::string records;
    EXPECT_EQ(reproducible(*play(*again->make_worker(std::nullopt), number, {0, 3}, records)),
              reproducible(*play(number, {0, 3})));
  }
}

TEST_P(ExperimentConformance, ItRefusesUnknownKeys) {
  const std::string wrong = replaced(text_, "", "{", R"({"flavour": 1, )");
  EXPECT_THAT(message_of<InputError>([&] { make(wrong); }),
              AllOf(HasSubstr("sample.json:1:"), HasSubstr("flavour")));
}

TEST_P(ExperimentConformance, PropertiesDescribeEveryCase) {
  using Role = CaseProperty::Role;
  std::set<std::string> labels, keys;
  std::vector<std::string> order;  // of all properties that some case has
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::pair<Role, bool>> kinds;
  for (std::size_t number = 0; number < experiment_->case_count(); ++number) {
    const CaseProperties properties = experiment_->properties(number);
    ASSERT_FALSE(properties.empty());
    auto place = order.begin();
    for (const CaseProperty& property : properties) {
      const std::string name(property.name);
      SCOPED_TRACE(name);
      EXPECT_FALSE(name.empty());
      const auto known = std::find(order.begin(), order.end(), name);
      if (known == order.end()) {
        place = order.insert(place, name);
      } else {
        EXPECT_GE(known - order.begin(), place - order.begin()) << "the same order in all cases, each once";
        place = known;
      }
      ++place;
      const auto kind = std::pair(property.role, property.varies);
      EXPECT_EQ(kinds.try_emplace(name, kind).first->second, kind) << "the same in all cases";
      EXPECT_FALSE(property.value.is_object()) << "a scalar or a short list";
      if (property.role == Role::axis) {
        EXPECT_TRUE(property.value.is_number());
        EXPECT_FALSE(property.text.empty()) << "the name of an axis";
        EXPECT_NE(property.scale, 0);
      }
      values[name].insert(bj::serialize(property.value));
    }
    EXPECT_FALSE(label_of(properties).empty());
    EXPECT_TRUE(labels.insert(label_of(properties)).second) << label_of(properties) << " names two cases";
    EXPECT_TRUE(keys.insert(key_of(properties)).second) << key_of(properties) << " is the key of two cases";
    EXPECT_EQ(experiment_->case_name(number), label_of(properties));
  }
  for (const auto& [name, kind] : kinds)
    if (kind.first == Role::board || kind.first == Role::measure) {
      EXPECT_EQ(kind.second, values[name].size() > 1) << name << " varies, or does not";
    }
}

TEST_P(ExperimentConformance, LabelsAndCostsAreUsable) {
  const std::vector<std::string> labels = experiment_->labels();
  EXPECT_EQ(std::set(labels.begin(), labels.end()).size(), labels.size());
  EXPECT_THAT(labels, Each(Not(IsEmpty())));
  for (std::size_t number = 0; number < experiment_->case_count(); ++number) {
    EXPECT_GT(experiment_->game_cost(number), 0);
    EXPECT_GT(experiment_->first_chunk(number), 0U);
    EXPECT_THAT(experiment_->parts().texts.outline(), HasSubstr("case " + std::to_string(number) + ": "));
  }
  for (std::size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(find_label(*experiment_, labels[i]), i);
  EXPECT_THAT(message_of<InputError>([&] { find_label(*experiment_, "no such player"); }),
              HasSubstr("--strategy"));
}

// Games count the same however they are split up, and whatever else the worker plays in between.
TEST_P(ExperimentConformance, SplitRangesCountTheSame) {
  const std::optional<RecordFilter> filter =
      experiment_->parts().has_records ? std::optional(RecordFilter::all) : std::nullopt;
  const auto reused = experiment_->make_worker(filter);
  for (std::size_t number = experiment_->case_count(); number-- > 0;) {
    SCOPED_TRACE(experiment_->case_name(number));
    std::string whole_records;
    const auto whole = play(*experiment_->make_worker(filter), number, {0, games()}, whole_records);
    EXPECT_EQ(whole->games(), games());
    const auto sum = experiment_->make_tally();
    std::string records, ignored;
    for (std::uint64_t first = 0, size = 1; first < games(); first += size, size += 2) {
      size = std::min(size, games() - first);
      sum->add(*play(*reused, number, {first, first + size}, records));
      play(*reused, (number + 1) % experiment_->case_count(), {5, 6}, ignored);
    }
    EXPECT_EQ(reproducible(*sum), reproducible(*whole));
    EXPECT_EQ(records, whole_records);
    EXPECT_EQ(reproducible(*play(number, {games(), games()})), reproducible(*experiment_->make_tally()))
        << "no games";
  }
}

TEST_P(ExperimentConformance, AnAbandonedWorkerSaysSoAndPlaysOn) {
  const auto worker = experiment_->make_worker(std::nullopt);
  const std::atomic<bool> abandon = true;
  const auto tally = experiment_->make_tally();
  std::string records;
  EXPECT_FALSE(worker->play(0, {0, games()}, abandon, *tally, records));
  EXPECT_EQ(reproducible(*play(*worker, 0, {0, games()}, records)), reproducible(*play(0, {0, games()})));
}

TEST_P(ExperimentConformance, TalliesAreTheirCounters) {
  const auto tally = play(0, {0, games()});
  const auto again = experiment_->make_tally();
  again->set_counters(tally->counters());
  EXPECT_EQ(again->counters(), tally->counters());
  EXPECT_EQ(again->games(), tally->games());
  const std::vector<CounterName> names = tally->names();
  ASSERT_EQ(names.size(), tally->counters().size());
  std::set<std::string> seen;
  for (const CounterName& name : names) {
    EXPECT_TRUE(seen.insert(name.name).second) << name.name;
  }
  const auto other = play(0, {games(), 2 * games()});
  const auto ab = experiment_->make_tally(), ba = experiment_->make_tally();
  for (const Tally* const part : {tally.get(), other.get()}) ab->add(*part);
  for (const Tally* const part : {other.get(), tally.get()}) ba->add(*part);
  EXPECT_EQ(ab->counters(), ba->counters());
  again->clear();
  EXPECT_EQ(again->counters(), experiment_->make_tally()->counters());
  std::vector<std::uint64_t> short_of_one = tally->counters();
  short_of_one.pop_back();
  EXPECT_THROW(again->set_counters(short_of_one), std::invalid_argument);
}

TEST_P(ExperimentConformance, OnlyImpossibleCountsAreContradictions) {
  EXPECT_EQ(experiment_->parts().results.contradiction(*experiment_->make_tally()), "");
  for (std::size_t number = 0; number < experiment_->case_count(); ++number) {
    const auto tally = play(number, {0, games()});
    EXPECT_EQ(experiment_->parts().results.contradiction(*tally), "");
    const std::vector<CounterName> names = tally->names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::vector<std::uint64_t> counters = tally->counters();
      counters[i] = std::uint64_t{1} << 63;
      const auto wrong = experiment_->make_tally();
      wrong->set_counters(counters);
      EXPECT_NE(experiment_->parts().results.contradiction(*wrong), "") << names[i].name;
      if (!names[i].name.ends_with(":wins")) continue;
      counters[i] = games() + 1;
      wrong->set_counters(counters);
      EXPECT_NE(experiment_->parts().results.contradiction(*wrong), "") << names[i].name;
    }
  }
}

// What a report says of a case: the same counts, by whatever way they are told.
TEST_P(ExperimentConformance, ResultsAgreeWithOneAnother) {
  const std::vector<std::string> labels = experiment_->labels();
  for (std::size_t number = 0; number < experiment_->case_count(); ++number) {
    const auto tally = play(number, {0, games()});
    const bj::array results = experiment_->parts().results.results(number, *tally);
    const bj::array timings = experiment_->parts().results.timings(number, *tally, 0.5);
    ASSERT_EQ(results.size(), labels.size());
    ASSERT_EQ(timings.size(), labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      for (const bj::array* const list : {&results, &timings}) {
        EXPECT_EQ((*list)[i].at("case").to_number<std::size_t>(), number);
        EXPECT_EQ((*list)[i].at("label").as_string(), labels[i]);
      }
      EXPECT_EQ(results[i].at("games").to_number<std::uint64_t>(), games());
      const auto wins = experiment_->parts().results.paired(*tally, i, i);
      ASSERT_EQ(wins.has_value(), results[i].as_object().contains("wins"));
      if (!wins) continue;
      EXPECT_EQ(results[i].at("wins").to_number<std::uint64_t>(), wins->both);
      for (std::size_t j = 0; j < labels.size(); ++j) {
        const PairedCounts pair = *experiment_->parts().results.paired(*tally, i, j);
        const PairedCounts turned = *experiment_->parts().results.paired(*tally, j, i);
        EXPECT_EQ(pair.games, games());
        EXPECT_EQ(pair.both + pair.only_a, wins->both);
        EXPECT_EQ(pair.only_a, turned.only_b);
        EXPECT_LE(pair.both + pair.only_a + pair.only_b, games());
      }
    }
    const bool has_wins = experiment_->parts().results.paired(*tally, 0, 0).has_value();
    const bj::array comparisons = experiment_->parts().results.comparisons(number, *tally);
    ASSERT_EQ(comparisons.size(), has_wins ? labels.size() * (labels.size() - 1) / 2 : 0);
    for (std::size_t i = 0, next = 0; has_wins && i < labels.size(); ++i)
      for (std::size_t j = i + 1; j < labels.size(); ++j) {
        const bj::value& shown = comparisons[next++];
        const PairedCounts pair = *experiment_->parts().results.paired(*tally, i, j);
        EXPECT_EQ(shown.at("a").as_string(), labels[i]);
        EXPECT_EQ(shown.at("b").as_string(), labels[j]);
        EXPECT_EQ(shown.at("both"), pair.both);
        EXPECT_EQ(shown.at("only_a"), pair.only_a);
        EXPECT_EQ(shown.at("only_b"), pair.only_b);
        EXPECT_EQ(shown.at("neither"), games() - pair.both - pair.only_a - pair.only_b);
      }
    const bj::object facts = experiment_->parts().results.case_facts(number, *tally);
    EXPECT_EQ(facts.at("case").to_number<std::size_t>(), number);
    EXPECT_EQ(facts.at("name").as_string(), experiment_->case_name(number));
    EXPECT_EQ(facts.at("properties"), to_json(experiment_->properties(number)));
    const double half_width = experiment_->stop_evidence(*tally).half_width;
    EXPECT_TRUE(half_width >= 0 && half_width <= (has_wins ? 0.5 : 1)) << half_width;
    EXPECT_GE(experiment_->parts().results.core_s(*tally), 0);
    for (const std::string& label : labels)
      EXPECT_THAT(experiment_->parts().texts.headline(*tally), HasSubstr(label));
  }
}

// In a single game each player has won or not.
TEST_P(ExperimentConformance, PairsAreCountedGameByGame) {
  const auto all = play(0, {0, 10});
  for (std::size_t i = 0; i < experiment_->labels().size(); ++i)
    for (std::size_t j = 0; j < i && experiment_->parts().results.paired(*all, i, j); ++j) {
      std::uint64_t both = 0;
      for (std::uint64_t game = 0; game < 10; ++game) {
        const auto tally = play(0, {game, game + 1});
        both += std::min(experiment_->parts().results.paired(*tally, i, i)->both,
                         experiment_->parts().results.paired(*tally, j, j)->both);
        EXPECT_LE(experiment_->parts().results.paired(*tally, i, i)->both, 1U);
      }
      EXPECT_EQ(experiment_->parts().results.paired(*all, i, j)->both, both);
    }
}

// The cells of a map lie on its board, each in one case; a sweep over all cells covers it.
TEST_P(ExperimentConformance, CellMapsCoverTheirBoards) {
  std::map<std::string, std::set<std::uint32_t>> cells_of;
  std::map<std::string, std::size_t> sizes;
  for (std::size_t number = 0; number < experiment_->case_count(); ++number) {
    const CaseDisplay* const display = experiment_->parts().display;
    const auto map = display != nullptr ? display->cell_map(number) : std::nullopt;
    if (!map) continue;
    sizes[map->key] = static_cast<std::size_t>(map->rows) * static_cast<std::size_t>(map->cols);
    for (const std::uint32_t cell : map->cells) EXPECT_TRUE(cells_of[map->key].insert(cell).second) << cell;
  }
  const bool covers = text_.find(R"("cell": "all")") != std::string::npos;
  EXPECT_FALSE(covers && cells_of.empty());
  for (const auto& [key, cells] : cells_of) {
    EXPECT_LT(*cells.rbegin(), sizes[key]) << key;
    if (covers) {
      EXPECT_EQ(cells.size(), sizes[key]) << key;
    }
  }
}

TEST_P(ExperimentConformance, ReplaysEveryPlayerOrOne) {
  for (std::size_t number = 0; number < experiment_->case_count(); ++number) {
    const std::string all = experiment_->parts().texts.replay(number, 7, nullptr);
    EXPECT_EQ(experiment_->parts().texts.replay(number, 7, nullptr), all);
    for (const std::string& label : experiment_->labels()) {
      const std::string one = experiment_->parts().texts.replay(number, 7, &label);
      EXPECT_THAT(all, HasSubstr(label));
      EXPECT_THAT(one, HasSubstr(label));
      EXPECT_LT(one.size(), all.size());
      if (const CaseDisplay* const display = experiment_->parts().display) {
        const bj::object replay = display->replay_json(number, 7, &label);
        EXPECT_THAT(schema_errors(as_read(replay), kSchemas / "replay.schema.json"), IsEmpty());
      }
    }
  }
  const std::string nobody = "no such player";
  EXPECT_THAT(message_of<InputError>([&] { (void)experiment_->parts().texts.replay(0, 7, &nobody); }),
              HasSubstr("--strategy"));
}

TEST_P(ExperimentConformance, RecordsAreThoseThatTheFilterNames) {
  if (!experiment_->parts().has_records) GTEST_SKIP() << "this kind of game has no records";
  const std::vector<std::string> labels = experiment_->labels();
  const std::size_t case_number = experiment_->case_count() - 1;
  const auto records_of = [&](RecordFilter filter) {
    std::string records;
    const auto tally = play(*experiment_->make_worker(filter), case_number, {3, 3 + games()}, records);
    EXPECT_EQ(reproducible(*tally), reproducible(*play(case_number, {3, 3 + games()})))
        << "records change no game";
    std::vector<bj::value> lines;
    for (const std::string& line : lines_of(records)) lines.push_back(bj::parse(line));
    return lines;
  };
  const std::vector<bj::value> all = records_of(RecordFilter::all);
  ASSERT_EQ(all.size(), games() * labels.size());
  std::map<std::uint64_t, std::set<bool>> ends;  // of a game, by some player
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_THAT(schema_errors(all[i], kSchemas / "games.schema.json"), IsEmpty());
    for (const auto& member : all[i].as_object())
      EXPECT_TRUE(
          load_json(kSchemas / "games.schema.json").at("properties").as_object().contains(member.key()))
          << member.key() << " is not in games.schema.json";
    EXPECT_EQ(all[i].at("case").to_number<std::size_t>(), case_number);
    EXPECT_EQ(all[i].at("game").to_number<std::uint64_t>(), 3 + i / labels.size());
    EXPECT_EQ(all[i].at("strategy").as_string(), labels[i % labels.size()]);
    ends[all[i].at("game").to_number<std::uint64_t>()].insert(all[i].at("won").as_bool());
  }
  const auto belongs = [&](RecordFilter filter, const bj::value& record) {
    if (filter == RecordFilter::lost) return !record.at("won").as_bool();
    if (filter == RecordFilter::won) return record.at("won").as_bool();
    if (filter == RecordFilter::guessed) return !record.at("guesses").as_array().empty();
    if (filter == RecordFilter::missed) return record.at("missed_safe").to_number<std::uint64_t>() > 0;
    if (filter == RecordFilter::wrong) return record.at("wrong_claims").to_number<std::uint64_t>() > 0;
    if (filter == RecordFilter::excess) {
      const bj::array& lowest = record.at("lowest").as_array();
      for (std::size_t i = 0; i < lowest.size(); ++i)
        if (record.at("guesses").at(i).to_number<double>() > lowest[i].to_number<double>() + 1e-9)
          return true;
      return false;
    }
    if (filter == RecordFilter::differ) return ends[record.at("game").to_number<std::uint64_t>()].size() == 2;
    return true;
  };
  for (std::size_t i = 0; i < kRecordFilterNames.size(); ++i) {
    const auto filter = static_cast<RecordFilter>(i);
    std::vector<bj::value> expected;
    for (const bj::value& record : all)
      if (belongs(filter, record)) expected.push_back(record);
    EXPECT_EQ(records_of(filter), expected) << kRecordFilterNames[i];
  }
}

// Without what depends on the machine.
std::string lasting_part(const std::string& report) {
  return report.substr(0, report.find("\n  \"timing\""));
}

TEST_P(ExperimentConformance, ItsReportSatisfiesTheSchemaAndIsReadBack) {
  Report all = played();
  all.wall_s = 0.5;  // a time that rounding does not change: rates are computed from it again
  const std::string text = tests::text_of(all);
  EXPECT_THAT(schema_errors(bj::parse(text), kSchemas / "report.schema.json"), IsEmpty());
  Report read = load_report(folder_.write("r.json", text));
  EXPECT_EQ(read.experiment->config(), experiment_->config());
  EXPECT_THAT(read.absent, IsEmpty());
  read.started = all.started;
  EXPECT_EQ(tests::text_of(read), text);
  const std::string summary = all.summary(100);
  for (const std::string& label : experiment_->labels()) EXPECT_THAT(summary, HasSubstr(fit(label, 8)));
  for (const std::string& line : lines_of(summary)) EXPECT_LE(display_width(line), 100U) << line;
}

// The report of a run that was killed is read like a finished one, and says so.
TEST_P(ExperimentConformance, ItsUnfinishedReportSatisfiesTheSchemaAndIsReadBack) {
  Report all = played();
  all.tallied.resize(1);
  const auto file = folder_.path() / "r.json.checkpoint";
  write_checkpoint(file, all);
  EXPECT_THAT(schema_errors(load_json(file), kSchemas / "report.schema.json"), IsEmpty());
  const Report read = load_report(file);
  EXPECT_FALSE(read.is_finished);
  EXPECT_EQ(read.tallied.front().tally->counters(), all.tallied.front().tally->counters());
  EXPECT_THAT(read.summary(100), Not(IsEmpty()));
}

TEST_P(ExperimentConformance, ItsReportDependsOnTheSeedAndNotOnThreads) {
  const std::string alone = lasting_part(tests::text_of(play_all(*experiment_, 1)));
  for (const std::size_t threads : {2U, 8U})
    EXPECT_EQ(lasting_part(tests::text_of(play_all(*experiment_, threads))), alone) << threads;
  ConfigOverrides overrides;
  overrides.seed = 4711;
  const auto other = parse_experiment(text_, "sample.json", {}, overrides);
  const bool is_searched = GetParam().name == "tablet_algorithms";  // whatever the seed
  EXPECT_EQ(results_text(*other, play_all(*other)) == results_text(*experiment_, played()), is_searched);
}

TEST_P(ExperimentConformance, MergedShardsAreTheWhole) {
  const std::string whole = lasting_part(tests::text_of(played()));
  for (const std::uint64_t count : {2, 5}) {
    std::vector<std::string> files;
    for (std::uint64_t number = count; number >= 1; --number)
      files.push_back(
          folder_.write(std::to_string(number) + ".json", tests::text_of(played({number, count}))).string());
    std::vector<Report> reports = load_reports(files);
    EXPECT_EQ(lasting_part(tests::text_of(merge(reports))), whole) << count << " shards";
  }
}

}  // namespace
}  // namespace sapper::tests
