#include "tests/support/markup_check.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <vector>

namespace sapper::tests {
namespace {

class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  std::string check() {
    while (error_.empty() && at_ < text_.size()) {
      if (text_[at_] == '<')
        tag();
      else if (text_[at_] == '&')
        entity(text_.size());
      else
        ++at_;
    }
    if (error_.empty() && !open_.empty()) fail("<" + open_.back() + "> is not closed");
    return error_;
  }

 private:
  void fail(const std::string& what) {
    if (error_.empty()) error_ = what + " near: " + std::string(text_.substr(at_ > 40 ? at_ - 40 : 0, 100));
  }
  static bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_:.").find(c) != std::string_view::npos;
  }
  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    if (at_ == begin) fail("a name is missing");
    return std::string(text_.substr(begin, at_ - begin));
  }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  void skip_to(std::string_view end) {
    const auto found = text_.find(end, at_);
    if (found == std::string_view::npos) return fail(std::string(end) + " is missing");
    at_ = found + end.size();
  }
  void entity(std::size_t end) {
    const auto semicolon = text_.substr(0, end).find(';', at_);
    constexpr std::array<std::string_view, 5> kNames{"amp", "lt", "gt", "quot", "apos"};
    const std::string_view inside =
        semicolon == std::string_view::npos ? "" : text_.substr(at_ + 1, semicolon - at_ - 1);
    if (!inside.starts_with('#') && std::find(kNames.begin(), kNames.end(), inside) == kNames.end())
      return fail("a bare &");
    at_ = semicolon + 1;
  }
  void attribute(const std::string& element) {
    const std::string key = name();
    if (!error_.empty()) return;
    blanks();
    if (at_ >= text_.size() || text_[at_] != '=')
      return fail("attribute " + key + " of <" + element + "> without a value");
    ++at_;
    blanks();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    if (quote != '"' && quote != '\'') return fail("attribute " + key + " without quotes");
    const std::size_t begin = ++at_;
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) return fail("attribute " + key + " does not end");
    while (error_.empty() && at_ < end) {
      if (text_[at_] == '<') fail("a bare < in an attribute");
      if (text_[at_] == '&')
        entity(end);
      else
        ++at_;
    }
    at_ = end + 1;
    if (key == "id" && !ids_.insert(std::string(text_.substr(begin, end - begin))).second)
      fail("id " + std::string(text_.substr(begin, end - begin)) + " is a duplicate");
  }
  void tag() {
    ++at_;
    if (text_.substr(at_).starts_with("!--")) return skip_to("-->");
    if (at_ < text_.size() && (text_[at_] == '!' || text_[at_] == '?')) return skip_to(">");
    const bool is_end = at_ < text_.size() && text_[at_] == '/';
    at_ += is_end;
    const std::string element = name();
    if (!error_.empty()) return;
    blanks();
    while (error_.empty() && at_ < text_.size() && text_[at_] != '>' && text_[at_] != '/') {
      attribute(element);
      blanks();
    }
    const bool is_empty = at_ < text_.size() && text_[at_] == '/';
    at_ += is_empty;
    if (at_ >= text_.size() || text_[at_] != '>') return fail("<" + element + "> does not end");
    ++at_;
    if (is_end) {
      if (open_.empty() || open_.back() != element) return fail("</" + element + "> closes nothing");
      open_.pop_back();
    } else if (element == "script" || element == "style") {
      skip_to("</" + element + ">");
    } else if (!is_empty) {
      open_.push_back(element);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
  std::vector<std::string> open_;
  std::set<std::string> ids_;
};

}  // namespace

std::string markup_error(std::string_view text) { return Checker(text).check(); }

}  // namespace sapper::tests
