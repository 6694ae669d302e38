#include "faultline/report/methods/ijdi/answer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/plain_finding.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Findings = std::vector<const result::Finding*>;

const char* more_or_less(const result::Finding& finding) {
  return finding.direction == result::Direction::lower ? "less" : "more";
}

/// "2 points (lambda = 2)".
std::string exchange(const result::Finding& finding) {
  const double lambda = ijdi_of(finding).lambda;
  return fmt::format("{} {} (lambda = {})", shortest(lambda), lambda == 1 ? "point" : "points",
                     shortest(lambda));
}

/// Whether the subgroup's rate lies within what base rates justify at another lambda.
bool is_justified_at(double lambda, const result::Finding& finding) {
  const result::IjdiDetails& ijdi = ijdi_of(finding);
  if (!finding.subgroup || !finding.comparison || !ijdi.base_rate || !ijdi.base_rate_outside)
    return false;
  const double sign = finding.direction == result::Direction::lower ? -1 : 1;
  const double gain = std::max(0.0, sign * (*ijdi.base_rate - *ijdi.base_rate_outside));
  return sign * (finding.observed - finding.comparison->observed) <= lambda * gain;
}

/// What the first lambda past the evidence says: `before` is the last with evidence.
std::string next_sentence(const result::Finding& before, const result::Finding& next,
                          const result::Result& result) {
  const std::string justifies =
      ijdi_of(before).lambda > 0 ? "If it justifies" : "If each point of base rate justifies";
  switch (verdict(next, result.alpha)) {
    case Verdict::nothing_found:
      return fmt::format(" {} {}, base rates can justify what is found.", justifies,
                         exchange(next));
    case Verdict::not_significant:
      if (is_justified_at(ijdi_of(next).lambda, before)) {
        return fmt::format(" {} {}, base rates can justify what is found.", justifies,
                           exchange(next));
      }
      return fmt::format(" {} {}, there is no evidence any more: that can be chance{}.", justifies,
                         exchange(next),
                         refits_probability(result) ? ", or the error of the fitted risks" : "");
    case Verdict::undecided:
      return fmt::format(" {} {}, so few simulated data sets cannot decide it.", justifies,
                         exchange(next));
    case Verdict::no_p_value:
      return fmt::format(
          " {} {}, chance leaves nothing to compare with, and whether base rates justify what is "
          "found is open.",
          justifies, exchange(next));
    default:
      return fmt::format(" Whether base rates justify it from lambda = {} on was not tested.",
                         shortest(ijdi_of(next).lambda));
  }
}

/// Where the smallest lambda gives no evidence.
std::string no_evidence(const result::Finding& first, const result::Result& result) {
  const bool equal = ijdi_of(first).lambda == 0;
  const std::string claim = fmt::format(
      "{} are flagged {} often than {}", counted_people(ijdi_of(first).error), more_or_less(first),
      equal ? "others"
            : fmt::format("base rates justify, if each point of base rate justifies {}",
                          exchange(first)));
  switch (verdict(first, result.alpha)) {
    case Verdict::undecided:
      return fmt::format("Whether some {} is undecided: so few simulated data sets cannot tell.",
                         claim);
    case Verdict::no_p_value:
      return fmt::format(
          "Whether some {} is open: chance leaves nothing to compare with (the null distribution "
          "is degenerate).",
          claim);
    case Verdict::not_tested:
      return fmt::format("Whether some {} is not known: no test was run.", claim);
    default:
      return fmt::format(
          "There is not enough evidence that some {}. That does not show that nobody is.", claim);
  }
}

/// Findings with evidence, lambda ascending.
Findings with_evidence(const Findings& best, const result::Result& result) {
  Findings list;
  std::copy_if(
      best.begin(), best.end(), std::back_inserter(list),
      [&](const result::Finding* finding) { return has_evidence(*finding, result.alpha); });
  return list;
}

/// Those that tell most.
Findings told(const ErrorSweep& sweep, const result::Result& result) {
  const Findings best = sweep.best();
  Findings evidence = with_evidence(best, result);
  if (evidence.size() > 1) return {evidence.back(), evidence.front()};
  if (!evidence.empty()) return evidence;
  const auto first = std::find_if(best.begin(), best.end(), [](const result::Finding* finding) {
    return finding->subgroup.has_value();
  });
  return first == best.end() ? Findings{} : Findings{*first};
}

/// What of the doubts concerns the probabilities.
std::string probability_doubt(const result::Finding& finding) {
  for (const data::Notice& notice : finding.warnings) {
    if (notice.about == result::kAboutProbability) return fmt::format(" But {}.", notice.text);
  }
  return "";
}

