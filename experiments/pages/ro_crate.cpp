#include "experiments/pages/ro_crate.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>

namespace sapper::experiments::pages {
namespace {

namespace bj = boost::json;

bj::object reference(std::string_view id) { return {{"@id", id}}; }

// The identifier of a file is a URI path relative to the object: what is not allowed there is percent-encoded (RFC 3986).
std::string id_of(std::string_view path) {
  std::string id;
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= '0' && byte <= '9') ||
                          std::string_view("/-._~").find(letter) != std::string_view::npos;
    if (is_plain)
      id += letter;
    else
      id += fmt::format("%{:02X}", byte);
  }
  return id;
}

bj::object root_of(const Crate& crate) {
  bj::object root{{"@id", "./"},
                  {"@type", "Dataset"},
                  {"name", crate.name},
                  {"description", crate.description},
                  {"datePublished", crate.date}};
  if (!crate.license.empty()) root["license"] = reference(crate.license);
  bj::array parts;
  for (const CrateFile& file : crate.files) parts.push_back(reference(id_of(file.path)));
  root["hasPart"] = std::move(parts);
  bj::array runs;
  for (std::size_t i = 0; i < crate.runs.size(); ++i)
    runs.push_back(reference(fmt::format("#run-{}", i + 1)));
  root["mentions"] = std::move(runs);
  return root;
}

bj::object action_of(const CrateRun& run, std::size_t number) {
  bj::object action{{"@id", fmt::format("#run-{}", number)},
                    {"@type", "CreateAction"},
                    {"name", "sapper run: " + run.name},
                    {"instrument", reference("#sapper")},
                    {"object", reference(id_of(run.config))}};
  bj::array results{reference(id_of(run.report))};
  for (const std::string& path : run.more_results) results.push_back(reference(id_of(path)));
  action["result"] = std::move(results);
  if (!run.started.empty()) action["startTime"] = run.started;
  if (!run.build.empty()) action["description"] = "played by the build " + run.build;
  return action;
}

}  // namespace

bj::object ro_crate_metadata(const Crate& crate) {
  bj::array graph;
  graph.push_back(bj::object{{"@id", "ro-crate-metadata.json"},
                             {"@type", "CreativeWork"},
                             {"conformsTo", reference("https://w3id.org/ro/crate/1.1")},
                             {"about", reference("./")}});
  graph.push_back(root_of(crate));
  for (const CrateFile& file : crate.files)
    graph.push_back(bj::object{{"@id", id_of(file.path)},
                               {"@type", "File"},
                               {"name", file.path},
                               {"description", file.description},
                               {"encodingFormat", file.media_type},
                               {"contentSize", std::to_string(file.size)}});
  graph.push_back(bj::object{{"@id", "#sapper"},
                             {"@type", "SoftwareApplication"},
                             {"name", "sapper"},
                             {"softwareVersion", crate.version},
                             {"description", "Parallel Monte Carlo simulator for Minesweeper research"}});
  for (std::size_t i = 0; i < crate.runs.size(); ++i) graph.push_back(action_of(crate.runs[i], i + 1));
  if (!crate.license.empty())
    graph.push_back(bj::object{{"@id", crate.license}, {"@type", "CreativeWork"}, {"name", crate.license}});
  return {{"@context", "https://w3id.org/ro/crate/1.1/context"}, {"@graph", std::move(graph)}};
}

}  // namespace sapper::experiments::pages
