#pragma once
// What an error says, for tests of messages.

#include <string>

#include "faultline/base/error.hpp"

namespace faultline::testing {

/// Message of the error that `call` throws; "no error" when it throws none. Errors of another kind
/// than `Thrown` pass on and fail the test.
template <typename Thrown = Error, typename Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Thrown& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace faultline::testing
