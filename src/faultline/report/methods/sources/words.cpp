#include "faultline/report/methods/sources/words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/document/table.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

struct MetricNames {
  const char* brief = "";
  const char* words = "";
  const char* meaning = "";
};

MetricNames names(const Report& report, result::CostMetric metric) {
  switch (metric) {
    case result::CostMetric::fpr:
      return {"FPR", "false positive rate",
              "people without the outcome who are predicted to have it"};
    case result::CostMetric::fnr:
      return {"FNR", "false negative rate",
              "people with the outcome who are predicted not to have it"};
    case result::CostMetric::zero_one:
      return {"Zero-one", "error rate", "people who are predicted wrongly"};
    case result::CostMetric::generalised_zero_one:
      return {"Gen. zero-one", "generalised error rate",
              "mean distance of the score from the outcome: the error rate if decisions were drawn "
              "from the scores"};
    case result::CostMetric::mse:
      if (is_binary(report))
        return {"Brier", "Brier score", "mean squared distance of the score from the outcome"};
      return {"MSE", "mean squared error",
              "mean squared distance of the prediction from the outcome"};
  }
  throw InternalError("a cost without words");
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

bool is_binary(const Report& report) { return report.outcome != result::OutcomeKind::number; }

std::string metric_short(const Report& report, result::CostMetric metric) {
  return names(report, metric).brief;
}

std::string metric_words(const Report& report, result::CostMetric metric) {
  return names(report, metric).words;
}

std::string metric_meaning(const Report& report, result::CostMetric metric) {
  return names(report, metric).meaning;
}

std::string unit_words(const Report& report) {
  return is_binary(report) ? "in %, the Brier score times 100" : "in squared units of the outcome";
}

std::string action_words(result::Action action) {
  switch (action) {
    case result::Action::none:
      return "No clear difference";
    case result::Action::more_data:
      return "More people";
    case result::Action::more_of_group:
      return "More people of one group";
    case result::Action::variables:
      return "Other variables";
    case result::Action::model:
      return "Another model";
    case result::Action::tell_group:
      return "Tell the model the group";
    case result::Action::unclear:
      return "Cause not known yet";
    case result::Action::undecided:
      return "Undecided";
  }
  throw InternalError("an action without words");
}

std::string minus_words(const Report::Groups& groups) {
  return fmt::format("{} - {}", groups.first, groups.second);
}

std::string both_words(const Report::Groups& groups) {
  return fmt::format("{} and {}", groups.first, groups.second);
}

std::string cost_cell(const Report& report, double cost) {
  return is_binary(report) ? percent_number(cost) : ratio(cost);
}

std::string gap_cell(const Report& report, double gap) {
  return is_binary(report) ? points(gap) : ratio(gap);
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

std::string noise_method_words(result::NoiseMethod method) {
  switch (method) {
    case result::NoiseMethod::mahalanobis:
      return "Mahalanobis";
    case result::NoiseMethod::bhattacharyya:
      return "Bhattacharyya";
    case result::NoiseMethod::nearest_neighbour:
      return "Nearest neighbours";
  }
  throw InternalError("a bound without words");
}

std::string noise_range(const Report::Noise& noise) {
  if (noise.lower && noise.upper) {
    return fmt::format("{} to {}", percent_number(*noise.lower), percent_number(*noise.upper));
  }
  if (noise.upper) return fmt::format("at most {}", percent_number(*noise.upper));
  if (noise.lower) return fmt::format("at least {}", percent_number(*noise.lower));
  return "not computed";
}

std::string done_sentence(const Report& report) {
  std::vector<std::string> groups;
  groups.reserve(report.groups.size());
  for (const Report::Group& group : report.groups) {
    groups.push_back(
        fmt::format("{} ({}, {} {})", group.group, people(group.n),
                    is_binary(report) ? "base rate" : "mean outcome",
                    is_binary(report) ? percent(group.mean_outcome) : ratio(group.mean_outcome)));
  }
  std::vector<std::string> models;
  models.reserve(report.models.size());
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
  std::string text;
  if (!curve.answer.empty()) {
    text = fmt::format("down to {}{}: {}{}", gap_cell(report, curve.gap),
                       is_binary(report) ? " points" : "", curve.answer,
                       curve.answer.ends_with('.') ? "" : ".");
  }
  if (curve.crossings.empty()) return text;
  std::vector<std::string> sizes;
  sizes.reserve(curve.crossings.size());
  for (const double size : curve.crossings) sizes.push_back(size_words(size));
  const std::string sign =
      fmt::format("the fitted difference changes sign at about {} people.", join_words(sizes));
  return text.empty() ? sign : fmt::format("{} {}", text, capitalised(sign));
}

std::vector<result::CostMetric> metrics_in(const Report& report) {
  std::vector<result::CostMetric> list;
  const auto add = [&](result::CostMetric metric) {
    if (std::find(list.begin(), list.end(), metric) == list.end()) list.push_back(metric);
  };
  for (const Report::Cost& one : report.costs) add(one.metric);
  for (const Report::LearningCurve& one : report.learning_curves) add(one.metric);
  for (const Report::Decomposition& one : report.decomposition) add(one.metric);
  return list;
}

std::vector<std::string> care_sentences(const Report& report) {
  std::vector<std::string> sentences = texts(report.notices);
  for (const Report::Model& model : report.models) {
    if (model.not_converged == 0) continue;
    sentences.push_back(fmt::format("{}: {} of {} did not converge.", model.name,
                                    with_thousands(model.not_converged),
                                    plural(model.fits, "fit")));
  }
  return sentences;
}

}  // namespace faultline::report
