#include "experiments/run/thread_time.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "experiments/support/text.hpp"
#include "sim/support/descriptor.hpp"

namespace sapper::experiments {

std::optional<double> queued_s() {
  thread_local const sim::Descriptor account(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  std::array<char, 96> text;
  const ssize_t size = account.is_open() ? ::pread(account.get(), text.data(), text.size(), 0) : -1;
  if (size <= 0) return std::nullopt;
  std::string_view rest(text.data(), static_cast<std::size_t>(size));
  const auto running_ns = parse_number<std::uint64_t>(take_until(rest, ' '));
  const auto queued_ns = parse_number<std::uint64_t>(take_until(rest, ' '));
  // A kernel that keeps no account says that nothing ever ran.
  if (!running_ns || !queued_ns || *running_ns + *queued_ns == 0) return std::nullopt;
  return static_cast<double>(*queued_ns) * 1e-9;
}

void ThreadClock::add_chunk(std::size_t slot, double chunk_s, double starting_s) {
  slots_[slot].playing_s += chunk_s;
  slots_[slot].starting_s += starting_s;
  slots_[slot].chunks_s.push_back(static_cast<float>(chunk_s));
}

ThreadTime ThreadClock::time() const {
  const Clock::time_point end = Clock::now();
  const solvers::LoopTime loops = solvers::loop_time();
  ThreadTime time;
  std::vector<float> chunks_s;
  for (const Slot& slot : slots_) {
    time.threads_s.push_back(slot.playing_s);
    time.in_games_s += slot.playing_s - slot.starting_s;
    time.starting_cases_s += slot.starting_s;
    chunks_s.insert(chunks_s.end(), slot.chunks_s.begin(), slot.chunks_s.end());
  }
  time.planning_s = planning_s;
  time.folding_s = folding_s - saving_s;
  time.saving_s = saving_s;
  const auto since_before = [&](std::uint64_t solvers::LoopTime::*ns) {
    return static_cast<double>(loops.*ns - loops_before_.*ns) * 1e-9;
  };
  time.helping_s = since_before(&solvers::LoopTime::helpers_ns);
  time.loops = loops.loops - loops_before_.loops;
  time.gained_s = since_before(&solvers::LoopTime::bodies_ns) - since_before(&solvers::LoopTime::callers_ns);
  const double spent_s =
      time.in_games_s + time.starting_cases_s + time.planning_s + folding_s + time.helping_s;
  time.waiting_s = std::max(0.0, static_cast<double>(slots_.size()) * seconds(begin_, end) - spent_s);
  time.ending_s = seconds(last_chunk_, end);
  time.chunks = chunks_s.size();
  if (chunks_s.empty()) return time;
  std::ranges::sort(chunks_s);
  time.shortest_chunk_s = chunks_s.front();
  time.median_chunk_s = chunks_s[chunks_s.size() / 2];
  time.longest_chunk_s = chunks_s.back();
  return time;
}

std::string ThreadTime::text() const {
  constexpr double kSmallestShare = 0.001;
  const double all_s =
      in_games_s + starting_cases_s + planning_s + folding_s + saving_s + helping_s + waiting_s;
  if (all_s <= 0) return "";
  const std::array<std::pair<double, std::string_view>, 7> parts{{{in_games_s, "in games"},
                                                                  {starting_cases_s, "starting cases"},
                                                                  {planning_s, "handing out games"},
                                                                  {folding_s, "adding up results"},
                                                                  {saving_s, "saving"},
                                                                  {helping_s, "in loops of others' games"},
                                                                  {waiting_s, "waiting"}}};
  std::string text;
  for (const auto& [part_s, name] : parts)
    if (part_s >= kSmallestShare * all_s)
      text += fmt::format("{}{:.1f} % {}", text.empty() ? "Threads: " : ", ", 100 * part_s / all_s, name);
  return text;
}

}  // namespace sapper::experiments
