#include "faultline/report/model_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/format.hpp"

namespace faultline::report {
namespace {

std::string learner_words(const audit::ModelReport& model) {
  if (model.learner == "logistic") return "Logistic regression";
  if (model.learner == "boosted") return "Boosted trees";
  if (model.learner == "forest") return "Forest";
  if (model.learner == "ensemble") return "Super learner";
  return model.learner;
}

constexpr const char* kSeparated =
    "the covariates tell some people apart perfectly, so without a ridge some coefficients have "
    "no finite value";
constexpr const char* kNotConverged = "it did not converge, so its numbers are not final";

}  // namespace

bool is_about_treatment(const audit::ModelReport& model) { return model.name == "treatment"; }

std::string model_name(const audit::ModelReport& model) {
  // Of these the metric is the decision that the model was fitted for.
  if (is_about_treatment(model) || model.name == "outcome") {
    const char* name = is_about_treatment(model) ? "Treatment model" : "Outcome model";
    return model.metric.empty() ? name : fmt::format("{}, decision {}", name, model.metric);
  }
  std::string name = model.name == "propensity"    ? "Propensity model"
                     : model.name == "expectation" ? "Expectation model"
                     : model.name == "probability" ? "Model of the true probability"
                                                   : model.name;
  return model.metric.empty() ? name : fmt::format("{} of {}", name, model.metric);
}

std::string fit_sentence(const audit::ModelReport& model) {
  if (model.learner == "column") return fmt::format("Given as a column for {}.", people(model.n));
  std::string text = fmt::format("{}, fitted on {}", learner_words(model), people(model.n));
  std::vector<std::string> weights;
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

std::string calibration_sentence(const audit::ModelReport& model) {
  if (model.calibration.empty() || !std::isfinite(model.calibration_error)) return "";
  const auto bins = static_cast<std::int64_t>(model.calibration.size());
  return fmt::format(
      "Predicted and observed differ by {:.1f} percentage points on average over {}.",
      100 * model.calibration_error, plural(bins, "bin"));
}

std::string overlap_sentence(const audit::ModelReport& model) {
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

std::vector<std::string> model_warnings(const audit::ModelReport& model) {
  if (!model.warnings.empty()) return model.warnings;
  std::vector<std::string> sentences;
  if (!model.converged) sentences.push_back(fmt::format("{}.", kNotConverged));
  if (model.separated) sentences.push_back(fmt::format("{}.", kSeparated));
  return sentences;
}

}  // namespace faultline::report
