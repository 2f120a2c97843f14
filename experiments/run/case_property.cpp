#include "experiments/run/case_property.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>

namespace sapper::experiments {

namespace {

void append(std::string& list, std::string_view text) {
  if (text.empty()) return;
  if (!list.empty()) list += ", ";
  list += text;
}

}  // namespace

std::string label_of(std::span<const CaseProperty> properties) {
  std::string label;
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::board || property.role == CaseProperty::Role::measure)
      append(label, property.text);
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::name && !property.text.empty())
      label = property.text + " (" + label + ")";
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::setting && property.varies) append(label, property.text);
  return label;
}

std::string series_label_of(std::span<const CaseProperty> properties) {
  std::string label;
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::board ||
        (property.role == CaseProperty::Role::setting && property.varies))
      append(label, property.text);
  return label;
}

const CaseProperty* find_role(std::span<const CaseProperty> properties, CaseProperty::Role role) {
  const auto found = std::find_if(properties.begin(), properties.end(),
                                  [&](const CaseProperty& property) { return property.role == role; });
  return found == properties.end() ? nullptr : &*found;
}

std::string key_of(std::span<const CaseProperty> properties) {
  std::string key;
  for (const CaseProperty& property : properties) {
    if (property.role == CaseProperty::Role::name || property.role == CaseProperty::Role::axis) continue;
    key += property.name;
    key += '=' + boost::json::serialize(property.value) + ';';
  }
  return key;
}

boost::json::object to_json(std::span<const CaseProperty> properties) {
  boost::json::object object;
  for (const CaseProperty& property : properties) object[property.name] = property.value;
  return object;
}

}  // namespace sapper::experiments
