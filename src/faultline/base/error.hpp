#pragma once
// The errors that stop the work. Things a statistician must see (non-convergence, an empty group,
// too few replicates) are results, not errors. The library never prints and never exits: apps/cli
// turns these into one sentence and an exit code.

#include <stdexcept>
#include <string>
#include <utility>

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

/// One option has a value it must not have. The message is "alpha = 2: must be between 0 and 1"; a
/// face that spells options in another way ("--alpha 2") has the parts.
class OptionError : public ConfigError {
 public:
  OptionError(std::string option, std::string value, std::string problem)
      : ConfigError(option + " = " + value + ": " + problem),
        option_(std::move(option)),
        value_(std::move(value)),
        problem_(std::move(problem)) {}
  [[nodiscard]] const std::string& option() const { return option_; }
  [[nodiscard]] const std::string& value() const { return value_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  std::string option_;
  std::string value_;
  std::string problem_;
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
