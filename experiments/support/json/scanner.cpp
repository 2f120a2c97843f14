#include "experiments/support/json/scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "experiments/support/errors.hpp"

namespace sapper::experiments::json {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kBetween = " \t\r\n,:]}";

}  // namespace

Place Scanner::place_of(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_begin = before.rfind('\n');
  return {lines + 1, offset - (line_begin == std::string_view::npos ? 0 : line_begin + 1) + 1};
}

void Scanner::fail(std::string_view wrong) const {
  const Place place = place_of(std::min(at_, text_.size()));
  throw InputError::at(name_, place.line, place.column, std::string(wrong));
}

char Scanner::peek() {
  at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
  return at_ < text_.size() ? text_[at_] : '\0';
}

void Scanner::expect(char character) {
  if (peek() != character) fail(fmt::format("expected '{}'", character));
  ++at_;
}

void Scanner::object(const std::function<void(const std::string& key)>& member) {
  expect('{');
  if (peek() == '}') {
    ++at_;
    return;
  }
  for (;;) {
    const std::string key = string();
    expect(':');
    member(key);
    if (peek() != ',') break;
    ++at_;
  }
  expect('}');
}

void Scanner::array(const std::function<void()>& item) {
  expect('[');
  if (peek() == ']') {
    ++at_;
    return;
  }
  for (;;) {
    item();
    if (peek() != ',') break;
    ++at_;
  }
  expect(']');
}

void Scanner::skip_string() {
  expect('"');
  for (; at_ < text_.size() && text_[at_] != '"'; ++at_)
    if (text_[at_] == '\\') ++at_;
  if (at_ >= text_.size()) fail("the text ends in the middle of a string");
  ++at_;
}

std::string Scanner::string() {
  if (peek() != '"') fail("expected a string");
  const std::size_t begin = at_ + 1;
  skip_string();
  const std::string_view raw = text_.substr(begin, at_ - 1 - begin);
  std::string content;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && ++i < raw.size() && raw[i] != '"' && raw[i] != '\\' && raw[i] != '/')
      content += '\\';
    content += raw[i];
  }
  return content;
}

std::uint64_t Scanner::whole() {
  peek();
  std::uint64_t value = 0;
  const char* const end = text_.data() + text_.size();
  const auto read = std::from_chars(text_.data() + at_, end, value);
  if (read.ec != std::errc{} || (read.ptr != end && kBetween.find(*read.ptr) == std::string_view::npos))
    fail("expected a whole number");
  at_ = static_cast<std::size_t>(read.ptr - text_.data());
  return value;
}

double Scanner::number() {
  peek();
  double value = 0;
  const auto read = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  if (read.ec != std::errc{}) fail("expected a number");
  at_ = static_cast<std::size_t>(read.ptr - text_.data());
  return value;
}

std::vector<std::uint64_t> Scanner::wholes() {
  std::vector<std::uint64_t> values;
  array([&] { values.push_back(whole()); });
  return values;
}

std::vector<std::string> Scanner::strings() {
  std::vector<std::string> values;
  array([&] { values.push_back(string()); });
  return values;
}

std::string_view Scanner::skip() {
  peek();
  const std::size_t begin = at_;
  std::size_t depth = 0;
  do {
    switch (peek()) {
      case '\0':
        fail("the text ends in the middle; a bracket, brace or quote is not closed");
      case '"':
        skip_string();
        break;
      case '{':
      case '[':
        ++depth;
        ++at_;
        break;
      case '}':
      case ']':
        if (depth == 0) fail("expected a value");
        --depth;
        ++at_;
        break;
      case ',':
      case ':':
        if (depth == 0) fail("expected a value");
        ++at_;
        break;
      default:
        at_ = std::min(text_.find_first_of(kBetween, at_), text_.size());
    }
  } while (depth > 0);
  return text_.substr(begin, at_ - begin);
}

void Scanner::end() {
  if (peek() != '\0') fail("something follows the end of the JSON value; expected nothing more");
}

}  // namespace sapper::experiments::json
