#include "faultline/run/expectations.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::run {
namespace {

using result::ExpectationModel;
using result::Finding;
using result::ModelFinding;

/// Enough for an adjusted p-value of .005 and for the interval that needs 199; each redraw fits the
/// trees anew, and thousands of them would take hours.
constexpr std::int64_t kTreeReplicates = 199;

constexpr std::array kOthers = {ExpectationModel::doubly_robust, ExpectationModel::boosted,
                                ExpectationModel::forest};

methods::ConditionalOptions with_model(methods::ConditionalOptions options,
                                       ExpectationModel model) {
  options.top = 1;
  options.power = false;
  options.doubly_robust = model == ExpectationModel::doubly_robust;
  if (options.doubly_robust) return options;
  options.expectation.kind = model == ExpectationModel::boosted ? result::LearnerKind::boosted
                                                                : result::LearnerKind::forest;
  options.replicates = std::min(options.replicates, kTreeReplicates);
  return options;
}

ModelFinding in_brief(const Finding& finding, ExpectationModel model) {
  return {.model = model,
          .subgroup = finding.subgroup,
          .text = finding.text,
          .n = finding.n,
          .score = finding.score,
          .theta = finding.theta,
          .theta_limit = finding.theta_limit,
          .p_value = finding.p_value,
          .p_value_adjusted = finding.p_value_adjusted,
          .replicates = finding.replicates,
          .verdict = finding.verdict};
}

/// What undermines one of the other models, told with its name; what the first model was told of
/// already, such as people without comparison, is not repeated.
void hand_on_notices(const methods::ConditionalResult& other, ExpectationModel model,
                     methods::ConditionalResult& result) {
  const auto hand_on = [&](const result::Notice& notice, const std::string& scan = {}) {
    if (notice.severity != result::Severity::warning) return;
    if (std::ranges::find(result.notices, notice) != result.notices.end()) return;
    result.notices.push_back(result::Notice::warning(
        fmt::format("with the expectation model {}{}: {}", name_of(model), scan, notice.text),
        notice.about));
  };
  for (const result::Notice& notice : other.notices) hand_on(notice);
  for (const result::ModelReport& report : other.models) {
    if (report.name != result::ModelName::expectation) continue;
    const std::string scan =
        fmt::format(", {} of {} = {}", report.metric, report.protected_class->attribute,
                    report.protected_class->value);
    for (const result::Notice& notice : report.notices) hand_on(notice, scan);
  }
}

/// A subgroup that is named may depart in the other direction under another model.
bool same_scan(const Finding& one, const Finding& other, bool either_direction) {
  return one.metric == other.metric && one.protected_class == other.protected_class &&
         (either_direction || one.direction == other.direction);
}

}  // namespace

void add_other_expectations(const methods::ConditionalInput& input,
                            const std::vector<methods::ProtectedClass>& classes,
                            const methods::ConditionalOptions& options, const methods::Hooks& hooks,
                            methods::ConditionalResult& result) {
  if (result.partial) return;
  std::vector<methods::ConditionalResult> others;
  for (const ExpectationModel model : kOthers) {
    others.push_back(methods::conditional_scan(input, classes, with_model(options, model), hooks));
    if (others.back().partial) {
      result.partial = true;
      return;
    }
  }
  for (std::size_t k = 0; k < others.size(); ++k) hand_on_notices(others[k], kOthers[k], result);
  const bool named = !options.subgroup.empty();
  for (Finding& finding : result.findings) {
    if (finding.rank > 1) continue;
    finding.by_expectation.push_back(in_brief(finding, ExpectationModel::logistic));
    for (std::size_t k = 0; k < others.size(); ++k) {
      const auto same = std::ranges::find_if(others[k].findings, [&](const Finding& other) {
        return same_scan(finding, other, named);
      });
      if (same != others[k].findings.end())
        finding.by_expectation.push_back(in_brief(*same, kOthers[k]));
    }
  }
  if (options.replicates > kTreeReplicates) {
    result.notices.push_back(result::Notice::note(
        fmt::format("`expectation` all: boosted trees and forests, fitted anew in every redraw, "
                    "have at most {} redraws",
                    kTreeReplicates)));
  }
}

}  // namespace faultline::run
