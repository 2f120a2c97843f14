// MPI without its C++ bindings, which are deprecated and a separate library.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
