// A JSON document whose values carry their positions, for errors with line and column.
//
// Boost.JSON's parser does the parsing (strict: no comments, no trailing commas, valid UTF-8); this file adds positions
// and rejects what that parser accepts: duplicate keys and numbers beyond the range of a double. A number is kept as
// text and converted when its type is known, so that whole numbers up to 2^64-1 and doubles are exact. A byte order mark
// before the value is skipped. Memory is at most some twenty times the text, whatever it holds: a value takes 24 bytes and
// at least two of the text, a line four. Lines end as in all text (sim/support/input_text.hpp); in JSON Lines, where a lone CR is
// white space within a value, only LF separates values.
#pragma once

#include <boost/system/error_code.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>

#include "sim/support/input_error.hpp"

namespace sapper::experiments::json {

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

using Place = sim::TextPlace;

// The place of the next character while those of a text pass one by one.
class PlaceCounter {
 public:
  void pass(char c) {
    const bool ends_crlf = c == '\n' && last_ == '\r';
    last_ = c;
    if (ends_crlf) return;
    if (c == '\n' || c == '\r')
      place_ = {place_.line + 1, 1};
    else
      ++place_.column;
  }
  Place place() const { return place_; }

 private:
  Place place_;
  char last_ = 0;
};

// Line and column of every offset of a text.
class LineIndex {
 public:
  LineIndex() = default;
  // begin: the position of the text in its file.
  LineIndex(std::string_view text, Place begin);
  Place place_of(std::size_t offset) const;

 private:
  Place begin_;
  std::size_t size_ = 0;
  std::deque<std::uint32_t> starts_;  // of the lines after the first
};

// Which numbers a document may hold.
enum class NumberPolicy : std::uint8_t {
  of_a_double,
  any,  // whatever its size: for answers of programs, where such a number is as wrong as others
};

struct Limits {
  std::size_t bytes = std::size_t{16} << 20;
  std::size_t values = 2'000'000;
  std::size_t depth = 64;
  NumberPolicy numbers = NumberPolicy::of_a_double;
};

// Describes the error at the offset at which Boost.JSON's parser stopped, and what would be right.
std::string describe_syntax_error(const boost::system::error_code& error, std::string_view text,
                                  std::size_t offset, const Limits& limits);

class Document {
 public:
  // Throws InputError, `NAME:LINE:COLUMN: ...`, if the text is not one JSON value within the limits. begin: the
  // position of the text in its file.
  static Document parse(std::string text, std::string name, const Limits& limits = {}, Place begin = {});
  // The same for a file (`-`: standard input), which is refused unread if it is too large.
  static Document read(const std::filesystem::path& file, const Limits& limits = {});

  const std::string& name() const { return name_; }
  std::size_t byte_count() const { return text_.size(); }
  Place place_of(std::size_t offset) const { return lines_.place_of(offset); }

  // The values are numbered from 0, the root, in the order of the text: the values inside a list or an object follow it.
  Kind kind_of(std::uint32_t value) const { return values_[value].kind; }
  std::uint32_t offset_of(std::uint32_t value) const { return values_[value].offset; }  // of its first byte
  // A string's content; a number, true or false as written.
  std::string_view text_of(std::uint32_t value) const;
  // Of an object's member.
  std::string_view key_of(std::uint32_t member) const;
  std::uint32_t key_offset_of(std::uint32_t member) const { return values_[member].key_offset; }
  // The number of items of a list or members of an object.
  std::uint32_t size_of(std::uint32_t value) const { return values_[value].size; }
  // The first value behind this one and all inside it: the next item or member, if there is one.
  std::uint32_t behind(std::uint32_t value) const { return values_[value].behind; }

 private:
  friend class TreeBuilder;
  struct Value {
    Kind kind = Kind::null;
    std::uint32_t offset = 0;
    std::uint32_t size = 0;  // of the text or the list
    std::uint32_t key_offset = 0;
    std::uint32_t key_size = 0;
    std::uint32_t behind = 0;
  };

  std::string name_;
  std::string text_;  // the contents of strings and keys replace them where they were, behind the quote
  LineIndex lines_;
  std::deque<Value> values_;  // whose growth copies nothing
};

}  // namespace sapper::experiments::json
