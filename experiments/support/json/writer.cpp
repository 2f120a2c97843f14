#include "experiments/support/json/writer.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "experiments/support/append_format.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::json {

namespace bj = boost::json;

namespace {

constexpr std::size_t kLineWidth = 110;

double finite(double number) {
  if (!std::isfinite(number)) throw std::logic_error("a report holds a number that is not finite");
  return number;
}

// How values are written on one line.
struct Style {
  std::string_view comma, colon;
  bool is_decimal;  // 0.0001 rather than 1e-04
};

constexpr Style kReadable{", ", ": ", false};
constexpr Style kCompact{",", ":", true};

void write_scalar(const bj::value& value, const Style& style, std::string& text) {
  if (!value.is_double()) {
    text += bj::serialize(value);
  } else if (style.is_decimal) {
    append_format(text, "{}", finite(value.get_double()));
  } else {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, finite(value.get_double())).ptr);
  }
}

// Writes the value on one line; false if that takes more than `width` characters.
bool write_line(const bj::value& value, const Style& style, std::size_t width, std::string& text) {
  const std::size_t begin = text.size();
  const auto fits = [&] { return text.size() - begin <= width; };
  if (const auto* list = value.if_array()) {
    text += '[';
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (i != 0) text += style.comma;
      if (!fits() || !write_line((*list)[i], style, width, text)) return false;
    }
    text += ']';
  } else if (const auto* object = value.if_object()) {
    text += '{';
    for (auto member = object->begin(); member != object->end(); ++member) {
      if (member != object->begin()) text += style.comma;
      text.append(bj::serialize(member->key())) += style.colon;
      if (!fits() || !write_line(member->value(), style, width, text)) return false;
    }
    text += '}';
  } else {
    write_scalar(value, style, text);
  }
  return fits();
}

void break_line(std::size_t indent, std::string& text) {
  text += '\n';
  text.append(indent, ' ');
}

bool is_container(const bj::value& value) { return value.is_array() || value.is_object(); }

void write(const bj::value& value, std::size_t indent, std::size_t used, std::string& text);

// One item per line; numbers and words as many as fit.
void write_list(const bj::array& list, std::size_t indent, std::string& text) {
  const bool is_filled = std::none_of(list.begin(), list.end(), is_container);
  std::size_t line_begin = 0;
  text += '[';
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i != 0) text += ',';
    std::string item;
    write(list[i], indent, indent + 1, item);
    if (i == 0 || !is_filled || text.size() - line_begin + item.size() + 2 > kLineWidth) {
      line_begin = text.size() + 1;
      break_line(indent, text);
    } else {
      text += ' ';
    }
    text += item;
  }
  break_line(indent - 2, text);
  text += ']';
}

void write_object(const bj::object& object, std::size_t indent, std::string& text) {
  text += '{';
  for (auto member = object.begin(); member != object.end(); ++member) {
    if (member != object.begin()) text += ',';
    break_line(indent, text);
    const std::string key = bj::serialize(member->key()) + ": ";
    text += key;
    write(member->value(), indent, indent + key.size() + 1, text);
  }
  break_line(indent - 2, text);
  text += '}';
}

// used: the columns taken before the value and by the comma after it.
void write(const bj::value& value, std::size_t indent, std::size_t used, std::string& text) {
  const std::size_t begin = text.size();
  if (write_line(value, kReadable, used < kLineWidth ? kLineWidth - used : 0, text)) return;
  text.resize(begin);
  if (const auto* list = value.if_array())
    write_list(*list, indent + 2, text);
  else if (const auto* object = value.if_object())
    write_object(*object, indent + 2, text);
  else
    write_scalar(value, kReadable, text);
}

}  // namespace

std::string to_text(const bj::value& value, std::size_t indent) {
  std::string text;
  write(value, indent, indent, text);
  return text;
}

std::string to_line(const bj::value& value) {
  std::string text;
  write_line(value, kCompact, std::numeric_limits<std::size_t>::max(), text);
  return text += '\n';
}

double rounded(double value) {
  char digits[40];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
  return *parse_number<double>({digits, static_cast<std::size_t>(end - digits)});
}

}  // namespace sapper::experiments::json
