#include "experiments/run/program_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

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

boost::json::value to_json(const std::vector<ProgramFile>& files) {
  boost::json::array list;
  for (const ProgramFile& file : files)
    list.push_back(boost::json::object{
        {"player", file.player}, {"word", file.word}, {"name", file.name}, {"hash", file.hash}});
  return list;
}

std::vector<ProgramFile> program_files_from(const boost::json::value& list) {
  std::vector<ProgramFile> files;
  const boost::json::array* const entries = list.if_array();
  if (entries == nullptr) return files;
  for (const boost::json::value& entry : *entries) {
    const boost::json::object* const object = entry.if_object();
    if (object == nullptr) continue;
    const auto text = [&](const char* key) {
      const boost::json::value* const value = object->if_contains(key);
      return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
    };
    const boost::json::value* const word = object->if_contains("word");
    boost::json::error_code error;
    const auto number = word != nullptr ? word->to_number<std::uint64_t>(error) : 0;
    if (word != nullptr && !error) files.push_back({text("player"), number, text("name"), text("hash")});
  }
  return files;
}

}  // namespace sapper::experiments
