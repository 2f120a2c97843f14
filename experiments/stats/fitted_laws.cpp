#include "experiments/stats/fitted_laws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/support/eigen.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kFewestRepeats = 3;  // for an interval
constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
  void add(const NormalEquations& other) {
    products += other.products;
    sums += other.sums;
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
  if (workload == Workload::fixed) return solution(1) / most_threads / solution(0);
  return solution(0) / (solution(0) + solution(1) / most_threads);
}

double peak_threads(double sigma, double kappa) {
  if (kappa <= 0) return kInfinity;
  return std::max(1.0, std::sqrt(std::max(0.0, 1 - sigma) / kappa));
}

// sigma and kappa of a solution.
struct Coefficients {
  double sigma, kappa;
};
Coefficients coefficients_of(const Eigen::VectorXd& solution, double most) {
  return {solution(1) / most / solution(0), solution(2) / (most * most) / solution(0)};
}

Interval within(const Interval& interval, double most) {
  return {std::clamp(interval.low, 0.0, most), std::clamp(interval.high, 0.0, most)};
}

// With the fit of all repeats, which is of values that are not negative and may lie beyond.
ParameterEstimate fitted_with(double value, const Interval& interval) {
  return {value, Interval{std::min(value, interval.low), std::max(value, interval.high)}};
}

// The interval of the peak, by Fieller's theorem in the square of its place.
Interval peak_interval(std::span<const Coefficients> repeats) {
  const auto n = static_cast<double>(repeats.size());
  double sigma = 0, kappa = 0;
  for (const Coefficients& each : repeats) {
    sigma += each.sigma / n;
    kappa += each.kappa / n;
  }
  double vary_sigma = 0, vary_kappa = 0,
         vary_both = 0;  // (co)variances of the means, times Student's quantile squared
  const double quantile = student_95(repeats.size() - 1);
  const double scale = quantile * quantile / (n * (n - 1));
  for (const Coefficients& each : repeats) {
    vary_sigma += scale * (each.sigma - sigma) * (each.sigma - sigma);
    vary_kappa += scale * (each.kappa - kappa) * (each.kappa - kappa);
    vary_both += scale * (each.sigma - sigma) * (each.kappa - kappa);
  }
  // The squares x of places with (1 - sigma - kappa x)^2 <= their variance: a x^2 - 2 b x + c <= 0.
  const double a = kappa * kappa - vary_kappa;
  const double b = (1 - sigma) * kappa + vary_both;
  const double c = (1 - sigma) * (1 - sigma) - vary_sigma;
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  const auto place = [](double square) { return std::sqrt(std::max(1.0, square)); };
  if (a > 0 && kappa > 0) return {place((b - root) / a), place((b + root) / a)};
  if (a > 0) return {kInfinity, kInfinity};  // kappa is below 0 beyond chance: none
  // kappa may be 0, and the peak anywhere beyond the lowest place.
  if (c <= 0) return {1, kInfinity};
  return {b + root > 0 ? place(c / (b + root)) : kInfinity, kInfinity};
}

// The laws of one workload, fitted to all repeats and to each.
class LawFit {
 public:
  LawFit(std::span<const std::size_t> threads, std::span<const std::vector<double>> speeds, Workload workload)
      : threads_(threads), speeds_(speeds), workload_(workload), most_(static_cast<double>(threads.back())) {}

  ParameterEstimate serial() const {
    const auto share_of = [&](const Eigen::VectorXd& solution) {
      return serial_share(solution, most_, workload_);
    };
    const double value = std::clamp(share_of(non_negative_solution(all(Law::serial))), 0.0, 1.0);
    if (speeds_.size() < kFewestRepeats) return {value, {}};
    ValueSums shares;
    for (const NormalEquations& repeat : each(Law::serial)) shares.add(share_of(solution(repeat)));
    return fitted_with(value, within(student_interval_95(shares), 1));
  }

  void universal(SpeedLaws& laws) const {
    const auto [sigma, kappa] = coefficients_of(non_negative_solution(all(Law::universal)), most_);
    laws.sigma = {sigma, {}};
    laws.kappa = {kappa, {}};
    laws.peak_threads = {peak_threads(sigma, kappa), {}};
    if (speeds_.size() < kFewestRepeats) return;
    std::vector<Coefficients> repeats;
    ValueSums sigmas, kappas;
    for (const NormalEquations& repeat : each(Law::universal)) {
      repeats.push_back(coefficients_of(solution(repeat), most_));
      sigmas.add(repeats.back().sigma);
      kappas.add(repeats.back().kappa);
    }
    laws.sigma = fitted_with(sigma, within(student_interval_95(sigmas), kInfinity));
    laws.kappa = fitted_with(kappa, within(student_interval_95(kappas), kInfinity));
    laws.peak_threads = fitted_with(laws.peak_threads->value, peak_interval(repeats));
  }

