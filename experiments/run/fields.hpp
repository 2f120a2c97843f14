// Structs as JSON objects. A struct declares the members that a file holds once, a line each, in a table from which they
// are written and read back:
//
//     struct Shard {
//       std::uint64_t number = 1;
//       std::uint64_t count = 1;
//       template <class Self, class Visit>
//       static void each_field(Self& self, Visit visit) {
//         visit("shard", self.number);
//         visit("of", self.count);
//       }
//     };
//
// A name holds the unit of its value (`wall_s`, `peak_memory_bytes`). Members are texts, whole numbers, doubles, truth
// values, enums of which names_of() lists the names, structs with tables, and optional ones and lists of all these.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {

// A value that is not what its table says: `part.of is not a whole number from 0 to 2^64 - 1`.
class WrongField : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class T>
concept FieldTable = requires(T& object) {
  T::each_field(object, [](std::string_view, auto&) {});
};

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;

// Doubles are rounded as in reports; nullopt is null.
template <class T>
boost::json::value as_json(const T& value) {
  if constexpr (FieldTable<T>) {
    boost::json::object object;
    T::each_field(value, [&](std::string_view name, const auto& field) { object[name] = as_json(field); });
    return object;
  } else if constexpr (kIsOptional<T>) {
    return value ? as_json(*value) : boost::json::value();
  } else if constexpr (kIsList<T>) {
    boost::json::array list;
    for (const auto& item : value) list.push_back(as_json(item));
    return list;
  } else if constexpr (std::is_enum_v<T>) {
    return boost::json::string(names_of(value)[static_cast<std::size_t>(value)]);
  } else if constexpr (std::is_same_v<T, double>) {
    return json::rounded(value);
  } else {
    return boost::json::value(value);
  }
}

// path: of the value, for the message of a WrongField. Members that the table does not name are passed over.
template <class T>
void read_json(const boost::json::value& value, const std::string& path, T& target) {
  const auto expect = [&](bool is_right, std::string_view what) {
    if (!is_right) throw WrongField(path + " is not " + std::string(what));
  };
  if constexpr (FieldTable<T>) {
    const boost::json::object* const object = value.if_object();
    T::each_field(target, [&](std::string_view name, auto& field) {
      const boost::json::value* const member = object == nullptr ? nullptr : object->if_contains(name);
      const std::string key(name);
      if (member == nullptr) throw WrongField(path + " lacks the key \"" + key + '"');
      read_json(*member, path + '.' + key, field);
    });
  } else if constexpr (kIsOptional<T>) {
    target.reset();
    if (!value.is_null()) read_json(value, path, target.emplace());
  } else if constexpr (kIsList<T>) {
    expect(value.is_array(), "a list");
    target.clear();
    target.reserve(value.get_array().size());
    for (const boost::json::value& item : value.get_array()) read_json(item, path, target.emplace_back());
  } else if constexpr (std::is_enum_v<T>) {
    std::string name;
    read_json(value, path, name);
    const auto names = names_of(target);
    std::size_t index = 0;
    while (index < names.size() && names[index] != name) ++index;
    if (index == names.size()) throw WrongField(path + " is unknown");
    target = static_cast<T>(index);
  } else if constexpr (std::is_same_v<T, bool>) {
    expect(value.is_bool(), "true or false");
    target = value.get_bool();
  } else if constexpr (std::is_same_v<T, double>) {
    expect(value.is_number(), "a number");
    target = value.to_number<double>();
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    expect(value.is_uint64() || (value.is_int64() && value.get_int64() >= 0),
           "a whole number from 0 to 2^64 - 1");
    target = value.to_number<std::uint64_t>();
  } else {
    expect(value.is_string(), "a string");
    target = value.get_string();
  }
}

}  // namespace sapper::experiments
