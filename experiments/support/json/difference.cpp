#include "experiments/support/json/difference.hpp"

#include <fmt/format.h>

#include <boost/json/object.hpp>

namespace sapper::experiments::json {

namespace bj = boost::json;

bool is_same_scalar(const bj::value& first, const bj::value& second) {
  const bool are_fractions =
      first.is_number() && second.is_number() && (first.is_double() || second.is_double());
  return are_fractions ? first.to_number<double>() == second.to_number<double>() : first == second;
}

std::optional<Difference> first_difference(const bj::value& first, const bj::value& second,
                                           const std::string& path, const Tolerance& tolerance) {
  if (first.is_object() && second.is_object()) {
    const bj::object& members = first.get_object();
    const auto path_of = [&](std::string_view key) {
      return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
    };
    for (const auto& [key, value] : second.get_object()) {
      const bj::value* const found = members.if_contains(key);
      if (found == nullptr && tolerance.may_be_missing && tolerance.may_be_missing(value)) continue;
      if (found == nullptr) return Difference{path_of(key), nullptr, &value};
      if (auto difference = first_difference(*found, value, path_of(key), tolerance)) return difference;
    }
    for (const auto& [key, value] : members)
      if (!second.get_object().contains(key)) return Difference{path_of(key), &value, nullptr};
    return std::nullopt;
  }
  if (first.is_array() && second.is_array() && first.get_array().size() == second.get_array().size()) {
    for (std::size_t i = 0; i < first.get_array().size(); ++i)
      if (auto difference = first_difference(first.get_array()[i], second.get_array()[i],
                                             fmt::format("{}[{}]", path, i), tolerance))
        return difference;
    return std::nullopt;
  }
  const bool are_same =
      tolerance.are_same ? tolerance.are_same(first, second) : is_same_scalar(first, second);
  return are_same ? std::nullopt : std::optional(Difference{path, &first, &second});
}

}  // namespace sapper::experiments::json
