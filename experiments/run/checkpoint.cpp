#include "experiments/run/checkpoint.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "experiments/run/stored_counters.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/hash.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::string_view kNoRecords = "none";

std::string config_line(const Experiment& experiment) {
  boost::json::object config = experiment.config();
  config.stable_erase(kNoteKey);  // it may be written, or corrected, while a run waits to be resumed
  return fmt::format("config {}", boost::json::serialize(config));
}

std::string names_line(std::string_view word, const std::vector<std::string>& names) {
  std::string line(word);
  for (const std::string& name : names) line += ' ' + name;
  return line;
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// The numbers of a line after its first word, which must be `word`.
std::vector<std::uint64_t> numbers_of(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) throw std::invalid_argument("another word");
  line.remove_prefix(word.size());
  std::vector<std::uint64_t> numbers;
  while (!line.empty()) {
    if (line.front() != ' ') throw std::invalid_argument("no blank");
    line.remove_prefix(1);
    const auto read = std::from_chars(line.data(), line.data() + line.size(), numbers.emplace_back());
    if (read.ec != std::errc{}) throw std::invalid_argument("no number");
    line.remove_prefix(static_cast<std::size_t>(read.ptr - line.data()));
  }
  return numbers;
}

void check_hash(std::string_view content) {
  constexpr std::string_view kEnd = "end ";
  const std::size_t last = content.rfind(kEnd);
  if (last == std::string_view::npos) throw std::invalid_argument("no end");
  Hash hash;
  hash.add(content.substr(0, last));
  if (content.substr(last) != fmt::format("{}{:016x}\n", kEnd, hash.value()))
    throw std::invalid_argument("hash");
}

std::vector<std::string> names_of(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) throw std::invalid_argument("another word");
  std::vector<std::string> names;
  for (std::size_t begin = word.size(); begin < line.size();) {
    const std::size_t end = std::min(line.find(' ', begin + 1), line.size());
    names.emplace_back(line.substr(begin + 1, end - begin - 1));
    begin = end;
  }
  return names;
}

std::string_view name_of(const std::optional<RecordFilter>& filter) {
  return filter ? kRecordFilterNames[static_cast<std::size_t>(*filter)] : kNoRecords;
}

// `records all 12345`: which games have records, and the bytes of their file.
KeptRecords parse_records(std::string_view line) {
  KeptRecords records;
  for (std::size_t i = 0; i <= kRecordFilterNames.size(); ++i) {
    const auto filter =
        i < kRecordFilterNames.size() ? std::optional(static_cast<RecordFilter>(i)) : std::nullopt;
    const std::string beginning = fmt::format("records {}", name_of(filter));
    if (!line.starts_with(beginning + ' ')) continue;
    records.filter = filter;
    records.bytes = numbers_of(line, beginning).at(0);
    return records;
  }
  throw std::invalid_argument("no records");
}

// Reads the following values: first the reproducible ones, then the times.
class TallyReader {
 public:
  TallyReader(const Experiment& experiment, const StoredCounters& counters)
      : experiment_(experiment),
        counters_(counters),
        reproducible_(counters.names(Counted::reproducible).size()) {}
  std::unique_ptr<Tally> operator()(std::span<const std::uint64_t> values) const {
    if (values.size() < reproducible_) throw std::invalid_argument("too few counters");
    std::unique_ptr<Tally> tally =
        counters_.tally(values.first(reproducible_), values.subspan(reproducible_));
    if (tally->games() > experiment_.common().games) throw std::invalid_argument("too many games");
    if (!experiment_.contradiction(*tally).empty()) throw std::invalid_argument("no games count so");
    return tally;
  }

 private:
  const Experiment& experiment_;
  const StoredCounters& counters_;
  std::size_t reproducible_;
};

Played parse_cases(std::string_view rest, const Experiment& experiment, const TallyReader& tally_of) {
  Played played(experiment.case_count());
  const auto wall = numbers_of(take_line(rest), "wall_ms");
  played.wall_s = static_cast<double>(wall.at(0)) * 1e-3;
  played.records = parse_records(take_line(rest));
  while (rest.starts_with("case")) {
    const auto numbers = numbers_of(take_line(rest), "case");
    std::unique_ptr<Tally>& tally = played.cases.at(numbers.at(0));
    if (tally) throw std::invalid_argument("a case twice");
    tally = tally_of(std::span(numbers).subspan(1));
  }
  while (rest.starts_with("segment")) {
    const auto numbers = numbers_of(take_line(rest), "segment");
    const GameRange games{numbers.at(0), numbers.at(1)};
    played.segments.push_back({games, tally_of(std::span(numbers).subspan(2))});
  }
  const std::uint64_t waiting = numbers_of(take_line(rest), "waiting").at(0);
  if (waiting > rest.size()) throw std::invalid_argument("too few records");
  played.records.waiting = rest.substr(0, waiting);
  return played;
}

// `programs [...]`, if there are any.
std::string programs_line(const std::vector<ProgramFile>& programs) {
  return fmt::format("programs {}", boost::json::serialize(to_json(programs)));
}

