// Boost.JSON, compiled from its headers: the installed library is for this machine.
#include <boost/json/src.hpp>
