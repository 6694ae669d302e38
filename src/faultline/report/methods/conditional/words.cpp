#include "faultline/report/methods/conditional/words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"
#include "faultline/report/methods/shared/effect_words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

ClassAudit& entry_of(const ProtectedClass& who, std::vector<ClassAudit>& classes) {
  const auto found = std::find_if(classes.begin(), classes.end(),
                                  [&](const ClassAudit& entry) { return entry.who == who; });
  if (found != classes.end()) return *found;
  return classes.emplace_back(ClassAudit{.who = who});
}

/// " with the same predictions", or nothing.
std::string after_blank(std::string_view words) {
  return words.empty() ? std::string{} : fmt::format(" {}", words);
}

std::string counted(double count, std::int64_t n) {
  return fmt::format("({} of {})", quantity(count), with_thousands(n));
}

/// What a finding is measured against. Where hardly anybody is there to compare with, nothing but
/// the model carries it.
std::string expected_words(const result::Finding& finding, const CriterionWords& words) {
  const std::string whom = comparable_people(finding, after_blank(words.alike));
  if (finding.verdict == result::Verdict::not_comparable) {
    return fmt::format("the model says {}, but in the same subgroup it has hardly any {} to go by",
                       percent(finding.expected), whom);
  }
  return fmt::format("{} expected from {}", percent(finding.expected), whom);
}

/// Scans, whatever the number of subgroups that were found in each.
std::size_t scan_count(const result::Result& result) {
  return static_cast<std::size_t>(
      std::ranges::count_if(result.findings, [](const auto& one) { return one.rank == 1; }));
}

/// "For older = yes ...": where no class has anybody to be compared with.
std::string nobody_comparable(const result::Result& result) {
  std::vector<std::string> classes;
  for (const ClassAudit& entry : by_class(result)) {
    if (!entry.findings.empty()) classes.push_back(class_words(entry.who));
  }
  return fmt::format(
      "For {} there is nobody comparable, or hardly anybody, so nothing can be said, in either "
      "direction.",
      join_words(classes, classes.size()));
}

/// Scans per verdict of their best subgroup.
std::array<std::int64_t, 8> verdict_counts(const result::Result& result) {
  std::array<std::int64_t, 8> counts{};
  for (const result::Finding& finding : result.findings) {
    if (finding.rank > 1) continue;
    ++counts.at(static_cast<std::size_t>(verdict(finding, result.alpha)));
  }
  return counts;
}

std::string of_the_scans(std::int64_t count, std::size_t all) {
  if (all == 1 && count == 1) return "The scan";
  return fmt::format("{} of {}", with_thousands(count),
                     plural(static_cast<std::int64_t>(all), "scan"));
}

}  // namespace

std::vector<ClassAudit> by_class(const result::Result& result) {
  std::vector<ClassAudit> classes;
  std::size_t number = 0;
  for (const result::Finding& finding : result.findings) {
    entry_of(finding.protected_class.value_or(ProtectedClass{}), classes)
        .findings.emplace_back(++number, &finding);
  }
  for (const result::ModelReport& model : result.models) {
    entry_of(model.protected_class.value_or(ProtectedClass{}), classes).models.push_back(&model);
  }
  return classes;
}

std::string class_words(const ProtectedClass& who) {
  return who.attribute.empty() ? "everybody" : fmt::format("{} = {}", who.attribute, who.value);
}

std::string scan_label(const result::Finding& finding) {
  std::string label = fmt::format("{}, {}", name_of(finding.metric), name_of(finding.direction));
  if (finding.also) {
    label += fmt::format(
        " ({}, {})", name_of(*finding.also),
        name_of(finding.direction == result::Direction::higher ? result::Direction::lower
                                                               : result::Direction::higher));
  }
  return finding.rank > 1 ? fmt::format("{}, rank {}", label, finding.rank) : label;
}

std::string comparable_people(const result::Finding& finding, const std::string& alike) {
  if (finding.comparable_in.empty()) {
    return fmt::format("comparable people{} {}", alike, elsewhere(finding));
  }
  return fmt::format("people{} {} who are comparable in {}", alike, elsewhere(finding),
                     covariate_words(finding.comparable_in));
}

