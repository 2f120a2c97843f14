// A player for sapper that digs the first hidden cell, with as little work as it can: it measures what the protocol
// itself costs, and shows how little a player in C++ needs. Build it alone: g++ -O2 -o fast_player fast_player.cpp
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

// The number after `key` in the line.
int number_after(const char* line, const char* key) {
  const char* const place = std::strstr(line, key);
  return place == nullptr ? 0 : std::atoi(place + std::strlen(key));
}

}  // namespace

int main() {
  int rows = 0;
  int cols = 0;
  std::size_t first_hidden = 0;  // no cell before it is hidden
  std::vector<char> is_shown;
  char* line = nullptr;
  std::size_t room = 0;
  while (::getline(&line, &room, stdin) > 0) {
    if (std::strstr(line, "\"type\":\"case\"") != nullptr) {
      if (std::strstr(line, "\"graph\":") != nullptr || std::strstr(line, "\"layers\":") != nullptr) {
        std::fputs("fast_player plays on boards of rows and columns\n", stderr);
        return EXIT_FAILURE;
      }
      rows = number_after(line, "\"rows\":");
      cols = number_after(line, "\"cols\":");
      std::puts(R"({"type":"ready","protocol":"sapper-player/1"})");
    } else if (std::strstr(line, "\"type\":\"game\"") != nullptr) {
      is_shown.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols), 0);
      first_hidden = 0;
      continue;
    } else if (std::strstr(line, "\"type\":\"turn\"") != nullptr) {
      // [[row,col,number],...]
      char* place = std::strstr(line, "[[");
      while (place != nullptr && *place != ']') {
        const auto row = std::strtoul(place + (place[1] == '[' ? 2 : 1), &place, 10);
        const auto col = std::strtoul(place + 1, &place, 10);
        std::strtoul(place + 1, &place, 10);
        is_shown[row * static_cast<std::size_t>(cols) + col] = 1;
        place += place[1] == ',' ? 2 : 1;  // to the next bracket
      }
      while (is_shown[first_hidden]) ++first_hidden;
      std::printf("{\"dig\":[[%zu,%zu]]}\n", first_hidden / static_cast<std::size_t>(cols),
                  first_hidden % static_cast<std::size_t>(cols));
    } else {
      continue;
    }
    std::fflush(stdout);
  }
  std::free(line);
}
