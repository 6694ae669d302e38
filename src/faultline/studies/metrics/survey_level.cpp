#include "faultline/studies/metrics/survey_level.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using methods::MetricsReport;
using methods::RateName;
using result::Interval;

constexpr std::uint64_t kLargestCluster = 8;

/// Rows as they would stream past.
struct Rows {
  std::vector<data::Code> group{};
  std::vector<std::vector<double>> numbers = std::vector<std::vector<double>>(2);
  std::vector<std::uint8_t> decision{};

  [[nodiscard]] methods::Tallies tallies(const methods::TallyColumns& columns) const {
    methods::TalliesBuilder builder({{.name = "group", .labels = {"first", "second"}}}, columns);
    const std::vector<std::int64_t> ones(group.size(), 1);
    data::ProfileBatch batch{
        .size = static_cast<std::int64_t>(group.size()), .decision = decision, .count = ones};
    batch.codes.emplace_back(group);
    for (const std::vector<double>& column : numbers) batch.numbers.emplace_back(column);
    builder.add(batch);
    return std::move(builder).finish();
  }
};

/// Numbers are the cluster and the weight.
Rows draw(const SurveyDesign& design, rng::Stream& stream) {
  Rows rows;
  double cluster = 0;
  const auto person = [&](data::Code group, bool own_way, bool cluster_does) {
    // Half of all people have half the rate, the others one and a half of it.
    const bool high = design.weighted && rng::bernoulli(stream, 0.75);
    const double rate = design.weighted ? (high ? 1.5 : 0.5) * design.rate : design.rate;
    const bool does = own_way ? rng::bernoulli(stream, rate) : cluster_does;
    rows.group.push_back(group);
    rows.numbers[0].push_back(cluster);
    rows.numbers[1].push_back(design.weighted && !high ? 3 : 1);
    rows.decision.push_back(does ? 1 : 0);
  };
  for (const data::Code group : {data::Code{0}, data::Code{1}}) {
    if (design.shared && group == 1) break;
    const std::int64_t clusters = group == 0 ? design.clusters : 2 * design.clusters;
    for (std::int64_t c = 0; c < clusters; ++c, ++cluster) {
      const bool does = rng::bernoulli(stream, design.rate);
      const auto size = static_cast<std::int64_t>(1 + rng::below(stream, kLargestCluster));
      for (std::int64_t i = 0; i < size; ++i) {
        const data::Code own =
            design.shared ? static_cast<data::Code>(rng::bernoulli(stream, 0.5) ? 1 : 0) : group;
        person(own, !rng::bernoulli(stream, design.alike), does);
      }
    }
  }
  return rows;
}

/// With mean 0, mean of absolute values and of squares known.
struct Shape {
  double absolute = 0;
  double square = 1;
};
Shape shape_of(ErrorShape shape) {
  switch (shape) {
    case ErrorShape::normal:
      return {.absolute = std::sqrt(2 / std::numbers::pi), .square = 1};
    case ErrorShape::laplace:
      return {.absolute = 1, .square = 2};
    case ErrorShape::skewed:  // exponential less its mean
      return {.absolute = 2 / std::numbers::e, .square = 1};
  }
  throw InternalError("errors of no shape");
}

double error_of(ErrorShape shape, rng::Stream& stream) {
  if (shape == ErrorShape::normal) return rng::normal(stream);
  const double exponential = -std::log1p(-rng::uniform(stream));
  if (shape == ErrorShape::skewed) return exponential - 1;
  return rng::bernoulli(stream, 0.5) ? exponential : -exponential;
}

/// Numbers are the outcome and the prediction.
Rows draw(const NumberDesign& design, rng::Stream& stream) {
  Rows rows;
  for (std::int64_t i = 0; i < 3 * design.people; ++i) {
    const double outcome = 5 + rng::normal(stream);
    rows.group.push_back(static_cast<data::Code>(i < design.people ? 0 : 1));
    rows.numbers[0].push_back(outcome);
    rows.numbers[1].push_back(outcome + error_of(design.shape, stream));
  }
  return rows;
}

MetricsReport report_of(const Rows& rows, const methods::TallyColumns& columns,
                        std::vector<RateName> rates) {
  return methods::metrics(rows.tallies(columns), {.rates = std::move(rates), .threads = 1});
}

Happened look(const SurveyDesign& design, rng::Stream& stream) {
  const Rows rows = draw(design, stream);
  methods::TallyColumns columns{.cluster = 0};
  if (design.weighted) columns.weight = 1;
  const MetricsReport survey = report_of(rows, columns, {RateName::selection_rate});
  const MetricsReport plain = report_of(rows, {}, {RateName::selection_rate});
  return {holds(survey.groups[1].rates.selection_rate->interval, design.rate),
          holds(survey.comparisons.front().difference_interval, 0), methods::has_evidence(survey),
          methods::has_evidence(plain)};
}

