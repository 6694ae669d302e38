#include "faultline/run/scan_family.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/methods/class_scan/class_scan.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/residual_scan/residual_scan.hpp"
#include "faultline/run/groups.hpp"
#include "faultline/run/run_frame.hpp"
#include "faultline/run/scan_classes.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::run {
namespace {

using result::Family;

/// How the outcome reaches the method: as a number, or as a class by its text.
bool by_class(const ScanSpec& spec) {
  return spec.family == Family::nominal || spec.family == Family::ordinal;
}

data::RoleOptions family_roles(const ScanSpec& spec) {
  data::RoleOptions roles = to_options(spec.roles);
  roles.outcome.clear();
  roles.score.clear();
  if (by_class(spec)) {
    roles.protected_classes = {spec.roles.outcome};
    roles.classes_option = "`outcome`";
  } else {
    roles.numbers.push_back(spec.roles.outcome);
    roles.number_options.emplace_back(spec.roles.outcome, "`outcome`");
  }
  if (!spec.roles.score.empty()) {
    roles.numbers.push_back(spec.roles.score);
    roles.number_options.emplace_back(spec.roles.score, "`score`");
  }
  for (const auto& [name, column] : class_columns(spec)) {
    roles.numbers.push_back(column);
    roles.number_options.emplace_back(column, "`class_scores`");
  }
  return roles;
}

const std::vector<double>& number(const data::Profiles& profiles, const std::string& name) {
  const auto at = std::find(profiles.number_names.begin(), profiles.number_names.end(), name);
  if (at == profiles.number_names.end()) throw InternalError("a number was not read");
  return profiles.numbers[static_cast<std::size_t>(at - profiles.number_names.begin())];
}

/// The number of every class: its place in `order`, from 1, or the whole number that it is.
std::vector<double> class_numbers(const data::Attribute& outcome, const ScanSpec& spec) {
  std::vector<double> numbers;
  numbers.reserve(outcome.labels.size());
  for (const std::string& label : outcome.labels) {
    if (spec.order.empty()) {
      const std::optional<double> number = parse_double(label);
      if (!number || std::floor(*number) != *number) {
        throw InputError(fmt::format(
            "`outcome` {}: the class '{}' is not a whole number; say with `order` how the classes "
            "follow each other, from the lowest to the highest: they are {}",
            outcome.name, label, join_words(outcome.labels, 12)));
      }
      numbers.push_back(*number);
      continue;
    }
    const auto at = std::find(spec.order.begin(), spec.order.end(), label);
    if (at == spec.order.end()) {
      throw InputError(fmt::format(
          "`outcome` {}: the value '{}' is not among those that `order` lists; the values are {}",
          outcome.name, label, join_words(outcome.labels, 12)));
    }
    numbers.push_back(static_cast<double>(at - spec.order.begin()) + 1);
  }
  return numbers;
}

std::vector<double> outcomes(const data::Profiles& profiles, const ScanSpec& spec) {
  if (!by_class(spec)) return number(profiles, spec.roles.outcome);
  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    if (profiles.attributes[a].name != spec.roles.outcome) continue;
    const std::vector<double> numbers = class_numbers(profiles.attributes[a], spec);
    std::vector<double> values;
    values.reserve(profiles.codes[a].size());
    for (const data::Code code : profiles.codes[a]) values.push_back(numbers[code]);
    return values;
  }
  throw InternalError("the outcome was not read");
}

void refuse_not_counts(const std::vector<double>& values, const std::string& outcome) {
  for (const double value : values) {
    if (value >= 0 && std::floor(value) == value) continue;
    throw InputError(fmt::format(
        "`outcome` {}: {} is not a count (0, 1, 2, ...); `family` gaussian takes any numbers",
        outcome, shortest(value)));
  }
}

/// Probabilities, say, beside the numbers of classes would make everybody evidence.
void refuse_outside_classes(const methods::OutcomeTable& table, const ScanSpec& spec) {
  if (table.expected.empty()) return;
  const auto [low, high] = std::ranges::minmax(table.outcome);
  const auto [least, greatest] = std::ranges::minmax(table.expected);
  const bool below = least < low && greatest <= low;
  const bool above = greatest > high && least >= high;
  if (!below && !above) return;
  throw InputError(
      fmt::format("`score` {}: its numbers go from {} to {} and the classes of {} from {} to {}; "
                  "give the mean number of the class that is predicted, or leave `score` out",
                  spec.roles.score, shortest(least), shortest(greatest), spec.roles.outcome,
                  shortest(low), shortest(high)));
}

