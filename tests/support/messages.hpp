// The message of an exception.
#pragma once

#include <exception>
#include <string>

namespace sapper::tests {

// The message of the Exception that `action` throws; "" if it throws none.
template <class Exception, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace sapper::tests
