#include "faultline/simulate/semi_synthetic.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/simulate/population.hpp"

namespace faultline::simulate {
namespace {

// One substream per ingredient: changing one option leaves the other ingredients' draws as they
// are.
enum Substream : std::uint32_t {
  kCovariates,
  kWeights,
  kTrueNoise,
  kPredictNoise,
  kOutcome,
  kSubgroup
};

rng::Stream stream_for(std::uint64_t seed, std::uint32_t replicate, Substream part) {
  return {seed, rng::Purpose::simulate, replicate, part};
}

double expit(double x) { return 1 / (1 + std::exp(-x)); }

std::vector<const data::CategoricalColumn*> categorical_columns(const data::Table& table) {
  std::vector<const data::CategoricalColumn*> columns;
  for (const auto& column : table.columns()) {
    if (const auto* categorical = std::get_if<data::CategoricalColumn>(&column))
      columns.push_back(categorical);
  }
  if (columns.empty() || table.rows() < 1) {
    throw InputError(
        "the covariates have no categorical column or no row; the generator needs both");
  }
  return columns;
}

std::vector<data::Attribute> attributes_of(
    const std::vector<const data::CategoricalColumn*>& columns) {
  std::vector<data::Attribute> attributes;
  attributes.reserve(columns.size());
  for (const auto* column : columns) attributes.push_back(column->attribute);
  return attributes;
}

void check_range(const char* name, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    throw ConfigError(
        fmt::format("{} is {}; it must lie between {} and {}", name, value, low, high));
  }
}

std::string kind_of(const Injection& injection) {
  std::vector<std::string> kinds;
  if (injection.mu_suf != 0) kinds.emplace_back("mu_suf");
  if (injection.mu_sep != 0) kinds.emplace_back("mu_sep");
  if (injection.delta != 0) kinds.emplace_back("delta");
  return kinds.empty() ? "none" : fmt::format("{}", fmt::join(kinds, "+"));
}

}  // namespace

void validate(const SemiSyntheticOptions& options) {
  check_range("sigma_true", options.sigma_true, 0, 100);
  check_range("sigma_predict", options.sigma_predict, 0, 100);
  check_range("weight_sd", options.weight_sd, 0, 100);
  check_range("threshold", options.threshold, 0, 1);
  check_range("clip", options.clip, 0, 0.5);
  if (options.injection) {
    check_range("mu_suf", options.injection->mu_suf, -1, 1);
    check_range("mu_sep", options.injection->mu_sep, -1, 1);
    check_range("delta", options.injection->delta, -1, 1);
  }
}

