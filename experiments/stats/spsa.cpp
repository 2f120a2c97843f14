#include "experiments/stats/spsa.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/support/json/writer.hpp"
#include "sim/random/stream.hpp"

namespace sapper::experiments {

namespace {

constexpr double kAlpha = 0.602;
constexpr double kGamma = 0.101;
constexpr double kStability = 0.1;  // A, in iterations of all

double power(double base, double exponent) { return json::rounded(std::pow(base, exponent)); }

sim::Stream stream_of(std::uint64_t seed, std::uint64_t iteration) {
  return {sim::GameId{seed, 0, iteration}, sim::StreamPurpose::tuning};
}

}  // namespace

Spsa::Spsa(std::vector<SpsaSetting> settings, const SpsaSchedule& schedule, std::uint64_t seed)
    : settings_(std::move(settings)), schedule_(schedule), seed_(seed) {
  for (const SpsaSetting& setting : settings_)
    places_.push_back((setting.start - setting.from) / (setting.to - setting.from));
}

std::vector<double> Spsa::values() const {
  std::vector<double> values;
  for (std::size_t i = 0; i < settings_.size(); ++i)
    values.push_back(settings_[i].from + places_[i] * (settings_[i].to - settings_[i].from));
  return values;
}

std::vector<double> Spsa::rounded_values() const {
  std::vector<double> values = this->values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const SpsaSetting& setting = settings_[i];
    double per_unit = 1;  // a power of ten
    if (!setting.is_whole)
      while (per_unit * (setting.to - setting.from) < 1000 && per_unit < 1e15) per_unit *= 10;
    values[i] = std::round(values[i] * per_unit) / per_unit;
    values[i] = std::clamp(values[i], setting.from, setting.to);
  }
  return values;
}

double Spsa::spread_now() const {
  const auto done = static_cast<double>(iteration_ + 1);
  return std::min(0.5, schedule_.spread * power(static_cast<double>(schedule_.iterations) / done, kGamma));
}

std::vector<Spsa::Change> Spsa::changes() const {
  sim::Stream random = stream_of(seed_, iteration_);
  std::vector<Change> changes;
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    double by = spread_now();
    if (settings_[i].is_whole) by = std::min(0.5, std::max(by, 0.5 / (settings_[i].to - settings_[i].from)));
    const double middle = std::clamp(places_[i], by, 1 - by);
    changes.push_back({middle, random.below(2) == 0 ? by : -by});
  }
  return changes;
}

Spsa::Sides Spsa::sides() const {
  const std::vector<Change> changed = changes();
  sim::Stream random = stream_of(seed_, iteration_);
  for (std::size_t i = 0; i < settings_.size(); ++i) random.below(2);  // the signs
  Sides sides;
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const SpsaSetting& setting = settings_[i];
    const double draw = random.uniform();
    const auto value_at = [&](double place) {
      const double value = setting.from + place * (setting.to - setting.from);
      if (!setting.is_whole) return std::clamp(json::rounded(value), setting.from, setting.to);
      return std::clamp(std::floor(value + draw), setting.from, setting.to);
    };
    sides.plus.push_back(value_at(changed[i].middle + changed[i].by));
    sides.minus.push_back(value_at(changed[i].middle - changed[i].by));
  }
  return sides;
}

void Spsa::update(double difference, std::uint64_t games) {
  const auto all = static_cast<double>(schedule_.iterations);
  const auto done = static_cast<double>(iteration_ + 1);
  const double stability = kStability * all;
  const double rate =
      schedule_.rate * power((stability + all) / (stability + done), kAlpha) * power(done / all, 2 * kGamma);
  const std::vector<Change> changed = changes();
  const double most = spread_now();
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const double step = rate * changed[i].by * difference * static_cast<double>(games);
    places_[i] = std::clamp(places_[i] + std::clamp(step, -most, most), 0.0, 1.0);
  }
  ++iteration_;
}

}  // namespace sapper::experiments
