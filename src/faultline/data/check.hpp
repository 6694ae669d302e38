#pragma once
// What must hold before people can be counted: roles that need numbers have them, probabilities lie
// in [0, 1], counts are whole, nothing is missing unless the user said to drop it. Each failure is
// one sentence with column, row and value where there is one, and what to do.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/data/reader.hpp"
#include "faultline/data/roles.hpp"

namespace faultline::data {

struct Checked {
  std::int64_t rows = 0;       // after --where
  std::int64_t rows_kept = 0;  // after dropping what is missing or stands for nobody
  std::int64_t people = 0;
  std::int64_t people_kept = 0;
  std::int64_t distinct_predictions = 0;
  std::int64_t distinct_numbers = 1;  // at most so many tuples of numbers
  Notices dropped{};                  // people, by the first reason that applies
  Notices notices{};
};

/// The product of two numbers of tuples, or a billion where it is more: many, either way.
[[nodiscard]] std::int64_t capped_product(std::int64_t a, std::int64_t b);

/// Score, count, numbers and probabilities are columns of numbers. Throws InputError.
void check_numbers(Reader& reader, const Roles& roles);

/// Counts the rows and refuses what must not be. Throws InputError.
[[nodiscard]] Checked check_rows(Reader& reader, const Roles& roles, Missing missing);

/// Throws InputError when a column that cannot be read is to play a role.
void refuse_unreadable(const SourceFacts& source, const RoleOptions& roles);

/// Throws InputError when nobody is left; `people` is how many there were before any filter.
void refuse_nobody(const Checked& checked, std::int64_t people, const Roles& roles,
                   const SourceFacts& source);

/// A sum of counts that does not fit. Throws InputError.
[[noreturn]] void refuse_sum(const std::string& sum);

}  // namespace faultline::data
