#include "faultline/report/methods/shared/model_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

std::string learner_words(result::LearnerKind learner) {
  switch (learner) {
    case result::LearnerKind::logistic:
      return "Logistic regression";
    case result::LearnerKind::logistic_l1:
      return "L1 logistic regression";
    case result::LearnerKind::ridge:
      return "Ridge regression";
    case result::LearnerKind::tree:
      return "Tree";
    case result::LearnerKind::forest:
      return "Forest";
    case result::LearnerKind::boosted:
      return "Boosted trees";
    case result::LearnerKind::ensemble:
      return "Super learner";
    case result::LearnerKind::column:
      return "Column";
  }
  throw InternalError("a learner without words");
}

std::string name_words(result::ModelName name) {
  switch (name) {
    case result::ModelName::propensity:
      return "Propensity model";
    case result::ModelName::expectation:
      return "Expectation model";
    case result::ModelName::probability:
      return "Model of the true probability";
    case result::ModelName::treatment:
      return "Treatment model";
    case result::ModelName::outcome:
      return "Outcome model";
  }
  throw InternalError("a model without words");
}

constexpr const char* kSeparated =
    "the covariates tell some people apart perfectly, so without a ridge some coefficients have "
    "no finite value";
constexpr const char* kNotConverged = "it did not converge, so its numbers are not final";

}  // namespace

bool is_about_treatment(const result::ModelReport& model) {
  return model.name == result::ModelName::treatment;
}

std::string model_name(const result::ModelReport& model) {
  std::string name = name_words(model.name);
  if (model.metric.empty()) return name;
  // Of these the metric is the decision that the model was fitted for.
  const bool of_decision = is_about_treatment(model) || model.name == result::ModelName::outcome;
  return fmt::format("{}{} {}", name, of_decision ? ", decision" : " of", model.metric);
}

std::string fit_sentence(const result::ModelReport& model) {
  if (model.learner == result::LearnerKind::column)
    return fmt::format("Given as a column for {}.", people(model.n));
  std::string text = fmt::format("{}, fitted on {}", learner_words(model.learner), people(model.n));
  std::vector<std::string> weights;
  weights.reserve(model.ensemble_weights.size());
  for (const auto& [learner, weight] : model.ensemble_weights) {
    weights.push_back(fmt::format("{} {}", learner, percent(weight)));
  }
  if (!weights.empty()) text += fmt::format("; weights: {}", join_words(weights));
  if (!model.converged) {
    return fmt::format("{}: {} ({}, gradient norm {}).", text, kNotConverged,
                       plural(model.iterations, "step"), ratio(model.gradient_norm));
  }
  if (model.iterations > 0) {
    text += fmt::format("; converged in {}", plural(model.iterations, "step"));
  }
  if (model.separated) text += fmt::format("; {}", kSeparated);
  return text + ".";
}

std::string calibration_sentence(const result::ModelReport& model) {
  if (model.calibration.empty() || !std::isfinite(model.calibration_error)) return "";
  const auto bins = static_cast<std::int64_t>(model.calibration.size());
  return fmt::format(
      "Predicted and observed differ by {:.1f} percentage points on average over {}.",
      100 * model.calibration_error, plural(bins, "bin"));
}

std::string overlap_sentence(const result::ModelReport& model) {
  if (!model.overlap) return "";
  const double extreme = model.overlap->extreme_share;
  if (is_about_treatment(model)) {
    return fmt::format(
               "{} a propensity above 95 %, where hardly anybody is left untreated to stand for "
               "them; the "
               "heaviest 1 % of the untreated carries {} of all weight.",
               extreme == 0 ? "Nobody treated has" : percent(extreme) + " of the treated have",
               percent(model.overlap->largest_weight_share)) +
           (model.effective_sample_size
                ? fmt::format(" The weighted untreated people tell as much as {} unweighted ones "
                              "(effective sample size).",
                              with_thousands(static_cast<std::int64_t>(
                                  std::round(*model.effective_sample_size))))
                : "");
  }
  std::string text = fmt::format(
      "{} of the class has a propensity above 95 %, where hardly anybody outside it is "
      "comparable; the heaviest 1 % of the comparison people carries {} of all weight.",
      extreme == 0 ? "Nobody" : percent(extreme), percent(model.overlap->largest_weight_share));
  if (model.effective_sample_size) {
    text += fmt::format(
        " The weighted comparison people tell as much as {} unweighted ones (effective sample "
        "size).",
        with_thousands(static_cast<std::int64_t>(std::round(*model.effective_sample_size))));
  }
  return text;
}

std::vector<std::string> model_warnings(const result::ModelReport& model) {
  if (!model.notices.empty()) return texts(model.notices);
  std::vector<std::string> sentences;
  if (!model.converged) sentences.push_back(fmt::format("{}.", kNotConverged));
  if (model.separated) sentences.push_back(fmt::format("{}.", kSeparated));
  return sentences;
}

}  // namespace faultline::report
