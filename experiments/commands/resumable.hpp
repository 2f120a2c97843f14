// The common part of commands that can be interrupted and continued: options, the file of their checkpoint, when it is saved,
// and the command that continues. `run`, whose records follow their own rules, has this in run_outputs.hpp and
// run_end.hpp.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/run/checkpoint_saver.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {

struct ResumeOptions {
  bool resume = false;
  std::optional<std::filesystem::path> checkpoint;  // default: OUTPUT.checkpoint
  double checkpoint_every_s = 30;
};
// --resume, --checkpoint, --checkpoint-every. usual_file: the default of --checkpoint, for the help.
void add_resume(CommandSyntax& syntax, ResumeOptions& options, const char* usual_file);
// InputError if these are given where standard output is the output: a command continues there from where it ended.
void refuse_to_resume_printing(std::string_view command, const ResumeOptions& options);

// Whether an output may be replaced: with --force, and by a command that goes on from a checkpoint, as it may have been
// ended between writing the output and removing the checkpoint.
OverwritePolicy existing_output(bool is_forced, const ResumeOptions& options,
                                const std::filesystem::path& output);

// Notes, unless quiet, that a command with --resume has nothing left to do, and returns whether that is so: all its files are
// written, and there is no checkpoint. It may have been killed after it removed that, or have ended well in a job that is
// run again. False with --force. output: whose checkpoint it has; mostly the first of the files. InputError if one of them is
// an input.
bool note_if_complete(const ResumeOptions& options, OverwritePolicy existing, bool is_quiet,
                      const InputFiles& inputs, const std::filesystem::path& output,
                      std::span<const std::filesystem::path> files);

// How a command's messages call what it does.
struct ResumableWords {
  std::string work;    // `tuning`: it is unfinished, and continues without a checkpoint
  std::string first;   // that it starts from: `game`
  std::string done;    // `played`: what was played is kept
  std::string ending;  // of the name of an output elsewhere: `.tune.json`
};

// Where a command's checkpoint belongs.
struct CheckpointPlace {
  std::optional<std::filesystem::path>
      output;  // with links resolved, and locked; nullopt: the command prints
  // A command that prints has NAME.checkpoint in the current folder or, where that is in use, NAME.PROCESS.checkpoint there
  // or in the folder for temporary files.
  std::string name;
  bool is_forced = false;  // --force: the output may be replaced
};

// The checkpoint of a command, which nothing else writes from here on.
class Resumable {
 public:
  // InputError if the checkpoint is a file that the command reads, cannot be written, or is being written by another program.
  Resumable(const ResumeOptions& options, ResumableWords words, const CheckpointPlace& place,
            const InputFiles& inputs, CheckpointSaver::Write write);

  // Whether there is a checkpoint to go on from. InputError if there is, but --resume is missing; or if there is none, but an
  // output that only a command which goes on may replace.
  bool has_checkpoint(bool is_quiet) const;

  bool is_due() const;  // to save
  void save();
  // At the end of a command that is not finished: saves, and says how to continue.
  void keep(std::string_view what_ended_it);
  // At the end of one that is.
  void remove() const;

  const std::filesystem::path& file() const { return saver_.file(); }

 private:
  using Clock = std::chrono::steady_clock;

  double every_s_;
  bool resumes_;
  ResumableWords words_;
  CheckpointPlace place_;
  std::filesystem::path usual_;  // the checkpoint that --resume takes by itself
  std::unique_ptr<CheckpointFile> file_;
  CheckpointSaver saver_;
  Clock::time_point saved_ = Clock::now();
};

}  // namespace sapper::experiments
