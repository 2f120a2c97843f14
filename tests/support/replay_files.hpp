// Writes replay files of people's programs byte by byte, from the descriptions of the formats and not from the reader:
// one game, whose mouse events are `lc` and `lr` (left press and release), `rc`, `rr`, `mc`, `mr` (middle) and `sc` (left
// press with Shift).
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapper::tests {

struct MouseStep {
  std::string_view what;
  int row, col;  // -1: outside the board, to the right and below
  int time_ms;
};

struct SampleReplay {
  int rows = 0, cols = 0;
  std::vector<std::pair<int, int>> mines;  // row, column
  std::vector<MouseStep> steps;
  std::string player = "Ann";
  bool is_won = true;
  int bv3 = 0;
  int time_ms = 0;
  int mode = 0;  // in the numbers of the format
  bool has_question_marks = false;
  bool is_transcoded = false;  // only in Metasweeper's files
  bool has_other_events =
      true;  // than the mouse's: in version 4 of Metasweeper's files, which ms-toollib misreads
};

// High byte first.
template <std::integral Number>
std::string big_endian(Number value, int bytes) {
  const auto number = static_cast<std::uint64_t>(value);
  std::string text;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += static_cast<char>(number >> shift & 0xFF);
  return text;
}
inline std::string with_length(const std::string& text) { return big_endian(text.size(), 1) + text; }

// The pixel in the middle of a cell of 16 pixels, or outside.
inline int pixel(int row_or_col, int count) { return row_or_col < 0 ? 16 * count : 16 * row_or_col + 8; }

inline int code_of(std::string_view what) {
  constexpr std::array<std::string_view, 8> kCodes{"", "mv", "lc", "lr", "rc", "rr", "mc", "mr"};
  for (std::size_t code = 0; code < kCodes.size(); ++code)
    if (kCodes[code] == what) return static_cast<int>(code);
  return -1;
}

// Minesweeper Arbiter 0.52.3, a custom board.
inline std::string arbiter_file(const SampleReplay& game) {
  std::string file =
      "\x34"
      "abcd"
      "\x06";
  file += big_endian(game.cols - 1, 1) + big_endian(game.rows - 1, 1) + big_endian(game.mines.size(), 2);
  for (const auto& [row, col] : game.mines) file += big_endian(row + 1, 1) + big_endian(col + 1, 1);
  file += "????????";  // ms-toollib skips eight bytes
  file += "??[?";      // a bracket that begins nothing
  file += game.has_question_marks ? '\x11' : '\x7F';
  const int hundredths = 100 + game.time_ms / 10;
  file += "8[3|W5H4M3|19.12.2021.15:14:32:4423|19.15:14:33:9954|B" + std::to_string(game.bv3) + "T" +
          std::to_string(hundredths / 100) + "," + std::to_string(hundredths / 10 % 10) +
          std::to_string(hundredths % 10) + "]";
  file += "\x0C\x0C\x03\x0B\x06";
  for (const MouseStep& step : game.steps) {
    constexpr std::array<std::pair<std::string_view, int>, 8> kCodes{
        {{"mv", 1}, {"lc", 3}, {"lr", 5}, {"rc", 9}, {"rr", 17}, {"mc", 33}, {"mr", 65}, {"sc", 11}}};
    std::uint64_t code = 0;
    for (const auto& [what, number] : kCodes)
      if (what == step.what) code = static_cast<std::uint64_t>(number);
    const auto x = static_cast<std::uint64_t>(pixel(step.col, game.cols));
    const auto y = static_cast<std::uint64_t>(pixel(step.row, game.rows));
    const auto time_ms = static_cast<std::uint64_t>(step.time_ms);
    const std::uint64_t second = time_ms / 1000 + 1;
    for (const std::uint64_t byte :
         {code, x >> 8, second & 0xFF, x & 0xFF, time_ms / 10 % 100, y >> 8, second >> 8, y & 0xFF})
      file += big_endian(byte, 1);
  }
  file += std::string("\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0", 16) +
          "1702691573407379297501"
          "cs=0123456789abcdefg";
  return file + "RealTime: 1.53\rSkin: 3.1\r" + game.player +
         "\rMinesweeper Arbiter 0.52.3. Copyright \xA9 2005-2006 D. S.";
}

// Vienna Minesweeper; format: 1 or 2.
inline std::string vienna_file(const SampleReplay& game, int format) {
  const std::string result = format == 2
                                 ? ""
                                 : "\nLEVEL:Custom#SCORE:1.53#NAME:A#NICK:B#3BV:" + std::to_string(game.bv3) +
                                       "#NF:0#TIMESTAMP:1354964250#\n";
  const std::string program = "Vienna Minesweeper - Release 9.0 Copyright (C) 2008-2012 C. M.";
  const std::string player = big_endian(4, 2) + with_length(game.player) + with_length("nick") +
                             with_length("") + with_length("token");
  std::string board = big_endian(1354964250, 4) + big_endian(game.cols, 1) + big_endian(game.rows, 1) +
                      big_endian(game.mines.size(), 2);
  for (const auto& [row, col] : game.mines) board += big_endian(col, 1) + big_endian(row, 1);
  const std::string flags = big_endian(0, 2);
  std::string properties = big_endian(game.has_question_marks ? 1 : 0, 1) + big_endian(0, 1) +
                           big_endian(game.mode, 1) + big_endian(3, 1);
  if (format == 2)
    properties += big_endian(game.bv3 & 0xFF, 1) + big_endian(game.bv3 >> 8, 1) + big_endian(16, 1);
  const std::string extensions =
      format == 2 ? big_endian(1, 2) + with_length("clone_name") + with_length("Some clone") : "";
  std::string events;
  bool is_first = true;
  for (const MouseStep& step : game.steps) {
    if (std::exchange(is_first, false)) continue;  // the first press is not recorded
    const int margin = format == 1 ? 1 : 0;
    events += big_endian(code_of(step.what), 1) + big_endian(step.time_ms, 3) + "F" +
              big_endian(pixel(step.col, game.cols) + 12 * margin, 2) +
              big_endian(pixel(step.row, game.rows) + 56 * margin, 2);
    events += std::string("\x13\x02\x01", 3);  // a cell that shows 1
    if (format == 1) events += std::string("\0clok", 5);
    if (format == 2) events += std::string("\x1C\x01\x7F", 3);  // 7 pixels right and 1 up, after 1 ms
  }
  events += big_endian(game.is_won ? 16 : 15, 1) + big_endian(game.time_ms, 3) + "....";
  std::string file = "*rmv" + big_endian(format, 2) + (format == 2 ? "\x01\x05" : "") + "size";
  if (format == 1) file += big_endian(result.size(), 2);
  for (const std::size_t bytes :
       {program.size(), player.size(), board.size(), flags.size(), properties.size()})
    file += big_endian(bytes, 2);
  if (format == 2) file += big_endian(extensions.size(), 2);
  file += big_endian(events.size(), 4) + big_endian(18, 2);
  return file + result + program + player + board + flags + properties + extensions + events +
         "0123456789abcdefgh";
}

// What follows the events of a file without header.
inline constexpr std::string_view kAfterOldEvents("\0\0\0\0\0\0\0\0\0", 9);

// Minesweeper Clone; version: "0.96 beta" (no header), "0.97 beta" or "2007 release 1".
inline std::string clone_file(const SampleReplay& game, const std::string& version) {
  const bool is_old = version == "0.96 beta";
  const bool is_097 = version == "0.97 beta";
  std::string board = big_endian(game.cols, 1) + big_endian(game.rows, 1) + big_endian(game.mines.size(), 2);
  for (const auto& [row, col] : game.mines)
    board += big_endian(col + (is_old ? 0 : 1), 1) + big_endian(row + (is_old ? 0 : 1), 1);
  const std::string marks = big_endian(game.has_question_marks ? 1 : 0, 1);
  const std::string hundredths = big_endian(game.time_ms / 1000, 2) + big_endian(game.time_ms / 10 % 100, 1);
  // The numbers of an event, lowest bit first.
  std::string events;
  bool left = false, right = false, middle = false;
  for (const MouseStep& step : game.steps) {
    if (step.what == "lc" || step.what == "lr") left = step.what == "lc";
    if (step.what == "rc" || step.what == "rr") right = step.what == "rc";
    if (step.what == "mc" || step.what == "mr") middle = step.what == "mc";
    const int x = pixel(step.col, game.cols);
    const int y = pixel(step.row, game.rows);
    if (is_old) {
      events += big_endian(step.time_ms / 1000, 1) + big_endian(step.time_ms / 10 % 100, 1) +
                big_endian((left ? 1U : 0U) + (middle ? 2U : 0U) + (right ? 4U : 0U), 1) + big_endian(x, 2) +
                big_endian(y, 2) + "?";
      continue;
    }
    std::vector<bool> bits{right, middle, left};
    const auto append = [&](int number, int count) {
      for (int i = 0; i < count; ++i) bits.push_back((number >> i & 1) != 0);
    };
    if (is_097) {
      append(y, 9);
      append(x, 9);
      append(step.time_ms / 10 % 100, 7);
      append(step.time_ms / 1000, 10);
    } else {
      append(y + 32, 11);
      append(x + 32, 11);
      append(step.time_ms, 22);
    }
    // The digits of cos(c + 1000), sin(sqrt(b)), cos(c), sin(sqrt(a) + 1000), cos(d), sin(d) for the key 12345, with
    // a = sqrt(key), b = sqrt(key + 1000), c = sqrt(a + 1000), d = sqrt(b + 1000); computed with 40 digits.
    const std::string digits =
        std::string("968740119695217533966870868443344010719491604656").substr(0, is_097 ? 40 : 48);
    std::string event(digits.size() / 8, '\0');
    std::size_t next = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
      for (std::size_t place = 0; place < digits.size(); ++place)
        if (digits[place] == digit) {
          if (next < bits.size() && bits[next])
            event[place / 8] = static_cast<char>(event[place / 8] | 1 << place % 8);
          ++next;
        }
    events += event;
  }
  if (is_old) {
    std::string name = game.player;
    name.resize(100, ' ');
    return board + marks + "?" + events + std::string(kAfterOldEvents) + hundredths + name +
           std::string(1, '\0') + std::string(20, 'x') + std::string(1, '\0');
  }
  std::string file = with_length("Minesweeper Clone") + with_length(is_097 ? "2004-2005" : "2004-2007") +
                     with_length("Some Author of the Clone") +
                     with_length(is_097 ? "version 0.97 beta" : version) + "???" +
                     "\x05\x08\x07\xDB\x16\x30\x04" + "\x04" + big_endian(game.mode, 1);
  if (is_097)
    file += hundredths + big_endian(game.bv3, 2) + big_endian(game.is_won ? game.bv3 : 1, 2) + "clicks";
  else
    file += big_endian(game.time_ms, 3);
  return file + marks + board + with_length(game.player) + big_endian(12345, 2) +
         big_endian(game.steps.size(), 3) + events + "checksum";
}

// RawVF 6.1, as a parser would write it of Arbiter's file.
inline std::string raw_vf_file(const SampleReplay& game) {
  const auto seconds = [](int time_ms) {
    std::string thousandths = std::to_string(1000 + time_ms % 1000);
    thousandths[0] = '.';
    return std::to_string(time_ms / 1000) + thousandths;
  };
  std::string file =
      "RawVF_Version: Rev6.1\nProgram: Minesweeper Arbiter\nVersion: 0.52.3\nPlayer: " + game.player +
      "\nLevel: Custom\nWidth: " + std::to_string(game.cols) + "\nHeight: " + std::to_string(game.rows) +
      "\nMines: " + std::to_string(game.mines.size()) +
      "\nMarks: " + (game.has_question_marks ? "On" : "Off") + "\nTime: " + seconds(game.time_ms) +
      "\nBBBV: " + std::to_string(game.bv3) + "\nBBBVS: 5.556\nStatus: " + (game.is_won ? "won" : "lost") +
      "\nMode: Classic\nBoard:\n";
  std::vector<std::string> rows(static_cast<std::size_t>(game.rows),
                                std::string(static_cast<std::size_t>(game.cols), '0'));
  for (const auto& [row, col] : game.mines)
    rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)] = '*';
  for (const std::string& row : rows) file += row + '\n';
  file += "Events:\n";
  for (const MouseStep& step : game.steps) {
    const int x = pixel(step.col, game.cols);
    const int y = pixel(step.row, game.rows);
    file += seconds(step.time_ms) + " " + std::string(step.what) + " " + std::to_string(x / 16 + 1) + " " +
            std::to_string(y / 16 + 1) + " (" + std::to_string(x) + " " + std::to_string(y) + ")\n";
    if (step.what == "rc")
      file += "flag " + std::to_string(x / 16 + 1) + " " + std::to_string(y / 16 + 1) + "\n";
  }
  return file;
}

