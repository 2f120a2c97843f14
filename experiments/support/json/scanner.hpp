// Reads JSON from its text front to back, without building a tree: for reports, which may hold hundreds of
// megabytes of which only some parts are wanted. What is skipped is checked for balanced brackets and quotes
// only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/json/document.hpp"

namespace sapper::experiments::json {

class Scanner {
 public:
  // text: must outlive the scanner; name: stands for the file in errors.
  Scanner(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  // Reads an object; `member` must read or skip each value.
  void object(const std::function<void(const std::string& key)>& member);
  // Reads an array; `item` must read or skip each value.
  void array(const std::function<void()>& item);
  // Short strings without escapes beyond \" and \\ are enough for what is read here; others are errors.
  std::string string();
  std::uint64_t whole();
  double number();
  std::vector<std::uint64_t> wholes();  // an array of whole numbers
  std::vector<std::string> strings();
  // The text of the next value, whatever it is.
  std::string_view skip();
  // After the last value: nothing but blanks may follow.
  void end();

  std::size_t offset() const { return at_; }
  Place place_of(std::size_t offset) const;
  // InputError at the next value.
  [[noreturn]] void fail(std::string_view wrong) const;

 private:
  char peek();  // the next character that is no blank; 0 at the end
  void expect(char character);
  void skip_string();

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
};

}  // namespace sapper::experiments::json
