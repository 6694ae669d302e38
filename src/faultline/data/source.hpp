#pragma once
// Whoever has people: files and Arrow streams through the SQL engine (sql::), or columns in memory.
// A run opens it with the roles its spec names, and may open it more than once: the people for the
// analysis, the rows for what is written beside each.

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/data/people.hpp"
#include "faultline/data/row_stream.hpp"

namespace faultline::data {

class Source {
 public:
  virtual ~Source() = default;

  /// Throws InputError and ConfigError with a sentence for the user, Cancelled when stop is
  /// requested.
  [[nodiscard]] virtual std::unique_ptr<People> open(const InputOptions& input,
                                                     const RoleOptions& roles,
                                                     const std::stop_token& stop) = 0;
  /// Of the roles: score or risk score, attributes (read as labels, any number of values), numbers
  /// and outcome; a row without one of them, but for attributes, is refused or left out as
  /// `missing` says. `id` is a column or empty.
  [[nodiscard]] virtual std::unique_ptr<RowStream> rows(const InputOptions& input,
                                                        const RoleOptions& roles,
                                                        const std::string& id,
                                                        const std::stop_token& stop) = 0;
  /// Names of the columns after `derive`.
  [[nodiscard]] virtual std::vector<std::string> column_names(const InputOptions& input,
                                                              const std::stop_token& stop) = 0;
};

}  // namespace faultline::data
