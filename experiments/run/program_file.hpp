// The files that external players are run from, by their content: games of two versions of a program are not of one
// experiment, and a run does not go on with another version unless asked to. What a program loads by itself (modules,
// weights) is not known here.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace sapper::experiments {

// The program of a player's command, or an argument that names a file, as the script of an interpreter.
struct ProgramFile {
  std::string player;    // its label
  std::size_t word = 0;  // of the command, from 0
  std::string name;      // as the command names it
  std::string hash;      // of the content, 16 hexadecimal digits; empty if it cannot be read

  bool is_of_same_word(const ProgramFile& other) const {
    return player == other.player && word == other.word;
  }
  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("player", self.player);
    visit("word", self.word);
    visit("name", self.name);
    visit("hash", self.hash);
  }
};

// Empty if the file cannot be read.
std::string hash_of_file(const std::filesystem::path& file);

// The first file whose content differs: `bot.py (player "my bot")`; empty if none does. Words of which only one side has a
// file are left out: a log that a program writes is there only after its first game.
std::string changed_program(const std::vector<ProgramFile>& before, const std::vector<ProgramFile>& now);
// How the list of other builds that played names it: `another version of bot.py (player "my bot")`.
std::string another_version(const std::string& program);
// Adds the files of words that the list lacks.
void add_program_files(const std::vector<ProgramFile>& from, std::vector<ProgramFile>& to);

}  // namespace sapper::experiments