// Metasweeper; version: 0 to 4.
inline std::string metasweeper_file(const SampleReplay& game, int version) {
  const std::string nul(1, '\0');
  std::string file =
      big_endian(version, 1) +
      big_endian((game.is_won ? 0xE0U : 0U) | (game.is_transcoded && version == 4 ? 8U : 0U), 1);
  if (version >= 3) file += "\x40";
  file += big_endian(game.rows, 1) + big_endian(game.cols, 1) + big_endian(game.mines.size(), 2) + "\x10" +
          big_endian(game.mode, 2) + big_endian(game.bv3, 2) +
          big_endian(static_cast<std::uint64_t>(game.time_ms), version == 4 ? 4 : 3);
  if (version == 4) file += "CN" + big_endian(1, 8) + big_endian(2, 8);
  file +=
      "\xE5\x85\x83"
      "3.2.1" +
      nul + (game.is_transcoded && version == 4 ? "Meta 3.2" + nul + "gbk" + nul : "") + game.player + nul +
      "race" + nul + "unique" + nul;
  if (version == 4) {
    file += big_endian(4, 2) + std::string("\0id\0", 4);
  } else {
    file += "1723313188971031" + nul + "1723313192767449" + nul + "China" + nul;
    if (version >= 2) file += "device" + nul;
  }
  std::vector<bool> is_mine(static_cast<std::size_t>(game.rows) * static_cast<std::size_t>(game.cols));
  for (const auto& [row, col] : game.mines)
    is_mine[static_cast<std::size_t>(row) * static_cast<std::size_t>(game.cols) +
            static_cast<std::size_t>(col)] = true;
  for (std::size_t first = 0; first < is_mine.size(); first += 8) {
    unsigned byte = 0;
    for (std::size_t i = 0; i < 8; ++i)
      byte = byte << 1 | (first + i < is_mine.size() && is_mine[first + i] ? 1 : 0);
    file += big_endian(byte, 1);
  }
  if (version == 4) file += big_endian(1, 2) + "metric" + nul;
  int x = 0, y = 0, time_ms = 0;
  for (const MouseStep& step : game.steps) {
    const int next_x = pixel(step.col, game.cols);
    const int next_y = pixel(step.row, game.rows);
    if (version == 4) {
      int wait_ms = step.time_ms - time_ms;
      if (wait_ms > 255) file += "\xFF" + big_endian(std::exchange(wait_ms, 0), 2);
      file += big_endian(code_of(step.what), 1) + big_endian(wait_ms, 1) + big_endian(next_x - x, 2) +
              big_endian(next_y - y, 2);
      if (time_ms == 0 && game.has_other_events)
        file += "\xC8" + nul + big_endian(10000, 2) + std::string(8, 'd') + "\xC9" + nul +
                big_endian(10000, 2) + "text" + nul;
    } else {
      file += big_endian(code_of(step.what), 1) + big_endian(step.time_ms, 3) + big_endian(next_x, 2) +
              big_endian(next_y, 2);
    }
    x = next_x;
    y = next_y;
    time_ms = step.time_ms;
  }
  if (version == 4) {
    if (game.has_other_events) file += (game.is_won ? "\x52" : "\x53") + nul;
    return file + nul + big_endian(3, 2) + "sum";
  }
  return file + (game.is_transcoded ? "\xFF" : nul + std::string(32, 'c'));
}

