#include "solvers/minesweeper/analysis/modular_field.hpp"

#include <array>

#include "sim/support/contracts.hpp"

namespace sapper::solvers {
namespace {

// The Miller-Rabin test with bases that are deterministic below 2^64 (Jaeschke, 1993; Sorenson and Webster, 2017). The
// arithmetic is valid for composite odd moduli too.
bool is_prime(std::uint64_t number) {
  const ModularField ring(number);
  const unsigned twos = static_cast<unsigned>(__builtin_ctzll(number - 1));
  const ModularField::Element minus_one = ring.subtract(0, ring.one());
  for (const std::uint64_t base : std::array<std::uint64_t, 12>{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) {
    ModularField::Element power = ring.power(ring.from(base), (number - 1) >> twos);
    bool is_witness = power != ring.one() && power != minus_one;
    for (unsigned i = 1; i < twos && is_witness; ++i) {
      power = ring.multiply(power, power);
      is_witness = power != minus_one;
    }
    if (is_witness) return false;
  }
  return true;
}

}  // namespace

std::vector<ModularField> largest_fields(std::size_t count) {
  std::vector<ModularField> fields;
  for (std::uint64_t factor = (std::uint64_t{1} << (62 - kRootOrder)) - 1; fields.size() < count; --factor)
    if (const std::uint64_t number = (factor << kRootOrder) + 1; is_prime(number))
      fields.emplace_back(number);
  return fields;
}

ModularField::Element root_of_unity(const ModularField& field, unsigned order) {
  SAPPER_EXPECT(order >= 1 && order <= kRootOrder);
  for (std::uint64_t base = 2;; ++base) {
    const ModularField::Element root = field.power(field.from(base), (field.prime() - 1) >> order);
    if (field.power(root, std::uint64_t{1} << (order - 1)) != field.one()) return root;
  }
}

}  // namespace sapper::solvers
