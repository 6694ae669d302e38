#pragma once
// What an audit of protected classes has to say, the same in every medium: its findings by class,
// and a finding in one or two sentences.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

using result::ProtectedClass;

/// What a run found and fitted for one class, in the run's order. Pointers into the result.
struct ClassAudit {
  ProtectedClass who{};
  std::vector<std::pair<std::size_t, const result::Finding*>> findings{};  // number from 1
  std::vector<const result::ModelReport*> models{};
};
[[nodiscard]] std::vector<ClassAudit> by_class(const result::Result& result);

/// "race = African-American".
[[nodiscard]] std::string class_words(const ProtectedClass& who);

/// "fpr, higher"; "fpr, higher, rank 2"; "fpr, higher (tnr, lower)" where both are one test.
[[nodiscard]] std::string scan_label(const result::Finding& finding);

/// "43.7 % (510 of 1,168) of those without the outcome were flagged; 26.0 % expected from people
/// outside the class who are comparable in sex and priors; ..." Says so when it rests on few
/// people, then how large the difference is. Only for a finding with a subgroup.
[[nodiscard]] std::string conditional_sentence(const result::Finding& finding,
                                               const result::Result& result);

/// "people with the same predictions outside the class who are comparable in sex, age and priors",
/// where `alike` is " with the same predictions". Earlier results do not name the covariates.
[[nodiscard]] std::string comparable_people(const result::Finding& finding,
                                            const std::string& alike = {});

/// "; this rests on few people, 12 inside the class", or nothing where there are enough.
[[nodiscard]] std::string few_people_words(const result::Finding& finding);

/// "undecided: there is evidence among ..., and none among ...": why a finding's evidence does not
/// stand, as the run wrote it; empty where it does, or there is none.
[[nodiscard]] std::string withdrawn_words(const result::Finding& finding);

/// Of two periods, where the class is who came after.
[[nodiscard]] bool compares_periods(const result::Finding& finding);

/// Where those are whom the people of a finding are compared with: "outside the class", "before".
[[nodiscard]] const char* elsewhere(const result::Finding& finding);

/// Of many the first: more would drown a sentence that is about something else.
inline constexpr std::size_t kNamedCovariates = 8;
[[nodiscard]] std::string covariate_words(const std::vector<std::string>& covariates);

/// "Score 102.32, p = 0.001 (adjusted 0.008), proven best of 189 subgroups."; of people held out,
/// among whom nothing was searched, "..., best of 189 subgroups among the people searched."
[[nodiscard]] std::string strength_sentence(const result::Finding& finding, bool elsewhere = false);

/// How many scans gave evidence: "2 of 8 scans gave evidence of a difference at the level 0.05."
[[nodiscard]] std::string count_sentence(const result::Result& result);

/// What the scans that gave no evidence do not show; empty when every scan gave evidence.
[[nodiscard]] std::vector<std::string> open_sentences(const result::Result& result);

/// The metrics of the run's findings, each once, in their order.
[[nodiscard]] std::vector<result::Criterion> metrics_of(const result::Result& result);

}  // namespace faultline::report
