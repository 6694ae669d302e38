#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/sources/recommendation.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/studies/curves.hpp"
#include "faultline/studies/sources/adult.hpp"
#include "faultline/studies/sources/learning_curves.hpp"

namespace faultline::studies {
namespace {

using Report = methods::SourcesReport;

/// One line: what, the paper's figure, ours.
struct Line {
  std::string what{};
  std::string paper{};
  std::string ours{};
};

std::string figure(double value) { return fmt::format("{:.3f}", value); }
std::string figure(const std::optional<double>& value) { return value ? figure(*value) : "-"; }

std::string with_half_width(const Report::Cost& cost) {
  return fmt::format("{:.3f} +- {:.3f}", cost.estimate, 1.96 * cost.se);
}

const Report::Cost* cost(const Report& report, std::string_view model, std::string_view group,
                         methods::CostMetric metric) {
  for (const Report::Cost& entry : report.costs) {
    if (entry.model == model && entry.group == group && entry.metric == metric) return &entry;
  }
  return nullptr;
}

std::vector<Line> cost_lines(const AdultStudy& study) {
  std::vector<Line> lines;
  const auto add = [&](methods::CostMetric metric, const char* words, const char* men,
                       const char* women) {
    for (const auto& [group, paper, name] :
         {std::tuple{"Male", men, "men"}, std::tuple{"Female", women, "women"}}) {
      if (const Report::Cost* found = cost(study.split, "forest", group, metric))
        lines.push_back({fmt::format("{}, {}", words, name), paper, with_half_width(*found)});
    }
  };
  add(methods::CostMetric::fnr, "false negative rate", "0.388 +- 0.026", "0.448 +- 0.064");
  add(methods::CostMetric::fpr, "false positive rate", "0.111 +- 0.011", "0.033 +- 0.008");
  add(methods::CostMetric::mse, "Brier score", "0.13", "0.06");
  for (const Report::Level& level : study.split.levels) {
    if (level.model != "forest" || level.metric != methods::CostMetric::zero_one) continue;
    lines.push_back({"level of the zero-one loss", "0.085",
                     fmt::format("{:.3f} +- {:.3f}", std::abs(level.difference), 1.96 * level.se)});
  }
  return lines;
}

const Report::GapCurve* gap_curve(const AdultStudy& study, methods::CostMetric metric) {
  for (const Report::GapCurve& gap : study.curves.gap_curves) {
    if (gap.metric == metric && gap.grows.empty()) return &gap;
  }
  return nullptr;
}

double gap_at(const Report::GapCurve& gap, std::int64_t n) {
  for (const Report::CurvePoint& point : gap.points) {
    if (point.n == n) return std::abs(point.mean);
  }
  return std::nan("");
}

std::vector<Line> curve_lines(const AdultStudy& study) {
  std::vector<Line> lines;
  for (const auto& [metric, words, limit] : {std::tuple{methods::CostMetric::fnr, "FNR", "0.04"},
                                             std::tuple{methods::CostMetric::fpr, "FPR", "0.08"}}) {
    const Report::GapCurve* gap = gap_curve(study, metric);
    if (gap == nullptr) continue;
    const double small = gap_at(*gap, 1000);
    const double large = gap_at(*gap, 10'000);
    if (std::isfinite(small) && std::isfinite(large)) {
      lines.push_back(
          {fmt::format("{} level, fall 1,000 to 10,000", words),
           metric == methods::CostMetric::fnr ? "40 %" : "",
           fmt::format("{:.0f} % ({:.3f} to {:.3f})", 100 * (1 - large / small), small, large)});
    }
    for (const Report::Extrapolation& at : gap->extrapolation) {
      if (at.factor) continue;
      std::string ours = figure(std::abs(at.value));
      if (at.interval) {
        const auto [a, b] = *at.interval;
        ours += fmt::format(" ({:.3f} to {:.3f})", at.value < 0 ? -b : a, at.value < 0 ? -a : b);
      }
      if (!gap->limit_identified) ours += " not identified";
      lines.push_back({fmt::format("{} level, unlimited data", words), limit, ours});
    }
  }
  return lines;
}

std::vector<Line> bound_lines(const AdultStudy& study) {
  struct Paper {
    methods::NoiseMethod method;
    const char* group;
    const char* words;
  };
  constexpr Paper kPaper[] = {{methods::NoiseMethod::mahalanobis, "Male", "to 0.29"},
                              {methods::NoiseMethod::mahalanobis, "Female", "to 0.13"},
                              {methods::NoiseMethod::bhattacharyya, "Male", "0.001 to 0.040"},
                              {methods::NoiseMethod::bhattacharyya, "Female", "0.001 to 0.027"},
                              {methods::NoiseMethod::nearest_neighbour, "Male", "0.10 to 0.19"},
                              {methods::NoiseMethod::nearest_neighbour, "Female", "0.04 to 0.07"}};
  std::vector<Line> lines;
  for (const Paper& paper : kPaper) {
    for (const Report::Noise& noise : study.bounds.noise) {
      if (noise.method != paper.method || noise.group != paper.group) continue;
      lines.push_back(
          {fmt::format("{}, {}", name_of(paper.method), noise.group == "Male" ? "men" : "women"),
           paper.words,
           noise.lower ? fmt::format("{:.4f} to {}", *noise.lower, figure(noise.upper))
                       : "to " + figure(noise.upper)});
    }
  }
  return lines;
}

std::vector<Line> cluster_lines(const AdultStudy& study) {
  const OccupationRates& rates = study.occupation;
  return {{"share of executives and managers", "12 %",
           fmt::format("{:.1f} %", 100 * rates.executive_share)},
          {"their false negative rate, men", "0.157", figure(rates.executives[0])},
          {"their false negative rate, women", "0.412", figure(rates.executives[1])},
          {"false negative rate of others, men", "0.461", figure(rates.others[0])},
          {"false negative rate of others, women", "0.543", figure(rates.others[1])}};
}

/// The same under other forests.
std::string forests_table(const AdultStudy& study) {
  if (study.forests.empty()) return "";
  std::string text =
      "Executives and managers under other forests: false negative rates\n"
      "  depth       trees   men       women     others, men   women\n";
  for (const AdultForest& forest : study.forests) {
    text += fmt::format("  {:<12}{:<8}{:<10.3f}{:<10.3f}{:<14.3f}{:.3f}\n",
                        forest.depth == 0 ? "any" : fmt::format("{}", forest.depth), forest.trees,
                        forest.rates.executives[0], forest.rates.executives[1],
                        forest.rates.others[0], forest.rates.others[1]);
  }
  return text + "\n";
}

std::string forests_csv(const AdultStudy& study) {
  std::string text = csv_row(
      {"depth", "trees", "executives_men", "executives_women", "others_men", "others_women"});
  for (const AdultForest& forest : study.forests) {
    text += csv_row({forest.depth, forest.trees, forest.rates.executives[0],
                     forest.rates.executives[1], forest.rates.others[0], forest.rates.others[1]});
  }
  return text;
}

std::string table(const char* title, const std::vector<Line>& lines) {
  std::string text = fmt::format("{}\n  {:<40}{:<20}{}\n", title, "", "paper", "ours");
  for (const Line& line : lines)
    text += fmt::format("  {:<40}{:<20}{}\n", line.what, line.paper, line.ours);
  return text + "\n";
}

std::string other_learners(const AdultStudy& study) {
  std::string text =
      "Other learners on the same split (the paper: similar results)\n"
      "                FNR men   women    FPR men   women    error men women\n";
  for (const Report::Model& model : study.split.models) {
    text += fmt::format("  {:<14}", model.name);
    for (const methods::CostMetric metric :
         {methods::CostMetric::fnr, methods::CostMetric::fpr, methods::CostMetric::zero_one}) {
      for (const char* group : {"Male", "Female"}) {
        const Report::Cost* found = cost(study.split, model.name, group, metric);
        text += fmt::format("{:<10}", found == nullptr ? "-" : figure(found->estimate));
      }
    }
    text = text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  return text + "\n";
}

std::string top_clusters(const AdultStudy& study) {
  std::string text =
      "Single features with the largest gaps of the false negative rate, women minus\n"
      "men; adjusted p-values count all clusters tried\n";
  int shown = 0;
  for (const Report::Cluster& cluster : study.clusters.clusters) {
    if (cluster.metric != methods::CostMetric::fnr ||
        cluster.kind != methods::ClusterKind::feature || shown++ == 8)
      continue;
    const double sign = cluster.pair.first == "Female" ? 1 : -1;
    text += fmt::format("  {:<44}{:>7.3f}   p {:.2g}\n", cluster.cluster.substr(0, 43),
                        sign * cluster.gap, cluster.p_value_adjusted.value_or(1));
  }
  return text + "\n";
}

/// Curves of both groups with the fitted law through them.
report::Figure figure_of(const AdultStudy& study, methods::CostMetric metric, const char* title) {
  report::Figure figure = learning_figure(title, "people trained on", "rate");
  std::size_t number = 0;
  for (const Report::LearningCurve& curve : study.curves.learning_curves) {
    if (curve.metric != metric || !curve.grows.empty()) continue;
    figure.chart.series.push_back(
        learning_curve(curve, curve.group == "Male" ? "men" : "women", number));
    if (curve.fit) {
      report::Series law = fitted_curve(number);
      const double last = static_cast<double>(curve.points.back().n);
      for (double n = static_cast<double>(curve.points.front().n); n <= 10 * last; n *= 1.25) {
        law.points.push_back(
            {n, curve.fit->alpha * std::pow(n, -curve.fit->beta) + curve.fit->delta});
      }
      figure.chart.series.push_back(std::move(law));
    }
    ++number;
  }
  return figure;
}

std::string csv(const AdultStudy& study) {
  std::string text = csv_row({"metric", "group", "n", "group_n", "mean", "sem"});
  for (const Report::LearningCurve& curve : study.curves.learning_curves) {
    for (const Report::CurvePoint& point : curve.points) {
      text += csv_row(
          {name_of(curve.metric), curve.group, point.n, point.group_n, point.mean, point.sem});
    }
  }
  return text;
}

}  // namespace

StudyOutput to_output(const AdultStudy& study) {
  StudyOutput output;
  output.text = fmt::format(
      "Income prediction on the census file: men and women under a forest of 100 trees.\n"
      "{} splits per training size.\n\n",
      study.curves.repetitions);
  const std::vector<Line> costs = cost_lines(study);
  const std::vector<Line> curves = curve_lines(study);
  const std::vector<Line> bounds = bound_lines(study);
  const std::vector<Line> clusters = cluster_lines(study);
  output.text += table("One split, 20 % tested", costs);
  output.text += other_learners(study);
  output.text += table("Learning curves (Figure 2a)", curves);
  output.text += table("Bounds on the Bayes error (Figure 2b)", bounds);
  output.text += table("Executives and managers, cross-validation", clusters);
  output.text += forests_table(study);
  output.text += top_clusters(study);
  for (const methods::Notice& cut : study.curves.notices) {
    if (cut.about != methods::kRecommendation)
      output.text += cut.text + "\n";  // none was asked for
  }
  std::string comparison = csv_row({"what", "paper", "ours"});
  for (const auto* lines : {&costs, &curves, &bounds, &clusters}) {
    for (const Line& line : *lines) comparison += csv_row({line.what, line.paper, line.ours});
  }
  output.files = {{"comparison.csv", comparison}, {"curves.csv", csv(study)}};
  if (!study.forests.empty()) output.files.emplace_back("forests.csv", forests_csv(study));
  if (!study.curves.learning_curves.empty()) {
    output.files.emplace_back("figure2a-fnr.svg", to_svg(figure_of(study, methods::CostMetric::fnr,
                                                                   "False negative rate, forest")));
    output.files.emplace_back("figure2a-fpr.svg", to_svg(figure_of(study, methods::CostMetric::fpr,
                                                                   "False positive rate, forest")));
  }
  return output;
}

}  // namespace faultline::studies
