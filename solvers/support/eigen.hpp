// Eigen as sapper uses it: without vectorization, because the order of its summation depends on the vector width and
// results must be the same everywhere. A program that links sapper may use Eigen with other settings: a separate
// namespace keeps the linker from mixing the two.
#pragma once

#define EIGEN_DONT_VECTORIZE
#define Eigen sapper_eigen

#include <Eigen/QR>
