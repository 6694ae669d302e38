#include "faultline/report/methods/shared/sentences.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/family_words.hpp"
#include "faultline/report/methods/compare/words.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

bool is_everybody(const result::Finding& finding) {
  return finding.subgroup && finding.subgroup->empty();
}

/// "none of the 999 data sets ... gave a score this high (p = 0.001, ...)".
std::string null_comparison(const result::Finding& finding, const std::string& null_data) {
  const double p = finding.p_value.value_or(1);
  const std::int64_t replicates = finding.replicates;
  const char* early =
      finding.verdict_risk ? "; no more were needed, because the verdict was settled" : "";
  if (p * (static_cast<double>(replicates) + 1) < 1 + 1e-9) {
    return fmt::format(
        "None of the {} {} gave a score this high (p = {}, the smallest value possible "
        "with {}{}).",
        plural(replicates, "data set"), null_data, p_value(p), plural(replicates, "replicate"),
        early);
  }
  return fmt::format("Of data sets {}, {} give a score at least this high (p = {}, from {}{}).",
                     null_data, p < 1 ? "about " + percent(p) : "all", p_value(p),
                     plural(replicates, "replicate"), early);
}

/// "At the level 0.05, adjusted for the other tests of this run (p = 0.002)".
std::string at_the_level(const result::Finding& finding, double alpha) {
  const double raw = finding.p_value.value_or(1);
  const double adjusted = finding.p_value_adjusted.value_or(raw);
  if (adjusted == raw) return fmt::format("At the level {}", shortest(alpha));
  return fmt::format("At the level {}, adjusted for the other tests of this run (p = {}),",
                     shortest(alpha), p_value(adjusted));
}

std::string ascent_sentence(const result::SearchReport& search) {
  const std::string hits =
      search.hits ? fmt::format(", {} of which ended here", with_thousands(*search.hits)) : "";
  return fmt::format("A search of {} possible subgroups from {}{}.", lattice_size(search.subgroups),
                     plural(search.restarts.value_or(0), "random start"), hits);
}

std::string bound_sentence(const result::SearchReport& search) {
  if (!search.upper_bound) return "A better subgroup may exist.";
  return fmt::format("A better subgroup may exist; its score cannot exceed {}.",
                     score(*search.upper_bound));
}

/// " A lower `penalty` (here 100) ...", when there was a penalty.
std::string lower_penalty(const result::Result& result) {
  if (nothing_searched(result)) return "";
  for (const auto& [key, value] : result.config) {
    const auto* penalty = std::get_if<double>(&value);
    if (key != "penalty" || penalty == nullptr || *penalty <= 0) continue;
    return fmt::format(" A lower `penalty` (here {}) lets weaker differences count.",
                       shortest(*penalty));
  }
  return "";
}

/// The first sentence where there is no subgroup: nothing stood out, or nothing could be searched.
std::string absence_sentence(const result::Finding& finding, const result::Result& result) {
  const Wording words = wording(finding);
  switch (verdict(finding, result.alpha)) {
    case Verdict::not_comparable:
      return fmt::format("Too few {} to say anything about the {}.", comparable_people(finding),
                         words.subject);
    case Verdict::not_computed:
      return fmt::format("The {} could not be computed.", words.subject);
    default:
      return fmt::format("{} This does not show that {}.", words.absence, words.reassurance);
  }
}

}  // namespace

Verdict verdict(const result::Finding& finding, double alpha) {
  if (finding.verdict == result::Verdict::not_comparable) return Verdict::not_comparable;
  // Every search has at least one subgroup, everybody.
  if (!finding.subgroup && finding.search.subgroups < 1) return Verdict::not_computed;
  if (!finding.subgroup) return Verdict::nothing_found;
  if (!finding.p_value) {
    return finding.replicates > 0 ? Verdict::no_p_value : Verdict::not_tested;
  }
  if (finding.verdict == result::Verdict::undecided) return Verdict::undecided;
  const double adjusted = finding.p_value_adjusted.value_or(*finding.p_value);
  return finding.significant.value_or(adjusted <= alpha) ? Verdict::significant
                                                         : Verdict::not_significant;
}

