// The events of Boost.JSON's parser in four functions of a reader. Keys, strings and numbers are whole; the parser may
// pass them in parts.
#pragma once

#include <boost/json/basic_parser_impl.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "experiments/support/json/document.hpp"

namespace sapper::experiments::json {

using Scalar = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string_view>;

// A handler for boost::json::basic_parser. Reader, derived from it, has these functions, which return false after they
// have set the error (or throw), so that the parser stops:
//   bool begin(Kind kind, error_code& error);                 // of a list or an object
//   bool end(Kind kind, std::size_t size, error_code& error);
//   bool take_key(std::string_view key);
//   bool take(const Scalar& value, std::string_view written, error_code& error);  // written: a number as in the text
template <class Reader>
class Events {
 public:
  using error_code = boost::system::error_code;
  using Text = boost::json::string_view;

  // The parser requires these.
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code& error) { return reader().begin(Kind::object, error); }
  bool on_object_end(std::size_t size, error_code& error) { return reader().end(Kind::object, size, error); }
  bool on_array_begin(error_code& error) { return reader().begin(Kind::array, error); }
  bool on_array_end(std::size_t size, error_code& error) { return reader().end(Kind::array, size, error); }
  bool on_key_part(Text part, std::size_t, error_code&) { return keep(part); }
  bool on_key(Text part, std::size_t, error_code&) {
    const bool goes_on = reader().take_key(whole(part));
    kept_.clear();
    return goes_on;
  }
  bool on_string_part(Text part, std::size_t, error_code&) { return keep(part); }
  bool on_string(Text part, std::size_t, error_code& error) { return take(whole(part), {}, error); }
  bool on_number_part(Text part, error_code&) { return keep(part); }
  bool on_int64(std::int64_t number, Text part, error_code& error) {
    return take(number, whole(part), error);
  }
  bool on_uint64(std::uint64_t number, Text part, error_code& error) {
    return take(number, whole(part), error);
  }
  bool on_double(double number, Text part, error_code& error) { return take(number, whole(part), error); }
  bool on_bool(bool value, error_code& error) { return take(value, {}, error); }
  bool on_null(error_code& error) { return take(nullptr, {}, error); }
  bool on_comment_part(Text, error_code&) { return true; }
  bool on_comment(Text, error_code&) { return true; }

 private:
  Reader& reader() { return static_cast<Reader&>(*this); }
  bool keep(Text part) {
    kept_.append(part.data(), part.size());
    return true;
  }
  std::string_view whole(Text part) {
    if (kept_.empty()) return {part.data(), part.size()};
    keep(part);
    return kept_;
  }
  bool take(const Scalar& value, std::string_view written, error_code& error) {
    const bool goes_on = reader().take(value, written, error);
    kept_.clear();
    return goes_on;
  }

  std::string kept_;  // the first parts of a token
};

}  // namespace sapper::experiments::json
