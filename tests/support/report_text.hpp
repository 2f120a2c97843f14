// Reports as text, changed by tests. For tests that link sapper_experiments.
#pragma once

#include <boost/json/parse.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/report_parts.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::tests {

// The hash that a report of this text has, finished or not.
inline std::string hash_of_report(std::string_view text) {
  const boost::json::value report = boost::json::parse(boost::json::string_view(text.data(), text.size()));
  if (report.as_object().contains("complete")) {
    experiments::Hash hash;
    hash.add(text.substr(0, text.rfind(experiments::kHashOfCheckpoint)));
    return experiments::text_of(hash);
  }
  experiments::Shard shard;
  if (const boost::json::value* const part = report.as_object().if_contains("part"))
    shard = {part->at("shard").to_number<std::uint64_t>(), part->at("of").to_number<std::uint64_t>()};
  std::vector<std::string> names;
  for (const boost::json::value& name : report.at("counters").at("names").as_array())
    names.emplace_back(name.as_string());
  experiments::ReportHash hash(report.at("config"), shard, names);
  for (const boost::json::value& entry : report.at("counters").at("cases").as_array()) {
    std::vector<std::uint64_t> values;
    for (const boost::json::value& value : entry.at("values").as_array())
      values.push_back(value.to_number<std::uint64_t>());
    std::vector<std::string> won;
    if (const boost::json::value* const texts = entry.as_object().if_contains("won"))
      for (const boost::json::value& games : texts->as_array()) won.emplace_back(games.as_string());
    hash.add(entry.at("case").to_number<std::size_t>(),
             {entry.at("first").to_number<std::uint64_t>(), entry.at("last").to_number<std::uint64_t>()},
             values, won);
  }
  return hash.text();
}

// The report with the hash that its config and counters have; unchanged where those are not of a report.
inline std::string with_right_hash(std::string report) {
  constexpr std::string_view kBegin = "fnv1a-64:";
  const std::size_t at = report.rfind(kBegin);
  if (at == std::string::npos || at + kBegin.size() + 16 > report.size()) return report;
  try {
    const std::string hash = hash_of_report(report);
    return report.replace(at, hash.size(), hash);
  } catch (const std::exception&) {
    return report;
  }
}

// The text with the first `old` behind `behind` replaced. std::runtime_error if there is none.
inline std::string replaced(std::string text, std::string_view behind, std::string_view old,
                            std::string_view by) {
  const std::size_t begin = text.find(behind);
  const std::size_t at = begin == std::string::npos ? begin : text.find(old, begin + behind.size());
  if (at == std::string::npos) throw std::runtime_error("nothing to replace: " + std::string(old));
  return text.replace(at, old.size(), by);
}

// The report as it was written before reports said who won each game.
inline std::string without_won(const std::string& report) {
  boost::json::value read = boost::json::parse(boost::json::string_view(report));
  for (boost::json::value& played : read.at("counters").at("cases").as_array())
    played.as_object().erase("won");
  return with_right_hash(experiments::json::to_text(read));
}

// The report as it was written before excess risks were counted and games judged.
inline std::string without_excess_risks(const std::string& report) {
  boost::json::value read = boost::json::parse(boost::json::string_view(report));
  boost::json::array& names = read.at("counters").at("names").as_array();
  for (std::size_t i = names.size(); i-- > 0;) {
    const std::string name(names[i].as_string());
    if (name.find(":excess_risk.") == std::string::npos && name.find(":judged.") == std::string::npos)
      continue;
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(i));
    for (boost::json::value& played : read.at("counters").at("cases").as_array()) {
      boost::json::array& values = played.at("values").as_array();
      values.erase(values.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  for (boost::json::value& result : read.at("results").as_array())
    for (const char* const member :
         {"mean_excess_risk", "excess_risk_ci_low", "excess_risk_ci_high", "missed_safe", "judged"})
      result.as_object().erase(member);
  return with_right_hash(experiments::json::to_text(read));
}

}  // namespace sapper::tests