std::string verdict_label(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_comparable:
      return "Not comparable";
    case Verdict::undecided:
      return "Undecided";
    case Verdict::not_computed:
      return "Not computed";
    case Verdict::nothing_found:
      return "Nothing found";
    case Verdict::not_tested:
      return "Not tested";
    case Verdict::no_p_value:
      return "No p-value";
    case Verdict::not_significant:
      return "Not enough evidence";
    case Verdict::significant:
      return "Evidence of a difference";
  }
  return "";
}

std::string_view verdict_in_brief(Verdict verdict) {
  switch (verdict) {
    case Verdict::significant:
      return "Evidence";
    case Verdict::not_significant:
      return "Not enough";
    case Verdict::nothing_found:
      return "Nothing";
    case Verdict::not_comparable:
    case Verdict::undecided:
    case Verdict::not_computed:
    case Verdict::not_tested:
    case Verdict::no_p_value:
      break;
  }
  return "";
}

std::string capitalised(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') {
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  }
  return words;
}

std::string inside_sentence(std::string_view heading) {
  if (heading.empty() || heading[0] < 'A' || heading[0] > 'Z') return std::string(heading);
  return fmt::format("{}{}", static_cast<char>(heading[0] - 'A' + 'a'), heading.substr(1));
}

std::string subgroup_words(const result::Finding& finding) {
  if (!finding.subgroup) return "no subgroup";
  if (is_everybody(finding)) return wording(finding).everybody;
  return finding.text;
}

std::int64_t people_looked_at(const result::Finding& finding, const result::Result& result) {
  if (finding.method == result::Method::conditional_bias_scan ||
      finding.method == result::Method::ijdi_scan)
    return result.data.rows_used;
  if (finding.comparison) return finding.n + finding.comparison->n;
  // Everybody has no others; those who were held out are not all people of the data.
  return is_everybody(finding) && finding.n > 0 ? finding.n : result.data.rows_used;
}

std::string finding_sentence(const result::Finding& finding, const result::Result& result) {
  const Wording words = wording(finding);
  if (!finding.subgroup) return absence_sentence(finding, result);
  if (finding.method == result::Method::conditional_bias_scan) {
    const std::string text = conditional_sentence(finding, result);
    return is_everybody(finding) && chosen_by_search(finding, result) ? text + " " + words.everyone
                                                                      : text;
  }
  if (finding.method == result::Method::ijdi_scan) {
    const std::string text = ijdi_sentence(finding);
    return is_everybody(finding) ? text + " " + words.everyone : text;
  }
  if (compares_losses(finding)) {
    const std::string text = loss_sentence(finding, result);
    return is_everybody(finding) && chosen_by_search(finding, result) ? text + " " + words.everyone
                                                                      : text;
  }
  if (compares_means(finding)) {
    const std::string text = mean_sentence(finding, result);
    return is_everybody(finding) ? text + " " + words.everyone : text;
  }
  const std::string who =
      is_everybody(finding)
          ? fmt::format("Among all {}", people(finding.n))
          : fmt::format(
                "Among the {} of the subgroup \u201c{}\u201d{}", people(finding.n), finding.text,
                people_looked_at(finding, result) > 0
                    ? fmt::format(" ({} of all)",
                                  percent(static_cast<double>(finding.n) /
                                          static_cast<double>(people_looked_at(finding, result))))
                    : std::string{});
  std::string text = fmt::format(
      "{}, {}{} {} where {} {}", who, finding.n < kFewPeople ? "few to judge by, " : "",
      percent(finding.observed), words.happened, words.reference, percent(finding.expected));
  if (finding.theta_name == result::ThetaName::q) {
    text += fmt::format(": {} {} against {} expected", quantity(finding.observed_count),
                        finding.observed_count == 1 ? "person" : "people",
                        quantity(finding.expected_count));
  }
  text += ".";
  if (is_everybody(finding) && chosen_by_search(finding, result)) text += " " + words.everyone;
  if (held_out(result) && !departs(finding)) {
    text += kNotThere;
  }
  return text;
}

