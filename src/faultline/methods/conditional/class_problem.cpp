#include "faultline/methods/conditional/class_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/finding.hpp"

namespace faultline::methods {
namespace {

std::vector<std::string> names_of(const std::vector<data::Attribute>& attributes) {
  std::vector<std::string> names;
  names.reserve(attributes.size());
  for (const data::Attribute& attribute : attributes) names.push_back(attribute.name);
  return names;
}

}  // namespace

ClassProblem::ClassProblem(const ConditionalInput& input, const ProtectedClass& protected_class,
                           const ConditionalOptions& options)
    : class_(protected_class), options_(options) {
  for (const CriterionScan& wanted : options.scans) {
    if (wanted.metric->needs_decision() && input.profiles.decision.empty()) {
      throw ConfigError(
          fmt::format("`metric` {} needs decisions, and none are given: add `decision = COL` or "
                      "`threshold = T`",
                      wanted.metric->name()));
    }
    if (wanted.metric->needs_prediction() && input.profiles.prediction.empty()) {
      throw ConfigError(
          fmt::format("`metric` {} needs predictions, and none are given: add `score = COL` or "
                      "`risk_score = COL`",
                      wanted.metric->name()));
    }
    if (input.profiles.outcome.empty()) {
      throw ConfigError(
          fmt::format("`metric` {} needs outcomes: add `outcome = COL`", wanted.metric->name()));
    }
  }
  build_pool(input);
  build_lattice();
  if (!options.subgroup.empty()) read_named(input);
  build_covariates();
  for (const CriterionScan& wanted : options.scans) {
    const auto same = std::ranges::find_if(criteria_, [&](const CriterionProblem& before) {
      return complement(*before.metric) == wanted.metric && before.direction != wanted.direction;
    });
    if (same == criteria_.end()) {
      build_criterion(wanted);
    } else {
      same->also = wanted.metric->criterion;
    }
  }
  if (options.found) read_found();
}

void ClassProblem::build_pool(const ConditionalInput& input) {
  const data::Profiles& all = input.profiles;
  const std::vector<std::string> names = names_of(all.attributes);
  const auto protected_at = position_of(names, class_.attribute);
  if (!protected_at) {
    throw ConfigError(fmt::format("`protected` {}: there is no such attribute", class_.attribute));
  }
  const auto value_at = position_of(all.attributes[*protected_at].labels, class_.value);
  // Which columns matter: the scanned ones, the covariates and the given columns.
  std::vector<int> attributes;
  std::vector<int> numbers;
  // What says who is a member cannot make members comparable with others.
  const auto says_who = [this](const std::string& name) {
    return std::find(class_.columns.begin(), class_.columns.end(), name) != class_.columns.end();
  };
  const auto use_attribute = [&](const std::string& name) -> std::optional<int> {
    const auto at = position_of(names, name);
    if (!at || *at == *protected_at || says_who(name)) return std::nullopt;
    const auto known = std::find(attributes.begin(), attributes.end(), *at);
    if (known != attributes.end()) return static_cast<int>(known - attributes.begin());
    attributes.push_back(*at);
    return static_cast<int>(attributes.size()) - 1;
  };
  const auto use_number = [&](const std::string& name) {
    const auto at = position_of(all.number_names, name);
    if (!at) throw InternalError(fmt::format("there is no column of numbers '{}'", name));
    const auto known = std::find(numbers.begin(), numbers.end(), *at);
    if (known != numbers.end()) return static_cast<int>(known - numbers.begin());
    numbers.push_back(*at);
    return static_cast<int>(numbers.size()) - 1;
  };
  for (const std::string& name : input.scanned) {
    if (const auto at = use_attribute(name)) scanned_.push_back(*at);
  }
  for (const std::string& name : input.covariates) {
    if (name == class_.attribute || says_who(name)) continue;
    comparable_in_.push_back(name);
    if (const auto at = use_attribute(name)) {
      categorical_.push_back(*at);
    } else {
      numeric_.push_back(use_number(name));
    }
  }
  for (const std::string& name : {options_.propensity_column, options_.expectation_column}) {
    if (!name.empty()) (void)use_number(name);
  }

  std::vector<std::vector<std::uint64_t>> columns;
  columns.reserve(attributes.size());
  for (const int at : attributes) columns.push_back(words_of(all.codes[at]));
  // Scores split people into many tuples: only scans that look at them pay for that.
  const bool scores =
      std::any_of(options_.scans.begin(), options_.scans.end(),
                  [](const CriterionScan& wanted) { return wanted.metric->needs_prediction(); });
  // Redraws give people their uniform numbers in the order of tuples: scores last, so that these do
  // not depend on whether a scan looks at scores. (Drawing from everyone needs no such order.)
  const bool scores_first = options_.permute == Permute::everyone;
  if (scores && scores_first) columns.push_back(words_of(all.prediction));
  for (const int at : numbers) columns.push_back(words_of(all.numbers[at]));
  if (!all.outcome.empty()) columns.push_back(words_of(all.outcome));
  if (!all.decision.empty()) columns.push_back(words_of(all.decision));
  if (scores && !scores_first) columns.push_back(words_of(all.prediction));
  const Grouping grouping = group_rows(all.size(), columns);
  for (const int at : attributes) {
    pool_.attributes.push_back(all.attributes[at]);
    pool_.codes.push_back(values_at(all.codes[at], grouping.example));
  }
  for (const int at : numbers) {
    pool_.number_names.push_back(all.number_names[at]);
    pool_.numbers.push_back(values_at(all.numbers[at], grouping.example));
  }
  if (scores) pool_.prediction = values_at(all.prediction, grouping.example);
  pool_.outcome = values_at(all.outcome, grouping.example);
  pool_.decision = values_at(all.decision, grouping.example);
  sizes_.assign(grouping.example.size(), 0);
  members_.assign(grouping.example.size(), 0);
  for (std::int64_t row = 0; row < all.size(); ++row) {
    sizes_[grouping.group_of[row]] += all.count[row];
    if (value_at && all.codes[*protected_at][row] == *value_at) {
      members_[grouping.group_of[row]] += all.count[row];
    }
  }
  member_count_ = std::accumulate(members_.begin(), members_.end(), std::int64_t{0});
  const std::int64_t people = std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{0});
  if (member_count_ == 0) {
    throw InputError(fmt::format("`protected` {}={}: nobody belongs to this class{}",
                                 class_.attribute, class_.value,
                                 people == 0 ? ", because there are no people at all" : ""));
  }
  if (member_count_ == people) {
    throw InputError(fmt::format(
        "`protected` {}={}: {}, so there is nobody to compare them with", class_.attribute,
        class_.value,
        class_.against
            ? std::string("everybody whom `against` names belongs to this class, too")
            : fmt::format("all {} people belong to this class", with_thousands(people))));
  }
  for (std::size_t i = 0; i < pool_.prediction.size(); ++i) {
    const double p = pool_.prediction[i];
    const double inside = std::clamp(p, options_.clip, 1 - options_.clip);
    if (inside != p) clipped_ += sizes_[i];
    pool_log_odds_.push_back(std::log(inside / (1 - inside)));
  }
}