Happened look(const NumberDesign& design, rng::Stream& stream) {
  const MetricsReport report = report_of(draw(design, stream), {.outcome = 0, .score = 1},
                                         {RateName::mean_error, RateName::mae, RateName::rmse});
  const MetricsReport::Rates& rates = report.groups[1].rates;
  const Shape truth = shape_of(design.shape);
  return {holds(rates.mean_error->interval, 0), holds(rates.mae->interval, truth.absolute),
          holds(rates.rmse->interval, std::sqrt(truth.square)), methods::has_evidence(report)};
}

/// Counts, per row, how often each thing happened.
template <typename Row>
void count(std::vector<Row>& rows, const std::vector<Happened>& outcomes, std::size_t data_sets,
           std::initializer_list<std::int64_t Row::*> places) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    std::size_t k = 0;
    for (const auto place : places) rows[i / data_sets].*place += outcomes[i][k++] ? 1 : 0;
  }
}

}  // namespace

bool holds(const Interval& interval, double truth) {
  return interval && interval->first <= truth && truth <= interval->second;
}

std::vector<SurveyDesign> all_survey_designs() {
  std::vector<SurveyDesign> designs;
  for (const bool shared : {false, true}) {
    for (const std::int64_t clusters : {std::int64_t{20}, std::int64_t{50}, std::int64_t{200}}) {
      for (const double rate : {0.05, 0.3}) {
        for (const double alike : {0.0, 0.5, 1.0}) {
          for (const bool weighted : {false, true}) {
            // Whoever does as the cluster does has the cluster's rate, whatever the weight.
            if (weighted && alike == 1) continue;
            if (shared && weighted) continue;
            designs.push_back({.clusters = clusters,
                               .rate = rate,
                               .alike = alike,
                               .weighted = weighted,
                               .shared = shared});
          }
        }
      }
    }
  }
  return designs;
}

std::vector<NumberDesign> all_number_designs() {
  std::vector<NumberDesign> designs;
  for (const ErrorShape shape : {ErrorShape::normal, ErrorShape::laplace, ErrorShape::skewed}) {
    for (const std::int64_t people : {std::int64_t{200}, std::int64_t{1000}})
      designs.push_back({.shape = shape, .people = people});
  }
  return designs;
}

void validate(const SurveyLevelOptions& options) {
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
}

SurveyLevelStudy survey_level_study(const SurveyLevelOptions& options,
                                    const methods::Hooks& hooks) {
  validate(options);
  SurveyLevelStudy study{.options = options};
  const bool all = options.surveys.empty() && options.numbers.empty() && options.scores.empty();
  if (all) {
    study.options.surveys = all_survey_designs();
    study.options.numbers = all_number_designs();
    study.options.scores = all_score_designs();
  }
  for (const SurveyDesign& design : study.options.surveys)
    study.surveys.push_back({.design = design});
  for (const NumberDesign& design : study.options.numbers)
    study.numbers.push_back({.design = design});
  for (const ScoreDesign& design : study.options.scores) study.scores.push_back({.design = design});
  const auto sets = static_cast<std::size_t>(options.data_sets);
  std::vector<Happened> surveys(study.surveys.size() * sets);
  std::vector<Happened> numbers(study.numbers.size() * sets);
  std::vector<Happened> scores(study.scores.size() * sets);
  const std::size_t jobs = surveys.size() + numbers.size() + scores.size();
  run_all("data sets", static_cast<std::int64_t>(jobs), options.threads, hooks,
          [&](std::int64_t job) {
            const auto i = static_cast<std::size_t>(job);
            rng::Stream stream(options.seed, rng::Purpose::simulate,
                               static_cast<std::uint32_t>(i % sets),
                               static_cast<std::uint32_t>(i / sets));
            if (i < surveys.size()) {
              surveys[i] = look(study.surveys[i / sets].design, stream);
            } else if (const std::size_t j = i - surveys.size(); j < numbers.size()) {
              numbers[j] = look(study.numbers[j / sets].design, stream);
            } else {
              const std::size_t k = j - numbers.size();
              scores[k] = look_at_scores(study.scores[k / sets].design, stream);
            }
          });
  count<SurveyRow>(study.surveys, surveys, sets,
                   {&SurveyRow::covered, &SurveyRow::difference_covered, &SurveyRow::evidence,
                    &SurveyRow::evidence_of_rows});
  count<NumberRow>(study.numbers, numbers, sets,
                   {&NumberRow::mean_covered, &NumberRow::absolute_covered,
                    &NumberRow::root_covered, &NumberRow::evidence});
  count<ScoreRow>(
      study.scores, scores, sets,
      {&ScoreRow::rankings, &ScoreRow::ranking_covered, &ScoreRow::slopes, &ScoreRow::slope_covered,
       &ScoreRow::differences, &ScoreRow::difference_covered, &ScoreRow::evidence});
  return study;
}

}  // namespace faultline::studies
