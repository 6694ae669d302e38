#include "faultline/run/set_aside.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/text.hpp"

namespace faultline::run {
namespace {

using methods::Finding;
using methods::ProtectedClass;
using result::Verdict;

/// More names than these are easier looked up than read.
constexpr std::size_t kNamed = 12;

bool named_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The columns that are set aside for a class: not those that say who belongs to it.
std::optional<result::SetAside> set_aside_of(const data::People& people,
                                             const ProtectedClass& who) {
  result::SetAside out;
  for (const data::SetAsideColumn& column : people.set_aside()) {
    if (column.name == who.attribute || named_in(who.columns, column.name)) continue;
    out.columns.push_back(column.name);
    out.tells = column.tells;
  }
  if (out.columns.empty()) return std::nullopt;
  if (out.columns.size() > 1) out.tells = "tell the prediction";
  return out;
}

/// "undecided: there is evidence among people who are alike in sex, and none among ...". The report
/// knows it by its first word.
std::string withdrawn_words(const Finding& finding, const data::People& people, bool asked) {
  const result::SetAside& aside = *finding.set_aside;
  const bool one = aside.columns.size() == 1;
  const char* they = one ? "it" : "they";
  const char* them = one ? "it" : "them";
  const char* were = one ? "was" : "were";
  const std::string names = join_words(aside.columns, kNamed);
  std::string text = "undecided: there is evidence";
  if (!finding.comparable_in.empty()) {
    text +=
        fmt::format(" among people who are alike in {}", join_words(finding.comparable_in, kNamed));
  }
  text += asked
              ? fmt::format(", and none among people who are alike in {}, too, which {}", names,
                            aside.tells)
              : fmt::format(", but they could not be compared in {}, which {}", names, aside.tells);
  text +=
      fmt::format("; if the prediction was made from {}, name {} in `covariates` with the others{}",
                  them, them, asked ? "" : " and add `missing = drop`");
  text += fmt::format("; if {} {} made from the prediction, name the others alone", they, were);
  if (!finding.comparable_in.empty() && finding.comparable_in.size() <= kNamed)
    text += fmt::format(" (`covariates = {}`)", fmt::join(finding.comparable_in, ","));
  for (const data::SetAsideColumn& column : people.set_aside()) {
    if (column.scores) {
      text += fmt::format("; if {0} is the score behind the decisions, give it as `score = {0}`",
                          column.name);
      break;
    }
  }
  return text;
}

/// `asked`: the second audit was made.
void withdraw(const data::People& people, bool asked, Finding& finding) {
  finding.significant = false;
  finding.verdict = Verdict::undecided;
  finding.warnings.push_back(methods::Notice::warning(withdrawn_words(finding, people, asked)));
}

bool same_scan(const Finding& one, const Finding& other) {
  return one.metric == other.metric && one.direction == other.direction &&
         one.protected_class == other.protected_class;
}

bool awaits(const Finding& finding) {
  return finding.verdict == Verdict::evidence && finding.set_aside;
}

/// The second audit; none where a column cannot be added, or nobody has evidence to lose.
std::optional<methods::ConditionalResult> with_set_aside(const data::People& people,
                                                         const std::vector<ProtectedClass>& classes,
                                                         methods::ConditionalOptions options,
                                                         const methods::Hooks& hooks,
                                                         const AuditAgain& again,
                                                         const std::vector<Finding>& findings) {
  if (!std::ranges::all_of(people.set_aside(), &data::SetAsideColumn::readable)) return {};
  std::vector<std::string> covariates = people.covariates();
  for (const data::SetAsideColumn& column : people.set_aside()) covariates.push_back(column.name);
  std::vector<ProtectedClass> whom;
  for (const ProtectedClass& who : classes) {
    if (std::ranges::any_of(findings, [&who](const Finding& finding) {
          return awaits(finding) && finding.protected_class == who;
        }))
      whom.push_back(who);
  }
  options.top = 1;
  options.power = false;
  options.before_tests = nullptr;
  options.other_families += classes.size() - whom.size() + hooks.beside.families;
  methods::Hooks own = hooks;
  own.beside = {};
  return again(covariates, whom, options, own);
}

}  // namespace

void judge_set_aside(const data::People& people, const std::vector<ProtectedClass>& classes,
                     const methods::ConditionalOptions& options, const methods::Hooks& hooks,
                     const AuditAgain& again, methods::ConditionalResult& result) {
  if (people.set_aside().empty()) return;
  for (Finding& finding : result.findings)
    finding.set_aside = set_aside_of(people, *finding.protected_class);
  if (std::ranges::none_of(result.findings, awaits)) return;
  const auto other = with_set_aside(people, classes, options, hooks, again, result.findings);
  if (other && other->partial) result.partial = true;
  for (Finding& finding : result.findings) {
    if (!awaits(finding)) continue;
    if (other) {
      const auto same = std::ranges::find_if(
          other->findings, [&](const Finding& one) { return same_scan(finding, one); });
      if (same != other->findings.end()) {
        finding.set_aside->p_value_adjusted = same->p_value_adjusted;
        finding.set_aside->verdict = same->verdict;
      }
      if (finding.set_aside->verdict == Verdict::evidence) continue;
    }
    withdraw(people, other.has_value(), finding);
  }
}

void withdraw_other_expectations(methods::ConditionalResult& result) {
  for (Finding& finding : result.findings) {
    if (!finding.set_aside || finding.verdict != Verdict::undecided) continue;
    for (result::ModelFinding& model : finding.by_expectation) {
      if (model.verdict == Verdict::evidence) model.verdict = Verdict::undecided;
    }
  }
}

}  // namespace faultline::run