/// The scanned attributes stand first.
methods::OutcomeTable table_of(const data::Profiles& profiles, std::size_t scanned,
                               const ScanSpec& spec) {
  methods::OutcomeTable table;
  const auto end = static_cast<std::ptrdiff_t>(scanned);
  table.attributes.assign(profiles.attributes.begin(), profiles.attributes.begin() + end);
  table.codes.assign(profiles.codes.begin(), profiles.codes.begin() + end);
  table.outcome = outcomes(profiles, spec);
  if (spec.family == Family::poisson) refuse_not_counts(table.outcome, spec.roles.outcome);
  if (!spec.roles.score.empty()) table.expected = number(profiles, spec.roles.score);
  if (spec.family == Family::ordinal) refuse_outside_classes(table, spec);
  table.count = profiles.count;
  return table;
}

double mean(const std::vector<double>& sums, std::int64_t people) {
  double total = 0;
  for (const double sum : sums) total += sum;
  return total / static_cast<double>(people);
}

void note_expectation(const methods::ResidualPeople& people, const ScanSpec& spec,
                      methods::Notices& notices) {
  if (spec.roles.score.empty()) {
    notices.push_back(methods::Notice::note(
        fmt::format("no `score` is given: of everybody the overall mean of {} is expected, {:.4g}",
                    spec.roles.outcome, mean(people.observed(), people.people()))));
  }
  if (!spec.order.empty()) {
    std::vector<std::string> classes;
    classes.reserve(spec.order.size());
    for (std::size_t i = 0; i < spec.order.size(); ++i)
      classes.push_back(fmt::format("{} is {}", spec.order[i], i + 1));
    notices.push_back(methods::Notice::note(
        fmt::format("`order`: means are of class numbers; {}", join_words(classes, 12, "and"))));
  }
  // Some more or less is chance.
  constexpr double kMuchMore = 1.2;
  const double dispersion = people.cells().sigma * people.cells().sigma;
  if (spec.family == Family::poisson && dispersion > kMuchMore) {
    notices.push_back(methods::Notice::note(
        fmt::format("the counts vary {:.3g} times as much as independent events would (Poisson); "
                    "p-values and intervals allow for it",
                    dispersion)));
  }
}

/// The part of a run that differs between families: people, scan, and what to tell of them.
struct Looked {
  methods::BiasScanResult found{};
  std::int64_t profiles = 0;
  double grouping = 0;  // seconds
};

void name_subgroup(const ScanSpec& spec, const std::vector<data::Attribute>& attributes,
                   methods::BiasScanOptions& options) {
  if (spec.subgroup.empty()) return;
  options.named.assign(options.directions.size(),
                       search::parse_subgroup(spec.subgroup, attributes));
}

Looked look_at_classes(const data::People& people, const ScanSpec& spec,
                       methods::BiasScanOptions options, const methods::Hooks& hooks,
                       methods::Notices& notices) {
  Looked out;
  const Stopwatch grouping;
  const methods::ClassPeople classes(
      class_table(read_profiles(people, hooks.stop), people.scanned().size(), spec));
  const search::Lattice& lattice = classes.cells(0).lattice;
  name_subgroup(spec, lattice.attributes, options);
  out.profiles = lattice.cells;
  out.grouping = grouping.seconds();
  if (classes.expects_shares()) {
    notices.push_back(methods::Notice::note(
        fmt::format("no `class_scores` are given: of everybody the overall shares of {} are "
                    "expected",
                    join_words(classes.classes(), 12))));
  }
  out.found = methods::class_scan(classes, options, hooks);
  return out;
}

Looked look_at_residuals(const data::People& people, const ScanSpec& spec,
                         methods::BiasScanOptions options, const methods::Hooks& hooks,
                         methods::Notices& notices) {
  Looked out;
  const Stopwatch grouping;
  const methods::ResidualPeople residuals(
      table_of(read_profiles(people, hooks.stop), people.scanned().size(), spec), spec.family);
  const search::Lattice& lattice = residuals.cells().lattice;
  name_subgroup(spec, lattice.attributes, options);
  out.profiles = lattice.cells;
  out.grouping = grouping.seconds();
  note_expectation(residuals, spec, notices);
  out.found = methods::residual_scan(residuals, options, hooks);
  return out;
}

}  // namespace

