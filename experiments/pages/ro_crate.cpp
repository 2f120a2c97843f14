#include "experiments/pages/ro_crate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "experiments/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

namespace bj = boost::json;

// Makes a heading of a text.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

std::string escaped_in_table(std::string_view text) {
  std::string escaped;
  for (const char letter : text)
    escaped += letter == '|' ? "\\|" : letter == '\n' ? " " : std::string(1, letter);
  return escaped;
}

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

bj::object root_of(const ResearchCrate& crate) {
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
  if (!run.written_config.empty())
    action["object"] = bj::array{reference(id_of(run.written_config)), reference(id_of(run.config))};
  for (const std::string& path : run.more_results) results.push_back(reference(id_of(path)));
  action["result"] = std::move(results);
  if (!run.started.empty()) action["startTime"] = run.started;
  if (!run.build.empty()) action["description"] = "played by the build " + run.build;
  return action;
}

}  // namespace

std::string crate_readme(const ResearchCrate& crate) {
  std::string text = fmt::format("# {}\n\n{}\n", one_line(crate.name), trimmed(crate.description));
  text += "\n## Files\n\n| file | what it is |\n|---|---|\n";
  for (const CrateFile& file : crate.files)
    text += fmt::format("| `{}` | {} |\n", file.path, escaped_in_table(file.description));
  text += "| `ro-crate-metadata.json` | all of this for programs (RO-Crate 1.1) |\n\n## Methods\n";
  for (const CrateRun& run : crate.runs)
    text += fmt::format("\n{}{}\n", crate.runs.size() > 1 ? fmt::format("`{}`. ", run.report) : "",
                        trimmed(run.methods));
  text += "\n## To check it and to play it again\n\n";
  for (std::size_t i = 0; i < crate.runs.size(); ++i)
    text += fmt::format("    sapper verify {}\n    sapper run {} -o again{}.json\n",
                        shell_quoted_file(crate.runs[i].report), shell_quoted_file(crate.runs[i].config),
                        crate.runs.size() > 1 ? fmt::format("-{}", i + 1) : "");
  text +=
      "\nThe same config and seed give the same results, with the same `hash`, on any machine and any number "
      "of "
      "threads.\n\n## To cite the program\n\n";
  for (const std::string_view line : split_lines(crate.citation)) text += fmt::format("    {}\n", line);
  if (!crate.license.empty()) text += fmt::format("\nLicence of the data: <{}>\n", crate.license);
  return text;
}

bj::object ro_crate_metadata(const ResearchCrate& crate) {
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
