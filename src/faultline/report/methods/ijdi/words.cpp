#include "faultline/report/methods/ijdi/words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

/// A difference of rates, "6.2 points".
std::string points(double difference) {
  const double value = 100 * difference;
  const std::string number = fmt::format("{:.1f}", value);
  return number == "1.0" ? "1 point" : number + " points";
}

std::string trimmed(double value) { return fmt::format("{:.6g}", value); }

std::string counted(const char* among, double count, std::int64_t n) {
  return fmt::format("{}({} of {})", among, quantity(count), with_thousands(n));
}

/// What the base rates justify, given the rate outside.
std::string justified_sentence(const result::Finding& finding) {
  const result::IjdiDetails& ijdi = ijdi_of(finding);
  if (!ijdi.base_rate || !ijdi.base_rate_outside || !ijdi.allowed) return "";
  const bool lower = finding.direction == result::Direction::lower;
  const char* harm = lower ? "lower" : "higher";
  const double gain = (lower ? -1 : 1) * (*ijdi.base_rate - *ijdi.base_rate_outside);
  const std::string rates = fmt::format(" The base rate is {} inside and {} outside",
                                        percent(*ijdi.base_rate), percent(*ijdi.base_rate_outside));
  if (!(gain > 0)) return fmt::format("{}: that justifies no {} rate inside.", rates, harm);
  if (ijdi.lambda == 0)
    return fmt::format("{}; with lambda = 0 that justifies no {} rate inside.", rates, harm);
  return fmt::format("{}: that difference of {} justifies a rate of at {} {} inside.", rates,
                     points(gain), lower ? "least" : "most", percent(*ijdi.allowed));
}

}  // namespace

std::vector<const result::Finding*> ErrorSweep::best() const {
  std::vector<const result::Finding*> list;
  for (const auto& [number, finding] : findings) {
    if (finding->rank == 1) list.push_back(finding);
  }
  return list;
}

std::vector<ErrorSweep> by_error(const result::Result& result) {
  std::vector<ErrorSweep> sweeps;
  std::size_t number = 0;
  for (const result::Finding& finding : result.findings) {
    ++number;
    if (!finding.ijdi) continue;
    auto sweep = std::find_if(sweeps.begin(), sweeps.end(), [&](const ErrorSweep& entry) {
      return entry.error == ijdi_of(finding).error;
    });
    if (sweep == sweeps.end()) {
      sweep =
          sweeps.insert(sweeps.end(), ErrorSweep{.error = ijdi_of(finding).error, .findings = {}});
    }
    sweep->findings.emplace_back(number, &finding);
  }
  for (ErrorSweep& sweep : sweeps) {
    std::stable_sort(sweep.findings.begin(), sweep.findings.end(),
                     [](const auto& a, const auto& b) {
                       return std::pair(ijdi_of(*a.second).lambda, a.second->rank) <
                              std::pair(ijdi_of(*b.second).lambda, b.second->rank);
                     });
  }
  return sweeps;
}

const result::IjdiDetails& ijdi_of(const result::Finding& finding) {
  static const result::IjdiDetails kDefaults;
  return finding.ijdi ? *finding.ijdi : kDefaults;
}

bool refits_probability(const result::Result& result) {
  if (option_words(result, "redraw") == "decisions") return false;
  return option_words(result, "fit_probability").has_value();
}

std::string error_name(result::ErrorRate error) {
  return error == result::ErrorRate::fpr ? "false positive rate" : "true positive rate";
}

std::string counted_people(result::ErrorRate error) {
  return error == result::ErrorRate::tpr ? "people with the outcome" : "people without the outcome";
}

std::string sweep_title(const ErrorSweep& sweep) {
  return fmt::format("{}, among {}", capitalised(error_name(sweep.error)),
                     counted_people(sweep.error));
}

std::string lambda_label(const result::Finding& finding) {
  const std::string label = fmt::format("lambda = {}", shortest(ijdi_of(finding).lambda));
  return finding.rank > 1 ? fmt::format("{}, rank {}", label, finding.rank) : label;
}

std::string lambda_meaning(double lambda, result::ErrorRate error) {
  const std::string name = error_name(error);
  if (lambda == 0) {
    return fmt::format("base rates justify nothing, all {}s should be equal", name);
  }
  // Points of base rate that make the example's numbers easy to read.
  const double base = lambda <= 1 ? 10 : 1;
  const std::string gained = trimmed(base * lambda);
  return fmt::format("a difference of {} {} in base rates justifies {} {} in {}", trimmed(base),
                     base == 1 ? "point" : "points", gained, gained == "1" ? "point" : "points",
                     name);
}

std::string ijdi_sentence(const result::Finding& finding) {
  std::string text =
      fmt::format("{} {} of those {} the outcome were flagged", percent(finding.observed),
                  counted("", finding.observed_count, finding.n),
                  ijdi_of(finding).error == result::ErrorRate::tpr ? "with" : "without");
  if (finding.comparison && finding.comparison->n > 0) {
    const result::Rate& others = *finding.comparison;
    text += fmt::format("; outside the subgroup {}", percent(others.observed));
    text += counted(" ", others.observed_count, others.n);
  } else if (finding.comparison) {
    text += "; nobody is outside the subgroup";
  }
  return text + "." + justified_sentence(finding);
}

std::string adjustment_sentence(const result::Adjustment& adjustment,
                                const result::Finding& finding) {
  const bool first = adjustment.edge_case == 1;
  const bool lower = finding.direction == result::Direction::lower;
  const std::string why =
      first ? fmt::format("Its base rate lay {} that outside", lower ? "above" : "below")
            : fmt::format("Its expectation had been cut off at {}", lower ? 0 : 1);
  const std::string done = fmt::format(
      "{} of its members was {} to {}", first ? "the base rate" : "the expectation",
      lower ? "lowered" : "raised", first ? "that outside" : "what it was before the cut");
  return fmt::format("Before: \u201c{}\u201d, score {}. {}, so {} (edge case {}, {} = {}).",
                     adjustment.subgroup_before.empty() ? "everybody" : adjustment.text_before,
                     score(adjustment.score_before), why, done, adjustment.edge_case,
                     first ? "alpha" : "beta", ratio(adjustment.amount));
}

}  // namespace faultline::report
