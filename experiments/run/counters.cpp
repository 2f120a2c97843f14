#include "experiments/run/counters.hpp"

namespace sapper::experiments {

std::string name_of(const Counter& counter, std::optional<std::size_t> index) {
  std::string name(counter.name);
  if (!index) return name;
  return name + '.' + (counter.labels.empty() ? std::to_string(*index) : std::string(counter.labels[*index]));
}

void set_path(boost::json::object& object, std::string_view path, boost::json::value value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) {
    object[path] = std::move(value);
    return;
  }
  boost::json::value& inner = object[path.substr(0, dot)];
  if (!inner.is_object()) inner = boost::json::object();
  set_path(inner.get_object(), path.substr(dot + 1), std::move(value));
}

const boost::json::value* find_path(const boost::json::object& object, std::string_view path) {
  const std::size_t dot = path.find('.');
  const boost::json::value* const value = object.if_contains(path.substr(0, dot));
  if (value == nullptr || dot == std::string_view::npos) return value;
  const boost::json::object* const inner = value->if_object();
  return inner == nullptr ? nullptr : find_path(*inner, path.substr(dot + 1));
}

}  // namespace sapper::experiments
