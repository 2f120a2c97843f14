// The description of a research object: `ro-crate-metadata.json`, RO-Crate 1.1 (Soiland-Reyes et al. 2022;
// https://w3id.org/ro/crate/1.1), a JSON-LD graph of the files and of how they were made; and the same for people.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace sapper::experiments::pages {

struct CrateFile {
  std::string path;        // in the object
  std::string media_type;  // text/csv
  std::string description;
  std::uint64_t size = 0;
};

// A run that made a report.
struct CrateRun {
  std::string report, config;  // paths
  std::string written_config;  // the path of the config as its author wrote it; may be empty
  std::string name;
  std::string methods;                    // a paragraph about it
  std::string started;                    // 2026-01-31T12:34:56Z; may be empty
  std::string build;                      // of the program
  std::vector<std::string> more_results;  // paths
};

struct ResearchCrate {
  std::string name, description;
  std::string date;      // published: 2026-01-31
  std::string license;   // a URL; may be empty
  std::string version;   // of the program
  std::string citation;  // of the program, as BibTeX
  std::vector<CrateFile> files;
  std::vector<CrateRun> runs;
};

boost::json::object ro_crate_metadata(const ResearchCrate& crate);
// README.md: what it is, its files, how to check and repeat it, how to cite it.
std::string crate_readme(const ResearchCrate& crate);

}  // namespace sapper::experiments::pages
