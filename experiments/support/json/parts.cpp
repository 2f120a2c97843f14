#include "experiments/support/json/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <optional>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::json {
namespace {

using boost::json::error_code;
using Text = boost::json::string_view;

// Receives the parser's events. A value is built if its path is wanted; a list or object that contains no wanted path
// is skipped.
class PartHandler {
 public:
  // Required by the parser.
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);

  explicit PartHandler(const std::vector<PartReader::Part>& parts) : parts_(parts), is_met_(parts.size()) {}

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code& error) { return open(false, error); }
  bool on_array_begin(error_code& error) { return open(true, error); }
  bool on_object_end(std::size_t size, error_code&) {
    return close([&] { stack_.push_object(size); });
  }
  bool on_array_end(std::size_t size, error_code&) {
    return close([&] { stack_.push_array(size); });
  }
  bool on_key_part(Text text, std::size_t, error_code&) {
    if (built_ > 0)
      stack_.push_chars(text);
    else if (skipped_ == 0)
      key_.append(text.data(), text.size());
    return true;
  }
  bool on_key(Text text, std::size_t, error_code&) {
    if (built_ > 0) {
      stack_.push_key(text);
    } else if (skipped_ == 0) {
      path_.resize(open_.back().path_size);
      if (!path_.empty()) path_ += '.';
      path_ += key_;
      path_.append(text.data(), text.size());
      key_.clear();
    }
    return true;
  }
  bool on_string_part(Text text, std::size_t, error_code& error) {
    if (!is_in_string_ && !begin_scalar(error)) return false;
    is_in_string_ = true;
    if (built_ > 0 || wanted_) stack_.push_chars(text);
    return true;
  }
  bool on_string(Text text, std::size_t, error_code& error) {
    if (!is_in_string_ && !begin_scalar(error)) return false;
    is_in_string_ = false;
    return end_scalar([&] { stack_.push_string(text); });
  }
  bool on_number_part(Text text, error_code&) {
    number_.append(text.data(), text.size());
    return true;
  }
  bool on_int64(std::int64_t value, Text, error_code& error) {
    number_.clear();
    return begin_scalar(error) && end_scalar([&] { stack_.push_int64(value); });
  }
  bool on_uint64(std::uint64_t value, Text, error_code& error) {
    number_.clear();
    return begin_scalar(error) && end_scalar([&] { stack_.push_uint64(value); });
  }
  bool on_double(double, Text text, error_code& error) {
    number_.append(text.data(), text.size());
    const auto value = parse_number<double>(std::exchange(number_, {}));
    if (!value) return refuse("a number is out of range", error);
    return begin_scalar(error) && end_scalar([&] { stack_.push_double(*value); });
  }
  bool on_bool(bool value, error_code& error) {
    return begin_scalar(error) && end_scalar([&] { stack_.push_bool(value); });
  }
  bool on_null(error_code& error) {
    return begin_scalar(error) && end_scalar([&] { stack_.push_null(); });
  }
  bool on_comment_part(Text, error_code&) { return true; }
  bool on_comment(Text, error_code&) { return true; }

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
  bool open(bool is_list, error_code& error) {
    if (skipped_ > 0) return ++skipped_ > 0;
    if (built_ > 0) return count(error) && ++built_ > 0;
    if (!enter(error)) return false;
    if (wanted_ != nullptr) {
      stack_.reset();
      built_ = 1;
      value_count_ = 1;
    } else if (leads_on()) {
      open_.push_back({path_.size(), is_list});
    } else {
      skipped_ = 1;
    }
    return true;
  }
  template <class Push>
  bool close(Push push) {
    if (skipped_ > 0) {
      --skipped_;
    } else if (built_ > 0) {
      push();
      if (--built_ == 0) take();
    } else {
      open_.pop_back();
    }
    return true;
  }
  bool begin_scalar(error_code& error) {
    if (skipped_ > 0) return true;
    if (built_ > 0) return count(error);
    if (!enter(error)) return false;
    if (wanted_ != nullptr) stack_.reset();
    return true;
  }
  template <class Push>
  bool end_scalar(Push push) {
    if (skipped_ > 0) return true;
    if (built_ > 0) {
      push();
    } else if (wanted_ != nullptr) {
      push();
      take();
    }
    return true;
  }
  void take() {
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
  std::string key_, number_;                  // the first parts of split tokens
  bool is_in_string_ = false;
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
  const Place place = LineIndex(text, {}).place_of(used);
  throw InputError::at(name, place.line, place.column,
                       refusal.empty() ? describe_syntax_error(error, text, used, limits) : refusal);
}

}  // namespace sapper::experiments::json
