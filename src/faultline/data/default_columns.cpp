#include "faultline/data/default_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::data {
namespace {

/// An estimate above this says that a column has more values than the default rule takes.
constexpr std::int64_t kCertainlyMany = 500;

bool is_text(const std::string& type) {
  return type == "VARCHAR" || type == "BOOLEAN" || type.starts_with("ENUM");
}

/// Estimated numbers of values are off by some per cent.
bool one_per_row(const DistinctCounts& counts, std::int64_t values, std::int64_t rows) {
  return counts.exact ? values == rows : values > rows - rows / 10;
}

/// Pearson's statistic of values by event, less what it is expected to be when there is nothing.
double excess(const Crossing& values, std::size_t event) {
  double people = 0;
  double inside = 0;
  for (const CrossedValue& value : values) {
    people += static_cast<double>(value.people);
    inside += static_cast<double>(value.inside[event]);
  }
  const double rate = inside / people;
  if (!(rate > 0 && rate < 1)) return 0;
  double sum = 0;
  for (const CrossedValue& value : values) {
    const auto size = static_cast<double>(value.people);
    const double difference = static_cast<double>(value.inside[event]) - size * rate;
    sum += difference * difference / (size * rate * (1 - rate));
  }
  return sum - static_cast<double>(values.size() - 1);
}

/// Equal in every count: nobody would tell the two apart.
bool same_counts(const Crossing& a, const Crossing& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const CrossedValue& x, const CrossedValue& y) {
                      return x.text == y.text && x.people == y.people && x.inside == y.inside &&
                             x.least_rank == y.least_rank && x.greatest_rank == y.greatest_rank &&
                             x.rank_sum == y.rank_sum;
                    });
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

double people_at(const Crossing& values) {
  double sum = 0;
  for (const CrossedValue& value : values) sum += static_cast<double>(value.people);
  return sum;
}

void refuse_lacking(FreeColumn& column) {
  column.too_few = true;
  if (!column.tells.empty()) return;
  column.objection = fmt::format("a number that {} lack (`bins` '{}=quantile:4' would cut it)",
                                 people(column.lacking), column.name);
}

bool has_infinite(const Crossing& values) {
  return std::any_of(values.begin(), values.end(), [](const CrossedValue& value) {
    return value.text && !std::isfinite(parse_double(*value.text).value_or(0));
  });
}

}  // namespace

DefaultColumns::DefaultColumns(const Columns& columns, const Roles& roles,
                               const DistinctCounts& counts, std::int64_t rows, bool with_numbers) {
  const std::vector<std::string> free = free_columns(columns, roles);
  for (std::size_t i = 0; i < free.size(); ++i) {
    FreeColumn column{.name = free[i], .values = counts.values[i]};
    const std::string& type = columns.find(column.name)->type;
    const bool binned = columns.binned(column.name);
    const bool many = column.values > (counts.exact ? kFewValues : kCertainlyMany);
    if (is_numeric(type) && !binned) {
      // So few people at each value that values are no groups of people.
      column.number = many || 2 * column.values > rows;
      if (is_whole(type) && column.values > 1 && one_per_row(counts, column.values, rows)) {
        column.objection = "another number in every row, as an identifier or a row number has";
      } else if (column.number && !with_numbers) {
        column.advised = column.values <= kMostJudged;
        column.objection =
            column.advised
                ? fmt::format("a number (`bins` '{}=quantile:4' would cut it)", free[i])
                : fmt::format("a number with about {} values", with_thousands(column.values));
      }
    } else if (is_date(type) && !binned) {
      column.advised = column.values <= kMostJudged;
      column.objection = column.advised ? "a date or time (`derive` could make text of it)"
                                        : fmt::format("a date or time with about {} values",
                                                      with_thousands(column.values));
    } else if (!is_text(type) && !binned) {
      column.objection = "neither text nor true/false (`derive` could make text of it)";
    } else if (many) {
      column.objection =
          fmt::format("text with {}{} values, more than {}", counts.exact ? "" : "about ",
                      with_thousands(column.values), kFewValues);
    }
    columns_.push_back(std::move(column));
  }
}

std::vector<std::string> DefaultColumns::to_cross() const {
  std::vector<std::string> names;
  for (const FreeColumn& column : columns_) {
    if (column.usable() || column.advised) names.push_back(column.name);
  }
  return names;
}

