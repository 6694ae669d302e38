#include "faultline/methods/sources/cluster_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/sources/cluster_names.hpp"

namespace faultline::methods {
namespace {

/// Members are the people for whom `belongs(position)` holds.
template <typename Belongs>
auto members(Belongs belongs) {
  return
      [belongs = std::move(belongs)](std::span<const std::int64_t> people, std::span<double> out) {
        for (std::size_t i = 0; i < people.size(); ++i)
          out[i] = belongs(static_cast<std::size_t>(people[i])) ? 1.0 : 0.0;
      };
}

void add_number(const model::Features& features, const model::Features::Number& number,
                std::vector<CandidateCluster>& to) {
  if (number.values.empty()) return;
  const auto [low, high] = std::minmax_element(number.values.begin(), number.values.end());
  if (*low == *high) return;
  const double mean =
      math::compensated_sum(number.values) / static_cast<double>(number.values.size());
  const bool two_values =
      std::all_of(number.values.begin(), number.values.end(),
                  [a = *low, b = *high](double value) { return value == a || value == b; });
  const std::string& name = features.feature(number.column).name;
  const std::vector<double>* values = &number.values;
  to.push_back({.name = two_values ? fmt::format("{} = {}", name, shortest(*high))
                                   : fmt::format("{} above {}", name, short_number(mean)),
                .kind = ClusterKind::feature,
                .fill = members([values, mean](std::size_t i) { return (*values)[i] > mean; })});
  to.push_back({.name = two_values ? fmt::format("{} = {}", name, shortest(*low))
                                   : fmt::format("{} at most {}", name, short_number(mean)),
                .kind = ClusterKind::feature,
                .fill = members([values, mean](std::size_t i) { return (*values)[i] <= mean; })});
}

void add_categorical(const model::Features& features,
                     const model::Features::Categorical& categorical,
                     std::vector<CandidateCluster>& to) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(categorical.values), 0);
  for (const data::Code code : categorical.codes) ++counts[code];
  const auto occurring =
      std::count_if(counts.begin(), counts.end(), [](std::int64_t count) { return count > 0; });
  if (occurring < 2) return;
  const std::vector<data::Code>* codes = &categorical.codes;
  for (std::size_t v = 0; v < counts.size(); ++v) {
    if (counts[v] == 0) continue;
    const model::Feature& feature =
        features.feature(categorical.first_column + static_cast<int>(v));
    const std::string label = value_of(feature);
    to.push_back({.name = fmt::format("{} = {}", feature.covariate, label),
                  .kind = ClusterKind::feature,
                  .fill = members([codes, v](std::size_t i) { return (*codes)[i] == v; })});
    if (occurring == 2) continue;  // without the one is with the other
    to.push_back({.name = fmt::format("{} other than {}", feature.covariate, label),
                  .kind = ClusterKind::feature,
                  .fill = members([codes, v](std::size_t i) { return (*codes)[i] != v; })});
  }
}

}  // namespace

std::vector<CandidateCluster> feature_sides(const model::Features& features) {
  std::vector<CandidateCluster> sides;
  for (const auto& categorical : features.categorical())
    add_categorical(features, categorical, sides);
  for (const auto& number : features.numbers()) add_number(features, number, sides);
  return sides;
}

std::vector<CandidateCluster> hard_clusters(const std::vector<std::int32_t>& cluster,
                                            const std::vector<std::string>& names) {
  std::vector<CandidateCluster> clusters;
  const auto shared = std::make_shared<const std::vector<std::int32_t>>(cluster);
  clusters.reserve(names.size());
  for (std::size_t c = 0; c < names.size(); ++c) {
    clusters.push_back(
        {.name = names[c], .kind = ClusterKind::k_means, .fill = members([shared, c](auto i) {
                                                           return std::cmp_equal((*shared)[i], c);
                                                         })});
  }
  return clusters;
}

std::vector<CandidateCluster> soft_clusters(
    const std::vector<SourcesInput::Membership>& memberships) {
  std::vector<CandidateCluster> clusters;
  clusters.reserve(memberships.size());
  for (const SourcesInput::Membership& membership : memberships) {
    clusters.push_back(
        {.name = membership.name,
         .kind = ClusterKind::membership,
         .fill = [&membership](std::span<const std::int64_t> people, std::span<double> out) {
           for (std::size_t i = 0; i < people.size(); ++i)
             out[i] = membership.value[static_cast<std::size_t>(people[i])];
         }});
  }
  return clusters;
}

std::vector<std::string> topic_words(const model::Topics& topics, const model::Documents& documents,
                                     int count) {
  std::vector<std::string> all;
  for (int k = 0; k < topics.topics; ++k) {
    std::string& words = all.emplace_back();
    for (const std::int32_t word : topics.top_words(k, count)) {
      if (!words.empty()) words += ", ";
      words += documents.vocabulary[static_cast<std::size_t>(word)];
    }
  }
  return all;
}

std::vector<CandidateCluster> topic_clusters(const model::Topics& topics,
                                             const model::Documents& documents) {
  std::vector<CandidateCluster> clusters;
  const std::vector<std::string> words = topic_words(topics, documents, 4);
  clusters.reserve(words.size());
  for (std::size_t k = 0; k < words.size(); ++k) {
    clusters.push_back({.name = fmt::format("topic {}: {}", k + 1, words[k]),
                        .kind = ClusterKind::topic,
                        .fill = [&topics, &documents, k](std::span<const std::int64_t> people,
                                                         std::span<double> out) {
                          for (std::size_t i = 0; i < people.size(); ++i) {
                            const bool has_words = !documents.document(people[i]).empty();
                            out[i] = has_words ? topics.of_document(people[i])[k] : 0;
                          }
                        }});
  }
  return clusters;
}

}  // namespace faultline::methods
