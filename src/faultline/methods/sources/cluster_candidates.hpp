#pragma once
// The clusters that are tried: both sides of every single feature, clusters of k-means, given soft
// memberships, topics. What they are made of (means, centres, topics) comes from everybody's
// features and texts; outcomes and predictions play no part.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/sources/input.hpp"
#include "faultline/model/text/topics.hpp"

namespace faultline::methods {

struct CandidateCluster {
  std::string name{};
  ClusterKind kind = ClusterKind::feature;
  /// Memberships of the people named; made when asked for, since there may be many candidates.
  std::function<void(std::span<const std::int64_t> people, std::span<double> out)> fill{};
};

/// Above and not above the mean of every number; with and without every value of a categorical
/// ("occupation = Sales", "occupation other than Sales"; of two values each once). A number with
/// two values is named by them. Words are left to topics. Keeps a reference to the features.
[[nodiscard]] std::vector<CandidateCluster> feature_sides(const model::Features& features);

/// `cluster` per person, `names` one per cluster.
[[nodiscard]] std::vector<CandidateCluster> hard_clusters(const std::vector<std::int32_t>& cluster,
                                                          const std::vector<std::string>& names);

/// Keeps a reference to the memberships.
[[nodiscard]] std::vector<CandidateCluster> soft_clusters(
    const std::vector<SourcesInput::Membership>& memberships);

/// The first words of every topic: "pain, chest, breath".
[[nodiscard]] std::vector<std::string> topic_words(const model::Topics& topics,
                                                   const model::Documents& documents, int count);

/// Texts without a word belong to no topic. Keeps references.
[[nodiscard]] std::vector<CandidateCluster> topic_clusters(const model::Topics& topics,
                                                           const model::Documents& documents);

}  // namespace faultline::methods
