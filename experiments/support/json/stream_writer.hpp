// JSON for people to read (to_text), written member by member rather than held in memory: for files with long lists.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace sapper::experiments::json {

class StreamWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  // write: receives the text piece by piece; must outlive this.
  explicit StreamWriter(const Sink& write) : write_(write) {}

  // A list, an object with its members on a line each, or on one line. As the value of an object's member, after its key.
  void begin_list() { begin('[', Layout::lines); }
  void begin_object() { begin('{', Layout::lines); }
  void begin_line() { begin('{', Layout::line); }
  // The end of the innermost list or object.
  void end();

  void key(std::string_view name);
  // A value of a list, or of the key before it.
  void value(const boost::json::value& value);
  void numbers(std::span<const std::uint64_t> values);  // without blanks
  void text(std::string_view json);                     // as it is
  void member(std::string_view name, const boost::json::value& its_value) {
    key(name);
    value(its_value);
  }
  void member(std::string_view name, std::string_view its_text) {
    member(name, boost::json::value(boost::json::string_view(its_text.data(), its_text.size())));
  }

 private:
  enum class Layout : std::uint8_t { lines, line };
  struct Open {
    char bracket;
    Layout layout;
    bool is_empty = true;
  };
  void begin(char bracket, Layout layout);
  void begin_item();  // the comma and the line break before a key or a value of a list
  void break_line();
  std::size_t indent() const { return 2 * open_.size(); }

  const Sink& write_;
  std::vector<Open> open_;
  bool is_after_key_ = false;
};

}  // namespace sapper::experiments::json
