#include "faultline/data/memory_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/check.hpp"

namespace faultline::data {
namespace {

/// A sum of counts; each is at most 1e15, so that a long double shows what does not fit.
class PeopleSum {
 public:
  void add(std::int64_t people) {
    if (__builtin_add_overflow(sum_, people, &sum_)) over_ = true;
    about_ += static_cast<long double>(people);
  }
  [[nodiscard]] std::int64_t value() const {
    if (over_) refuse_sum(fmt::format("{:.0f}", static_cast<double>(about_)));
    return sum_;
  }

 private:
  std::int64_t sum_ = 0;
  long double about_ = 0;
  bool over_ = false;
};

bool is_probability(double value) { return value >= 0 && value <= 1; }

/// -1 when it is not a whole number of people.
std::int64_t whole_count(double value) {
  const bool whole = value >= 0 && value <= 1e15 && value == std::floor(value);
  return whole ? static_cast<std::int64_t>(value) : -1;
}

/// Distinct values up to one more than matters; 0 in a small table, where nobody asks.
std::int64_t some_distinct(const MemoryColumn& column, std::size_t rows) {
  // As in opening.cpp: up to so many rows tuples are grouped in any case.
  constexpr std::size_t kSmall = 1'000'000;
  // One more than the predictions that still count as few there.
  constexpr std::size_t kEnough = 1'001;
  if (rows <= kSmall || !column.numbers) return 0;
  std::unordered_set<double> seen;
  for (const double value : *column.numbers) {
    if (!std::isnan(value)) seen.insert(value + 0.0);
    if (seen.size() == kEnough) break;
  }
  return static_cast<std::int64_t>(seen.size());
}

bool lacks(const MemoryColumn& column, Requirement::Kind kind, std::size_t row) {
  if (kind == Requirement::Kind::number) return std::isnan(column.number(row));
  if (kind == Requirement::Kind::finite_number) return std::isinf(column.number(row));
  return column.missing(row);
}

std::int64_t count_distinct(const MemoryColumn& column) {
  if (column.numbers) {
    Numbers values;
    for (const double value : *column.numbers) {
      if (!std::isnan(value)) values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    return std::unique(values.begin(), values.end()) - values.begin();
  }
  std::vector<bool> seen(column.texts.size(), false);  // a text of the list need not occur
  for (const std::int32_t code : *column.codes) {
    if (code >= 0) seen[static_cast<std::size_t>(code)] = true;
  }
  return std::count(seen.begin(), seen.end(), true);
}

}  // namespace

const MemoryColumn& MemoryReader::coded(const std::string& column) {
  const auto at = coded_.find(column);
  if (at != coded_.end()) return at->second;
  return coded_.emplace(column, table_.column(column).coded()).first->second;
}

bool MemoryReader::has_three_values(const std::string& column) {
  return count_distinct(table_.column(column)) >= 3;
}

bool MemoryReader::has_values(const std::string& column) {
  const MemoryColumn& values = table_.column(column);
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (!values.missing(row)) return true;
  }
  return false;
}

std::optional<Located> MemoryReader::locate(const std::string& column, Bad bad) {
  const MemoryColumn& values = table_.column(column);
  const auto is_bad = [&](std::size_t row) {
    if (values.missing(row)) return false;
    switch (bad) {
      case Bad::not_number:
        return values.type != "VARCHAR" || !is_number_text(values.text(row));
      case Bad::probability:
        return !is_probability(values.number(row));
      case Bad::count:
        return whole_count(values.number(row)) < 0;
    }
    return false;
  };
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (is_bad(row)) return Located{.row = std::to_string(row + 1), .value = values.text(row)};
  }
  return std::nullopt;
}

DistinctCounts MemoryReader::distinct(const std::vector<std::string>& columns,
                                      std::int64_t /*rows*/) {
  DistinctCounts out;
  for (const std::string& name : columns) out.values.push_back(count_distinct(table_.column(name)));
  return out;
}

void MemoryReader::take_roles(const Roles& roles) {
  roles_ = roles;
  counts_.clear();
  if (roles_.count.empty()) return;
  const MemoryColumn& column = table_.column(roles_.count);
  counts_.reserve(table_.rows);
  for (std::size_t row = 0; row < table_.rows; ++row)
    counts_.push_back(whole_count(column.number(row)));
}

