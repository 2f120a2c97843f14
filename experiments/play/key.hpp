// Keys that a terminal sends: characters, and the escape sequences of cursor keys (ECMA-48, as xterm and the Linux
// console send them).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sapper::experiments {

struct Key {
  enum class Kind : std::uint8_t {
    text,  // one character, maybe a blank
    enter,
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
    resized,  // no key: the terminal has another size, or the program goes on after it was stopped
    unknown,
  };
  Kind kind = Kind::unknown;
  std::string text = {};  // of text, in UTF-8

  bool operator==(const Key&) const = default;
};

// Takes the bytes of keys apart.
class KeyDecoder {
 public:
  // The key that ends with this byte; nullopt: more bytes belong to it.
  std::optional<Key> take(char byte);
  // No byte follows for now: what the bytes so far mean alone, such as the Escape key. nullopt: nothing is open.
  std::optional<Key> flush();
  bool is_open() const { return !bytes_.empty(); }

 private:
  std::string bytes_;  // of a key that is not complete
};

// Where a game at a screen gets its keys from.
class KeySource {
 public:
  virtual ~KeySource() = default;
  // Waits for the next key.
  virtual Key next() = 0;
  // Whether next() would return at once, so that a screen need not be drawn in between.
  virtual bool has_more() = 0;
};

}  // namespace sapper::experiments
