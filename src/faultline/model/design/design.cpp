#include "faultline/model/design/design.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::model {

Design::Design(std::int64_t rows) : rows_(rows) {
  if (rows < 0) throw InternalError(fmt::format("a design cannot have {} rows", rows));
  columns_.push_back({"(intercept)", "(intercept)", ColumnKind::intercept});
  values_.assign(static_cast<std::size_t>(rows), 1.0);
}

void Design::add(const data::Attribute& attribute, std::span<const data::Code> codes) {
  if (std::ssize(codes) != rows_) {
    throw InternalError(fmt::format("covariate '{}' has {} codes for {} rows of the design",
                                    attribute.name, codes.size(), rows_));
  }
  for (const data::Code code : codes) {
    if (code >= attribute.arity()) {
      throw InternalError(fmt::format("covariate '{}' has code {}, but only {} values",
                                      attribute.name, code, attribute.arity()));
    }
  }
  for (int level = 1; level < attribute.arity(); ++level) {
    columns_.push_back(
        {fmt::format("{}={}", attribute.name, attribute.labels[static_cast<std::size_t>(level)]),
         attribute.name, ColumnKind::dummy});
    for (const data::Code code : codes) values_.push_back(code == level ? 1.0 : 0.0);
  }
  if (attribute.arity() > 0) reference_levels_.emplace_back(attribute.name, attribute.labels[0]);
}

void Design::add(std::string name, std::span<const double> values, ColumnKind kind) {
  if (std::ssize(values) != rows_) {
    throw InternalError(fmt::format("covariate '{}' has {} numbers for {} rows of the design", name,
                                    values.size(), rows_));
  }
  for (const double value : values) {
    if (!std::isfinite(value)) {
      throw InputError(fmt::format(
          "covariate '{}' has the value {}; a model needs finite numbers, so drop such rows or "
          "replace the value",
          name, value));
    }
  }
  columns_.push_back({name, std::move(name), kind});
  values_.insert(values_.end(), values.begin(), values.end());
}

}  // namespace faultline::model
