#include "experiments/config/stop_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <vector>

#include "experiments/config/config.hpp"

namespace sapper::experiments {

namespace {

// A number between the two bounds, both excluded.
double read_between(const json::Node& node, double least, double most) {
  const double value = node.as_number(least, most);
  if (value <= least || value >= most)
    node.fail_value(fmt::format("expected a number between {} and {}, both excluded", least, most));
  return value;
}

constexpr std::array<std::string_view, 2> kEstimates{"plain", "adjusted"};

Sprt read_sprt(const json::Node& node) {
  node.expect_object({"strategies", "d0", "d1", "alpha", "beta", "difference"});
  const json::Node pair = node.need("strategies");
  const std::vector<json::Node> labels = pair.items();
  if (labels.size() != 2) pair.fail_value("expected the labels of two strategies");
  Sprt sprt;
  sprt.a = labels[0].as_string();
  sprt.b = labels[1].as_string();
  if (sprt.a == sprt.b) labels[1].fail_value("must differ from the first");
  sprt.d0 = node.need("d0").as_number(-1, 1);
  const json::Node d1 = node.need("d1");
  sprt.d1 = d1.as_number(-1, 1);
  if (sprt.d1 <= sprt.d0)
    d1.fail_value("expected a difference above d0; swapping the strategies changes its sign");
  if (const auto alpha = node.find("alpha")) sprt.alpha = read_between(*alpha, 0, 0.5);
  if (const auto beta = node.find("beta")) sprt.beta = read_between(*beta, 0, 0.5);
  if (const auto difference = node.find("difference"))
    sprt.is_adjusted = difference->as_choice(kEstimates, "an estimate of the difference") == 1;
  return sprt;
}

}  // namespace

StopRule read_stop(const json::Node& node) {
  node.expect_object({"half_width", "interval", "sprt", "min_games"});
  StopRule stop;
  if (const auto sprt = node.find("sprt")) {
    for (const std::string_view key : {"half_width", "interval"})
      if (node.find(key)) node.fail(fmt::format(" has both \"sprt\" and \"{}\"; expected one of them", key));
    stop.sprt = read_sprt(*sprt);
  } else {
    stop.half_width = read_between(node.need("half_width"), 0, 0.5);
    if (const auto interval = node.find("interval"))
      stop.is_adjusted = interval->as_choice(kEstimates, "an interval of the win rate") == 1;
  }
  if (const auto least = node.find("min_games")) stop.min_games = least->as_whole(1, kMaxGames);
  return stop;
}

boost::json::object to_json(const StopRule& stop) {
  boost::json::object object;
  if (stop.sprt) {
    const Sprt& sprt = *stop.sprt;
    object["sprt"] = {{"strategies", boost::json::array{sprt.a, sprt.b}},
                      {"d0", sprt.d0},
                      {"d1", sprt.d1},
                      {"alpha", sprt.alpha},
                      {"beta", sprt.beta}};
    if (sprt.is_adjusted) object["sprt"].as_object()["difference"] = "adjusted";
  } else {
    object["half_width"] = stop.half_width;
    if (stop.is_adjusted) object["interval"] = "adjusted";
  }
  object["min_games"] = stop.min_games;
  return object;
}

void check_stop_labels(const std::optional<StopRule>& stop, const std::vector<std::string>& labels,
                       const json::Node& root) {
  if (!stop || !stop->sprt) return;
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  for (const json::Node& label : root.need("stop").need("sprt").need("strategies").items())
    label.as_choice(known, "the label of a strategy");
}

std::uint64_t next_look(const StopRule& stop, std::uint64_t games) {
  std::uint64_t look = stop.min_games;
  while (look <= games) look += std::max<std::uint64_t>(1, look / 20);
  return look;
}

bool is_look(const StopRule& stop, std::uint64_t games) {
  return games >= stop.min_games && next_look(stop, games - 1) == games;
}

bool is_met(const StopRule& stop, const StopEvidence& evidence) {
  if (!stop.sprt) return evidence.half_width <= stop.half_width;
  return evidence.pair && accepted(*stop.sprt, *evidence.pair);
}

std::string_view stopped_by(const std::optional<StopRule>& stop, std::uint64_t games, std::uint64_t most) {
  if (!stop || games >= most) return "games";
  return stop->sprt ? "sprt" : "half_width";
}

}  // namespace sapper::experiments
