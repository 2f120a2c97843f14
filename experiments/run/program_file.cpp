#include "experiments/run/program_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "experiments/support/errors.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_file.hpp"

namespace sapper::experiments {

std::string hash_of_file(const std::filesystem::path& file) {
  try {
    const sim::InputFile input(file);
    Hash hash;
    std::vector<char> block(std::size_t{1} << 16);
    while (const std::size_t count = input.read(block)) hash.add({block.data(), count});
    return fmt::format("{:016x}", hash.value());
  } catch (const InputError&) {
    return {};
  }
}

std::string changed_program(const std::vector<ProgramFile>& before, const std::vector<ProgramFile>& now) {
  for (const ProgramFile& file : before) {
    const auto same = std::find_if(now.begin(), now.end(),
                                   [&](const ProgramFile& other) { return file.is_of_same_word(other); });
    if (same != now.end() && same->hash != file.hash)
      return fmt::format("{} (player \"{}\")", printable(same->name, sim::kLongestPath),
                         printable(file.player));
  }
  return {};
}

void add_program_files(const std::vector<ProgramFile>& from, std::vector<ProgramFile>& to) {
  for (const ProgramFile& file : from)
    if (std::none_of(to.begin(), to.end(),
                     [&](const ProgramFile& other) { return file.is_of_same_word(other); }))
      to.push_back(file);
}

std::string another_version(const std::string& program) { return "another version of " + program; }

}  // namespace sapper::experiments