bool found_after_others(const result::Finding& finding) {
  return finding.method != result::Method::ijdi_scan && finding.rank > 1 && finding.verdict;
}

bool nothing_searched(const result::Result& result) {
  return std::all_of(result.findings.begin(), result.findings.end(),
                     [](const result::Finding& finding) { return finding.search.subgroups <= 1; });
}

bool held_out(const result::Result& result) {
  for (const auto& [key, value] : result.config) {
    if (key != "holdout") continue;
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? !text->empty() : std::holds_alternative<double>(value);
  }
  return false;
}

bool chosen_by_search(const result::Finding& finding, const result::Result& result) {
  return finding.search.subgroups > 1 && !held_out(result);
}

bool departs(const result::Finding& finding) { return finding.log_likelihood_ratio > 0; }

bool after_search(const result::Finding& finding) { return finding.theta_shrunken.has_value(); }

std::string evidence_sentence(const result::Finding& finding, const result::Result& result) {
  if (!finding.subgroup || !finding.p_value) return conclusion_sentence(finding, result);
  if (finding.proven) {
    return fmt::format(
        "Chance alone gives a score this high with a probability of at most {}: proven{}, and "
        "without redrawing anything. {}",
        p_bound(*finding.p_value), after_search(finding) ? ", with the whole search counted" : "",
        conclusion_sentence(finding, result));
  }
  return null_comparison(finding, null_data(finding, result)) + " " +
         conclusion_sentence(finding, result);
}

std::string conclusion_sentence(const result::Finding& finding, const result::Result& result) {
  const Wording words = wording(finding);
  const char* interrupted =
      result.partial ? " The run was interrupted: only the finished replicates count." : "";
  switch (verdict(finding, result.alpha)) {
    case Verdict::not_comparable:
      return "There are too few people to compare these with: nothing can be concluded about them, "
             "in either direction.";
    case Verdict::undecided:
      if (!withdrawn_words(finding).empty()) {
        return fmt::format(
            "Whether that is evidence is undecided: there is none among people who are alike in "
            "{}, too.{}",
            covariate_words(finding.set_aside->columns), interrupted);
      }
      return fmt::format(
          "{} cannot reach the level {}, whatever they show: nothing is decided, in either "
          "direction.{}",
          plural(finding.replicates, "replicate"), shortest(result.alpha), interrupted);
    case Verdict::not_computed:
      return "Nothing can be concluded from a criterion that could not be computed.";
    case Verdict::nothing_found:
      return hidden_sentence(result) + interrupted;
    case Verdict::not_tested:
      if (finding.ijdi && finding.ijdi->ended_below) {
        return "It was not tested: without evidence at a smaller lambda there can be none at this "
               "one.";
      }
      if (finding.ijdi && finding.rank > 1) {
        return "It was not tested: it is the next best of the same search, and may stand out only "
               "because it shares people with the best.";
      }
      return fmt::format(
          "No test was run, so it is not known whether chance alone would give such a score. A "
          "search over many subgroups always finds one that stands out; run it with replicates "
          "before drawing a conclusion.{}",
          interrupted);
    case Verdict::no_p_value:
      return fmt::format(
          "There is no p-value: the null distribution from {} is degenerate, so this score cannot "
          "be compared with it. Nothing can be concluded from that, in either direction.{}",
          plural(finding.replicates, "replicate"), interrupted);
    case Verdict::not_significant:
      if (!chosen_by_search(finding, result) && !is_everybody(finding)) {
        return fmt::format(
            "{} this is not enough evidence that {}, and it does not show that it is not so.{}",
            at_the_level(finding, result.alpha), words.consequence, interrupted);
      }
      return fmt::format("{} this is not enough evidence that {}. It does not show that {}: {}.{}",
                         at_the_level(finding, result.alpha), words.suspicion, words.reassurance,
                         kUnnoticed, interrupted);
    case Verdict::significant:
      return fmt::format("{} this counts as evidence that {}.{}",
                         at_the_level(finding, result.alpha), words.consequence, interrupted);
  }
  return "";
}

