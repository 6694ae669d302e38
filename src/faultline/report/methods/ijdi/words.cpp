#include "faultline/report/methods/ijdi/words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
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
  if (!ijdi_of(finding).base_rate || !ijdi_of(finding).base_rate_outside ||
      !ijdi_of(finding).allowed)
    return "";
  const double inside = *ijdi_of(finding).base_rate;
  const double outside = *ijdi_of(finding).base_rate_outside;
  const std::string rates =
      fmt::format(" The base rate is {} inside and {} outside", percent(inside), percent(outside));
  if (!(inside > outside)) {
    return fmt::format("{}: that justifies no higher rate inside.", rates);
  }
  if (ijdi_of(finding).lambda == 0) {
    return fmt::format("{}; with lambda = 0 that justifies no higher rate inside.", rates);
  }
  return fmt::format("{}: that difference of {} justifies a rate of at most {} inside.", rates,
                     points(inside - outside), percent(*ijdi_of(finding).allowed));
}

std::vector<std::string> lambdas(const std::vector<const result::Finding*>& findings) {
  std::vector<std::string> list;
  list.reserve(findings.size());
  for (const result::Finding* finding : findings)
    list.push_back(shortest(ijdi_of(*finding).lambda));
  return list;
}

std::string at_lambdas(const std::vector<const result::Finding*>& findings) {
  const std::vector<std::string> list = lambdas(findings);
  return fmt::format("lambda = {}", join_words(list, 8));
}

/// What can be said of the values of lambda above the last with evidence.
std::string tail_sentence(const std::vector<const result::Finding*>& rest, double alpha) {
  const auto open = [&](const result::Finding* finding) {
    const Verdict found = verdict(*finding, alpha);
    return found == Verdict::no_p_value || found == Verdict::not_tested;
  };
  std::vector<const result::Finding*> unknown;
  std::copy_if(rest.begin(), rest.end(), std::back_inserter(unknown), open);
  // From here on every value was tested, and none gave evidence.
  const auto last_open = std::find_if(rest.rbegin(), rest.rend(), open);
  const auto settled = last_open.base();
  std::string text;
  if (settled != rest.end()) {
    const bool last = settled + 1 == rest.end();
    text = fmt::format(
        "{} lambda = {}{}, base rates can justify what is found: no subgroup stands out by more "
        "than chance would give.",
        last ? "With" : "From", shortest(ijdi_of(**settled).lambda), last ? "" : " on");
  }
  if (!unknown.empty()) {
    const auto all = [&](Verdict wanted) {
      return std::all_of(unknown.begin(), unknown.end(), [&](const result::Finding* finding) {
        return verdict(*finding, alpha) == wanted;
      });
    };
    const bool untested = all(Verdict::not_tested);
    const bool degenerate = all(Verdict::no_p_value);
    text += fmt::format("{}With {} {}, so whether base rates justify what is found there is open.",
                        text.empty() ? "" : " ", at_lambdas(unknown),
                        untested ? "no test was run"
                        : degenerate
                            ? "there is no p-value (the null distribution is degenerate)"
                            : "there is no p-value (no test was run, or its null distribution is "
                              "degenerate)");
  }
  return text;
}

std::string story_sentence(const result::Finding& finding) {
  return fmt::format("With lambda = {} ({}), subgroup \u201c{}\u201d: {}",
                     shortest(ijdi_of(finding).lambda),
                     lambda_meaning(ijdi_of(finding).lambda, ijdi_of(finding).error),
                     subgroup_words(finding), ijdi_sentence(finding));
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
  static const result::IjdiDetails kNone;
  return finding.ijdi ? *finding.ijdi : kNone;
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
    return fmt::format("base rates justify nothing, every {} is to be the same", name);
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

std::string sweep_sentence(const ErrorSweep& sweep, double alpha) {
  const std::vector<const result::Finding*> best = sweep.best();
  if (best.empty()) return "No scan was finished.";
  const auto significant = [&](const result::Finding* finding) {
    return verdict(*finding, alpha) == Verdict::significant;
  };
  std::vector<const result::Finding*> evidence;
  std::copy_if(best.begin(), best.end(), std::back_inserter(evidence), significant);
  const auto last = std::find_if(best.rbegin(), best.rend(), significant);
  const std::vector<const result::Finding*> rest(last.base(), best.end());

  const std::string name = error_name(sweep.error);
  if (evidence.empty()) {
    const std::string tail = tail_sentence(rest, alpha);
    return fmt::format(
        "There is no evidence, at any lambda asked for, that a subgroup's {} is higher than its "
        "base rate justifies. {}",
        name, tail);
  }
  std::string text = fmt::format(
      "There is evidence with {} that a subgroup's {} is higher than its base rate justifies.",
      at_lambdas(evidence), name);
  if (!rest.empty()) return text + " " + tail_sentence(rest, alpha);
  if (best.size() == 1) return text;
  return fmt::format("{} Even lambda = {}, the largest asked for, does not justify it.", text,
                     shortest(ijdi_of(*best.back()).lambda));
}

std::vector<std::string> sweep_story(const ErrorSweep& sweep, double alpha) {
  const std::vector<const result::Finding*> best = sweep.best();
  std::vector<const result::Finding*> told;
  for (const result::Finding* finding : best) {
    if (finding->subgroup) {
      told.push_back(finding);
      break;
    }
  }
  const auto last = std::find_if(best.rbegin(), best.rend(), [&](const result::Finding* finding) {
    return verdict(*finding, alpha) == Verdict::significant;
  });
  if (last != best.rend() && (told.empty() || told.front() != *last)) told.push_back(*last);
  std::vector<std::string> sentences;
  sentences.reserve(told.size());
  for (const result::Finding* finding : told) sentences.push_back(story_sentence(*finding));
  return sentences;
}

std::vector<std::string> ijdi_open_sentences(const result::Result& result) {
  bool open = false;
  bool degenerate = false;
  for (const result::Finding& finding : result.findings) {
    const Verdict found = verdict(finding, result.alpha);
    open = open || found != Verdict::significant;
    degenerate = degenerate || found == Verdict::no_p_value;
  }
  std::vector<std::string> sentences;
  if (degenerate) {
    sentences.emplace_back(
        "Where there is no p-value the null distribution is degenerate: data drawn as the base "
        "rates would justify them give no score to compare with, so nothing can be concluded, in "
        "either direction.");
  }
  if (open) {
    sentences.push_back(fmt::format(
        "Not enough evidence does not show that base rates justify every error rate: {}. {}",
        kUnnoticed, hidden_sentence(result)));
  }
  return sentences;
}

std::string adjustment_sentence(const result::Adjustment& adjustment) {
  const bool first = adjustment.edge_case == 1;
  return fmt::format(
      "Before: \u201c{}\u201d, score {}. {}, so {} (edge case {}, {} = {}).",
      adjustment.subgroup_before.empty() ? "everybody" : adjustment.text_before,
      score(adjustment.score_before),
      first ? "Its base rate lay below that outside" : "Its expectation had been cut off at 1",
      first ? "the base rate of its members was raised to that outside"
            : "the expectation of its members was raised to what it was before the cut",
      adjustment.edge_case, first ? "alpha" : "beta", ratio(adjustment.amount));
}

}  // namespace faultline::report