// A collection of Metasweeper's files.
inline std::string collection_file(const std::vector<std::string>& files) {
  std::string collection(1, '\0');
  collection += big_endian(5, 2);
  for (const std::string& file : files)
    collection += "name" + std::string(1, '\0') + big_endian(file.size(), 4) + file + "check";
  return collection;
}

// Every kind of file, with the ending of its name.
inline std::vector<std::pair<std::string, std::string>> files_of_every_format(const SampleReplay& game) {
  SampleReplay in_clone = game;
  in_clone.mode = 1;
  std::vector<std::pair<std::string, std::string>> files{
      {".avf", arbiter_file(game)},
      {".rmv", vienna_file(game, 1)},
      {".rmv", vienna_file(game, 2)},
      {".mvf", clone_file(in_clone, "0.96 beta")},
      {".mvf", clone_file(in_clone, "0.97 beta")},
      {".mvf", clone_file(in_clone, "2007 release 1")},
      {".rawvf", raw_vf_file(game)},
  };
  for (int version = 0; version <= 4; ++version) files.emplace_back(".evf", metasweeper_file(game, version));
  files.emplace_back(".evfs", collection_file({metasweeper_file(game, 4)}));
  return files;
}

// A game won on 4 x 5 cells by every means that the mouse has:
//   0 0 0 1 *
//   1 1 1 1 1
//   1 * 2 1 1
//   1 1 2 * 1
inline SampleReplay sample_replay() {
  SampleReplay game{4, 5, {{0, 4}, {2, 1}, {3, 3}}, {}};
  int time_ms = 0;
  const auto add = [&](std::string_view what, int row, int col) {
    game.steps.push_back({what, row, col, time_ms});
  };
  const auto pause = [&](int ms) { time_ms += ms; };
  const auto click = [&](int row, int col) {
    add("lc", row, col);
    add("lr", row, col);
    pause(100);
  };
  const auto flag = [&](int row, int col) {
    add("rc", row, col);
    add("rr", row, col);
    pause(100);
  };
  click(0, 0);  // an opening
  flag(2, 1);
  click(2, 1);                                                        // a flagged cell
  click(0, 0);                                                        // a shown cell
  for (const char* what : {"lc", "rc", "lr", "rr"}) add(what, 1, 1);  // a chord that opens 2,0 and 2,2
  pause(300);
  for (const char* what : {"rc", "lc", "rr", "lr"}) add(what, 2, 2);  // a chord with too few flags
  pause(100);
  add("mc", 1, 2);  // a chord that opens 2,3
  add("mr", 1, 2);
  pause(100);
  flag(0, 4);
  for (const char* what : {"rc", "lc", "lr", "rr"}) add(what, 1, 3);  // a chord that opens 1,4 and 2,4
  pause(100);
  for (const char* what : {"lc", "rc", "rr"}) add(what, 0, 0);  // the left button after a chord
  add("lr", 3, 0);
  pause(100);
  click(3, 0);
  add("lc", 3, 0);  // pressed on another cell
  add("lr", 3, 1);
  pause(100);
  add("lc", 3, 2);
  add("lr", -1, -1);
  pause(100);
  flag(3, 2);
  flag(3, 2);
  click(3, 2);
  click(3, 4);
  game.bv3 = 10;
  game.time_ms = time_ms - 100;
  return game;
}

}  // namespace sapper::tests
