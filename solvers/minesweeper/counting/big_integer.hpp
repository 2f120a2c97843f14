// Exact counts without an upper bound: ways on standard boards exceed 10^105. Separate from counting.hpp, which nearly
// every source includes, because Boost.Multiprecision takes two seconds to compile.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace sapper::solvers {

using BigInteger = boost::multiprecision::cpp_int;
// Completes times() of counting.hpp for counters of this number type.
inline BigInteger times(const BigInteger& value, unsigned factor) { return value * factor; }

}  // namespace sapper::solvers