SemiSynthetic semi_synthetic(const data::Table& covariates, const SemiSyntheticOptions& options) {
  validate(options);
  const auto columns = categorical_columns(covariates);
  const std::vector<data::Attribute> attributes = attributes_of(columns);
  if (!options.protected_attribute.empty()) {
    (void)covariates.categorical(
        options.protected_attribute);  // throws with the nearest name when it is not there
  }

  std::vector<std::vector<double>> weights(columns.size());
  rng::Stream weight_stream = stream_for(options.seed, options.replicate, kWeights);
  for (std::size_t a = 0; a < columns.size(); ++a) {
    weights[a].assign(attributes[a].labels.size(), 0.0);
    if (attributes[a].name == options.protected_attribute) continue;
    for (double& weight : weights[a]) weight = options.weight_sd * rng::normal(weight_stream);
  }

  const Injection injection = options.injection.value_or(Injection{});
  const Membership membership(injection.subgroup, attributes);
  SemiSynthetic made;
  std::vector<double> outcome, prediction, decision;
  rng::Stream true_noise = stream_for(options.seed, options.replicate, kTrueNoise);
  rng::Stream predict_noise = stream_for(options.seed, options.replicate, kPredictNoise);
  rng::Stream outcome_stream = stream_for(options.seed, options.replicate, kOutcome);
  std::vector<data::Code> person(columns.size());
  const auto clipped = [&](double p) { return std::clamp(p, options.clip, 1 - options.clip); };

  for (std::size_t row = 0; row < static_cast<std::size_t>(covariates.rows()); ++row) {
    double log_odds = options.sigma_true * rng::normal(true_noise);
    for (std::size_t a = 0; a < columns.size(); ++a) {
      person[a] = columns[a]->codes[row];
      log_odds += weights[a][person[a]];
    }
    double truth = expit(log_odds);
    double predicted = expit(log_odds + options.sigma_predict * rng::normal(predict_noise));
    if (options.injection && membership.contains(person)) {
      truth += injection.delta - injection.mu_suf;
      predicted += injection.delta + injection.mu_sep;
      ++made.truth.people;
    }
    truth = clipped(truth);
    predicted = clipped(predicted);
    made.true_probability.push_back(truth);
    outcome.push_back(rng::uniform(outcome_stream) < truth ? 1 : 0);
    prediction.push_back(predicted);
    decision.push_back(predicted >= options.threshold ? 1 : 0);
  }

  for (const auto* column : columns) made.table.add(*column);
  made.table.add(data::NumericColumn{"outcome", std::move(outcome)});
  made.table.add(data::NumericColumn{"prediction", std::move(prediction)});
  made.table.add(data::NumericColumn{"decision", std::move(decision)});
  if (options.injection) {
    made.truth.subgroup = injection.subgroup;
    made.truth.kind = kind_of(injection);
    made.truth.mu_suf = injection.mu_suf;
    made.truth.mu_sep = injection.mu_sep;
    made.truth.delta = injection.delta;
  }
  return made;
}

SemiSynthetic semi_synthetic_patients(std::int64_t rows, const SemiSyntheticOptions& options) {
  rng::Stream stream = stream_for(options.seed, options.replicate, kCovariates);
  return semi_synthetic(patients(rows, stream), options);
}

NamedSubgroup random_subgroup(const data::Table& table, const std::string& excluded,
                              int attribute_count, double keep, std::uint64_t seed,
                              std::uint32_t replicate) {
  const auto columns = categorical_columns(table);
  const std::vector<data::Attribute> attributes = attributes_of(columns);
  std::vector<std::size_t> eligible;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (attributes[a].name != excluded) eligible.push_back(a);
  }
  if (attribute_count < 1 || static_cast<std::size_t>(attribute_count) > eligible.size()) {
    throw ConfigError(
        fmt::format("a random subgroup of {} was asked for; there are {} to choose from",
                    plural(attribute_count, "attribute"), eligible.size()));
  }
  if (!(keep > 0 && keep <= 1)) {
    throw ConfigError(fmt::format(
        "the probability to keep a value is {}; it must lie above 0 and at most at 1", keep));
  }
  rng::Stream stream = stream_for(seed, replicate, kSubgroup);
  std::vector<data::Code> person(columns.size());
  for (;;) {
    rng::shuffle(stream, std::span<std::size_t>(eligible));
    std::vector<std::size_t> chosen(eligible.begin(), eligible.begin() + attribute_count);
    std::sort(chosen.begin(), chosen.end());
    NamedSubgroup subgroup;
    bool every_attribute_has_a_value = true;
    for (const std::size_t a : chosen) {
      std::vector<std::string> values;
      for (const std::string& label : attributes[a].labels) {
        if (rng::uniform(stream) < keep) values.push_back(label);
      }
      every_attribute_has_a_value = every_attribute_has_a_value && !values.empty();
      subgroup.emplace_back(attributes[a].name, std::move(values));
    }
    if (!every_attribute_has_a_value) continue;
    const Membership membership(subgroup, attributes);
    for (std::size_t row = 0; row < static_cast<std::size_t>(table.rows()); ++row) {
      for (std::size_t a = 0; a < columns.size(); ++a) person[a] = columns[a]->codes[row];
      if (membership.contains(person)) return subgroup;
    }
  }
}

}  // namespace faultline::simulate
