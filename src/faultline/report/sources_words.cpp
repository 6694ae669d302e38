#include "faultline/report/sources_words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/format.hpp"

namespace faultline::report {
namespace {

using Report = audit::SourcesReport;

constexpr const char* kNone = "-";

bool binary(const Report& report) { return report.outcome != "number"; }

struct MetricNames {
  const char* metric = "";
  const char* brief = "";
  const char* words = "";
  const char* meaning = "";
};
constexpr MetricNames kMetrics[] = {
    {"fpr", "FPR", "false positive rate",
     "people without the outcome who are predicted to have it"},
    {"fnr", "FNR", "false negative rate",
     "people with the outcome who are predicted not to have it"},
    {"zero-one", "Zero-one", "error rate", "people who are predicted wrongly"},
    {"generalised-zero-one", "Gen. zero-one", "generalised error rate",
     "mean distance of the score from the outcome: the error rate if decisions were drawn from "
     "the scores"},
    {"mse", "Brier", "Brier score", "mean squared distance of the score from the outcome"}};

const MetricNames* names(std::string_view metric) {
  const auto* found = std::find_if(std::begin(kMetrics), std::end(kMetrics),
                                   [&](const MetricNames& one) { return one.metric == metric; });
  return found == std::end(kMetrics) ? nullptr : found;
}

template <typename Cell>
std::string range(const Report::Interval& interval, Cell cell) {
  if (!interval || std::isnan(interval->first) || std::isnan(interval->second)) return kNone;
  const bool low = std::isfinite(interval->first);
  const bool high = std::isfinite(interval->second);
  if (!low && !high) return "any";
  if (!low) return fmt::format("below {}", cell(interval->second));
  if (!high) return fmt::format("above {}", cell(interval->first));
  return fmt::format("{} to {}", cell(interval->first), cell(interval->second));
}

std::string model_words(const Report::Model& model) {
  return model.description.empty() ? model.name : model.description;
}

}  // namespace

std::string metric_short(const Report& report, std::string_view metric) {
  if (metric == "mse" && !binary(report)) return "MSE";
  const MetricNames* known = names(metric);
  return known == nullptr ? std::string(metric) : known->brief;
}

std::string metric_words(const Report& report, std::string_view metric) {
  if (metric == "mse" && !binary(report)) return "mean squared error";
  const MetricNames* known = names(metric);
  return known == nullptr ? std::string(metric) : known->words;
}

std::string metric_meaning(const Report& report, std::string_view metric) {
  if (metric == "mse" && !binary(report)) {
    return "mean squared distance of the prediction from the outcome";
  }
  const MetricNames* known = names(metric);
  return known == nullptr ? "" : known->meaning;
}

std::string unit_words(const Report& report) {
  return binary(report) ? "in %, the Brier score times 100" : "in squared units of the outcome";
}

std::string action_words(std::string_view action) {
  if (action == "none") return "Nothing to act on";
  if (action == "more-data") return "More people";
  if (action == "more-of-group") return "More people of one group";
  if (action == "variables") return "Other variables";
  if (action == "model") return "Another model";
  return std::string(action);
}

std::string minus_words(const Report::Groups& groups) {
  return fmt::format("{} - {}", groups.first, groups.second);
}

std::string both_words(const Report::Groups& groups) {
  return fmt::format("{} and {}", groups.first, groups.second);
}

std::string cost_cell(const Report& report, double cost) {
  return binary(report) ? percent_number(cost) : ratio(cost);
}

std::string gap_cell(const Report& report, double gap) {
  return binary(report) ? points(gap) : ratio(gap);
}

std::string cost_range(const Report& report, const Report::Interval& interval) {
  return range(interval, [&](double value) { return cost_cell(report, value); });
}

std::string gap_range(const Report& report, const Report::Interval& interval) {
  return range(interval, [&](double value) { return gap_cell(report, value); });
}

std::string p_cell(const std::optional<double>& p) {
  if (!p || !std::isfinite(*p)) return kNone;
  return *p < 0.0001 ? "< 0.0001" : p_value(*p);
}

std::string size_words(double people) {
  if (!std::isfinite(people) || people <= 0) return kNotAvailable;
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(people)) - 1));
  return lattice_size(std::round(people / unit) * unit);
}

std::string noise_method_words(std::string_view method) {
  if (method == "mahalanobis") return "Mahalanobis";
  if (method == "bhattacharyya") return "Bhattacharyya";
  if (method == "nearest-neighbour") return "Nearest neighbours";
  return std::string(method);
}

std::string noise_range(const Report::Noise& noise) {
  if (noise.lower && noise.upper) {
    return fmt::format("{} to {}", percent_number(*noise.lower), percent_number(*noise.upper));
  }
  if (noise.upper) return fmt::format("at most {}", percent_number(*noise.upper));
  if (noise.lower) return fmt::format("at least {}", percent_number(*noise.lower));
  return "not computed";
}

std::string sources_done_sentence(const Report& report) {
  std::vector<std::string> groups;
  for (const Report::Group& group : report.groups) {
    groups.push_back(
        fmt::format("{} ({}, {} {})", group.group, people(group.n),
                    binary(report) ? "base rate" : "mean outcome",
                    binary(report) ? percent(group.mean_outcome) : ratio(group.mean_outcome)));
  }
  std::vector<std::string> models;
  for (const Report::Model& model : report.models) models.push_back(model_words(model));
  std::string text;
  if (!groups.empty()) {
    text += fmt::format("Groups of {}: {}.", report.protected_column, join_words(groups, 6));
  }
  if (!models.empty()) {
    text += fmt::format("{}{}: {}.", text.empty() ? "" : " ",
                        models.size() == 1 ? "Model" : "Models", join_words(models, 6));
  }
  if (!report.evaluation.empty()) text += (text.empty() ? "" : " ") + report.evaluation;
  return text;
}

std::string answer_words(const Report& report, const Report::GapCurve& curve) {
  if (curve.answer.empty()) return "";
  return fmt::format("{}{}: {}{}", gap_cell(report, curve.gap), binary(report) ? " points" : "",
                     curve.answer, curve.answer.ends_with('.') ? "" : ".");
}

std::vector<std::string> metrics_in(const Report& report) {
  std::vector<std::string> list;
  const auto add = [&](const std::string& metric) {
    if (std::find(list.begin(), list.end(), metric) == list.end()) list.push_back(metric);
  };
  for (const Report::Cost& one : report.costs) add(one.metric);
  for (const Report::LearningCurve& one : report.learning_curves) add(one.metric);
  for (const Report::Decomposition& one : report.decomposition) add(one.metric);
  return list;
}

const Report::Extrapolation* at_factor(const std::vector<Report::Extrapolation>& list,
                                       std::optional<double> factor) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Report::Extrapolation& one) {
    return one.factor == factor;
  });
  return found == list.end() ? nullptr : &*found;
}

std::vector<std::string> care_sentences(const audit::SourcesReport& report) {
  std::vector<std::string> sentences = report.cut;
  for (const audit::SourcesReport::Model& model : report.models) {
    if (model.not_converged == 0) continue;
    sentences.push_back(fmt::format("{}: {} of {} did not converge.", model.name,
                                    with_thousands(model.not_converged),
                                    plural(model.fits, "fit")));
  }
  return sentences;
}

}  // namespace faultline::report