void check_family(const ScanSpec& spec) {
  const std::string_view family = name_of(spec.family);
  const auto refuse = [&](const std::string& what) {
    throw ConfigError(fmt::format("`family` {}: {}", family, what));
  };
  const RoleSpec& roles = spec.roles;
  if (roles.attributes.empty()) {
    refuse(
        "name the columns to scan with `attributes = A,B`; which columns were made of the outcome "
        "is recognised for outcomes of two values only");
  }
  if (!roles.risk_score.empty())
    refuse("`risk_score` is the share of one of two outcomes; give what is predicted with `score`");
  if (roles.has_decision())
    refuse("decisions do not enter a scan; leave out `decision` and `threshold`");
  if (is_among(roles.attributes, roles.outcome))
    refuse(
        fmt::format("column '{}' is `outcome` and cannot be one of `attributes`", roles.outcome));
  if (!roles.score.empty() && roles.score == roles.outcome)
    refuse(fmt::format("column '{}' cannot be both `outcome` and `score`", roles.outcome));
  for (const auto& [option, column] :
       {std::pair("`outcome`", roles.outcome), std::pair("`score`", roles.score)}) {
    if (!column.empty() && column == roles.count)
      refuse(fmt::format("column '{}' cannot be both {} and `count`", column, option));
  }
  if (is_among(roles.attributes, roles.score))
    refuse(fmt::format("column '{}' is `score` and cannot be one of `attributes`", roles.score));
  if (spec.clip) refuse("`clip` moves probabilities of one of two outcomes, and there are none");
  if (spec.search.top > 1) {
    refuse(
        "`top` looks on after correcting probabilities of two outcomes in what was found; here "
        "one subgroup of each direction is reported");
  }
  if (spec.power)
    refuse("`power` speaks of sampling bias, which multiplies the odds of one of two outcomes");
  if (!spec.holdout.empty()) {
    refuse(
        "`holdout` is built for outcomes of two values; search one part of the people with "
        "`where`, and test what it found on the other with `subgroup`");
  }
  if (!spec.order.empty() && spec.family != Family::ordinal)
    throw ConfigError("`order` is for `family` ordinal only");
  if (!spec.class_scores.empty() && spec.family != Family::nominal)
    throw ConfigError("`class_scores` is for `family` nominal only");
  if (spec.family == Family::nominal && !roles.score.empty())
    refuse("give the probability of every class with `class_scores`, not with `score`");
  for (const auto& [name, column] : class_columns(spec)) {
    if (is_among(roles.attributes, column) || column == roles.outcome)
      refuse(fmt::format("column '{}' is one of `class_scores` and cannot be {}", column,
                         column == roles.outcome ? "`outcome`" : "one of `attributes`"));
  }
}

methods::Result scan_family(const ScanSpec& spec, data::Source& source, const Context& context) {
  const methods::BiasScanOptions options = method_options(spec);
  const OpenedPeople opened =
      open(source, spec.input, family_roles(spec), options.threads, context);
  methods::Result result = begin_result(opened, options);
  // The outcome is no attribute, however it was read.
  std::erase_if(result.data.attributes, [&](const data::AttributeSummary& attribute) {
    return attribute.name == spec.roles.outcome;
  });
  const Stopwatch watch;
  const auto look = spec.family == Family::nominal ? look_at_classes : look_at_residuals;
  Looked looked = look(*opened.people, spec, options, context.hooks, result.notices);
  result.data.profiles = looked.profiles;
  result.timing.emplace_back("group", looked.grouping);
  result.timing.emplace_back("scan", watch.seconds() - looked.grouping);
  result.findings = std::move(looked.found.findings);
  methods::order_by_evidence(result.findings);
  result.partial = looked.found.partial;
  append(result.notices, looked.found.notices);
  ScanSpec resolved = spec;
  resolve(resolved, "ordered", resolved.roles.ordered, opened.people->ordered());
  finish_result(resolved, result);
  return result;
}

}  // namespace faultline::run
