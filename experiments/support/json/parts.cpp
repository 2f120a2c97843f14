#include "experiments/support/json/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/value_stack.hpp>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/events.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::json {

namespace {

using boost::json::error_code;

// Receives the parser's events. A value is built if its path is wanted; a list or object that contains no wanted path
// is skipped.
class PartHandler : public Events<PartHandler> {
 public:
  explicit PartHandler(const std::vector<PartReader::Part>& parts) : parts_(parts), is_met_(parts.size()) {}

  bool begin(Kind kind, error_code& error) {
    if (skipped_ > 0) return ++skipped_ > 0;
    if (built_ > 0) return count(error) && ++built_ > 0;
    if (!enter(error)) return false;
    if (wanted_ != nullptr) {
      stack_.reset();
      built_ = 1;
      value_count_ = 1;
    } else if (leads_on()) {
      open_.push_back({path_.size(), kind == Kind::array});
    } else {
      skipped_ = 1;
    }
    return true;
  }
  bool end(Kind kind, std::size_t size, error_code&) {
    if (skipped_ > 0) {
      --skipped_;
    } else if (built_ > 0) {
      if (kind == Kind::array)
        stack_.push_array(size);
      else
        stack_.push_object(size);
      if (--built_ == 0) pass_on();
    } else {
      open_.pop_back();
    }
    return true;
  }
  bool take_key(std::string_view key) {
    if (built_ > 0) {
      stack_.push_key({key.data(), key.size()});
    } else if (skipped_ == 0) {
      path_.resize(open_.back().path_size);
      if (!path_.empty()) path_ += '.';
      path_ += key;
    }
    return true;
  }
  bool take(const Scalar& scalar, std::string_view written, error_code& error) {
    Scalar value = scalar;
    if (std::holds_alternative<double>(value)) {
      const auto exact = parse_number<double>(written);
      if (!exact) return refuse("a number is out of range", error);
      value = *exact;
    }
    if (skipped_ > 0) return true;
    if (built_ > 0) {
      if (!count(error)) return false;
    } else {
      if (!enter(error)) return false;
      if (wanted_ == nullptr) return true;
      stack_.reset();
    }
    std::visit([&](const auto& content) { push(content); }, value);
    if (built_ == 0) pass_on();
    return true;
  }

  const std::string& refusal() const { return refusal_; }

 private:
  struct Open {
    std::size_t path_size;
    bool is_list;
  };

  bool refuse(std::string message, error_code& error) {
    refusal_ = std::move(message);
    error = boost::json::error::syntax;
    return false;
  }
  // A value of the part that is built.
  bool count(error_code& error) {
    if (++value_count_ <= PartReader::kMostValues) return true;
    return refuse(fmt::format("{} has more than {} values, the most allowed", path_, PartReader::kMostValues),
                  error);
  }
  // Sets path_ and wanted_ for the value that starts.
  bool enter(error_code& error) {
    if (!open_.empty() && open_.back().is_list) {
      path_.resize(open_.back().path_size);
      path_ += "[]";
    }
    const auto found =
        std::find_if(parts_.begin(), parts_.end(), [&](const auto& part) { return part.path == path_; });
    wanted_ = found == parts_.end() ? nullptr : &*found;
    if (wanted_ == nullptr || path_.ends_with("[]")) return true;
    const auto index = static_cast<std::size_t>(found - parts_.begin());
    if (is_met_[index]) return refuse(fmt::format("duplicate key \"{}\"", printable(path_)), error);
    is_met_[index] = true;
    return true;
  }
  bool leads_on() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [&](const auto& part) { return part.path.starts_with(path_); });
  }
  void push(std::nullptr_t) { stack_.push_null(); }
  void push(bool value) { stack_.push_bool(value); }
  void push(std::int64_t value) { stack_.push_int64(value); }
  void push(std::uint64_t value) { stack_.push_uint64(value); }
  void push(double value) { stack_.push_double(value); }
  void push(std::string_view value) { stack_.push_string({value.data(), value.size()}); }
  void pass_on() {
    const PartReader::Part* const part = std::exchange(wanted_, nullptr);
    part->take(stack_.release());
  }

  const std::vector<PartReader::Part>& parts_;
  std::vector<bool> is_met_;
  boost::json::value_stack stack_;
  std::vector<Open> open_;  // lists and objects around the value that are neither built nor skipped
  std::size_t built_ = 0;   // lists and objects open in the part that is built
  std::size_t value_count_ = 0;
  std::size_t skipped_ = 0;                   // the same in the part that is skipped
  std::string path_;                          // of the value that begins
  const PartReader::Part* wanted_ = nullptr;  // the part at that path
  std::string refusal_;
};

}  // namespace

void PartReader::read(std::string_view text, const std::string& name) const {
  text = sim::without_byte_order_mark(text);
  const Limits limits;
  boost::json::parse_options strict;
  strict.max_depth = limits.depth;
  boost::json::basic_parser<PartHandler> parser(strict, parts_);
  error_code error;
  std::size_t used = parser.write_some(false, text.data(), text.size(), error);
  if (!error && used < text.size()) error = boost::json::error::extra_data;
  if (!error) return;
  const std::string& refusal = parser.handler().refusal();
  throw InputError::at(name, LineIndex(text, {}).place_of(used),
                       refusal.empty() ? describe_syntax_error(error, text, used, limits) : refusal);
}

}  // namespace sapper::experiments::json
