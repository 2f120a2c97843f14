#include "experiments/support/json/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/events.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_file.hpp"
#include "sim/support/input_text.hpp"
#include "sim/support/interruptible.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::json {

using boost::json::error_code;

// Lists the values from the parser's events. They arrive in the order of the tokens, so a cursor that advances by one
// token per event gives the position of each value.
class TreeBuilder : public Events<TreeBuilder> {
 public:
  // An error found here, not by the parser.
  struct Refusal {
    std::size_t offset = 0;
    std::string message;
  };

  TreeBuilder(Document& document, const Limits& limits)
      : document_(document), text_(document.text_), limits_(limits) {}

  bool begin(Kind kind, error_code& error) {
    const std::uint32_t value = add(kind, next_token().first, error);
    if (refused()) return false;
    open_.push_back(value);
    return true;
  }
  bool end(Kind kind, std::size_t, error_code& error) {
    if (kind == Kind::object && !check_keys(error)) return false;
    document_.values_[open_.back()].behind = count();
    open_.pop_back();
    return true;
  }
  bool take_key(std::string_view key) {
    key_offset_ = next_token().first;
    key_size_ = put_behind_quote(key_offset_, key);
    return true;
  }
  bool take(const Scalar& scalar, std::string_view, error_code& error) {
    const auto [offset, length] = next_token();
    if (const auto* const text = std::get_if<std::string_view>(&scalar)) {
      const std::uint32_t value = add(Kind::string, offset, error);
      if (!refused()) document_.values_[value].size = put_behind_quote(offset, *text);
      return !refused();
    }
    const bool is_null = std::holds_alternative<std::nullptr_t>(scalar);
    const bool is_number = !is_null && !std::holds_alternative<bool>(scalar);
    const std::string_view written = text_.substr(offset, length);
    if (is_number && limits_.numbers == NumberPolicy::of_a_double && !parse_number<double>(written))
      return refuse(
          offset,
          fmt::format("{} is out of range; the magnitude of a number must be 0 or from 1e-307 to 1.7e308",
                      written.substr(0, 40)),
          error);
    const std::uint32_t value = add(is_number ? Kind::number
                                    : is_null ? Kind::null
                                              : Kind::boolean,
                                    offset, error);
    if (!refused()) document_.values_[value].size = static_cast<std::uint32_t>(length);
    return !refused();
  }

  const Refusal& refusal() const { return refusal_; }
  bool refused() const { return !refusal_.message.empty(); }

 private:
  // The next token that starts a key or value: offset and length.
  std::pair<std::size_t, std::size_t> next_token() {
    constexpr std::string_view kBetween = " \t\r\n,:]}";
    const std::size_t begin = std::min(text_.find_first_not_of(kBetween, cursor_), text_.size());
    cursor_ = begin + 1;
    if (begin == text_.size()) return {begin, 0};
    if (text_[begin] == '"') {
      while (cursor_ < text_.size() && text_[cursor_] != '"') cursor_ += text_[cursor_] == '\\' ? 2 : 1;
      ++cursor_;
    } else if (text_[begin] != '{' && text_[begin] != '[') {
      cursor_ = std::min(text_.find_first_of(kBetween, cursor_), text_.size());
    }
    return {begin, cursor_ - begin};
  }
  // A string is never longer than it is written, and has been parsed. Returns its size.
  std::uint32_t put_behind_quote(std::size_t quote, std::string_view string) {
    std::memmove(document_.text_.data() + quote + 1, string.data(), string.size());
    return static_cast<std::uint32_t>(string.size());
  }

