#include "faultline/methods/counterfactual/borrowing.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/covariates.hpp"
#include "faultline/methods/counterfactual/fixed_propensity.hpp"
#include "faultline/methods/counterfactual/population.hpp"
#include "faultline/methods/counterfactual/small_groups.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/model/design/design.hpp"

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;

/// Code in `ours` of each value of `theirs`; -1 where there is none.
std::vector<int> codes_by_label(const data::Attribute& theirs, const data::Attribute& ours) {
  std::vector<int> codes;
  for (const std::string& label : theirs.labels) {
    const auto same = std::find(ours.labels.begin(), ours.labels.end(), label);
    codes.push_back(same == ours.labels.end() ? -1 : static_cast<int>(same - ours.labels.begin()));
  }
  return codes;
}

/// The external people as one row each, in our groups and categories.
class MatchedPeople {
 public:
  MatchedPeople(const CounterfactualInput& input, const Population& population,
                const ExternalPeople& external)
      : ours_(input.profiles), theirs_(external.profiles), source_(external.source) {
    match_groups(population);
    for (const std::string& name : external.covariates) match_covariate(name);
    for (std::size_t i = 0; i < group_.size(); ++i) {
      if (group_[i] < 0) continue;
      for (std::int64_t k = 0; k < theirs_.count[i]; ++k) rows_.push_back(i);
    }
    if (rows_.empty()) {
      throw InputError(fmt::format(
          "{}: nobody there is in a group, and has values of the covariates, that the audited "
          "people have",
          source_));
    }
    for (const std::size_t i : rows_) row_group_.push_back(group_[i]);
  }

  [[nodiscard]] model::Design design(const std::vector<std::string>& names) const {
    model::Design design(static_cast<std::int64_t>(rows_.size()));
    for (const std::string& name : names) {
      if (const auto v = position_of(theirs_.number_names, name)) {
        std::vector<double> values;
        values.reserve(rows_.size());
        for (const std::size_t i : rows_) values.push_back(theirs_.numbers[*v][i]);
        design.add(name, values);
        continue;
      }
      std::vector<data::Code> codes;
      codes.reserve(rows_.size());
      for (const std::size_t i : rows_)
        codes.push_back(static_cast<data::Code>(recoded_.at(name)[i]));
      design.add(ours_.attributes[*position_of(ours_.attributes, name)], codes);
    }
    return design;
  }
  [[nodiscard]] const std::vector<int>& groups() const { return row_group_; }
  [[nodiscard]] const Notices& warnings() const { return warnings_; }

 private:
  void match_groups(const Population& population);
  void match_covariate(const std::string& name);
  void leave_out(const std::vector<bool>& unknown, const std::string& why);

  const data::Profiles& ours_;
  const data::Profiles& theirs_;
  const std::string& source_;
  std::vector<int> group_{};  // [profile of theirs]; -1: left out
  std::map<std::string, std::vector<int>> recoded_{};
  std::vector<std::size_t> rows_{};  // profiles of theirs, each as often as it has people
  std::vector<int> row_group_{};
  Notices warnings_{};
};

void MatchedPeople::leave_out(const std::vector<bool>& unknown, const std::string& why) {
  std::int64_t people = 0;
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    if (unknown[i] && group_[i] >= 0) people += theirs_.count[i];
    if (unknown[i]) group_[i] = -1;
  }
  if (people == 0) return;
  warnings_.push_back(
      Notice::warning(fmt::format("{}: {} {} left out, because nobody audited {}", source_,
                                  people == 1 ? "1 person" : with_thousands(people) + " people",
                                  people == 1 ? "is" : "are", why)));
}

void MatchedPeople::match_groups(const Population& population) {
  std::map<std::vector<int>, int> known;
  for (std::size_t g = 0; g < population.groups(); ++g) {
    const auto& codes = population.group_codes[g];
    known.emplace(std::vector<int>(codes.begin(), codes.end()), static_cast<int>(g));
  }
  const auto people = static_cast<std::size_t>(theirs_.size());
  std::vector<std::vector<int>> codes(people);
  for (const data::Attribute& attribute : population.attributes) {
    const auto a = position_of(theirs_.attributes, attribute.name);
    if (!a) throw InternalError(fmt::format("no protected attribute '{}'", attribute.name));
    const std::vector<int> recode = codes_by_label(theirs_.attributes[*a], attribute);
    for (std::size_t i = 0; i < people; ++i) codes[i].push_back(recode[theirs_.codes[*a][i]]);
  }
  std::vector<bool> unknown(people, false);
  group_.assign(people, 0);
  std::vector<int> found(people, -1);
  for (std::size_t i = 0; i < people; ++i) {
    const auto group = known.find(codes[i]);
    unknown[i] = group == known.end();
    if (!unknown[i]) found[i] = group->second;
  }
  leave_out(unknown, "is in their group");
  group_ = std::move(found);
}

