#include "tests/support/json_schema.hpp"

#include <boost/json.hpp>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace sapper::tests {

boost::json::value load_json(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path.string());
  boost::system::error_code error;
  boost::json::value document = boost::json::parse(text.str(), error);
  if (error) throw std::runtime_error(path.string() + " is not JSON: " + error.message());
  return document;
}

std::vector<std::string> schema_errors(const boost::json::value& document,
                                       const std::filesystem::path& schema_path) {
  const boost::json::value schema_document = load_json(schema_path);
  valijson::Schema schema;
  // The schemas to which it refers lie beside it.
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema<valijson::adapters::BoostJsonAdapter>(
          valijson::adapters::BoostJsonAdapter(schema_document), schema,
          [&](const std::string& name) {
            return new boost::json::value(load_json(schema_path.parent_path() / name));
          },
          [](const boost::json::value* fetched) { delete fetched; });

  valijson::ValidationResults results;
  valijson::Validator().validate(schema, valijson::adapters::BoostJsonAdapter(document), &results);
  std::vector<std::string> errors;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    std::string where;
    for (const std::string& step : error.context) where += step;
    errors.push_back(where + ": " + error.description);
  }
  return errors;
}

}  // namespace sapper::tests
