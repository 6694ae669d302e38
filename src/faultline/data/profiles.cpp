#include "faultline/data/profiles.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::data {
namespace {

template <typename T>
void append(std::vector<T>& to, std::span<const T> from) {
  to.insert(to.end(), from.begin(), from.end());
}

template <typename T>
std::vector<T> gather(const std::vector<T>& from, const std::vector<std::int64_t>& rows) {
  std::vector<T> to;
  if (from.empty()) return to;
  to.reserve(rows.size());
  for (const std::int64_t row : rows) to.push_back(from[row]);
  return to;
}

/// Negative, zero or positive as tuple a comes before, equals or comes after tuple b.
int compare_tuples(const Profiles& p, std::int64_t a, std::int64_t b) {
  for (const auto& column : p.codes) {
    if (column[a] != column[b]) return column[a] < column[b] ? -1 : 1;
  }
  if (!p.prediction.empty() && p.prediction[a] != p.prediction[b]) {
    return p.prediction[a] < p.prediction[b] ? -1 : 1;
  }
  for (const auto& column : p.numbers) {
    if (column[a] != column[b]) return column[a] < column[b] ? -1 : 1;
  }
  if (!p.outcome.empty() && p.outcome[a] != p.outcome[b])
    return p.outcome[a] < p.outcome[b] ? -1 : 1;
  if (!p.decision.empty() && p.decision[a] != p.decision[b]) {
    return p.decision[a] < p.decision[b] ? -1 : 1;
  }
  return 0;
}

void check_role(const char* name, std::size_t length, bool expected, std::int64_t size) {
  const std::size_t wanted = expected ? static_cast<std::size_t>(size) : 0;
  if (length != wanted) {
    throw InternalError(fmt::format("a batch of {} profiles has {} values of {}, expected {}", size,
                                    length, name, wanted));
  }
}

}  // namespace

std::int64_t Profiles::people() const {
  return std::accumulate(count.begin(), count.end(), std::int64_t{0});
}

ProfilesBuilder::ProfilesBuilder(std::vector<Attribute> attributes,
                                 std::vector<std::string> number_names) {
  collected_.attributes = std::move(attributes);
  collected_.codes.resize(collected_.attributes.size());
  collected_.number_names = std::move(number_names);
  collected_.numbers.resize(collected_.number_names.size());
}

void ProfilesBuilder::add(const ProfileBatch& batch) {
  if (batch.size == 0) return;
  if (batch.codes.size() != collected_.attributes.size()) {
    throw InternalError(fmt::format("a batch has {} attributes, expected {}", batch.codes.size(),
                                    collected_.attributes.size()));
  }
  if (batch.numbers.size() != collected_.number_names.size()) {
    throw InternalError(fmt::format("a batch has {} numeric columns, expected {}",
                                    batch.numbers.size(), collected_.number_names.size()));
  }
  const bool first = !started_;
  started_ = true;
  check_role("prediction", batch.prediction.size(),
             first ? !batch.prediction.empty() : !collected_.prediction.empty(), batch.size);
  check_role("outcome", batch.outcome.size(),
             first ? !batch.outcome.empty() : !collected_.outcome.empty(), batch.size);
  check_role("decision", batch.decision.size(),
             first ? !batch.decision.empty() : !collected_.decision.empty(), batch.size);
  check_role("count", batch.count.size(), true, batch.size);
  for (std::size_t a = 0; a < batch.codes.size(); ++a) {
    check_role("an attribute", batch.codes[a].size(), true, batch.size);
    const int arity = collected_.attributes[a].arity();
    for (const Code code : batch.codes[a]) {
      if (code >= arity) {
        throw InternalError(fmt::format("code {} of attribute {} is outside its {} values", code,
                                        collected_.attributes[a].name, arity));
      }
    }
    append(collected_.codes[a], batch.codes[a]);
  }
  for (std::size_t i = 0; i < batch.numbers.size(); ++i) {
    check_role("a numeric column", batch.numbers[i].size(), true, batch.size);
    for (const double value : batch.numbers[i]) {
      if (!std::isfinite(value)) {
        throw InternalError(fmt::format("column {} holds {}, which is not a finite number",
                                        collected_.number_names[i], value));
      }
      // Adding zero makes one number of 0 and -0, whichever comes first.
      collected_.numbers[i].push_back(value + 0.0);
    }
  }
  append(collected_.prediction, batch.prediction);
  append(collected_.outcome, batch.outcome);
  append(collected_.decision, batch.decision);
  append(collected_.count, batch.count);
}

Profiles ProfilesBuilder::finish() && {
  Profiles& all = collected_;
  std::vector<std::int64_t> order(all.count.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto before = [&all](std::int64_t a, std::int64_t b) {
    return compare_tuples(all, a, b) < 0;
  };
  if (!std::is_sorted(order.begin(), order.end(), before)) {
    std::stable_sort(order.begin(), order.end(), before);
  }
  std::vector<std::int64_t> kept;
  std::vector<std::int64_t> counts;
  for (const std::int64_t row : order) {
    if (all.count[row] == 0) continue;
    if (!kept.empty() && compare_tuples(all, kept.back(), row) == 0) {
      counts.back() += all.count[row];
    } else {
      kept.push_back(row);
      counts.push_back(all.count[row]);
    }
  }
  Profiles merged;
  merged.codes.reserve(all.codes.size());
  for (const auto& column : all.codes) merged.codes.push_back(gather(column, kept));
  merged.prediction = gather(all.prediction, kept);
  merged.numbers.reserve(all.numbers.size());
  for (const auto& column : all.numbers) merged.numbers.push_back(gather(column, kept));
  merged.outcome = gather(all.outcome, kept);
  merged.decision = gather(all.decision, kept);
  merged.count = std::move(counts);
  merged.attributes = std::move(all.attributes);
  merged.number_names = std::move(all.number_names);
  return merged;
}

void send(const Profiles& profiles, ProfileSink& sink) {
  ProfileBatch batch;
  batch.size = profiles.size();
  for (const auto& column : profiles.codes) batch.codes.emplace_back(column);
  batch.prediction = profiles.prediction;
  for (const auto& column : profiles.numbers) batch.numbers.emplace_back(column);
  batch.outcome = profiles.outcome;
  batch.decision = profiles.decision;
  batch.count = profiles.count;
  sink.add(batch);
}

}  // namespace faultline::data
