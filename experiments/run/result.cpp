#include "experiments/run/result.hpp"

#include <boost/json/object.hpp>
#include <string_view>

#include "experiments/run/counters.hpp"
#include "experiments/run/fields.hpp"

namespace sapper::experiments {

namespace {

template <class T>
void read_known(const boost::json::object& object, std::string_view path, T& target) {
  const boost::json::value* const value = find_path(object, path);
  if (value != nullptr && !value->is_null()) read_json(*value, std::string(path), target);
}

template <FieldTable T>
T read_all_known(const boost::json::object& object) {
  T read;
  T::each_field(read, [&](std::string_view path, auto& field) { read_known(object, path, field); });
  return read;
}

}  // namespace

Result read_result(const boost::json::object& object) {
  Result result = read_all_known<Result>(object);
  if (const boost::json::value* const value = find_path(object, "win_rate_adjusted");
      value != nullptr && !value->is_null()) {
    AdjustedRate& adjusted = result.adjusted.emplace();
    read_known(object, "win_rate_adjusted", adjusted.value);
    read_known(object, "adjusted_ci_low", adjusted.interval.low);
    read_known(object, "adjusted_ci_high", adjusted.interval.high);
    read_known(object, "variance_ratio", adjusted.variance_ratio);
  }
  return result;
}

}  // namespace sapper::experiments
