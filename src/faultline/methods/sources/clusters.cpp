#include "faultline/methods/sources/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/cluster_candidates.hpp"
#include "faultline/methods/sources/cluster_cost.hpp"
#include "faultline/methods/sources/cluster_names.hpp"
#include "faultline/methods/sources/cluster_tests.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/evidence.hpp"
#include "faultline/model/clusters/k_means.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::methods {
namespace {

constexpr double kUnsettled = 0.01;  // fall of the perplexity that is worth a word
// Enough to tell what a topic is about, on one line.
constexpr int kWordsPerTopic = 10;

class ClusterSearch {
 public:
  ClusterSearch(const SourcesInput& input, const SourcesOptions& options,
                const EvaluatedModel& evaluated, const Hooks& hooks, SourcesReport& report)
      : input_(input),
        options_(options),
        evaluated_(evaluated),
        hooks_(hooks),
        report_(report),
        metrics_(metrics_of(input.outcome_kind)) {}

  std::vector<NamedCluster> run() {
    progress(0);
    if (input_.features) {
      append(feature_sides(*input_.features));
      find_k_means();
      if (!input_.features->sparse().empty()) {
        cut(report_, SourcesPart::clusters, "Single words were not tried as clusters: topics are.");
      }
    }
    append(soft_clusters(input_.memberships));
    progress(1);
    if (input_.documents && options_.topics > 0) find_topics(*input_.documents);
    if (candidates_.empty()) {
      cut(report_, SourcesPart::clusters,
          "Part clusters found nothing to form clusters of: it needs covariates, memberships or a "
          "text.");
      return {};
    }
    progress(2);
    test_all();
    for (std::size_t m = 0; m < metrics_.size(); ++m) add_metric(m);
    std::vector<NamedCluster> named =
        add_cluster_tests(input_, options_, evaluated_, candidates_, hooks_, report_);
    tell_small();
    progress(3);
    return named;
  }

 private:
  void progress(std::int64_t done) const {
    if (hooks_.progress) hooks_.progress("clusters", done, 3);
  }

  void append(std::vector<CandidateCluster> more) {
    for (CandidateCluster& one : more) candidates_.push_back(std::move(one));
  }

  void find_k_means() {
    if (options_.k_means < 2) return;
    const model::KMeans found = model::k_means(
        *input_.features,
        {.clusters = options_.k_means, .seed = options_.seed, .threads = options_.threads},
        hooks_.stop);
    if (found.sizes.size() < 2) return;
    append(hard_clusters(found.cluster, k_means_names(*input_.features, found)));
  }

  void find_topics(const model::Documents& documents) {
    if (documents.words.empty()) {
      cut(report_, SourcesPart::clusters, "No topics: no word of the texts occurs in two of them.");
      return;
    }
    const model::TopicOptions options{
        .topics = options_.topics, .seed = options_.seed, .threads = options_.threads};
    topics_ = model::fit_topics(documents, options, hooks_.stop);
    report_.topics = topic_words(topics_, documents, kWordsPerTopic);
    append(topic_clusters(topics_, documents));
    if (documents.empty > 0) {
      cut(report_, SourcesPart::clusters,
          fmt::format("{} without a word {} to no topic.", plural(documents.empty, "text"),
                      documents.empty == 1 ? "belongs" : "belong"));
    }
    if (topics_.late_fall() > kUnsettled) {
      cut(report_, SourcesPart::clusters,
          fmt::format("The topics had not settled after {}: their perplexity still fell by {:.1f} "
                      "% over the last quarter of them.",
                      plural(options.iterations, "iteration"), 100 * topics_.late_fall()));
    }
  }

  /// What one cluster shows by one metric.
  struct Test {
    std::vector<WeightedCost> costs{};
    std::optional<ClusterGap> gap{};                                // none: too few people
    double gap_outside = std::numeric_limits<double>::quiet_NaN();  // too few people there
    double variance = 0;                                            // of the groups' costs inside
  };

  /// Over groups with enough people inside.
  static double variance_of(const std::vector<WeightedCost>& costs, double least) {
    double n = 0;
    double mean = 0;
    double squares = 0;
    for (const WeightedCost& cost : costs) {
      if (!is_enough(cost, least)) continue;
      n += 1;
      const double away = cost.mean - mean;
      mean += away / n;
      squares += away * (cost.mean - mean);
    }
    return n > 1 ? squares / (n - 1) : 0;
  }

  /// What puts a cluster before another.
  [[nodiscard]] double rank_of(const Test& test) const {
    return options_.rank_clusters == ClusterRank::variance ? test.variance
                                                           : std::abs(test.gap->gap);
  }