Tally MemoryReader::tally(const std::vector<Requirement>& requirements) {
  Tally out;
  const std::size_t parts = requirements.size();
  out.rows = static_cast<std::int64_t>(table_.rows);
  out.absent.resize(parts);
  out.bad_flags.resize(roles_.flags.size());
  std::vector<PeopleSum> absent_people(parts);
  PeopleSum all;
  PeopleSum kept_people;
  kept_.assign(table_.rows, true);
  std::vector<bool> present(table_.rows, true);  // as far as the requirements so far go
  for (std::size_t i = 0; i < parts; ++i) {
    if (stop_.stop_requested()) throw Cancelled("stopped while reading the data");
    const MemoryColumn& column = table_.column(requirements[i].column);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (!lacks(column, requirements[i].kind, row)) continue;
      ++out.absent[i];
      if (present[row])
        absent_people[i].add(counts_.empty() || counts_[row] < 0 ? 1 : counts_[row]);
      present[row] = false;
    }
  }
  const MemoryColumn* given = roles_.count.empty() ? nullptr : &table_.column(roles_.count);
  for (std::size_t row = 0; row < table_.rows; ++row) {
    const std::int64_t here = people(row);
    all.add(here < 0 ? 1 : here);
    if (here == 0) ++out.zero_counts;
    if (here < 0 && given != nullptr && !given->missing(row)) ++out.bad_counts;
    kept_[row] = present[row] && here > 0;
    if (!kept_[row]) continue;
    ++out.rows_kept;
    kept_people.add(here);
  }
  const auto bad_probabilities = [this](const std::string& name) {
    const MemoryColumn& column = table_.column(name);
    std::int64_t bad = 0;
    for (std::size_t row = 0; row < table_.rows; ++row) {
      const double value = column.number(row);
      if (!std::isnan(value) && !is_probability(value)) ++bad;
    }
    return bad;
  };
  if (!roles_.score.empty()) {
    out.bad_scores = bad_probabilities(roles_.score);
    const MemoryColumn& scores = table_.column(roles_.score);
    bool first = true;
    for (std::size_t row = 0; row < table_.rows; ++row) {
      const double score = scores.number(row);
      if (std::isnan(score)) continue;
      if (score != 0 && score != 1) ++out.uncertain_scores;
      out.least_score = first ? score : std::min(out.least_score, score);
      out.greatest_score = first ? score : std::max(out.greatest_score, score);
      first = false;
    }
    out.distinct_predictions = some_distinct(table_.column(roles_.score), table_.rows);
  }
  for (std::size_t i = 0; i < roles_.flags.size(); ++i) {
    if (roles_.flags[i].threshold)
      out.bad_flags[i] = bad_probabilities(roles_.flags[i].role.column);
  }
  for (const std::string& name : roles_.numbers)
    out.distinct_numbers.push_back(some_distinct(table_.column(name), table_.rows));
  out.people = all.value();
  out.people_kept = kept_people.value();
  for (const PeopleSum& sum : absent_people) out.absent_people.push_back(sum.value());
  return out;
}

Values MemoryReader::values(const std::string& name) {
  if (stop_.stop_requested()) throw Cancelled("stopped while reading the data");
  const MemoryColumn& column = coded(name);
  std::vector<std::int64_t> counts(column.texts.size() + 1);  // the last of those without a value
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (!kept_[row]) continue;
    const std::int32_t code = (*column.codes)[row];
    counts[code < 0 ? column.texts.size() : static_cast<std::size_t>(code)] += people(row);
  }
  Crossing found;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    CrossedValue& value = found.emplace_back();
    if (i < column.texts.size()) value.text = column.texts[i];
    value.people = counts[i];
  }
  return values_of(found);
}

Dictionaries MemoryReader::dictionaries() {
  Dictionaries out;
  if (roles_.outcome) out.outcome = values(roles_.outcome->column);
  if (roles_.decision) out.decision = values(roles_.decision->column);
  if (!roles_.risk_score.empty()) out.risk_scores = values(roles_.risk_score).distinct;
  for (const FlagRole& flag : roles_.flags)
    out.flags.push_back(flag.threshold ? Values{} : values(flag.role.column));
  return out;
}

void MemoryReader::take_positive(const std::string& text) {
  const MemoryColumn& score = coded(roles_.risk_score);
  const MemoryColumn& outcome = coded(roles_.outcome->column);
  std::vector<std::int64_t> all(score.texts.size());
  std::vector<std::int64_t> positive(score.texts.size());
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (!kept_[row]) continue;
    const auto at = static_cast<std::size_t>((*score.codes)[row]);
    all[at] += people(row);
    if (outcome.texts[static_cast<std::size_t>((*outcome.codes)[row])] == text)
      positive[at] += people(row);
  }
  shares_.assign(all.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] > 0) shares_[i] = static_cast<double>(positive[i]) / static_cast<double>(all[i]);
  }
}

}  // namespace faultline::data