std::vector<ProgramFile> parse_programs(std::string_view line) {
  boost::json::error_code error;
  const boost::json::value list = boost::json::parse(
      boost::json::string_view(line.data(), line.size()).substr(std::string_view("programs ").size()), error);
  if (error) throw std::invalid_argument("no programs");
  return program_files_from(list);
}

std::string shard_line(Shard shard) { return fmt::format("shard {} {}", shard.number, shard.count); }

}  // namespace

std::filesystem::path checkpoint_of(const std::filesystem::path& output) {
  return output.string() + ".checkpoint";
}

void save_checkpoint(const std::filesystem::path& file, const Experiment& experiment, const Played& played) {
  const StoredCounters counters(experiment, played.absent);
  AtomicFile out(file);
  Hash hash;
  const auto write = [&](std::string_view text) {
    hash.add(text);
    out.write(text);
  };
  write(fmt::format("{}\n", kCheckpointSchema));
  for (const std::string& build : played.other_builds) write(fmt::format("build {}\n", build));
  write(fmt::format("build {}\n{}\n{}\n", build_id(), config_line(experiment), shard_line(played.shard)));
  if (!played.programs.empty()) write(programs_line(played.programs) + '\n');
  write(names_line("counters", counters.names(Counted::reproducible)) + '\n');
  write(names_line("times", counters.names(Counted::timing)) + '\n');
  write(fmt::format("wall_ms {}\n", static_cast<std::uint64_t>(played.wall_s * 1e3)));
  write(fmt::format("records {} {}\n", name_of(played.records.filter), played.records.bytes));
  std::string line;
  const auto write_numbers = [&](const Tally& tally) {
    for (const Counted which : {Counted::reproducible, Counted::timing})
      for (const std::uint64_t counter : counters.values(tally, which)) append_format(line, " {}", counter);
    write(line += '\n');
  };
  for (std::size_t number = 0; number < played.cases.size(); ++number) {
    if (!played.cases[number]) continue;
    line = fmt::format("case {}", number);
    write_numbers(*played.cases[number]);
  }
  for (const Segment& segment : played.segments) {
    line = fmt::format("segment {} {}", segment.games.first, segment.games.last);
    write_numbers(*segment.tally);
  }
  write(fmt::format("waiting {}\n", played.records.waiting.size()));
  write(played.records.waiting);
  out.write(fmt::format("end {:016x}\n", hash.value()));
  out.commit();
}

Played load_checkpoint(const std::filesystem::path& file, const Experiment& experiment,
                       OtherBuilds other_builds, Shard shard) {
  const sim::Input input = sim::read_input(file, sim::kMaxReportBytes);
  const auto refuse = [&](std::string_view wrong) {
    return InputError::in_file(input.name,
                               fmt::format("{}; delete it and run without --resume to start over", wrong));
  };
  try {
    std::string_view rest = input.content;
    if (take_line(rest) != kCheckpointSchema) throw std::invalid_argument("no checkpoint");
    check_hash(input.content);
    std::vector<std::string> builds;
    while (rest.starts_with("build ")) builds.emplace_back(take_line(rest).substr(6));
    if (builds.empty()) throw std::invalid_argument("no build");
    const bool is_of_this_build = builds.back() == build_id();
    if (is_of_this_build) builds.pop_back();
    if (!builds.empty() && other_builds == OtherBuilds::refused)
      throw InputError::in_file(
          input.name,
          fmt::format(
              "{}; add --resume-anyway to continue (the report will say so), or delete it to start over",
              is_of_this_build
                  ? fmt::format("holds games of {} too", builds.back())
                  : fmt::format("was written by the build {}, this is {}", builds.back(), build_id())));
    if (take_line(rest) != config_line(experiment))
      throw refuse("belongs to a different experiment (config, --seed or --games differ)");
    if (const std::string_view line = take_line(rest); line != shard_line(shard))
      throw refuse(fmt::format("belongs to a different part ({})", line));
    std::vector<ProgramFile> programs;
    if (rest.starts_with("programs ")) programs = parse_programs(take_line(rest));
    const std::vector<ProgramFile> now = experiment.program_files();
    if (const std::string changed = changed_program(programs, now); !changed.empty()) {
      if (other_builds == OtherBuilds::refused)
        throw InputError::in_file(input.name,
                                  fmt::format("{} has changed since its games were played; add "
                                              "--resume-anyway to continue (the report will say so), or "
                                              "delete it to start over",
                                              changed));
      builds.push_back(another_version(changed));
      programs = now;
    }
    add_program_files(now, programs);
    StoredCounters counters(experiment);
    for (const auto& [word, which] :
         {std::pair("counters", Counted::reproducible), std::pair("times", Counted::timing)})
      if (const std::string wrong = counters.adopt(names_of(take_line(rest), word), which); !wrong.empty())
        throw refuse(wrong);
    Played played = parse_cases(rest, experiment, TallyReader(experiment, counters));
    played.absent = counters.absent();
    played.other_builds = std::move(builds);
    played.programs = std::move(programs);
    played.shard = shard;
    return played;
  } catch (const std::logic_error&) {
    throw refuse("is not a valid checkpoint");
  }
}

}  // namespace sapper::experiments
