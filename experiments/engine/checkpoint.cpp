#include "experiments/engine/checkpoint.hpp"

#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

// 64-bit FNV-1a.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char letter : text) {
      value_ ^= static_cast<unsigned char>(letter);
      value_ *= 0x100000001B3;
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325;
};

// The lines before the boards': what must be the same for a run to go on.
std::string header_of(const Experiment& experiment) {
  return fmt::format("{}\nversion {}\nconfig {}\n", kCheckpointSchema, version(),
                     boost::json::serialize(experiment.config()));
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// The numbers of a line after its first word, which is `word`.
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

Played parse(std::string_view rest, const Experiment& experiment) {
  Played played(experiment.board_count());
  const auto wall = numbers_of(take_line(rest), "wall_ms");
  played.wall_s = static_cast<double>(wall.at(0)) * 1e-3;
  for (std::size_t board = 0; rest.starts_with("board"); ++board) {
    const auto counters = numbers_of(take_line(rest), "board");
    played.boards.at(board) = experiment.make_tally();
    played.boards[board]->set_counters(counters);
    if (played.boards[board]->games() > experiment.common().games)
      throw std::invalid_argument("too many games");
  }
  return played;
}

}  // namespace

std::filesystem::path checkpoint_of(const std::filesystem::path& output) {
  return output.string() + ".checkpoint";
}

void save_checkpoint(const std::filesystem::path& file, const Experiment& experiment, const Played& played) {
  AtomicFile out(file);
  Hash hash;
  const auto write = [&](std::string_view text) {
    hash.add(text);
    out.write(text);
  };
  write(header_of(experiment));
  write(fmt::format("wall_ms {}\n", static_cast<std::uint64_t>(played.wall_s * 1e3)));
  std::string line;
  for (const auto& tally : played.boards) {
    if (!tally) break;
    line = "board";
    for (const std::uint64_t counter : tally->counters())
      fmt::format_to(std::back_inserter(line), " {}", counter);
    write(line += '\n');
  }
  out.write(fmt::format("end {:016x}\n", hash.value()));
  out.commit();
}

Played load_checkpoint(const std::filesystem::path& file, const Experiment& experiment) {
  const sim::Input input = sim::read_input(file, std::numeric_limits<std::size_t>::max() / 2);
  const auto refuse = [&](std::string_view wrong) {
    return InputError::in_file(input.name,
                               fmt::format("{}; delete it and run without --resume to begin anew", wrong));
  };
  try {
    std::string_view rest = input.content;
    if (take_line(rest) != kCheckpointSchema) throw std::invalid_argument("no checkpoint");
    check_hash(input.content);
    const std::string_view written_by = take_line(rest);
    if (written_by != fmt::format("version {}", version()))
      throw refuse(fmt::format("was written by sapper {}, this is {}",
                               written_by.substr(written_by.find(' ') + 1), version()));
    if (!input.content.starts_with(header_of(experiment)))
      throw refuse("belongs to another experiment (config, --seed or --games differ)");
    take_line(rest);
    return parse(rest, experiment);
  } catch (const std::logic_error&) {
    throw refuse("is no checkpoint, or damaged");
  }
}

}  // namespace sapper::experiments