  void test_all() {
    const ModelPredictions& predicted = evaluated_.predicted;
    const auto groups = static_cast<int>(input_.groups.size());
    const auto least = static_cast<double>(least_people());
    std::vector<std::vector<double>> losses;
    for (const CostMetric metric : metrics_) {
      std::vector<double>& of_metric = losses.emplace_back();
      for (std::size_t i = 0; i < predicted.outcome.size(); ++i) {
        of_metric.push_back(
            loss_of(metric, predicted, i).value_or(std::numeric_limits<double>::quiet_NaN()));
      }
    }
    tests_.assign(candidates_.size(), std::vector<Test>(metrics_.size()));
    share_.assign(candidates_.size(), 0);
    const auto done = parallel::for_each(
        std::ssize(candidates_), options_.threads,
        [&](std::int64_t index) {
          const auto c = static_cast<std::size_t>(index);
          std::vector<double> membership(evaluated_.person.size());
          candidates_[c].fill(evaluated_.person, membership);
          for (const double q : membership) share_[c] += q;
          share_[c] /= static_cast<double>(membership.size());
          for (std::size_t m = 0; m < metrics_.size(); ++m) {
            Test& test = tests_[c][m];
            test.costs = weighted_costs(losses[m], predicted.group, membership, groups);
            test.gap = largest_gap(test.costs, least, options_.alpha);
            if (!test.gap) continue;
            test.variance = variance_of(test.costs, least);
            const auto others =
                weighted_costs(losses[m], predicted.group, membership, groups, true);
            const WeightedCost& first = others[test.gap->first];
            const WeightedCost& second = others[test.gap->second];
            if (is_enough(first, least) && is_enough(second, least))
              test.gap_outside = first.mean - second.mean;
          }
        },
        hooks_.stop);
    if (done < std::ssize(candidates_)) throw Cancelled("stopped before all clusters were tried");
    for (const std::vector<Test>& of_cluster : tests_) {
      report_.clusters_tried += std::any_of(of_cluster.begin(), of_cluster.end(),
                                            [](const Test& test) { return test.gap.has_value(); })
                                    ? 1
                                    : 0;
    }
  }

  /// How many clusters were too small, by metric: one sentence.
  void tell_small() {
    std::vector<std::string> counts;
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
      const auto small =
          std::count_if(tests_.begin(), tests_.end(),
                        [m](const std::vector<Test>& of_cluster) { return !of_cluster[m].gap; });
      if (small > 0)
        counts.push_back(fmt::format("{} by {}", with_thousands(small), cost_words(metrics_[m])));
    }
    if (counts.empty()) return;
    cut(report_, SourcesPart::clusters,
        fmt::format("Of {} {} were not tried, because fewer than two groups have {} there whom the "
                    "cost looks at.",
                    plural(std::ssize(candidates_), "cluster"), join_words(counts),
                    people(least_people())));
  }

  [[nodiscard]] std::int64_t least_people() const {
    return std::max<std::int64_t>(2, options_.least_people);
  }

  /// The largest gaps by one metric; p-values are adjusted for all clusters, reported or not.
  void add_metric(std::size_t m) {
    std::vector<std::size_t> tried;
    std::vector<std::optional<double>> p_values;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      if (!tests_[c][m].gap) continue;
      tried.push_back(c);
      p_values.emplace_back(tests_[c][m].gap->p_value);
    }
    const CostMetric metric = metrics_[m];
    const auto adjusted = resample::holm_adjusted(p_values);
    std::vector<std::size_t> order(tried.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return rank_of(tests_[tried[a]][m]) > rank_of(tests_[tried[b]][m]);
    });
    if (std::cmp_greater(order.size(), options_.top_clusters))
      order.resize(static_cast<std::size_t>(options_.top_clusters));
    for (const std::size_t i : order) {
      const CandidateCluster& candidate = candidates_[tried[i]];
      const Test& test = tests_[tried[i]][m];
      SourcesReport::Cluster cluster{.cluster = candidate.name,
                                     .kind = candidate.kind,
                                     .metric = metric,
                                     .share = share_[tried[i]]};
      for (std::size_t g = 0; g < test.costs.size(); ++g) {
        const WeightedCost& cost = test.costs[g];
        if (cost.people == 0) continue;
        cluster.groups.push_back(
            {.group = input_.groups[g], .n = cost.weight, .cost = cost.mean, .se = cost.se});
      }
      cluster.pair = {input_.groups[test.gap->first], input_.groups[test.gap->second]};
      cluster.gap = test.gap->gap;
      cluster.interval = test.gap->interval;
      cluster.p_value = test.gap->p_value;
      cluster.p_value_adjusted = adjusted[i];
      cluster.gap_outside = test.gap_outside;
      cluster.variance = test.variance;
      report_.clusters.push_back(std::move(cluster));
    }
  }

  const SourcesInput& input_;
  const SourcesOptions& options_;
  const EvaluatedModel& evaluated_;
  const Hooks& hooks_;
  SourcesReport& report_;
  std::vector<CostMetric> metrics_;
  model::Topics topics_{};
  std::vector<CandidateCluster> candidates_{};
  std::vector<std::vector<Test>> tests_{};  // [candidate][metric]
  std::vector<double> share_{};             // per candidate
};

}  // namespace

std::vector<NamedCluster> add_clusters(const SourcesInput& input, const SourcesOptions& options,
                                       const EvaluatedModel& evaluated, const Hooks& hooks,
                                       SourcesReport& report) {
  if (evaluated.person.empty()) return {};
  try {
    return ClusterSearch(input, options, evaluated, hooks, report).run();
  } catch (const Cancelled&) {
    // Adjusted p-values need every cluster: there is nothing to show of some of them.
    report.topics.clear();
    report.clusters.clear();
    report.clusters_tried = 0;
    cut(report, SourcesPart::clusters, "Clusters were not tried: the run was stopped.");
    return {};
  }
}

}  // namespace faultline::methods
