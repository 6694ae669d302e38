#include "faultline/methods/sources/decompose_terms.hpp"

#include <cmath>

#include "faultline/math/sum.hpp"

namespace faultline::methods {
namespace {

GroupCost moments_of(const std::vector<double>& values) {
  GroupCost moments;
  moments.n = static_cast<std::int64_t>(values.size());
  if (values.empty()) return moments;
  math::CompensatedSum sum;
  for (const double value : values) sum.add(value);
  moments.mean = sum.value() / static_cast<double>(moments.n);
  math::CompensatedSum squares;
  for (const double value : values) squares.add((value - moments.mean) * (value - moments.mean));
  if (moments.n > 1) moments.variance = squares.value() / static_cast<double>(moments.n - 1);
  return moments;
}

}  // namespace

std::vector<std::optional<PersonTerms>> person_terms(const SourcesInput& input,
                                                     const TrainingDrawsResult& draws,
                                                     std::size_t learner, CostMetric metric,
                                                     const std::vector<double>& optimal) {
  const PredictionMoments& moments = draws.moments[learner];
  std::vector<std::optional<PersonTerms>> terms(input.outcome.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto count = static_cast<double>(draws.predictions[i]);
    if (count < 2 || std::isnan(optimal[i])) continue;
    terms[i] = terms_of(metric, {.outcome = input.outcome[i],
                                 .optimal = optimal[i],
                                 .predictions = count,
                                 .flagged = static_cast<double>(moments.flagged[i]) / count,
                                 .mean = moments.mean[i],
                                 .variance = moments.squares[i] / (count - 1)});
  }
  return terms;
}

std::vector<GroupTerms> group_terms(const SourcesInput& input, const TrainingDrawsResult& draws,
                                    CostMetric metric,
                                    const std::vector<std::optional<PersonTerms>>& terms) {
  const std::size_t groups = input.groups.size();
  std::vector<DecompositionSum> sums(groups, DecompositionSum(metric));
  std::vector<std::vector<double>> variances(groups);
  std::vector<std::int64_t> predictions(groups, 0);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto& of_person = terms[i];
    if (!of_person) continue;
    const auto g = static_cast<std::size_t>(input.group[i]);
    sums[g].add(*of_person, 1);
    variances[g].push_back(of_person->variance);
    predictions[g] += draws.predictions[i];
  }
  std::vector<GroupTerms> result(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    result[g].parts = sums[g].finish();
    result[g].variance = moments_of(variances[g]);
    if (!variances[g].empty()) {
      result[g].predictions =
          static_cast<double>(predictions[g]) / static_cast<double>(variances[g].size());
    }
  }
  return result;
}

std::optional<Level> compare_bias_variance(const SourcesInput& input, CostMetric metric,
                                           const std::vector<std::optional<PersonTerms>>& first,
                                           const std::vector<std::optional<PersonTerms>>& second,
                                           int a, int b) {
  const auto measured = [&](const PersonTerms& terms) {
    return metric == CostMetric::mse ? terms.cost : terms.bias + terms.variance;
  };
  std::vector<double> of_a, of_b;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto& one = first[i];
    const auto& other = second[i];
    if (!one || !other) continue;
    const double difference = measured(*one) - measured(*other);
    if (input.group[i] == a) of_a.push_back(difference);
    if (input.group[i] == b) of_b.push_back(difference);
  }
  return level(moments_of(of_a), moments_of(of_b));
}

}  // namespace faultline::methods
