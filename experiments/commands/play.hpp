// `sapper play GAME`: play at the terminal.
#pragma once

#include <string>
#include <vector>

namespace sapper::experiments {

struct PlayOptions {
  std::string game;                  // tablet
  std::vector<std::string> numbers;  // as written; tablet: columns, rows, the poison's column and row
  bool second = false;               // the computer begins
};

// Reads standard input, writes standard output; answers the exit status, 0. InputError if the options are
// wrong.
int play(const PlayOptions& options);

}  // namespace sapper::experiments