  // Predicts by what a law is linear in: the reciprocal of the efficiency, or, with games that grow, the efficiency itself.
  ParameterEstimate efficiency(double n) const {
    const bool is_universal = threads_.size() >= 3;
    const bool is_direct = !is_universal && workload_ == Workload::per_thread;
    const Law law = is_universal ? Law::universal : Law::serial;
    const auto linear = [&](const Eigen::VectorXd& solution) {
      if (is_universal) {
        const auto [sigma, kappa] = coefficients_of(solution, most_);
        return 1 + sigma * (n - 1) + kappa * n * (n - 1);
      }
      const double share = serial_share(solution, most_, workload_);
      return is_direct ? (share + (1 - share) * n) / n : 1 + share * (n - 1);
    };
    const auto of = [&](double value) {
      return is_direct ? std::clamp(value, 0.0, 1.0) : 1 / std::max(1.0, value);
    };
    const double value = of(linear(non_negative_solution(all(law))));
    if (speeds_.size() < kFewestRepeats) return {value, {}};
    ValueSums repeats;
    for (const NormalEquations& repeat : each(law)) repeats.add(linear(solution(repeat)));
    const auto [low, high] = student_interval_95(repeats);
    return fitted_with(value, is_direct ? Interval{of(low), of(high)} : Interval{of(high), of(low)});
  }

 private:
  std::vector<NormalEquations> each(Law law) const {
    std::vector<NormalEquations> repeats;
    for (const std::vector<double>& repeat : speeds_)
      repeats.push_back(equations_of(threads_, repeat, workload_, law));
    return repeats;
  }
  NormalEquations all(Law law) const {
    NormalEquations sum(law == Law::universal ? 3 : 2);
    for (const NormalEquations& repeat : each(law)) sum.add(repeat);
    return sum;
  }
  static Eigen::VectorXd solution(const NormalEquations& equations) {
    return equations.products.ldlt().solve(equations.sums);
  }

  std::span<const std::size_t> threads_;
  std::span<const std::vector<double>> speeds_;
  Workload workload_;
  double most_;
};

}  // namespace

std::optional<SpeedLaws> fit_speed_laws(std::span<const std::size_t> threads,
                                        std::span<const std::vector<double>> speeds, Workload workload) {
  if (threads.size() < 2 || speeds.empty()) return std::nullopt;
  const LawFit fit(threads, speeds, workload);
  SpeedLaws laws{fit.serial(), {}, {}, {}};
  if (threads.size() >= 3) fit.universal(laws);
  return laws;
}

ParameterEstimate predicted_efficiency(std::span<const std::size_t> threads,
                                       std::span<const std::vector<double>> speeds, Workload workload,
                                       double n) {
  return LawFit(threads, speeds, workload).efficiency(n);
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
  const double half_width = student_95(points.size() - 2) * error;
  law.exponent.interval = Interval{xy / xx - half_width, xy / xx + half_width};
  return law;
}

namespace {

bool describes(const PowerLaw& law, std::span<const std::pair<double, double>> points,
               std::span<const double> tolerances) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [x, y] = points[i];
    const double ratio = y / std::exp(law.log_factor + law.exponent.value * std::log(x));
    if (std::max(ratio, 1 / ratio) > 1 + tolerances[i]) return false;
  }
  return true;
}

}  // namespace

std::optional<PowerLawStretch> fit_longest_power_law(std::span<const std::pair<double, double>> points,
                                                     std::span<const double> tolerances) {
  constexpr std::size_t kFewest = 3, kMostEnds = 40;
  const std::size_t count = points.size();
  if (count < kFewest) return std::nullopt;
  const std::size_t step = (count - 1) / kMostEnds + 1;
  std::optional<PowerLawStretch> longest;
  double most = 0;
  for (std::size_t begin = 0; begin + kFewest <= count; begin += step)
    for (std::size_t end = count; end >= begin + kFewest; end -= std::min(step, end)) {
      const auto stretch = points.subspan(begin, end - begin);
      const double span = std::log(stretch.back().first / stretch.front().first);
      if (longest && span <= most * (1 + 1e-9)) break;
      const std::optional<PowerLaw> law = fit_power_law(stretch);
      if (!law || !describes(*law, stretch, tolerances.subspan(begin, end - begin))) continue;
      longest = PowerLawStretch{*law, begin, end - 1};
      most = span;
      break;
    }
  return longest;
}

}  // namespace sapper::experiments
