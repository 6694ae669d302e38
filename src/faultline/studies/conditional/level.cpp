#include "faultline/studies/conditional/level.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

constexpr methods::Permute kNulls[] = {methods::Permute::everyone, methods::Permute::within};

double expit(double x) { return 1 / (1 + std::exp(-x)); }

std::string_view name_of(methods::Permute permute) {
  return permute == methods::Permute::everyone ? "everyone" : "within";
}

methods::ConditionalOptions audit_options(const LevelStudyOptions& options,
                                          methods::Permute permute, std::uint32_t data_set) {
  methods::ConditionalOptions audit;
  const auto scans = methods::default_scans(methods::Harm::positive);
  audit.scans.assign(scans.begin(), scans.end());
  audit.permute = permute;
  audit.replicates = options.replicates;
  // Each data set has its own permutations: shared ones would make the data sets dependent.
  audit.seed = options.seed + 1'000'003 * (std::uint64_t{data_set} + 1);
  audit.threads = 1;
  return audit;
}

}  // namespace

std::string_view name_of(ClassDesign design) {
  switch (design) {
    case ClassDesign::independent:
      return "independent";
    case ClassDesign::depends:
      return "depends";
    case ClassDesign::misspecified:
      return "misspecified";
  }
  throw InternalError("unknown design");
}

void validate(const LevelStudyOptions& options) {
  if (options.people < 100)
    throw ConfigError(fmt::format("`people` {}: must be at least 100", options.people));
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be at least 1", options.data_sets));
  if (options.replicates < 19)
    throw ConfigError(fmt::format("`replicates` {}: must be at least 19", options.replicates));
}

data::Profiles unbiased_people(ClassDesign design, std::int64_t people, std::uint64_t seed,
                               std::uint32_t data_set) {
  const std::vector<data::Attribute> attributes = {{"a", {"a0", "a1"}},
                                                   {"b", {"b0", "b1", "b2"}},
                                                   {"c", {"c0", "c1"}},
                                                   {"class", {"no", "yes"}}};
  const double dependence = design == ClassDesign::independent ? 0 : 1;
  const double interaction = design == ClassDesign::misspecified ? 1 : 0;
  rng::Stream stream(seed, rng::Purpose::simulate, data_set);
  data::Profiles rows;
  rows.codes.resize(attributes.size());
  for (std::int64_t i = 0; i < people; ++i) {
    const auto a = static_cast<data::Code>(rng::below(stream, 2));
    const auto b = static_cast<data::Code>(rng::below(stream, 3));
    const auto c = static_cast<data::Code>(rng::below(stream, 2));
    const double class_odds = -0.4 +
                              dependence * (1.0 * a - 0.8 * (b == 2 ? 1 : 0) + 0.6 * c - 0.4) +
                              interaction * 1.5 * a * (b == 2 ? 1 : 0);
    const bool member = rng::bernoulli(stream, expit(class_odds));
    const double log_odds = -0.5 + 0.8 * a - 0.6 * (b == 1 ? 1 : 0) + 0.5 * c +
                            interaction * 0.9 * a * (b == 2 ? 1 : 0) + 0.6 * rng::normal(stream);
    const bool outcome = rng::bernoulli(stream, expit(log_odds));
    const double p = expit(log_odds + 0.2 * rng::normal(stream));
    const double rounded = std::clamp(std::round(20 * p) / 20, 0.05, 0.95);
    rows.codes[0].push_back(a);
    rows.codes[1].push_back(b);
    rows.codes[2].push_back(c);
    rows.codes[3].push_back(member ? 1 : 0);
    rows.prediction.push_back(rounded);
    rows.outcome.push_back(outcome ? 1 : 0);
    rows.decision.push_back(rounded >= 0.5 ? 1 : 0);
    rows.count.push_back(1);
  }
  data::ProfilesBuilder builder(attributes);
  data::send(rows, builder);
  return std::move(builder).finish();
}

