// MPI without its bindings for C++, which are deprecated and a library of their own.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
