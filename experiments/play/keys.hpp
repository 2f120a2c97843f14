// Keys that a terminal sends: characters, and the escape sequences of cursor keys (ECMA-48, as xterm and the Linux
// console send them).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sapper::experiments {

struct KeyPress {
  enum class Kind : std::uint8_t {
    text,  // one character, possibly a blank
    enter,
    tab,
    erase,
    erase_line,
    up,
    down,
    left,
    right,
    home,
    end,
    page_up,
    page_down,
    end_of_input,
    resized,  // not a key: the terminal was resized, or the program continues after a stop
    unknown,
  };
  Kind kind = Kind::unknown;
  std::string text = {};  // for `text`: the character, in UTF-8

  bool operator==(const KeyPress&) const = default;
};

// Decodes the bytes of keys.
class KeyDecoder {
 public:
  // The key that ends with this byte; nullopt if it needs more bytes.
  std::optional<KeyPress> take(char byte);
  // Call when no byte follows: returns the meaning of the bytes so far, such as the Escape key. nullopt if there are
  // none.
  std::optional<KeyPress> flush();
  bool is_open() const { return !bytes_.empty(); }

 private:
  std::string bytes_;  // of an incomplete key
};

// The source of keys for a game on a screen.
class KeySource {
 public:
  virtual ~KeySource() = default;
  // Waits for the next key.
  virtual KeyPress next() = 0;
  // Whether next() would return at once, so that a screen need not be drawn in between.
  virtual bool has_more() = 0;
};

}  // namespace sapper::experiments
