#include "solvers/minesweeper/analysis/exact_layouts.hpp"

#include <flint/fmpz_poly.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace sapper::solvers {
namespace {

// FLINT's number, and its polynomial by exponents.
class Number {
 public:
  Number() { fmpz_init(value_); }
  explicit Number(const BigInteger& value) : Number() {
    std::vector<ulong> words;
    export_bits(value, std::back_inserter(words), 64, false);
    fmpz_set_ui_array(value_, words.data(), static_cast<slong>(words.size()));
  }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  ~Number() { fmpz_clear(value_); }

  fmpz* get() { return value_; }
  BigInteger value() const {
    std::vector<ulong> words(static_cast<std::size_t>(fmpz_size(value_)));
    fmpz_get_ui_array(words.data(), static_cast<slong>(words.size()), value_);
    BigInteger number;
    import_bits(number, words.begin(), words.end(), 64, false);
    return number;
  }

 private:
  fmpz_t value_;
};

class Polynomial {
 public:
  Polynomial() { fmpz_poly_init(value_); }
  Polynomial(Polynomial&& other) noexcept : Polynomial() { swap(other); }
  Polynomial& operator=(Polynomial&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Polynomial() { fmpz_poly_clear(value_); }

  fmpz_poly_struct* get() { return value_; }
  slong length() const { return fmpz_poly_length(value_); }

 private:
  void swap(Polynomial& other) { fmpz_poly_swap(value_, other.value_); }

  fmpz_poly_t value_;
};

// FLINT keeps memory of each thread for its next numbers.
struct FlintMemory {
  FlintMemory() = default;
  FlintMemory(const FlintMemory&) = delete;
  FlintMemory& operator=(const FlintMemory&) = delete;
  ~FlintMemory() { flint_cleanup(); }
};

// The power without the coefficients from `length` on.
Polynomial power_of(Polynomial base, std::uint64_t exponent, slong length) {
  Polynomial power;
  // The recurrence finds all coefficients, each by as many multiplications as the base has coefficients.
  if (exponent > 2 &&
      static_cast<std::uint64_t>(base.length() - 1) * exponent < 4 * static_cast<std::uint64_t>(length)) {
    fmpz_poly_pow_multinomial(power.get(), base.get(), exponent);
    fmpz_poly_truncate(power.get(), length);
  } else {
    fmpz_poly_pow_trunc(power.get(), base.get(), exponent, length);
  }
  return power;
}

}  // namespace

void ExactLayouts::add_component(std::vector<BigInteger> ways) {
  max_extra_ += ways.size() - 1;
  ++multiplicity_[std::move(ways)];
}

std::optional<BigInteger> ExactLayouts::count(std::int64_t outside_count, std::int64_t mines_outside) const {
  const FlintMemory memory;
  const auto max_extra = static_cast<std::int64_t>(max_extra_);
  // The extra mines on the frontier.
  const std::int64_t fewest = std::max<std::int64_t>(mines_outside - outside_count, 0);
  const std::int64_t most = std::min(mines_outside, max_extra);
  // Counting from the other end may need fewer coefficients.
  const bool is_reversed = max_extra - fewest < most;
  const slong length = 1 + (is_reversed ? max_extra - fewest : most);

  double bits = 0;
  for (const auto& [ways, exponent] : multiplicity_)
    bits += static_cast<double>(exponent) *
            static_cast<double>(1 + msb(std::accumulate(ways.begin(), ways.end(), BigInteger(0))));
  constexpr double kMostBits = 6e8;  // of a product's coefficients together; 10^8 take about 0.6 s
  if (multiplicity_.size() > 1 && bits * static_cast<double>(length) > kMostBits) return std::nullopt;

  const auto is_longer = [](const Polynomial& a, const Polynomial& b) { return a.length() > b.length(); };
  std::vector<Polynomial> parts;  // a heap, the shortest first
  for (const auto& [ways, exponent] : multiplicity_) {
    Polynomial polynomial;
    for (std::size_t extra = 0; extra < ways.size(); ++extra)
      fmpz_poly_set_coeff_fmpz(polynomial.get(),
                               static_cast<slong>(is_reversed ? ways.size() - 1 - extra : extra),
                               Number(ways[extra]).get());
    parts.push_back(power_of(std::move(polynomial), exponent, length));
  }
  if (parts.empty()) fmpz_poly_one(parts.emplace_back().get());
  std::make_heap(parts.begin(), parts.end(), is_longer);
  const auto take = [&] {
    std::pop_heap(parts.begin(), parts.end(), is_longer);
    Polynomial part = std::move(parts.back());
    parts.pop_back();
    return part;
  };
  while (parts.size() > 1) {
    Polynomial a = take(), b = take();
    fmpz_poly_mullow(a.get(), a.get(), b.get(), length);
    parts.push_back(std::move(a));
    std::push_heap(parts.begin(), parts.end(), is_longer);
  }

  auto outside = static_cast<ulong>(mines_outside - most);
  Number sum, coefficient, binomial;
  fmpz_bin_uiui(binomial.get(), static_cast<ulong>(outside_count), outside);
  for (std::int64_t extra = most; extra >= fewest; --extra) {
    fmpz_poly_get_coeff_fmpz(coefficient.get(), parts.front().get(), is_reversed ? max_extra - extra : extra);
    fmpz_addmul(sum.get(), binomial.get(), coefficient.get());
    // C(n, k + 1) = C(n, k) (n - k) / (k + 1)
    fmpz_mul_ui(binomial.get(), binomial.get(), static_cast<ulong>(outside_count) - outside);
    fmpz_divexact_ui(binomial.get(), binomial.get(), ++outside);
  }
  return sum.value();
}

}  // namespace sapper::solvers