LevelStudy level_study(const LevelStudyOptions& options, const parallel::ProgressFunction& progress,
                       const std::stop_token& stop) {
  validate(options);
  LevelStudy study{.options = options};
  const std::vector<std::string> covariates = {"a", "b", "c"};
  const auto designs = static_cast<std::int64_t>(options.designs.size());
  const std::int64_t runs = designs * options.data_sets;
  // [run][null][scan]: p-value; 2 when there is none.
  std::vector<std::array<std::array<double, 4>, 2>> p_values(static_cast<std::size_t>(runs));
  const auto work = [&](std::int64_t run) {
    const ClassDesign design = options.designs[run / options.data_sets];
    const auto data_set = static_cast<std::uint32_t>(run % options.data_sets);
    const data::Profiles profiles = unbiased_people(design, options.people, options.seed, data_set);
    const methods::ConditionalInput input{
        .profiles = profiles, .scanned = covariates, .covariates = covariates};
    for (std::size_t null = 0; null < 2; ++null) {
      const methods::ConditionalResult found = methods::conditional_scan(
          input, {{"class", "yes"}}, audit_options(options, kNulls[null], data_set));
      for (std::size_t scan = 0; scan < 4; ++scan) {
        p_values[run][null][scan] = found.findings[scan].p_value.value_or(2);
      }
    }
  };
  run_all("data sets", runs, options.threads, {progress, stop}, work);
  for (std::int64_t d = 0; d < designs; ++d) {
    for (std::size_t null = 0; null < 2; ++null) {
      for (std::size_t scan = 0; scan < 4; ++scan) {
        for (const double alpha : options.alphas) {
          LevelRow row;
          row.design = options.designs[d];
          row.permute = kNulls[null];
          row.metric = methods::default_scans(methods::Harm::positive)[scan].metric->name();
          row.alpha = alpha;
          row.data_sets = options.data_sets;
          for (std::int64_t i = 0; i < options.data_sets; ++i) {
            // p-values are multiples of 1 / (R + 1); the margin is far below one.
            if (p_values[d * options.data_sets + i][null][scan] <= alpha + 1e-9) ++row.rejected;
          }
          row.interval = math::wilson_interval(row.rejected, row.data_sets);
          study.rows.push_back(row);
        }
      }
    }
  }
  return study;
}

std::string to_csv(const LevelStudy& study) {
  std::string csv = csv_row(
      {"design", "permute", "metric", "alpha", "rejected", "data_sets", "rate", "low", "high"});
  for (const LevelRow& row : study.rows) {
    const double rate = static_cast<double>(row.rejected) / static_cast<double>(row.data_sets);
    csv += csv_row({name_of(row.design), name_of(row.permute), row.metric, row.alpha, row.rejected,
                    row.data_sets, csv_rounded(rate, 4), csv_rounded(row.interval.first, 4),
                    csv_rounded(row.interval.second, 4)});
  }
  return csv;
}

std::string to_text(const LevelStudy& study) {
  std::string text = fmt::format(
      "Share of data sets without bias in which p <= alpha ({} data sets of {} people,\n"
      "{} permutations each, seed {}); a valid test stays at or below alpha.\n\n",
      study.options.data_sets, study.options.people, study.options.replicates, study.options.seed);
  text += fmt::format("  {:<14}{:<10}{:<18}{:>6}  {:>6}  95 % interval\n", "class", "permute",
                      "criterion", "alpha", "rate");
  for (const LevelRow& row : study.rows) {
    const double rate = static_cast<double>(row.rejected) / static_cast<double>(row.data_sets);
    text += fmt::format("  {:<14}{:<10}{:<18}{:>6}  {:>6.3f}  {:.3f} to {:.3f}{}\n",
                        name_of(row.design), name_of(row.permute), row.metric, shortest(row.alpha),
                        rate, row.interval.first, row.interval.second,
                        row.interval.first > row.alpha ? "  too often" : "");
  }
  return text;
}

}  // namespace faultline::studies