std::string few_people_words(const result::Finding& finding) {
  std::vector<std::string> few;
  if (finding.n < kFewPeople) {
    few.push_back(fmt::format("{} {}", with_thousands(finding.n),
                              compares_periods(finding) ? "after" : "inside the class"));
  }
  if (finding.comparison && finding.comparison->n > 0) {
    const result::Rate& others = *finding.comparison;
    const double effective = others.effective_n.value_or(static_cast<double>(others.n));
    if (others.n < kFewPeople) {
      few.push_back(fmt::format("{} {}", with_thousands(others.n),
                                compares_periods(finding) ? "before" : "outside it"));
    } else if (effective < static_cast<double>(kFewPeople)) {
      few.push_back(
          fmt::format("{} {} who, weighted to resemble {}, count for {:.1f}",
                      with_thousands(others.n), compares_periods(finding) ? "before" : "outside it",
                      compares_periods(finding) ? "those after" : "the class", effective));
    }
  }
  return few.empty() ? "" : fmt::format("; this rests on few people, {}", join_words(few));
}

std::string withdrawn_words(const result::Finding& finding) {
  if (!finding.set_aside || finding.verdict != result::Verdict::undecided) return "";
  for (const std::string& text : texts(finding.warnings, result::NoticeKind::warning)) {
    if (text.starts_with("undecided: ")) return text;
  }
  return "";
}

bool compares_periods(const result::Finding& finding) {
  return finding.method == result::Method::conditional_bias_scan && finding.worse.has_value();
}

const char* elsewhere(const result::Finding& finding) {
  return compares_periods(finding) ? "before" : "outside the class";
}

std::string covariate_words(const std::vector<std::string>& covariates) {
  return join_words(covariates, kNamedCovariates);
}

std::string conditional_sentence(const result::Finding& finding, const result::Result& result) {
  const CriterionWords& words = criterion(finding.metric, decision_is_wanted(result));
  const bool rates = finding.theta_name == result::ThetaName::q;
  std::string text =
      rates ? fmt::format("{} {} {}", percent(finding.observed),
                          counted(finding.observed_count, finding.n), words.happened)
            : fmt::format("{} is the mean prediction of {}{}", percent(finding.observed),
                          people(finding.n), after_blank(words.happened));
  text += "; " + expected_words(finding, words);
  if (found_after_others(finding)) text += " once what was found before is allowed for";
  if (finding.comparison && finding.comparison->n > 0) {
    const result::Rate& others = *finding.comparison;
    text += fmt::format(
        "; {} {} observed in the same subgroup {}", percent(others.observed),
        rates ? counted(others.observed_count, others.n) : fmt::format("({})", people(others.n)),
        elsewhere(finding));
  } else if (finding.comparison) {
    text += fmt::format("; nobody in the same subgroup {}", elsewhere(finding));
  }
  text += few_people_words(finding) + ".";
  if (const std::string size = size_sentence(finding, result); !size.empty()) text += " " + size;
  if (held_out(result) && !departs(finding)) text += kNotThere;
  return text;
}

std::string strength_sentence(const result::Finding& finding, bool elsewhere) {
  std::string text = fmt::format("Score {}", score(finding.score));
  if (finding.p_value) {
    text += fmt::format(", p = {}", p_value(*finding.p_value));
    if (finding.p_value_adjusted) {
      text += fmt::format(" (adjusted {})", p_value(*finding.p_value_adjusted));
    }
  }
  if (found_after_others(finding)) {
    text += fmt::format(", best of {} subgroups once {} before it {} allowed for",
                        lattice_size(finding.search.subgroups),
                        finding.rank == 2 ? "the one" : "those", finding.rank == 2 ? "is" : "are");
  } else if (elsewhere) {
    text += fmt::format(", best of {} subgroups among the people searched",
                        lattice_size(finding.search.subgroups));
  } else if (finding.rank == 1) {
    text += finding.search.subgroups == 1
                ? ", the only subgroup looked at"
                : fmt::format(", {} of {} subgroups",
                              finding.search.certified ? "proven best" : "best found, not proven,",
                              lattice_size(finding.search.subgroups));
  }
  return text + ".";
}

