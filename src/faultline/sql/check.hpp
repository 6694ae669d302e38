#pragma once
// What must hold before people can be counted: roles that need numbers have them, probabilities lie
// in [0, 1], counts are whole, binary roles are binary, nothing is missing unless the user said to
// drop it. Each failure is one sentence with column, row and value where there is one, and what to
// do.

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/summary.hpp"
#include "faultline/sql/dictionary.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/prepare.hpp"
#include "faultline/sql/roles.hpp"

namespace faultline::sql {

struct Checked {
  std::int64_t rows = 0;       // after --where
  std::int64_t rows_kept = 0;  // after dropping what is missing or stands for nobody
  std::int64_t people = 0;
  std::int64_t people_kept = 0;
  std::int64_t distinct_predictions = 0;  // an estimate
  std::int64_t distinct_numbers = 1;      // at most so many tuples of numbers, an estimate
  std::vector<data::Dropped> dropped{};   // people, by the first reason that applies
  std::vector<std::string> notes{};
};

struct Checker {
  Engine& engine;
  const Source& source;
  const Prepared& prepared;
  const Roles& roles;

  /// Before the view "people" exists: score, count and numbers hold numbers.
  void numbers() const;
  /// One pass over the view "people".
  [[nodiscard]] Checked rows(data::Missing missing, const std::stop_token& stop) const;

 private:
  void number(const std::string& option, const std::string& column) const;
  [[noreturn]] void refuse_probability(const std::string& option, const std::string& column,
                                       const std::string& hint) const;
  [[noreturn]] void refuse_missing(const std::string& option, const std::string& column,
                                   const std::string& what, std::int64_t missing,
                                   std::int64_t rows) const;
};

/// Finds the text of the positive value; throws InputError unless there are exactly two values (one
/// is enough when one_class_allowed) and the positive one is named or is 1 or true. `notes` gets a
/// word when 1 is taken for positive beside something else than 0.
[[nodiscard]] std::string positive_value(const std::string& option, const data::BinaryRole& role,
                                         const Values& values, bool one_class_allowed,
                                         std::vector<std::string>& notes);

/// True when two spellings name one value: 1 and 1.0, true and True.
[[nodiscard]] bool same_value(const std::string& a, const std::string& b);

}  // namespace faultline::sql