std::string hidden_sentence(const result::Result& result) {
  return fmt::format(
      "Too few people, too small subgroups or attributes that were not scanned can hide a "
      "difference.{}",
      lower_penalty(result));
}

std::string search_sentence(const result::Finding& finding) {
  const result::SearchReport& search = finding.search;
  const std::string size = lattice_size(search.subgroups);
  if (search.subgroups < 1) return "There was nothing to search.";
  if (search.subgroups == 1) {
    return is_everybody(finding) ? "There is no attribute to search: only everybody was looked at."
                                 : "The subgroup was named beforehand: nothing was searched.";
  }
  if (found_after_others(finding)) {
    result::Finding alone = finding;
    alone.rank = 1;
    return fmt::format(
        "Found after {} of the {} before it were corrected. {}",
        finding.protected_class ? "the expectations" : "the predictions",
        finding.rank == 2 ? std::string("subgroup") : fmt::format("{} subgroups", finding.rank - 1),
        search_sentence(alone));
  }
  if (finding.rank > 1) {
    return fmt::format(
        "Number {} of the distinct subgroups of one search; how sure the search is of its "
        "best is said at number 1.",
        finding.rank);
  }
  if (search.certified) {
    const char* how = search.strategy == result::Strategy::exhaustive
                          ? "All {} subgroups were compared: "
                      : search.strategy == result::Strategy::bounded
                          ? "Branch and bound covered all {} subgroups: "
                      : finding.subgroup ? "None of the {} subgroups can score higher: "
                                         : "A bound over all {} subgroups is met: ";
    return fmt::format(fmt::runtime(how), size) +
           (finding.subgroup ? "this is the proven best." : "proven that none scores above 0.");
  }
  if (search.strategy == result::Strategy::ascent) {
    return ascent_sentence(search) + " " + bound_sentence(search);
  }
  return fmt::format("Best of {} evaluated out of {}. {}", plural(search.evaluations, "subgroup"),
                     size, bound_sentence(search));
}

std::string join_sentences(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    if (!text.empty()) {
      // Where the next begins as a sentence of its own, this one ends.
      const bool begins = !sentence.empty() && sentence[0] >= 'A' && sentence[0] <= 'Z';
      text += text.ends_with('.') ? " " : begins ? ". " : "; ";
    }
    text += sentence;
  }
  return text;
}

bool counts_profiles(const result::Result& result) {
  return result.command == result::Command::scan || result.metrics.has_value();
}

std::string data_sentence(const result::Result& result) {
  const data::Summary& data = result.data;
  if (result.sources || result.metrics) {  // work on people, not on profiles of attributes
    return fmt::format("{} in the data, {} used.", people(data.rows),
                       with_thousands(data.rows_used));
  }
  // More than a dozen names are a list to look up.
  constexpr std::size_t kNamed = 12;
  std::vector<std::string> names;
  names.reserve(data.attributes.size());
  for (const data::AttributeSummary& attribute : data.attributes) names.push_back(attribute.name);
  const std::string profiles =
      counts_profiles(result) ? fmt::format(", in {} of ", plural(data.profiles, "profile")) : "; ";
  return fmt::format("{} in the data, {} used{}{}{}.", people(data.rows),
                     with_thousands(data.rows_used), profiles,
                     plural(static_cast<std::int64_t>(names.size()), "attribute"),
                     names.empty() ? "" : fmt::format(": {}", join_words(names, kNamed)));
}

}  // namespace faultline::report