std::string count_sentence(const result::Result& result) {
  const std::string level = fmt::format("after allowing for the number of tests ({} level).",
                                        confidence_words(result.alpha));
  if (result.findings.empty()) return "No scan was finished.";
  const bool tested = std::any_of(
      result.findings.begin(), result.findings.end(), [](const result::Finding& finding) {
        return finding.replicates > 0 || finding.verdict == result::Verdict::nothing;
      });
  const std::size_t all = scan_count(result);
  const std::array<std::int64_t, 8> counts = verdict_counts(result);
  if (counts.at(static_cast<std::size_t>(Verdict::not_comparable)) ==
      static_cast<std::int64_t>(all))
    return nobody_comparable(result);
  if (!tested) {
    return fmt::format("{} without a test: no conclusion about chance is possible.",
                       plural(static_cast<std::int64_t>(all), "scan"));
  }
  const std::int64_t found = counts.at(static_cast<std::size_t>(Verdict::significant));
  const std::int64_t alone = counts.at(static_cast<std::size_t>(Verdict::not_comparable));
  const std::int64_t rest = static_cast<std::int64_t>(all) - alone;
  if (found == 0 && alone > 0) {
    return fmt::format(
        "{} had too few comparable people to judge by, and {} evidence of a difference {}",
        of_the_scans(alone, all), rest == 1 ? "the other gave no" : "none of the others gave",
        level);
  }
  if (found == 0) {
    return all == 1 ? fmt::format("The scan gave no evidence of a difference {}", level)
                    : fmt::format("None of {} gave evidence of a difference {}",
                                  plural(static_cast<std::int64_t>(all), "scan"), level);
  }
  const auto further = static_cast<std::int64_t>(result.findings.size() - all);
  std::string text =
      fmt::format("{} gave evidence of a difference {}", of_the_scans(found, all), level);
  if (further > 0) {
    text += fmt::format(" Beyond these, {} {} out once those before are allowed for.",
                        plural(further, "further subgroup"), further == 1 ? "stands" : "stand");
  }
  return text;
}

std::vector<std::string> open_sentences(const result::Result& result) {
  const std::array<std::int64_t, 8> counts = verdict_counts(result);
  const auto count = [&](Verdict verdict) { return counts.at(static_cast<std::size_t>(verdict)); };
  const std::size_t all = scan_count(result);
  std::vector<std::string> sentences;
  if (const auto weak = count(Verdict::not_significant); weak > 0) {
    sentences.push_back(fmt::format(
        fmt::runtime(nothing_searched(result)
                         ? "{} gave not enough evidence of a difference at the level {}."
                         : "{} found a subgroup, but not enough evidence for it at the level {}."),
        of_the_scans(weak, all), shortest(result.alpha)));
  }
  if (const auto alone = count(Verdict::not_comparable); alone > 0) {
    sentences.push_back(fmt::format(
        "{} had too few comparable people to judge by: no verdict is given on these people, in "
        "either direction.",
        of_the_scans(alone, all)));
  }
  const auto withdrawn = std::ranges::count_if(result.findings, [](const result::Finding& finding) {
    return finding.rank == 1 && !withdrawn_words(finding).empty();
  });
  if (const auto undecided = count(Verdict::undecided) - withdrawn; undecided > 0) {
    sentences.push_back(fmt::format(
        "{} stayed undecided: so few replicates cannot reach the level {}, whatever they show.",
        of_the_scans(undecided, all), shortest(result.alpha)));
  }
  if (const auto impossible = count(Verdict::not_computed); impossible > 0) {
    sentences.push_back(fmt::format(
        "{} could not be computed; the warnings say why, and nothing can be concluded from that.",
        of_the_scans(impossible, all)));
  }
  if (const auto nothing = count(Verdict::nothing_found); nothing > 0) {
    sentences.push_back(
        fmt::format("{} found no subgroup that stands out by more than the "
                    "penalty for naming it.",
                    of_the_scans(nothing, all)));
  }
  if (const auto untested = count(Verdict::not_tested); untested > 0) {
    sentences.push_back(fmt::format(
        "{} had no test, so it is not known whether chance alone would give such scores; run "
        "with replicates before drawing a conclusion.",
        of_the_scans(untested, all)));
  }
  if (const auto degenerate = count(Verdict::no_p_value); degenerate > 0) {
    sentences.push_back(fmt::format(
        "{} had a degenerate null distribution and no p-value: nothing can be concluded from that.",
        of_the_scans(degenerate, all)));
  }
  if (!sentences.empty()) {
    sentences.push_back(
        fmt::format("None of this shows that a class is treated like comparable "
                    "people outside it: {}. {}",
                    kUnnoticed, hidden_sentence(result)));
  }
  return sentences;
}

std::vector<result::Criterion> metrics_of(const result::Result& result) {
  std::vector<result::Criterion> metrics;
  for (const result::Finding& finding : result.findings) {
    if (std::find(metrics.begin(), metrics.end(), finding.metric) == metrics.end()) {
      metrics.push_back(finding.metric);
    }
  }
  return metrics;
}

}  // namespace faultline::report