void ClassProblem::build_lattice() {
  std::vector<std::vector<std::uint64_t>> columns;
  for (const int at : scanned_) {
    lattice_.attributes.push_back(pool_.attributes[at]);
    columns.push_back(words_of(pool_.codes[at]));
  }
  Grouping grouping = group_rows(tuples(), columns);
  for (const std::int64_t example : grouping.example) {
    for (const int at : scanned_) lattice_.codes.push_back(pool_.codes[at][example]);
  }
  lattice_.cells = grouping.groups();
  cell_of_ = std::move(grouping.group_of);
}

void ClassProblem::read_named(const ConditionalInput& input) {
  std::vector<data::Attribute> scanned;
  for (const data::Attribute& attribute : input.profiles.attributes) {
    if (position_of(input.scanned, attribute.name)) scanned.push_back(attribute);
  }
  const search::Subgroup asked = search::parse_subgroup(options_.subgroup, scanned);
  search::Subgroup named = search::everybody(lattice_.attributes);
  const std::vector<std::string> own = names_of(lattice_.attributes);
  for (std::size_t a = 0; a < scanned.size(); ++a) {
    if (asked.sets[a] == search::all_values(scanned[a].arity())) continue;
    const auto at = position_of(own, scanned[a].name);
    if (!at) {
      throw ConfigError(fmt::format(
          "`subgroup` '{}': '{}' says who is in the class {} = {}, so that a subgroup of the class "
          "cannot name it; leave it out, or audit another class",
          options_.subgroup, scanned[a].name, class_.attribute, class_.value));
    }
    named.sets[*at] = asked.sets[a];
  }
  refuse_nobody(named, lattice_);
  (options_.power ? asked_ : named_) = std::move(named);
}

void ClassProblem::read_found() {
  const std::vector<std::string> own = names_of(lattice_.attributes);
  found_.resize(criteria_.size());
  for (std::size_t scan = 0; scan < criteria_.size(); ++scan) {
    const auto found = std::ranges::find_if(*options_.found, [&](const FoundSubgroup& one) {
      return one.protected_class == class_ && one.criterion == criteria_[scan].metric->criterion &&
             one.direction == criteria_[scan].direction;
    });
    if (found == options_.found->end()) continue;
    search::Subgroup subgroup = search::everybody(lattice_.attributes);
    for (const auto& [name, labels] : found->subgroup) {
      const std::size_t at = position_of(own, name).value();
      subgroup.sets[at] = 0;
      for (const std::string& label : labels) {
        const std::size_t value = position_of(lattice_.attributes[at].labels, label).value();
        subgroup.sets[at] |= std::uint64_t{1} << value;
      }
    }
    found_[scan] = std::move(subgroup);
  }
}

void ClassProblem::build_covariates() {
  std::vector<std::vector<std::uint64_t>> columns;
  columns.reserve(categorical_.size() + numeric_.size());
  for (const int at : categorical_) columns.push_back(words_of(pool_.codes[at]));
  for (const int at : numeric_) columns.push_back(words_of(pool_.numbers[at]));
  if (!options_.propensity_column.empty())
    columns.push_back(words_of(number(options_.propensity_column)));
  Grouping grouping = group_rows(tuples(), columns);
  covariates_.design = model::Design(grouping.groups());
  for (const int at : categorical_) {
    covariates_.design.add(pool_.attributes[at], values_at(pool_.codes[at], grouping.example));
  }
  for (const int at : numeric_) {
    covariates_.design.add(pool_.number_names[at], values_at(pool_.numbers[at], grouping.example));
  }
  if (!options_.propensity_column.empty()) {
    covariates_.given = values_at(number(options_.propensity_column), grouping.example);
    for (const double p : covariates_.given) {
      if (!(p > 0 && p < 1)) {
        throw InputError(fmt::format(
            "`propensity` {}: the value {} is not a probability between 0 and 1 (both excluded)",
            options_.propensity_column, p));
      }
    }
  }
  covariates_.of_tuple = std::move(grouping.group_of);
}

const std::vector<double>& ClassProblem::number(const std::string& name) const {
  const auto at = position_of(pool_.number_names, name);
  if (!at) throw InternalError(fmt::format("there is no column of numbers '{}'", name));
  return pool_.numbers[*at];
}

}  // namespace faultline::methods
