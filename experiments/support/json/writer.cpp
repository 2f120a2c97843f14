#include "experiments/support/json/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "experiments/support/append_format.hpp"

namespace sapper::experiments::json {

namespace {

constexpr std::size_t kLineWidth = 110;

double finite(double number) {
  if (!std::isfinite(number)) throw std::logic_error("a report holds a number that is not finite");
  return number;
}

void write_scalar(const boost::json::value& value, std::string& text) {
  if (!value.is_double()) {
    text += boost::json::serialize(value);
    return;
  }
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, finite(value.get_double())).ptr;
  text.append(digits, end);
}

// Writes the value on one line; false if that takes more than `width` characters.
bool write_line(const boost::json::value& value, std::size_t width, std::string& text) {
  const std::size_t begin = text.size();
  const auto fits = [&] { return text.size() - begin <= width; };
  if (const auto* list = value.if_array()) {
    text += '[';
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (i != 0) text += ", ";
      if (!fits() || !write_line((*list)[i], width, text)) return false;
    }
    text += ']';
  } else if (const auto* object = value.if_object()) {
    text += '{';
    for (auto member = object->begin(); member != object->end(); ++member) {
      if (member != object->begin()) text += ", ";
      text += boost::json::serialize(member->key());
      text += ": ";
      if (!fits() || !write_line(member->value(), width, text)) return false;
    }
    text += '}';
  } else {
    write_scalar(value, text);
  }
  return fits();
}

void break_line(std::size_t indent, std::string& text) {
  text += '\n';
  text.append(indent, ' ');
}

bool is_container(const boost::json::value& value) { return value.is_array() || value.is_object(); }

void write(const boost::json::value& value, std::size_t indent, std::size_t used, std::string& text);

// One item per line; numbers and words as many as fit.
void write_list(const boost::json::array& list, std::size_t indent, std::string& text) {
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

void write_object(const boost::json::object& object, std::size_t indent, std::string& text) {
  text += '{';
  for (auto member = object.begin(); member != object.end(); ++member) {
    if (member != object.begin()) text += ',';
    break_line(indent, text);
    const std::string key = boost::json::serialize(member->key()) + ": ";
    text += key;
    write(member->value(), indent, indent + key.size() + 1, text);
  }
  break_line(indent - 2, text);
  text += '}';
}

// used: the columns taken before the value and by the comma after it.
void write(const boost::json::value& value, std::size_t indent, std::size_t used, std::string& text) {
  const std::size_t begin = text.size();
  if (write_line(value, used < kLineWidth ? kLineWidth - used : 0, text)) return;
  text.resize(begin);
  if (const auto* list = value.if_array())
    write_list(*list, indent + 2, text);
  else if (const auto* object = value.if_object())
    write_object(*object, indent + 2, text);
  else
    write_scalar(value, text);
}

void append_line(const boost::json::value& value, std::string& text) {
  if (const auto* list = value.if_array()) {
    text += '[';
    for (const boost::json::value& item : *list) {
      if (text.back() != '[') text += ',';
      append_line(item, text);
    }
    text += ']';
  } else if (const auto* object = value.if_object()) {
    text += '{';
    for (const auto& member : *object) {
      if (text.back() != '{') text += ',';
      text.append(boost::json::serialize(member.key())) += ':';
      append_line(member.value(), text);
    }
    text += '}';
  } else if (value.is_double()) {
    append_format(text, "{}", finite(value.get_double()));
  } else {
    text += boost::json::serialize(value);
  }
}

}  // namespace

std::string to_text(const boost::json::value& value, std::size_t indent) {
  std::string text;
  write(value, indent, indent, text);
  return text;
}

std::string to_line(const boost::json::value& value) {
  std::string text;
  append_line(value, text);
  return text += '\n';
}

double rounded(double value) {
  char digits[40];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
  double result = 0;
  std::from_chars(digits, end, result);
  return result;
}

namespace {

namespace bj = boost::json;

class Comparison {
 public:
  explicit Comparison(const Tolerance& tolerance) : tolerance_(tolerance) {}

  std::optional<Difference> of(const bj::value& first, const bj::value& second,
                               const std::string& path) const {
    if (first.is_object() && second.is_object())
      return of_objects(first.get_object(), second.get_object(), path);
    if (first.is_array() && second.is_array() && first.get_array().size() == second.get_array().size())
      return of_lists(first.get_array(), second.get_array(), path);
    const bool are_same =
        tolerance_.are_same ? tolerance_.are_same(first, second) : is_same_scalar(first, second);
    if (are_same) return std::nullopt;
    return Difference{path, &first, &second};
  }

 private:
  std::optional<Difference> of_objects(const bj::object& first, const bj::object& second,
                                       const std::string& path) const {
    const auto path_of = [&](std::string_view key) {
      return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
    };
    for (const auto& [key, value] : second) {
      const bj::value* const found = first.if_contains(key);
      if (found == nullptr && tolerance_.may_be_missing && tolerance_.may_be_missing(value)) continue;
      if (found == nullptr) return Difference{path_of(key), nullptr, &value};
      if (auto difference = of(*found, value, path_of(key))) return difference;
    }
    for (const auto& [key, value] : first)
      if (!second.contains(key)) return Difference{path_of(key), &value, nullptr};
    return std::nullopt;
  }
  std::optional<Difference> of_lists(const bj::array& first, const bj::array& second,
                                     const std::string& path) const {
    for (std::size_t i = 0; i < second.size(); ++i)
      if (auto difference = of(first[i], second[i], fmt::format("{}[{}]", path, i))) return difference;
    return std::nullopt;
  }

  const Tolerance& tolerance_;
};

}  // namespace

bool is_same_scalar(const bj::value& first, const bj::value& second) {
  const bool are_fractions =
      first.is_number() && second.is_number() && (first.is_double() || second.is_double());
  return are_fractions ? first.to_number<double>() == second.to_number<double>() : first == second;
}

std::optional<Difference> first_difference(const bj::value& first, const bj::value& second,
                                           const std::string& path, const Tolerance& tolerance) {
  return Comparison(tolerance).of(first, second, path);
}

}  // namespace sapper::experiments::json