void MatchedPeople::match_covariate(const std::string& name) {
  const bool number = position_of(ours_.number_names, name).has_value();
  if (number != position_of(theirs_.number_names, name).has_value()) {
    throw InputError(fmt::format(
        "{}: column '{}' holds {} there and {} in the audited data; make them alike, or leave it "
        "out of `external_covariates`",
        source_, name, number ? "categories" : "numbers", number ? "numbers" : "categories"));
  }
  if (number) return;
  const auto a = position_of(theirs_.attributes, name);
  const auto ours = position_of(ours_.attributes, name);
  if (!a || !ours) throw InternalError(fmt::format("no covariate '{}'", name));
  const std::vector<int> recode = codes_by_label(theirs_.attributes[*a], ours_.attributes[*ours]);
  std::vector<int>& codes = recoded_[name];
  std::vector<bool> unknown;
  for (const data::Code code : theirs_.codes[*a]) {
    codes.push_back(recode[code]);
    unknown.push_back(recode[code] < 0);
  }
  leave_out(unknown, fmt::format("has their value of '{}'", name));
}

}  // namespace

std::vector<Report::SmallGroups> borrow(const CounterfactualInput& input,
                                        const CounterfactualOptions& options,
                                        const ExternalPeople& external, const Hooks& hooks) {
  const data::Profiles& profiles = input.profiles;
  const Population population = make_population(input);
  const MatchedPeople matched(input, population, external);
  model::Design covariates(profiles.size());
  add_covariates(profiles, input.covariates, covariates);
  const model::Design theirs = matched.design(external.covariates);
  const ExternalRows rows{.covariates = theirs, .group = matched.groups()};

  std::vector<std::string> names;
  names.reserve(population.group_codes.size());
  for (const auto& codes : population.group_codes) names.push_back(population.text_of(codes));
  std::vector<int> group;
  group.reserve(population.row_of_profile.size());
  for (const std::int64_t row : population.row_of_profile)
    group.push_back(population.row_group[static_cast<std::size_t>(row)]);
  const std::vector<int> folds =
      deal_group_folds(group, static_cast<int>(names.size()), kSmallGroupsFolds, options.seed);
  const std::vector<double> people(profiles.count.begin(), profiles.count.end());
  CounterfactualOptions once = options;
  if (once.propensity == PropensityKind::logistic) once.refit = false;
  const FixedPropensity propensity = fixed_propensity(input, once, hooks);

  std::vector<Report::SmallGroups> reports;
  for (std::size_t d = 0; d < input.decisions.size(); ++d) {
    const SmallGroupsResult found = small_groups({.groups = names,
                                                  .group = group,
                                                  .outcome = profiles.outcome,
                                                  .treatment = input.treatment,
                                                  .decision = input.decisions[d].made,
                                                  .propensity = propensity.by_decision[d],
                                                  .people = people,
                                                  .outcome_covariates = covariates,
                                                  .group_covariates = covariates,
                                                  .fold = folds,
                                                  .external = &rows});
    Report::SmallGroups report{.decision = input.decisions[d].name,
                               .external = external.source,
                               .external_n = static_cast<std::int64_t>(matched.groups().size()),
                               .covariates = external.covariates,
                               .alpha = found.alpha,
                               .brier_internal = found.brier_internal,
                               .brier_external = found.brier_external.value_or(0),
                               .brier_combined = found.brier_borrowed.value_or(0)};
    for (std::size_t g = 0; g < names.size(); ++g) {
      report.groups.push_back({.text = names[g],
                               .n = population.group_people[g],
                               .cfpr = found.internal[g].cfpr,
                               .cfnr = found.internal[g].cfnr,
                               .cfpr_borrowed = found.borrowed[g].cfpr,
                               .cfnr_borrowed = found.borrowed[g].cfnr});
    }
    report.notices = matched.warnings();
    append(report.notices, found.notices);
    if (found.clipped > 0) {
      report.notices.push_back(Notice::warning(
          fmt::format("{}: a propensity or probability of the outcome was moved inside its bounds.",
                      plural(found.clipped, "row"))));
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

}  // namespace faultline::methods
