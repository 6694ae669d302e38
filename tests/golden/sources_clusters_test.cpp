// Clusters against independent programs (reference/sources): soft memberships exactly; on Adult who
// belongs to which side, and the test of a difference, given how many errors the reference's models
// made there.

#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "support/adult.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/methods/sources/cluster_candidates.hpp"
#include "faultline/methods/sources/cluster_cost.hpp"
#include "faultline/methods/sources/losses.hpp"

namespace faultline::methods {
namespace {

using nlohmann::json;

json read_json(const std::filesystem::path& path) {
  std::ifstream in(path);
  return json::parse(in);
}

/// "relationship=Wife" "below" as we name it.
bool is_side(const std::string& name, const std::string& feature, const std::string& side) {
  const auto equals = feature.find('=');
  if (equals == std::string::npos)
    return name.starts_with(feature + (side == "above" ? " above " : " at most "));
  return name == feature.substr(0, equals) + (side == "above" ? " = " : " other than ") +
                     feature.substr(equals + 1);
}

class AdultClusters : public ::testing::Test {
 protected:
  /// Members of a side among everybody.
  std::vector<double> side(const std::string& feature, const std::string& which) {
    std::vector<double> membership(adult_.outcome.size());
    std::vector<std::int64_t> everybody(membership.size());
    std::iota(everybody.begin(), everybody.end(), 0);
    int found = 0;
    for (const CandidateCluster& candidate : feature_sides(adult_.features)) {
      if (!is_side(candidate.name, feature, which)) continue;
      candidate.fill(everybody, membership);
      ++found;
    }
    EXPECT_EQ(found, 1) << feature << " " << which;
    return membership;
  }

  /// Losses with as many errors as `rate` says among the members that the metric looks at.
  std::vector<double> losses(const std::string& metric, const std::vector<double>& membership,
                             const std::vector<double>& rate, const std::vector<double>& people) {
    std::vector<double> loss(membership.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<double> left{std::round(rate[0] * people[0]), std::round(rate[1] * people[1])};
    for (std::size_t i = 0; i < loss.size(); ++i) {
      if (metric == "FNR" && adult_.outcome[i] == 0) continue;
      if (metric == "FPR" && adult_.outcome[i] == 1) continue;
      const auto g = static_cast<std::size_t>(adult_.group[i]);
      loss[i] = membership[i] > 0 && left[g]-- > 0 ? 1 : 0;
    }
    return loss;
  }

  testing::Adult adult_{};
};

TEST_F(AdultClusters, SidesCountsAndTests) {
  FAULTLINE_NEEDS_SHARED(data, "data/adult.data");
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/e_clusters.json");
  adult_ = testing::read_adult(data);
  const json expected = read_json(reference);
  int compared = 0;
  for (const std::string list : {"rf100_top_FNR", "rf100_top_ZO", "lr_top_FNR", "lr_top_ZO"}) {
    double last = 1;
    for (const json& one : expected.at(list)) {
      const auto feature = one.at("feature").get<std::string>();
      const auto which = one.at("side").get<std::string>();
      SCOPED_TRACE(list + " " + feature + " " + which);
      const std::vector<double> membership = side(feature, which);
      const double share = std::accumulate(membership.begin(), membership.end(), 0.0) /
                           static_cast<double>(membership.size());
      EXPECT_NEAR(share, one.at("share").get<double>(), 1e-12);
      const std::vector<double> rate{one.at("rho0").get<double>(), one.at("rho1").get<double>()};
      const std::vector<double> people{one.at("m0").get<double>(), one.at("m1").get<double>()};
      const auto costs =
          weighted_costs(losses(one.at("loss").get<std::string>(), membership, rate, people),
                         adult_.group, membership, 2);
      for (std::size_t g = 0; g < 2; ++g) {
        EXPECT_EQ(static_cast<double>(costs[g].people), people[g]);
        EXPECT_EQ(costs[g].effective, people[g]);
        EXPECT_NEAR(costs[g].mean, rate[g], 1e-12);
      }
      const auto gap = largest_gap(costs, 50, 0.05);
      ASSERT_TRUE(gap);
      EXPECT_NEAR(std::abs(gap->gap), one.at("absd").get<double>(), 1e-12);
      EXPECT_LE(std::abs(gap->gap), last);  // theirs are ranked as ours are
      last = std::abs(gap->gap);
      // Their variances divide by m, ours by m - 1: half a per cent at 50 people.
      const double z = gap->gap / std::hypot(costs[0].se, costs[1].se);
      EXPECT_NEAR(z / one.at("z").get<double>(), 1, 0.011);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 32);
}

TEST_F(AdultClusters, ExecutivesAndOthers) {
  FAULTLINE_NEEDS_SHARED(data, "data/adult.data");
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/e_clusters.json");
  adult_ = testing::read_adult(data);
  const json expected = read_json(reference);
  const std::vector<double> executives = side("occupation=Exec-managerial", "above");
  for (const std::string metric : {"ZO", "FPR", "FNR"}) {
    SCOPED_TRACE(metric);
    for (const bool outside : {false, true}) {
      const json& theirs = expected.at(outside ? "rf100_other" : "rf100_exec").at(metric);
      const std::vector<double> none(2, 0);
      const auto costs = weighted_costs(losses(metric, executives, none, none), adult_.group,
                                        executives, 2, outside);
      for (std::size_t g = 0; g < 2; ++g)
        EXPECT_EQ(costs[g].people, theirs.at(g).at(1).get<std::int64_t>());
    }
  }
}

TEST(TopicsGolden, SoftMemberships) {
  FAULTLINE_NEEDS_SHARED(reference, "reference/sources/g_topics.json");
  const json expected = read_json(reference);
  ModelPredictions predicted;
  predicted.outcome = expected.at("y").get<std::vector<double>>();
  predicted.score = expected.at("yhat").get<std::vector<double>>();
  predicted.group = expected.at("a").get<std::vector<std::int32_t>>();
  decide(predicted);
  const auto q = expected.at("q").get<std::vector<std::vector<double>>>();
  const std::vector<std::int32_t> everybody(q.size(), 0);
  const std::vector<std::pair<std::string, CostMetric>> metrics{
      {"err", CostMetric::zero_one}, {"FNR", CostMetric::fnr}, {"FPR", CostMetric::fpr}};
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<double> membership;
    for (const auto& row : q) membership.push_back(row[c]);
    EXPECT_NEAR(weighted_costs(predicted.outcome, everybody, membership, 1)[0].mean,
                expected.at("pY_given_C").at(c).get<double>(), 1e-14);
    for (const auto& [name, metric] : metrics) {
      std::vector<double> loss;
      for (std::size_t i = 0; i < q.size(); ++i) {
        loss.push_back(
            loss_of(metric, predicted, i).value_or(std::numeric_limits<double>::quiet_NaN()));
      }
      const auto costs = weighted_costs(loss, predicted.group, membership, 2);
      for (std::size_t a = 0; a < 2; ++a) {
        EXPECT_NEAR(costs[a].mean, expected.at(name).at(std::to_string(a)).at(c).get<double>(),
                    1e-14)
            << name << " topic " << c << " group " << a;
      }
      if (name == "err") {
        EXPECT_NEAR(weighted_costs(loss, everybody, membership, 1)[0].mean,
                    expected.at("err_by_C").at(c).get<double>(), 1e-14);
      }
    }
  }
}

}  // namespace
}  // namespace faultline::methods