std::string justified_words(const result::Finding& finding) {
  const result::IjdiDetails& ijdi = ijdi_of(finding);
  if (!(ijdi.lambda > 0) && finding.subgroup)
    return " Here base rates justify nothing: equal rates are asked for (lambda = 0).";
  if (!(ijdi.lambda > 0) || !ijdi.allowed || !ijdi.base_rate || !ijdi.base_rate_outside) return "";
  const bool lower = finding.direction == result::Direction::lower;
  const std::string rates =
      fmt::format(" Their average risk of the outcome is {}, that of everybody else {}",
                  percent(*ijdi.base_rate), percent(*ijdi.base_rate_outside));
  const double gain = (lower ? -1 : 1) * (*ijdi.base_rate - *ijdi.base_rate_outside);
  if (!(gain > 0)) return fmt::format("{}, which justifies no difference.", rates);
  return fmt::format(
      "{}; if each point of difference justifies {}, a rate of at {} {} is justified.", rates,
      exchange(finding), lower ? "least" : "most", percent(*ijdi.allowed));
}

}  // namespace

std::string sweep_sentence(const ErrorSweep& sweep, const result::Result& result) {
  const Findings best = sweep.best();
  if (best.empty()) return "No scan was finished.";
  const Findings evidence = with_evidence(best, result);
  if (evidence.empty()) return no_evidence(*best.front(), result);
  const result::Finding& last = *evidence.back();
  const double lambda = ijdi_of(last).lambda;
  std::string text = fmt::format("Some {} are flagged {} often than others",
                                 counted_people(sweep.error), more_or_less(last));
  if (lambda > 0) {
    text += fmt::format(
        ", and base rates do not justify it, even if each point of base rate justifies {}",
        exchange(last));
  }
  text += ".";
  const auto next = std::find(best.begin(), best.end(), &last) + 1;
  if (next != best.end()) {
    text += next_sentence(last, **next, result);
  } else if (best.size() > 1) {
    text += " No larger lambda was asked for.";
  }
  if (lambda > 0 && !refits_probability(result))
    text += " This holds if the probabilities of the outcome are exact.";
  return text;
}

std::string plain_ijdi_sentence(const result::Finding& finding) {
  const PlainCriterion& plain = plain_criterion(finding.metric);
  std::string text = fmt::format("Of {}{}, {} {}", plain_subject(finding), plain.whom,
                                 percent(finding.observed), plain.event);
  if (finding.comparison && finding.comparison->n > 0)
    text += fmt::format("; of everybody else, {}", percent(finding.comparison->observed));
  return text + "." + justified_words(finding);
}

Verdicts sweep_verdicts(const ErrorSweep& sweep, const result::Result& result) {
  Verdicts verdicts;
  const Findings list = told(sweep, result);
  for (const result::Finding* finding : list) {
    // The same people once more would tell nothing new.
    if (finding != list.front() && finding->subgroup == list.front()->subgroup) continue;
    const auto at = std::find_if(sweep.findings.begin(), sweep.findings.end(),
                                 [&](const auto& entry) { return entry.second == finding; });
    verdicts.list.push_back({.badge = verdict_badge(*finding, result.alpha, true),
                             .title = plain_title(*finding),
                             .link = finding_anchor(at->first),
                             .words = plain_ijdi_sentence(*finding) +
                                      chance_words(finding->verdict, finding->p_value_adjusted) +
                                      probability_doubt(*finding)});
  }
  return verdicts;
}

std::vector<std::string> sweep_story(const ErrorSweep& sweep, const result::Result& result) {
  std::vector<std::string> sentences;
  for (const result::Finding* finding : told(sweep, result)) {
    const result::IjdiDetails& ijdi = ijdi_of(*finding);
    sentences.push_back(fmt::format("With lambda = {} ({}), subgroup \u201c{}\u201d: {} {}",
                                    shortest(ijdi.lambda), lambda_meaning(ijdi.lambda, ijdi.error),
                                    subgroup_words(*finding), ijdi_sentence(*finding),
                                    strength_sentence(*finding)));
  }
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

std::vector<std::string> chance_sentences(const std::vector<ErrorSweep>& sweeps,
                                          const result::Result& result) {
  const bool tested =
      std::any_of(result.findings.begin(), result.findings.end(),
                  [](const result::Finding& finding) { return finding.replicates > 0; });
  if (!tested) return {};
  std::vector<std::string> sentences = {
      refits_probability(result)
          ? "Data sets are drawn as if base rates justified every rate: outcomes from the fitted "
            "probabilities, decisions from what they justify, and the probabilities fitted again. "
            "So the error of the fit counts."
          : "Data sets are drawn as if base rates justified every rate, decisions only: the "
            "probabilities of the outcome are taken as exact, and an error in them is multiplied "
            "by lambda."};
  const bool sweeping = std::any_of(sweeps.begin(), sweeps.end(), [](const ErrorSweep& sweep) {
    return sweep.best().size() > 1;
  });
  if (sweeping) {
    sentences.emplace_back(
        "The values of lambda are tested upwards from the smallest, until one gives no evidence; "
        "whoever is treated worse than a large lambda justifies is so for every smaller one.");
  }
  if (sweeps.size() > 1)
    sentences.emplace_back("Both error rates together keep the level; each has half of it.");
  return sentences;
}

}  // namespace faultline::report
