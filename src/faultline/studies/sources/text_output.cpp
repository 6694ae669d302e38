#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/curves.hpp"
#include "faultline/studies/sources/learning_curves.hpp"
#include "faultline/studies/sources/text.hpp"

namespace faultline::studies {
namespace {

using Report = methods::SourcesReport;

/// The planted topic whose words a found topic's name shares most with.
std::size_t planted_topic(const std::string& name) {
  std::pair<int, std::size_t> best{-1, 0};
  for (std::size_t t = 0; t < simulate::kNoteTopics.size(); ++t) {
    int shared = 0;
    for (const std::string_view word : simulate::words_of_topic(t))
      shared += name.find(word) != std::string::npos ? 1 : 0;
    best = std::max(best, {shared, t}, [](const auto& a, const auto& b) {
      return a.first < b.first || (a.first == b.first && a.second > b.second);
    });
  }
  return best.second;
}

std::string costs(const Report& report, methods::CostMetric metric) {
  std::string text;
  for (const Report::Cost& cost : report.costs) {
    if (cost.metric != metric) continue;
    text += fmt::format("  {:<8}{:.3f} ({:.3f} to {:.3f}), {}\n", cost.group, cost.estimate,
                        cost.interval ? cost.interval->first : cost.estimate,
                        cost.interval ? cost.interval->second : cost.estimate, people(cost.n));
  }
  return text;
}

std::string tukey(const Report& report) {
  std::string text;
  for (const Report::GroupTest& test : report.group_tests) {
    if (test.metric != methods::CostMetric::generalised_zero_one) continue;
    text += fmt::format("  Analysis of variance over {} folds: F = {:.2f}, p = {:.2g}\n",
                        test.folds, test.f, test.p_value);
    for (const auto& pair : test.pairs) {
      const auto interval = pair.interval.value_or(std::pair{std::nan(""), std::nan("")});
      text += fmt::format("  {} minus {}: {:.3f} ({:.3f} to {:.3f})\n", pair.groups.first,
                          pair.groups.second, pair.difference, interval.first, interval.second);
    }
  }
  return text;
}

/// Error rates by topic and group, the best possible in brackets.
std::string topics(const TextStudy& study, std::string& csv) {
  std::string text;
  csv = csv_row({"topic", "planted", "group", "error", "least_error", "p_value_adjusted"});
  for (const Report::Cluster& cluster : study.notes.clusters) {
    if (cluster.kind != methods::ClusterKind::topic ||
        cluster.metric != methods::CostMetric::zero_one)
      continue;
    const std::size_t planted = planted_topic(cluster.cluster);
    text += fmt::format("  {:<13}", simulate::kNoteTopics[planted]);
    for (std::size_t g = 0; g < cluster.groups.size(); ++g) {
      const Report::ClusterGroup& group = cluster.groups[g];
      const double least = simulate::weighted_least_error(study.drawn, g, planted);
      text += fmt::format("{:.3f} [{:.3f}]   ", group.cost, least);
      csv += csv_row({cluster.cluster, simulate::kNoteTopics[planted], group.group, group.cost,
                      least, cluster.p_value_adjusted.value_or(1)});
    }
    text += fmt::format("{:.2g}\n", cluster.p_value_adjusted.value_or(1));
  }
  return text;
}

report::Figure figure_of(const Report& report, methods::CostMetric metric, const std::string& grows,
                         const std::string& title) {
  report::Figure figure = learning_figure(title, "texts trained on", std::string(name_of(metric)));
  for (const Report::LearningCurve& curve : report.learning_curves) {
    if (curve.metric != metric || curve.grows != grows) continue;
    if (curve.points.empty()) continue;
    figure.chart.series.push_back(learning_curve(curve, curve.group, figure.chart.series.size()));
  }
  return figure;
}

/// Where the forecasts of both sides inside the topic begin that stands out most, the second
/// following the first; none where no topic stands out.
std::span<const Report::Forecast> inside_of(const Report& report) {
  const Report::ClusterTest* strongest = nullptr;
  for (const Report::ClusterTest& test : report.cluster_tests) {
    if (test.named && (strongest == nullptr || test.z > strongest->z)) strongest = &test;
  }
  if (strongest == nullptr) return {};
  const auto first = std::ranges::find_if(report.forecasts, [&](const Report::Forecast& one) {
    return one.cluster == strongest->cluster && one.group == strongest->groups.first;
  });
  if (report.forecasts.end() - first < 2) return {};
  return {&*first, 2};
}

/// What is measured inside the topic, and with open marks what is forecast.
report::Figure inside_figure(std::span<const Report::Forecast> sides) {
  report::Figure figure = learning_figure("Figure 6c: notes of the topic that stands out",
                                          "texts trained on", "error rate");
  for (std::size_t number = 0; number < sides.size(); ++number) {
    const Report::Forecast& one = sides[number];
    report::Series measured = curve(one.group, number);
    for (const Report::ForecastPoint& point : one.points) {
      measured.points.push_back(
          {static_cast<double>(point.n), point.mean, around(point.mean, 1.96 * point.se)});
    }
    report::Series ahead = curve("", number);
    ahead.form = report::Series::Form::marks;
    for (const Report::ForecastAt& then : one.at) {
      if (!then.factor || one.points.empty()) continue;
      ahead.points.push_back({.x = *then.factor * static_cast<double>(one.points.back().n),
                              .y = then.value,
                              .interval = then.interval,
                              .open = true});
    }
    figure.chart.series.push_back(std::move(measured));
    figure.chart.series.push_back(std::move(ahead));
  }
  return figure;
}

/// From the smallest size to all, and what more texts are expected to do; the error of the best
/// prediction in brackets where the side is one group.
std::string inside_words(const TextStudy& study, std::span<const Report::Forecast> sides) {
  std::string text;
  for (const Report::Forecast& one : sides) {
    if (one.points.empty()) continue;
    const std::size_t topic = planted_topic(one.cluster);
    text += fmt::format("  {}, {}: {:.3f} on {}, {:.3f} on {}", simulate::kNoteTopics[topic],
                        one.group, one.points.front().mean, with_thousands(one.points.front().n),
                        one.points.back().mean, with_thousands(one.points.back().n));
    const auto group = std::ranges::find(simulate::kNoteGroups, one.group);
    if (group != simulate::kNoteGroups.end()) {
      const auto g = static_cast<std::size_t>(group - simulate::kNoteGroups.begin());
      text += fmt::format(" [{:.3f}]", simulate::weighted_least_error(study.drawn, g, topic));
    }
    text += "\n";
    for (const Report::ForecastAt& then : one.at) {
      if (!then.factor || !then.interval) continue;
      text += fmt::format("    {} times as many: {:.3f} ({:.3f} to {:.3f})\n", *then.factor,
                          then.value, then.interval->first, then.interval->second);
    }
    if (!one.why.empty()) text += fmt::format("    not forecast: {}\n", one.why);
  }
  return text.empty() ? "  no topic stands out\n" : text;
}

std::string inside_csv(std::span<const Report::Forecast> sides) {
  std::string text = csv_row({"topic", "group", "n", "mean", "se"});
  for (const Report::Forecast& one : sides) {
    for (const Report::ForecastPoint& point : one.points)
      text += csv_row({one.cluster, one.group, point.n, point.mean, point.se});
  }
  return text;
}

std::string gap_words(const Report& report, methods::CostMetric metric, const std::string& grows) {
  std::string text;
  for (const Report::GapCurve& gap : report.gap_curves) {
    if (gap.metric != metric || gap.grows != grows || gap.points.empty()) continue;
    text += fmt::format("  {} minus {}: {:.3f} on {}, {:.3f} on {}\n", gap.groups.first,
                        gap.groups.second, gap.points.front().mean,
                        with_thousands(gap.points.front().n), gap.points.back().mean,
                        with_thousands(gap.points.back().n));
  }
  return text;
}

}  // namespace

StudyOutput to_output(const TextStudy& study) {
  StudyOutput output;
  std::string topics_csv;
  output.text = fmt::format(
      "Generated notes ({}), not the paper's: outcomes err by chance with\n"
      "probability {}, but in topic cancer of group B with {}.\n\n"
      "Error rates of an L1 logistic regression on words, cross-validation\n",
      with_thousands(study.options.people), shortest(study.notes_options.noise),
      shortest(simulate::least_error(study.notes_options, simulate::kHiddenGroup,
                                     simulate::kHiddenTopic)));
  output.text += costs(study.notes, methods::CostMetric::zero_one) +
                 "\nGeneralised zero-one loss\n" + tukey(study.notes) +
                 "\nError rates by topic [of the best prediction], groups A, B, C; adjusted p\n" +
                 topics(study, topics_csv) + "\nLearning curve of the error rate\n" +
                 gap_words(study.notes, methods::CostMetric::zero_one, "") +
                 "\nInside the topic that stands out (Figure 6c) [of the best prediction]\n" +
                 inside_words(study, inside_of(study.notes));
  output.text += fmt::format(
      "\nGenerated reviews ({}), not the paper's: the best prediction's squared\n"
      "error is {:.2f} in both groups.\n\nMean squared error of a ridge regression on words\n",
      with_thousands(study.options.reviews),
      study.reviews_options.noise_sd * study.reviews_options.noise_sd);
  output.text +=
      costs(study.reviews, methods::CostMetric::mse) + "\nLearning curve, everybody grows\n" +
      gap_words(study.reviews, methods::CostMetric::mse, "") + "Women's books alone grow\n" +
      gap_words(study.reviews, methods::CostMetric::mse, "woman");
  for (const Report* report : {&study.notes, &study.reviews}) {
    for (const Report::Recommendation& advice : report->recommendation) {
      output.text +=
          fmt::format("\n{} and {}, {}: {} ({})\n", advice.groups.first, advice.groups.second,
                      name_of(advice.metric), name_of(advice.action),
                      report == &study.notes ? "notes" : "reviews");
    }
  }
  output.files = {
      {"topics.csv", topics_csv},
      {"notes-curve.svg",
       to_svg(figure_of(study.notes, methods::CostMetric::zero_one, "", "Notes: error rate"))},
      {"reviews-curve.svg",
       to_svg(figure_of(study.reviews, methods::CostMetric::mse, "", "Reviews: everybody grows"))},
      {"reviews-targeted.svg", to_svg(figure_of(study.reviews, methods::CostMetric::mse, "woman",
                                                "Reviews: women's books alone grow"))}};
  if (const auto sides = inside_of(study.notes); !sides.empty()) {
    output.files.emplace_back("figure6c.csv", inside_csv(sides));
    output.files.emplace_back("figure6c.svg", to_svg(inside_figure(sides)));
  }
  return output;
}

}  // namespace faultline::studies
