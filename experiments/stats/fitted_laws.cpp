#include "experiments/stats/fitted_laws.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "solvers/support/eigen.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kResamples = 2000;
constexpr std::size_t kFewestRepeats = 3;  // for an interval
constexpr double kUpper = 0.975;

double student(std::size_t freedom) {
  return boost::math::quantile(boost::math::students_t(static_cast<double>(freedom)), kUpper);
}

// The sums of a least squares problem whose targets are all 1; those of several repeats add up.
struct NormalEquations {
  Eigen::MatrixXd products;
  Eigen::VectorXd sums;

  explicit NormalEquations(Eigen::Index unknowns)
      : products(Eigen::MatrixXd::Zero(unknowns, unknowns)), sums(Eigen::VectorXd::Zero(unknowns)) {}
  void add(const Eigen::VectorXd& row) {
    products += row * row.transpose();
    sums += row;
  }
  void add(const NormalEquations& other, double times) {
    products += times * other.products;
    sums += times * other.sums;
  }
};

// The non-negative solution with the least squares. Tries all sets of unknowns that are not 0.
Eigen::VectorXd non_negative_solution(const NormalEquations& equations) {
  const Eigen::Index unknowns = equations.sums.size();
  Eigen::VectorXd best = Eigen::VectorXd::Zero(unknowns);
  double most_explained = 0;
  for (unsigned set = 1; set < 1U << unknowns; ++set) {
    // The equations of the others become x = 0.
    Eigen::MatrixXd products = equations.products;
    Eigen::VectorXd sums = equations.sums;
    for (Eigen::Index i = 0; i < unknowns; ++i) {
      if ((set >> i & 1U) != 0) continue;
      products.row(i).setZero();
      products.col(i).setZero();
      products(i, i) = 1;
      sums(i) = 0;
    }
    const Eigen::VectorXd solution = products.ldlt().solve(sums);
    const double explained = solution.dot(sums);
    if (solution.minCoeff() < 0 || explained <= most_explained) continue;
    most_explained = explained;
    best = solution;
  }
  return best;
}

enum class Law : std::uint8_t { serial, universal };

// One repeat's equations for a law. The unknowns are scaled by the most threads, so that they are of similar size.
NormalEquations equations_of(std::span<const std::size_t> threads, std::span<const double> speeds,
                             Workload workload, Law law) {
  NormalEquations equations(law == Law::universal ? 3 : 2);
  const auto most = static_cast<double>(threads.back());
  const double unit = speeds.front();
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const auto n = static_cast<double>(threads[i]);
    const double speed = speeds[i] / unit;
    if (law == Law::universal)
      equations.add(speed / n * Eigen::Vector3d(1, (n - 1) / most, n * (n - 1) / (most * most)));
    else if (workload == Workload::fixed)
      equations.add(speed / n * Eigen::Vector2d(1, (n - 1) / most));
    else
      equations.add(Eigen::Vector2d(1, n / most) / speed);
  }
  return equations;
}

double serial_share(const Eigen::VectorXd& solution, double most_threads, Workload workload) {
  if (workload == Workload::fixed) return std::min(1.0, solution(1) / most_threads / solution(0));
  return solution(0) / (solution(0) + solution(1) / most_threads);
}

double peak_threads(double sigma, double kappa) {
  if (kappa <= 0) return std::numeric_limits<double>::infinity();
  return std::max(1.0, std::sqrt(std::max(0.0, 1 - sigma) / kappa));
}

// The values of a law: the serial share, or sigma, kappa and the peak.
using Values = std::vector<double>;
Values values_of(const NormalEquations& equations, double most, Workload workload, Law law) {
  const Eigen::VectorXd solution = non_negative_solution(equations);
  if (law == Law::serial) return {serial_share(solution, most, workload)};
  const double sigma = solution(1) / most / solution(0);
  const double kappa = solution(2) / (most * most) / solution(0);
  return {sigma, kappa, peak_threads(sigma, kappa)};
}