  bool refuse(std::size_t offset, std::string message, error_code& error) {
    refusal_ = {offset, std::move(message)};
    error = boost::json::error::syntax;
    return false;
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(document_.values_.size()); }
  // Its number, unless it is refused.
  std::uint32_t add(Kind kind, std::size_t offset, error_code& error) {
    sim::end_if_interrupted();
    const std::uint32_t number = count();
    if (number == limits_.values) {
      refuse(offset, fmt::format("more than the limit of {} values", limits_.values), error);
      return 0;
    }
    if (!open_.empty()) ++document_.values_[open_.back()].size;
    document_.values_.push_back({kind, static_cast<std::uint32_t>(offset), 0,
                                 static_cast<std::uint32_t>(key_offset_), std::exchange(key_size_, 0U),
                                 number + 1});
    return number;
  }
  bool check_keys(error_code& error) {
    std::vector<std::uint32_t> by_key;
    by_key.reserve(document_.size_of(open_.back()));
    for (std::uint32_t member = open_.back() + 1; member < count(); member = document_.behind(member))
      by_key.push_back(member);
    const auto key = [this](std::uint32_t member) { return document_.key_of(member); };
    std::ranges::stable_sort(by_key, {}, key);
    const auto twice = std::ranges::adjacent_find(by_key, {}, key);
    if (twice == by_key.end()) return true;
    const Place first = document_.place_of(document_.key_offset_of(*twice));
    return refuse(document_.key_offset_of(twice[1]),
                  fmt::format("duplicate key {}{} (first at line {}, column {})", path_of_open(),
                              printable(key(twice[1])), first.line, first.column),
                  error);
  }

  // `boards[2].` for the innermost open object; nothing for the whole document.
  std::string path_of_open() const {
    std::string path;
    for (std::size_t i = 1; i < open_.size(); ++i) {
      if (document_.kind_of(open_[i - 1]) == Kind::array)
        path += fmt::format("[{}]", document_.size_of(open_[i - 1]) - 1);
      else
        path += fmt::format("{}{}", path.empty() ? "" : ".", printable(document_.key_of(open_[i])));
    }
    if (!path.empty()) path += '.';
    return path;
  }

  Document& document_;
  std::string_view text_;  // of the document
  Limits limits_;
  std::size_t cursor_ = 0;
  std::vector<std::uint32_t> open_;  // the path from the root to the innermost open array or object
  std::size_t key_offset_ = 0;
  std::uint32_t key_size_ = 0;
  Refusal refusal_;
};

namespace {

// The last non-blank character before `offset`; 0 if there is none.
char character_before(std::string_view text, std::size_t offset) {
  const auto found = text.substr(0, offset).find_last_not_of(" \t\r\n");
  return found == std::string_view::npos ? '\0' : text[found];
}

bool is_comment(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  return rest.starts_with('#') || rest.starts_with("//") || rest.starts_with("/*");
}

// Whether a \uD800 to \uDBFF ends here, that nothing follows: a general syntax error to the parser.
bool is_after_half_a_pair(std::string_view text, std::size_t offset) {
  constexpr std::size_t kEscape = 6;
  if (offset < kEscape) return false;
  const std::string_view escape = text.substr(offset - kEscape, kEscape);
  return escape.starts_with("\\u") && (escape[2] == 'd' || escape[2] == 'D') &&
         std::string_view("89abAB").find(escape[3]) != std::string_view::npos;
}

// Common mistakes in handwritten JSON; empty: something else.
std::string common_mistake(std::string_view text, std::size_t offset) {
  const char found = text[offset];
  const char before = character_before(text, offset);
  if ((found == ']' || found == '}') && before == ',')
    return fmt::format("trailing comma; remove the comma before this {}", found);
  if (found == '\'') return "strings must use double quotes, not single quotes";
  const bool is_value_end =
      before == '"' || before == ']' || before == '}' || (before >= '0' && before <= '9');
  if ((found == '"' || found == '{' || found == '[') && is_value_end)
    return fmt::format("expected a comma or a colon before this {}", found);
  return {};
}

}  // namespace

