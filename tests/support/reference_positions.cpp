#include "tests/support/reference_positions.hpp"

#include <boost/json.hpp>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace sapper::tests {
namespace {

namespace json = boost::json;

ReferencePosition parse(const std::string& line, std::string name) {
  const json::value document = json::parse(line);
  std::vector<std::string> rows;
  for (const json::value& row : document.at("cells").as_array())
    rows.emplace_back(std::string_view(row.as_string()));
  ReferencePosition reference{
      std::move(name), position_from_rows(rows, document.at("mines").to_number<std::uint32_t>()), {}, {}};
  for (const json::value& row : document.at("p_mine").as_array())
    for (const json::value& p : row.as_array())
      reference.p_mine.push_back(p.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                             : p.to_number<double>());
  if (const json::value* solutions = document.as_object().if_contains("solutions"))
    reference.solutions = std::string_view(solutions->as_string());
  return reference;
}

}  // namespace

std::vector<ReferencePosition> read_reference_positions(std::string_view file_name) {
  const std::string path = std::string(SAPPER_DATA_DIR) + "/reference/" + std::string(file_name);
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<ReferencePosition> references;
  int line_number = 0;
  for (std::string line; std::getline(file, line);) {
    ++line_number;
    if (!line.empty())
      references.push_back(parse(line, std::string(file_name) + ":" + std::to_string(line_number)));
  }
  return references;
}

}  // namespace sapper::tests