void DefaultColumns::judge(const std::map<std::string, JudgedColumn>& judged,
                           const std::map<std::string, Objection>& objections,
                           const LeakGuard& guard) {
  std::vector<const JudgedColumn*> before;
  for (FreeColumn& column : columns_) {
    if (!column.usable() && !column.advised) continue;
    const JudgedColumn& values = judged.at(column.name);
    column.values = static_cast<std::int64_t>(values.values.size());
    if (column.number && values.missing()) column.lacking = values.values.back().people;
    const auto objection = objections.find(column.name);
    const auto twin = std::find_if(before.begin(), before.end(), [&](const JudgedColumn* other) {
      return same_counts(values.values, other->values);
    });
    if (column.values < 2) {
      column.objection = "one value only";
    } else if (objection != objections.end()) {
      column.objection = objection->second.why;
      column.leaks = true;
      if (column.number || (!column.advised && column.values <= kFewValues))
        column.tells = objection->second.tells;
      column.too_few = column.number && has_infinite(values.values);
    } else if (column.advised) {
      continue;
    } else if (twin != before.end() && column.number) {
      column.objection = fmt::format("the same as {}", (*twin)->name);
    } else if (!column.number && column.values > kFewValues) {
      // An estimate had left it open, or missing is one value too many.
      column.objection =
          fmt::format("{} with {} values, more than {}", values.number ? "a number" : "text",
                      with_thousands(column.values), kFewValues);
    } else if (static_cast<double>(column.lacking) > kMostLacking * people_at(values.values)) {
      refuse_lacking(column);
    } else if (column.number && has_infinite(values.values)) {
      column.objection = "a number that is infinite in some rows";
    } else {
      before.push_back(&values);
      if (guard.outcome()) column.association = excess(values.parts, *guard.outcome());
      if (guard.decision())
        column.association = std::max(column.association, excess(values.parts, *guard.decision()));
    }
  }
}

std::vector<std::string> DefaultColumns::scanned() const {
  std::vector<std::string> names;
  for (const FreeColumn& column : columns_) {
    if (column.usable() && !column.number) names.push_back(column.name);
  }
  return names;
}

std::vector<std::string> DefaultColumns::usable() const {
  std::vector<std::string> names;
  for (const FreeColumn& column : columns_) {
    if (column.usable()) names.push_back(column.name);
  }
  return names;
}

std::vector<std::string> DefaultColumns::covariates(const std::vector<std::string>& beside) const {
  std::vector<std::size_t> order;
  std::vector<std::size_t> taken;
  std::size_t others = 0;  // than numbers
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].usable()) continue;
    if (contains(beside, columns_[i].name)) {
      taken.push_back(i);
    } else {
      order.push_back(i);
      if (!columns_[i].number) ++others;
    }
  }
  const std::size_t room = kMostCovariates - std::min(kMostCovariates, set_aside().size());
  if (order.size() > room) {
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return columns_[a].association > columns_[b].association;
    });
    std::size_t numbers = room - std::min(room / 2, others);
    std::size_t left = room;
    std::erase_if(order, [&](std::size_t i) {
      if (left == 0 || (columns_[i].number && numbers == 0)) return true;
      if (columns_[i].number) --numbers;
      --left;
      return false;
    });
  }
  taken.insert(taken.end(), order.begin(), order.end());
  std::sort(taken.begin(), taken.end());
  std::vector<std::string> names;
  names.reserve(taken.size());
  for (const std::size_t i : taken) names.push_back(columns_[i].name);
  return names;
}

std::vector<FreeColumn> DefaultColumns::set_aside() const {
  std::vector<FreeColumn> out;
  for (const FreeColumn& column : columns_) {
    if (!column.tells.empty()) out.push_back(column);
  }
  return out;
}

std::string DefaultColumns::most_lacking(const std::vector<std::string>& names) const {
  const FreeColumn* most = nullptr;
  for (const FreeColumn& column : columns_) {
    if (column.lacking > (most == nullptr ? 0 : most->lacking) && contains(names, column.name))
      most = &column;
  }
  return most == nullptr ? "" : most->name;
}

void DefaultColumns::refuse(const std::string& name) {
  for (FreeColumn& column : columns_) {
    if (column.name == name) refuse_lacking(column);
  }
}

std::vector<FreeColumn> DefaultColumns::refused() const {
  std::vector<FreeColumn> out;
  for (const FreeColumn& column : columns_) {
    if (column.too_few && !column.leaks) out.push_back(column);
  }
  return out;
}

bool DefaultColumns::is_number(const std::string& name) const {
  return std::any_of(columns_.begin(), columns_.end(), [&name](const FreeColumn& column) {
    return column.name == name && column.number;
  });
}

Notices DefaultColumns::left_out(const std::vector<std::string>& scanned,
                                 const std::vector<std::string>& covariates) const {
  std::vector<FreeColumn> order = columns_;
  std::stable_partition(order.begin(), order.end(),
                        [](const FreeColumn& column) { return column.leaks; });
  Notices notices;
  for (const FreeColumn& column : order) {
    if (contains(scanned, column.name)) continue;
    std::string reason = column.objection;
    if (column.usable() && column.number) {
      reason = fmt::format(
          "a number{} (`bins` '{}=quantile:4' would cut it)",
          contains(covariates, column.name) ? ", used by the models, not for subgroups" : "",
          column.name);
    } else if (column.usable()) {
      reason = fmt::format("not among the {} columns most associated with outcome or decision",
                           kMostCovariates);
    }
    notices.push_back(
        Notice::left_out(fmt::format("{}: {}", column.name, reason), column.name, column.values));
  }
  return notices;
}

}  // namespace faultline::data