std::string describe_syntax_error(const error_code& error, std::string_view text, std::size_t offset,
                                  const Limits& limits) {
  using Error = boost::json::error;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "the file is empty; expected JSON";
  if (error == Error::incomplete || offset >= text.size())
    return "unexpected end of text; a bracket, brace or quote is not closed";
  if (error == Error::too_deep) return fmt::format("nested deeper than the limit of {} levels", limits.depth);
  if (is_comment(text, offset)) return "comments are not allowed in JSON; remove this one";
  if (error == Error::extra_data) return "unexpected text after the end of the JSON value";
  if (error == Error::exponent_overflow) return "a number's exponent is out of range";
  if (error == Error::illegal_leading_surrogate || error == Error::illegal_trailing_surrogate ||
      error == Error::expected_utf16_escape || is_after_half_a_pair(text, offset))
    return "half of a surrogate pair; expected \\uD800-\\uDBFF followed by \\uDC00-\\uDFFF";
  if (std::string mistake = common_mistake(text, offset); !mistake.empty()) return mistake;
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte >= 0x80) return fmt::format("the byte 0x{:02x} is not valid UTF-8", byte);
  const std::string_view word = text.substr(offset, text.find_first_of(" \t\r\n,:]}", offset + 1) - offset);
  if (word == "NaN" || word == "nan" || word == "Infinity" || word == "-Infinity" || word == "inf")
    return fmt::format("{} is not a JSON number; expected a finite number", word);
  if (byte < 0x20 || byte == 0x7F) return fmt::format("the byte 0x{:02x} must be escaped here", byte);
  return fmt::format("unexpected '{}': {}", text[offset], error.message());
}

LineIndex::LineIndex(std::string_view text, Place begin) : begin_(begin), size_(text.size()) {
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\n' && text[at] != '\r') {
      ++at;
      continue;
    }
    at += sim::line_end_length(text.substr(at));
    starts_.push_back(static_cast<std::uint32_t>(at));
  }
}

Place LineIndex::place_of(std::size_t offset) const {
  offset = std::min(offset, size_);
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  if (next == starts_.begin()) return {begin_.line, begin_.column + offset};
  return {begin_.line + static_cast<std::size_t>(next - starts_.begin()), offset - *(next - 1) + 1};
}

Document Document::parse(std::string text, std::string name, const Limits& limits, Place begin) {
  Document document;
  document.name_ = std::move(name);
  document.text_ = std::move(text);
  document.text_.erase(0, document.text_.size() - sim::without_byte_order_mark(document.text_).size());
  document.lines_ = LineIndex(document.text_, begin);
  boost::json::parse_options strict;
  strict.max_depth = limits.depth;
  boost::json::basic_parser<TreeBuilder> parser(strict, document, limits);
  error_code error;
  std::size_t used = parser.write_some(false, document.text_.data(), document.text_.size(), error);
  if (!error && used < document.text_.size()) error = boost::json::error::extra_data;
  if (error) {
    const TreeBuilder& builder = parser.handler();
    const std::size_t offset = builder.refused() ? builder.refusal().offset : used;
    const std::string message = builder.refused()
                                    ? builder.refusal().message
                                    : describe_syntax_error(error, document.text_, offset, limits);
    throw InputError::at(document.name_, document.place_of(offset), message);
  }
  return document;
}

std::string_view Document::text_of(std::uint32_t value) const {
  const Value& found = values_[value];
  return std::string_view(text_).substr(found.offset + (found.kind == Kind::string ? 1 : 0), found.size);
}

std::string_view Document::key_of(std::uint32_t member) const {
  return std::string_view(text_).substr(values_[member].key_offset + 1, values_[member].key_size);
}

Document Document::read(const std::filesystem::path& file, const Limits& limits) {
  const std::optional<std::uint64_t> size = sim::InputFile(file).size();
  if (size && *size > limits.bytes)
    throw InputError::in_file(
        file.string(), fmt::format("has {} bytes; a JSON file may have at most {}", *size, limits.bytes));
  sim::Input input = sim::read_input(file, limits.bytes);
  return parse(std::move(input.content), std::move(input.name), limits);
}

}  // namespace sapper::experiments::json
