#pragma once
// The errors that stop the work. Things a statistician must see (non-convergence, an empty group,
// too few replicates) are results, not errors. The library never prints and never exits: apps/cli
// turns these into one sentence and an exit code.

#include <stdexcept>
#include <string>

namespace faultline {

/// Base of all Faultline errors; what() is one sentence for a person.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The data cannot be used: the message names file, column, row and value where known, and what to
/// do.
class InputError : public Error {
 public:
  using Error::Error;
};

/// An option has a value it must not have: the message names the option, the value and what is
/// allowed.
class ConfigError : public Error {
 public:
  using Error::Error;
};

/// A computation has no finite answer for this input.
class NumericError : public Error {
 public:
  using Error::Error;
};

/// Faultline itself is wrong.
class InternalError : public Error {
 public:
  using Error::Error;
};

/// The person asked to stop (Ctrl-C) before there was anything to show.
class Cancelled : public Error {
 public:
  using Error::Error;
};

}  // namespace faultline
