// Checks JSON documents against the JSON Schemas of data/schema (draft 7), with Valijson.
//
// Limit: Valijson 1.0 does not accept integers above 2^63 - 1 as integers.
#pragma once

#include <boost/json/value.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace sapper::tests {

// The document in a file. Throws std::runtime_error, naming the file, if it cannot be read or is not JSON.
boost::json::value load_json(const std::filesystem::path& path);

// The errors in the document, each as "<where>: <what>"; empty if it satisfies the schema. Throws
// as load_json does, and if the schema itself is wrong.
std::vector<std::string> schema_errors(const boost::json::value& document,
                                       const std::filesystem::path& schema_path);

}  // namespace sapper::tests
