// Eigen as sapper uses it: without vectors, because it adds up in an order that depends on their width, so that its
// results are the same everywhere. A program that links sapper may use Eigen with other settings: under a namespace of
// its own, the linker cannot take the functions of one for those of the other.
#pragma once

#define EIGEN_DONT_VECTORIZE
#define Eigen sapper_eigen

#include <Eigen/QR>
