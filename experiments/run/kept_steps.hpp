// The steps that a command has done, in order, in a file from which it goes on: the checkpoint of `judge`, `positions`,
// `boards` and `review`.
//
// The file (`sapper-steps/1`) is text. Its first line is an object: the command, all that its steps depend on, and the build
// and the external players' programs that did them. The lines of the steps follow and, after those of each save, a line
// `{"saved":STATE,"hash":"16 digits"}` with what else the command goes on from; the hash is over all text before it. A save
// appends to the file, so that saving costs what is new, and memory holds only that. What follows the last whole save is
// dropped: a save that was cut off.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/program_file.hpp"
#include "experiments/support/hash.hpp"

namespace sapper::experiments {

// Equal ones have equal steps.
struct StepsOrigin {
  std::string command;
  boost::json::object options;        // a config among them
  std::vector<ProgramFile> programs;  // of external players
};

class KeptSteps {
 public:
  // state: what is saved beside the lines; it counts all lines that were added.
  KeptSteps(StepsOrigin origin, std::function<boost::json::value()> state);

  // Adds a step's line, without its line feed; of a save all lines must be of whole steps.
  void add(std::string_view line);
  // Whether enough is waiting to be written.
  bool is_large() const { return waiting_.size() > kMostWaiting; }
  // Whether there is a step or a file.
  bool has_any() const { return saved_bytes_ > 0 || !waiting_.empty(); }

  // Goes on with what a file holds: passes its lines on. Returns the state. InputError if it is not valid, was edited, or has
  // another origin.
  boost::json::value read(const std::filesystem::path& file,
                          const std::function<void(std::string_view line)>& take);
  // Saves; another file than before gets all. RunError.
  void write(const std::filesystem::path& file);

 private:
  static constexpr std::size_t kMostWaiting = std::size_t{8} << 20;

  std::string header() const;
  void append(const std::filesystem::path& file, std::string_view text) const;
  void copy(const std::filesystem::path& file, std::string_view text) const;

  StepsOrigin origin_;
  std::function<boost::json::value()> state_;
  std::string waiting_;  // lines
  std::filesystem::path file_;
  std::uint64_t saved_bytes_ = 0;  // of it
  Hash hash_;                      // over them
};

}  // namespace sapper::experiments
