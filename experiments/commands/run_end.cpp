#include "experiments/commands/run_end.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "experiments/cli/console.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/standard_error.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecords = "the records";
constexpr const char* kReport = "the report";

std::string shown(const fs::path& file) { return printable(file.string(), sim::kLongestPath); }

}  // namespace

void RunEnd::attempt(const std::string& output, const std::function<void()>& write) {
  try {
    write();
  } catch (const RunError& error) {
    print_error(error.what());
    missing_.push_back(output);
  }
}

int RunEnd::finished() {
  attempt(kRecords, [&] { kept_.finish_records(); });
  for (std::size_t i = 0; i < kResultsFormats.size(); ++i)
    if (outputs_.results()[i])
      attempt(fmt::format("the {}", kResultsFormats[i].name), [&] {
        const ProtectedSave is_saving;
        save(*outputs_.results()[i], report_, kResultsFormats[i].write);
      });
  try {
    attempt(kReport, [&] { write_report(); });
  } catch (const OutputClosed&) {
    if (missing_.empty()) throw;
  }
  if (!missing_.empty()) return keep_what_is_missing();
  if (options_.is_to_standard_output()) {
    show_table("the report went to standard output");
    return 0;
  }
  kept_.remove_checkpoint();
  try {
    show_table(fmt::format("report: {}", shown(outputs_.report())));
  } catch (const OutputError& error) {
    print_error(fmt::format("{}; the report is complete: {}", error.what(), shown(outputs_.report())));
    return 1;
  }
  return 0;
}

void RunEnd::write_report() {
  if (!options_.is_to_standard_output()) {
    const ProtectedSave is_saving;
    save(outputs_.report(), report_);
    return;
  }
  experiments::write_report([](std::string_view text) { print(text); }, report_);
  flush_output();
}

int RunEnd::keep_what_is_missing() {
  // The report holds what the other results are made from.
  const bool is_in_report =
      !options_.is_to_standard_output() && std::ranges::none_of(missing_, [](const std::string& output) {
        return output == kRecords || output == kReport;
      });
  std::string text;
  if (is_in_report) {
    kept_.remove_checkpoint();
    text = fmt::format("all games are played and saved in {}", shown(outputs_.report()));
  } else if (kept_.save_at_the_end()) {
    text = "all games are played and " + kept_text();
  } else {
    print_error("all games are played, but the missing outputs could not be saved anywhere");
    return 1;
  }
  print_error(fmt::format("{}. To write {}:\n  {}", text, fmt::join(missing_, " and "), command()));
  return 1;
}

// Call after saving.
std::string RunEnd::kept_text() const {
  std::string text = "kept in " + shown(kept_.checkpoint());
  const RecordFile* const records = kept_.records();
  if (records != nullptr && !records->waiting().empty())
    text += fmt::format(", with {} bytes of records that {}", with_commas(records->waiting().size()),
                        records->has_failed() ? shown(records->path()) + " has no room for"
                                              : "follow those in " + shown(records->path()));
  return text;
}

// Saves, and reports where.
void RunEnd::keep(const std::string& what_ended_it) {
  const bool is_saved = kept_.save_at_the_end();
  try {
    if (report_.game_count() > 0) show_table(what_ended_it + ": these are the games played so far");
  } catch (const OutputClosed&) {  // the following is still to be reported
  } catch (const OutputError& error) {
    print_error(error.what());
  }
  std::string text = fmt::format("{} after {}; ", what_ended_it, report_.progress_text());
  if (is_saved)
    text += "they are " + kept_text();
  else if (const auto saved = kept_.saved_games())
    text += fmt::format("only the first {} of them are saved in {}", with_commas(*saved),
                        shown(kept_.checkpoint()));
  else
    text += "none of them could be saved";
  if (is_saved || kept_.saved_games()) text += fmt::format(". To continue:\n  {}", command());
  print_error(text);
}

int RunEnd::interrupted(int signal) {
  keep("interrupted");
  return 128 + signal;
}

int RunEnd::failed(bool is_resumed) {
  if (is_resumed || report_.game_count() > 0) {
    keep("failed");
  } else {
    kept_.discard();  // so that the corrected command can start afresh
  }
  return 1;
}

void RunEnd::show_table(const std::string& ending) const {
  if (options_.quiet) return;
  const std::string text = table_of(report_, ending);
  if (options_.is_to_standard_output()) return sim::write_to_standard_error(text);
  print(text);
  flush_output();
}

std::string RunEnd::command() const {
  return resume_command(options_, kept_.output(),
                        kept_.records() != nullptr ? std::optional(kept_.records()->path()) : std::nullopt);
}

}  // namespace sapper::experiments