// The ends of the middle 95 % of a bootstrap's values, further out for few repeats.
Interval expanded_percentiles(std::vector<double> values, std::size_t repeats) {
  std::sort(values.begin(), values.end());
  const double expansion =
      std::sqrt(static_cast<double>(repeats) / static_cast<double>(repeats - 1)) * student(repeats - 1);
  const double tail = boost::math::cdf(boost::math::normal(), -expansion);
  const auto skipped = static_cast<std::size_t>(tail * static_cast<double>(values.size() - 1));
  return {values[skipped], values[values.size() - 1 - skipped]};
}

std::vector<Fitted> fit(std::span<const NormalEquations> repeats, double most, Workload workload, Law law) {
  // counts: [repeat], how often each is taken.
  const auto fit_counted = [&](const std::vector<std::size_t>& counts) {
    NormalEquations sum(repeats.front().sums.size());
    for (std::size_t i = 0; i < repeats.size(); ++i) sum.add(repeats[i], static_cast<double>(counts[i]));
    return values_of(sum, most, workload, law);
  };
  std::vector<Fitted> fitted;
  for (const double value : fit_counted(std::vector<std::size_t>(repeats.size(), 1)))
    fitted.push_back({value, {}});
  if (repeats.size() < kFewestRepeats) return fitted;
  std::vector<Values> resampled(fitted.size());
  std::mt19937_64 numbers(1);  // NOLINT(cert-msc51-cpp): the same interval each time
  std::uniform_int_distribution<std::size_t> any(0, repeats.size() - 1);
  std::map<std::vector<std::size_t>, Values> known;  // five repeats have only 126 different samples
  for (std::size_t sample = 0; sample < kResamples; ++sample) {
    std::vector<std::size_t> counts(repeats.size());
    for (std::size_t i = 0; i < repeats.size(); ++i) ++counts[any(numbers)];
    const auto [place, is_new] = known.try_emplace(std::move(counts));
    if (is_new) place->second = fit_counted(place->first);
    for (std::size_t i = 0; i < resampled.size(); ++i) resampled[i].push_back(place->second[i]);
  }
  for (std::size_t i = 0; i < fitted.size(); ++i)
    fitted[i].interval = expanded_percentiles(std::move(resampled[i]), repeats.size());
  return fitted;
}

}  // namespace

std::optional<SpeedLaws> fit_speed_laws(std::span<const std::size_t> threads,
                                        std::span<const std::vector<double>> speeds, Workload workload) {
  if (threads.size() < 2 || speeds.empty()) return std::nullopt;
  const auto fit_law = [&](Law law) {
    std::vector<NormalEquations> repeats;
    for (const std::vector<double>& repeat : speeds)
      repeats.push_back(equations_of(threads, repeat, workload, law));
    return fit(repeats, static_cast<double>(threads.back()), workload, law);
  };
  SpeedLaws laws{fit_law(Law::serial).front(), {}, {}, {}};
  if (threads.size() < 3) return laws;
  const std::vector<Fitted> universal = fit_law(Law::universal);
  laws.sigma = universal[0];
  laws.kappa = universal[1];
  laws.peak_threads = universal[2];
  return laws;
}

double universal_speed_up(double sigma, double kappa, double threads) {
  return threads / (1 + sigma * (threads - 1) + kappa * threads * (threads - 1));
}

std::optional<PowerLaw> fit_power_law(std::span<const std::pair<double, double>> points) {
  const auto count = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0;
  for (const auto& [x, y] : points) {
    mean_x += std::log(x) / count;
    mean_y += std::log(y) / count;
  }
  double xx = 0, xy = 0, yy = 0;
  for (const auto& [x, y] : points) {
    const double dx = std::log(x) - mean_x, dy = std::log(y) - mean_y;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  if (points.size() < 2 || xx < 1e-12) return std::nullopt;
  PowerLaw law{{xy / xx, {}}, mean_y - xy / xx * mean_x};
  if (points.size() < 3) return law;
  const double error = std::sqrt(std::max(0.0, yy - xy * xy / xx) / (count - 2) / xx);
  const double half_width = student(points.size() - 2) * error;
  law.exponent.interval = Interval{xy / xx - half_width, xy / xx + half_width};
  return law;
}

}  // namespace sapper::experiments
