#include "experiments/support/json/stream_writer.hpp"

#include <boost/json/serialize.hpp>
#include <charconv>
#include <string>

#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::json {

void StreamWriter::begin(char bracket, Layout layout) {
  begin_item();
  write_({&bracket, 1});
  open_.push_back({bracket, layout});
}

void StreamWriter::end() {
  const Open ended = open_.back();
  open_.pop_back();
  if (!ended.is_empty && ended.layout == Layout::lines) break_line();
  write_(ended.bracket == '[' ? "]" : "}");
}

void StreamWriter::key(std::string_view name) {
  begin_item();
  write_(boost::json::serialize(boost::json::string_view(name.data(), name.size())));
  write_(": ");
  is_after_key_ = true;
}

void StreamWriter::value(const boost::json::value& value) {
  begin_item();
  write_(to_text(value, indent()));
}

void StreamWriter::numbers(std::span<const std::uint64_t> values) {
  std::string list = "[";
  char digits[24];
  for (const std::uint64_t number : values) {
    if (list.size() > 1) list += ',';
    list.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
  }
  text(list += ']');
}

void StreamWriter::text(std::string_view json) {
  begin_item();
  write_(json);
}

void StreamWriter::begin_item() {
  if (is_after_key_ || open_.empty()) {
    is_after_key_ = false;
    return;
  }
  Open& into = open_.back();
  if (!into.is_empty) write_(into.layout == Layout::lines ? "," : ", ");
  if (into.layout == Layout::lines) break_line();
  into.is_empty = false;
}

void StreamWriter::break_line() { write_('\n' + std::string(indent(), ' ')); }

}  // namespace sapper::experiments::json
