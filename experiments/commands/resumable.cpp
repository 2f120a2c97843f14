#include "experiments/commands/resumable.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

bool has_checkpoint_file(const ResumeOptions& options, const fs::path& output) {
  return is_there(options.checkpoint ? *options.checkpoint : checkpoint_of(resolve_output(output)));
}

std::unique_ptr<CheckpointFile> choose_checkpoint(const ResumeOptions& options, const CheckpointPlace& place,
                                                  const fs::path& usual, const InputFiles& inputs) {
  const auto open = [&](const fs::path& file) { return std::make_unique<CheckpointFile>(file, inputs); };
  if (options.checkpoint) return open(check_plain_file(*options.checkpoint));
  if (place.output || options.resume) return open(usual);
  std::error_code ignored;
  const fs::path own = checkpoint_of(fmt::format("{}.{}", place.name, ::getpid()));
  for (const fs::path& file : {usual, own}) try {
      if (!is_there(file)) return open(file);
    } catch (const InputError&) {  // another command is writing there, or nothing can be written
    }
  return open(fs::temp_directory_path(ignored) / own);
}

// The command as it was given, going on from that checkpoint; usual: the one that it would go on from by itself. output: in
// place of the given one; empty: none.
std::string command_to_resume(const fs::path& checkpoint, const fs::path& usual, const fs::path& output) {
  std::vector<std::string_view> replaced{"--checkpoint"};
  std::string added;
  if (!output.empty()) {
    replaced.insert(replaced.end(), {"-o", "--output"});
    added = " -o " + shell_quoted_file(output.string());
  }
  if (checkpoint != usual) added += " --checkpoint " + shell_quoted_file(checkpoint.string());
  return changed_command(replaced, std::array{std::string_view("--resume")}, added + " --resume");
}

void warn_beside_progress(std::string_view message) {
  ProgressLine::clear_at_exit();
  print_error(message);
}

}  // namespace

Resumable::Resumable(const ResumeOptions& options, ResumableWords words, const CheckpointPlace& place,
                     const InputFiles& inputs, CheckpointSaver::Write write)
    : every_s_(options.checkpoint_every_s),
      resumes_(options.resume),
      words_(std::move(words)),
      place_(place),
      usual_(resolve_checkpoint(place.output ? *place.output : fs::path(place.name))),
      file_(choose_checkpoint(options, place, usual_, inputs)),
      saver_(file_->path(), words_.ending, "the " + words_.work, std::move(write), warn_beside_progress) {}

bool Resumable::has_checkpoint(bool is_quiet) const {
  if (is_there(file())) {
    if (resumes_) return true;
    throw InputError::in_file(file().string(),
                              fmt::format("holds an unfinished {}; add --resume to continue it, or delete it "
                                          "to start over",
                                          words_.work));
  }
  if (resumes_ && place_.output && !place_.is_forced && holds_something(*place_.output))
    throw InputError::in_file(place_.output->string(),
                              "exists already; choose another output, or add --force to replace it");
  if (resumes_ && !is_quiet)
    print_error(fmt::format("no {} found; starting from the first {}", printable_file(file().string()),
                            words_.first));
  return false;
}

bool Resumable::is_due() const {
  return std::chrono::duration<double>(Clock::now() - saved_).count() >= every_s_;
}

void Resumable::save() {
  saved_ = Clock::now();
  saver_.save();
}

void Resumable::keep(std::string_view what_ended_it) {
  if (!saver_.save_at_the_end()) {
    print_error(fmt::format("{}; what was {} could not be saved anywhere", what_ended_it, words_.done));
    return;
  }
  // Where the output's folder is gone, it goes beside the checkpoint.
  fs::path output;
  std::error_code ignored;
  if (place_.output && !fs::is_directory(fs::absolute(*place_.output, ignored).parent_path(), ignored))
    output = file().parent_path() / place_.output->filename();
  print_error(fmt::format("{}; what was {} is kept in {}. To continue:\n  {}", what_ended_it, words_.done,
                          printable_file(file().string()), command_to_resume(file(), usual_, output)));
}

void Resumable::remove() const {
  std::error_code ignored;
  fs::remove(file(), ignored);
}

void add_resume(CommandSyntax& syntax, ResumeOptions& options, const char* usual_file) {
  syntax.flag("--resume", "continue from the checkpoint of an interrupted command", options.resume);
  syntax.option("--checkpoint", "FILE", "where the checkpoint is", path(options.checkpoint), usual_file);
  syntax.option("--checkpoint-every", "S", "seconds between checkpoints",
                seconds(options.checkpoint_every_s, NumberRange::not_negative));
}

OverwritePolicy existing_output(bool is_forced, const ResumeOptions& options, const fs::path& output) {
  if (is_forced || !options.resume) return overwrite_policy(is_forced);
  return overwrite_policy(has_checkpoint_file(options, output));
}

bool note_if_complete(const ResumeOptions& options, OverwritePolicy existing, bool is_quiet,
                      const InputFiles& inputs, const fs::path& output, std::span<const fs::path> files) {
  if (!options.resume || existing == OverwritePolicy::replaced || files.empty()) return false;
  for (const fs::path& file : files) inputs.refuse(resolve_output(file));
  if (has_checkpoint_file(options, output) || !std::ranges::all_of(files, holds_something)) return false;
  if (is_quiet) return true;
  const bool is_alone = files.size() == 1;
  print_error(fmt::format("{} {} taken for complete, as no checkpoint is left; --force writes {} again",
                          printable_file(files.front().string()),
                          is_alone ? "is" : fmt::format("and {} more are", files.size() - 1),
                          is_alone ? "it" : "them"));
  return true;
}

void refuse_to_resume_printing(std::string_view command, const ResumeOptions& options) {
  if (options.resume || options.checkpoint)
    throw InputError(fmt::format("{}: {} needs an output file: -o FILE", command,
                                 options.resume ? "--resume" : "--checkpoint"));
}

}  // namespace sapper::experiments
