#include "experiments/support/json/difference.hpp"

#include <fmt/format.h>

namespace sapper::experiments::json {
namespace {

namespace bj = boost::json;

class Comparison {
 public:
  explicit Comparison(const Tolerance& tolerance) : tolerance_(tolerance) {}

  std::optional<Difference> of(const bj::value& first, const bj::value& second,
                               const std::string& path) const {
    if (first.is_object() && second.is_object())
      return of_objects(first.get_object(), second.get_object(), path);
    if (first.is_array() && second.is_array() && first.get_array().size() == second.get_array().size())
      return of_lists(first.get_array(), second.get_array(), path);
    const bool are_same =
        tolerance_.are_same ? tolerance_.are_same(first, second) : is_same_scalar(first, second);
    if (are_same) return std::nullopt;
    return Difference{path, &first, &second};
  }

 private:
  std::optional<Difference> of_objects(const bj::object& first, const bj::object& second,
                                       const std::string& path) const {
    const auto path_of = [&](std::string_view key) {
      return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
    };
    for (const auto& [key, value] : second) {
      const bj::value* const found = first.if_contains(key);
      if (found == nullptr && tolerance_.may_be_missing && tolerance_.may_be_missing(value)) continue;
      if (found == nullptr) return Difference{path_of(key), nullptr, &value};
      if (auto difference = of(*found, value, path_of(key))) return difference;
    }
    for (const auto& [key, value] : first)
      if (!second.contains(key)) return Difference{path_of(key), &value, nullptr};
    return std::nullopt;
  }
  std::optional<Difference> of_lists(const bj::array& first, const bj::array& second,
                                     const std::string& path) const {
    for (std::size_t i = 0; i < second.size(); ++i)
      if (auto difference = of(first[i], second[i], fmt::format("{}[{}]", path, i))) return difference;
    return std::nullopt;
  }

  const Tolerance& tolerance_;
};

}  // namespace

bool is_same_scalar(const bj::value& first, const bj::value& second) {
  const bool are_fractions =
      first.is_number() && second.is_number() && (first.is_double() || second.is_double());
  return are_fractions ? first.to_number<double>() == second.to_number<double>() : first == second;
}

std::optional<Difference> first_difference(const bj::value& first, const bj::value& second,
                                           const std::string& path, const Tolerance& tolerance) {
  return Comparison(tolerance).of(first, second, path);
}

}  // namespace sapper::experiments::json
