#include "faultline/methods/mitigation/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/methods/mitigation/decision_cost.hpp"
#include "faultline/methods/mitigation/points.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/methods/part_of_people.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr double kLedgerConfidence = 0.95;

struct Errors {
  std::int64_t false_positives = 0;
  std::int64_t false_negatives = 0;
};

/// People of one profile with the same old and new decision.
struct Person {
  std::size_t profile = 0;
  bool before = false;
  bool after = false;
  std::int64_t n = 0;
};

std::vector<Person> kinds(std::span<const std::int64_t> count, std::span<const std::int64_t> old,
                          std::span<const std::int64_t> positive) {
  std::vector<Person> list;
  for (std::size_t k = 0; k < count.size(); ++k) {
    // Whoever was flagged is among the flagged first: old decisions are the same for a profile.
    const std::int64_t both = std::min(old[k], positive[k]);
    const std::int64_t stopped = old[k] - both;
    const std::int64_t begun = positive[k] - both;
    const std::int64_t neither = count[k] - both - stopped - begun;
    for (const Person& person : {Person{k, true, true, both}, Person{k, true, false, stopped},
                                 Person{k, false, true, begun}, Person{k, false, false, neither}}) {
      if (person.n > 0) list.push_back(person);
    }
  }
  return list;
}

/// As many people, drawn with replacement.
void resample_people(std::vector<Person>& people, std::uint64_t seed, std::uint32_t replicate) {
  rng::Stream stream(seed, rng::Purpose::bootstrap, replicate);
  std::int64_t left = 0;
  for (const Person& person : people) left += person.n;
  auto mass = static_cast<double>(left);
  for (Person& person : people) {
    const auto own = static_cast<double>(person.n);
    person.n = left == 0 ? 0 : rng::binomial(stream, left, std::min(1.0, own / mass));
    left -= person.n;
    mass -= own;
  }
}

/// Profiles of those who are there, with the old and the new decisions about them.
struct Resample {
  data::Profiles profiles{};
  std::vector<std::int64_t> old{};
  std::vector<std::int64_t> positive{};
};

Resample gather(const data::Profiles& profiles, const std::vector<Person>& people) {
  std::vector<std::int64_t> count(profiles.count.size(), 0);
  std::vector<std::int64_t> old(count);
  std::vector<std::int64_t> positive(count);
  for (const Person& person : people) {
    count[person.profile] += person.n;
    if (person.before) old[person.profile] += person.n;
    if (person.after) positive[person.profile] += person.n;
  }
  Resample drawn{.profiles = with_counts(profiles, count)};
  for (std::size_t k = 0; k < count.size(); ++k) {
    if (count[k] == 0) continue;
    drawn.old.push_back(old[k]);
    drawn.positive.push_back(positive[k]);
  }
  return drawn;
}

/// Change of the cost of errors, part by part.
std::vector<double> error_changes(const data::Profiles& profiles, const std::vector<Person>& people,
                                  const LedgerParts& parts, const Ledger::Costs& costs) {
  std::vector<Errors> change(parts.groups.size());
  for (const Person& person : people) {
    if (person.before == person.after) continue;
    Errors& part = change[parts.of_profile[person.profile]];
    const std::int64_t n = person.after ? person.n : -person.n;
    if (profiles.outcome[person.profile] != 0) {
      part.false_negatives -= n;
    } else {
      part.false_positives += n;
    }
  }
  std::vector<double> cost;
  cost.reserve(change.size());
  for (const Errors& part : change)
    cost.push_back(error_cost(costs, part.false_positives, part.false_negatives));
  return cost;
}

double standard_deviation(std::span<const double> values) {
  math::CompensatedSum sum;
  for (const double value : values) sum.add(value);
  const double mean = sum.value() / static_cast<double>(values.size());
  math::CompensatedSum squares;
  for (const double value : values) squares.add((value - mean) * (value - mean));
  return std::sqrt(squares.value() / static_cast<double>(values.size() - 1));
}

Interval around(double change, double deviation) {
  const double reach = math::normal_quantile((1 + kLedgerConfidence) / 2) * deviation;
  return std::pair{change - reach, change + reach};
}

void count_parts(const MitigationInput& tested, const MitigationOptions& options,
                 std::span<const std::int64_t> old, std::span<const std::int64_t> positive,
                 const LedgerParts& parts, std::vector<Ledger::Group>& groups) {
  const data::Profiles& profiles = tested.profiles;
  const auto p_at = position_of(profiles.number_names, tested.true_probability);
  if (!p_at) throw InternalError("mitigation needs the true probability");
  const std::uint8_t wanted = options.error == ErrorRate::fpr ? 0 : 1;
  std::vector<math::CompensatedSum> p(groups.size());
  std::vector<std::int64_t> before(groups.size(), 0);
  std::vector<std::int64_t> after(groups.size(), 0);
  math::CompensatedSum p_all;
  std::int64_t audited = 0;
  std::int64_t flagged = 0;
  for (std::size_t k = 0; k < old.size(); ++k) {
    const std::size_t g = parts.of_profile[k];
    Ledger::Group& group = groups[g];
    group.n += profiles.count[k];
    if (profiles.outcome[k] != 0) {
      group.false_negatives_before += profiles.count[k] - old[k];
      group.false_negatives_after += profiles.count[k] - positive[k];
    } else {
      group.false_positives_before += old[k];
      group.false_positives_after += positive[k];
    }
    if (profiles.outcome[k] != wanted) continue;
    const double mass = static_cast<double>(profiles.count[k]) * profiles.numbers[*p_at][k];
    group.audited += profiles.count[k];
    before[g] += old[k];
    after[g] += positive[k];
    p[g].add(mass);
    p_all.add(mass);
    audited += profiles.count[k];
    flagged += old[k];
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].audited == 0) continue;
    const auto n = static_cast<double>(groups[g].audited);
    groups[g].rate_before = static_cast<double>(before[g]) / n;
    groups[g].rate_after = static_cast<double>(after[g]) / n;
    const double base_rates = p[g].value() / n - p_all.value() / static_cast<double>(audited);
    groups[g].justified = std::clamp(
        static_cast<double>(flagged) / static_cast<double>(audited) + options.lambda * base_rates,
        0.0, 1.0);
  }
}

}  // namespace

LedgerParts ledger_parts(const data::Profiles& profiles, const MitigationReport& report) {
  LedgerParts parts;
  if (report.points) {
    parts.of_profile = groups_of(profiles, *report.points);
    const PointsRule& rule = *report.points;
    const MitigationReport::Rule& base = report.rules.front();
    const Cutoff old{.comparator = base.comparator, .threshold = base.threshold};
    for (std::size_t g = 0; g < rule.thresholds.size(); ++g) {
      Ledger::Group& group = parts.groups.emplace_back();
      group.text = points_words(rule, g);
      if (g > 0) group.from = rule.cuts[g - 1] + 1;
      if (g < rule.cuts.size()) group.to = rule.cuts[g];
      group.moved = rule.thresholds[g] != old;
    }
  } else {
    parts.of_profile.assign(profiles.count.size(), 0);
    for (std::size_t r = 0; r < report.rules.size(); ++r) {
      const std::vector<std::uint8_t> inside = members(profiles, report.rules[r].subgroup);
      for (std::size_t k = 0; k < inside.size(); ++k) {
        if (inside[k] != 0) parts.of_profile[k] = r;
      }
      Ledger::Group& group = parts.groups.emplace_back();
      group.text = r == 0 && report.rules.size() > 1 ? "everybody else" : report.rules[r].text;
      group.moved = r > 0 || report.rules[r].width.has_value();
    }
  }
  for (std::size_t g = 0; g < parts.groups.size(); ++g)
    parts.groups[g].number = static_cast<int>(g) + 1;
  return parts;
}

Ledger make_ledger(const MitigationInput& tested, const MitigationOptions& options,
                   std::span<const std::int64_t> old, std::span<const std::int64_t> positive,
                   LedgerParts parts, const Hooks& hooks) {
  Ledger ledger;
  ledger.costs = options.costs.value_or(costs_at(options.lambda));
  ledger.before = cost_of(tested, options, old);
  ledger.after = cost_of(tested, options, positive);
  ledger.change = ledger.after.cost - ledger.before.cost;
  ledger.groups = parts.groups;
  count_parts(tested, options, old, positive, parts, ledger.groups);
  const data::Profiles& profiles = tested.profiles;
  const std::vector<Person> people = kinds(profiles.count, old, positive);
  const std::vector<double> own = error_changes(profiles, people, parts, ledger.costs);
  for (std::size_t g = 0; g < own.size(); ++g) ledger.groups[g].change = own[g];
  if (options.resamples < 2 || std::ranges::equal(old, positive)) return ledger;

  std::vector<double> totals(static_cast<std::size_t>(options.resamples));
  std::vector<std::vector<double>> by_part(own.size(), std::vector<double>(totals.size()));
  const auto work = [&](std::int64_t b) {
    std::vector<Person> drawn = people;
    resample_people(drawn, options.scan.seed, static_cast<std::uint32_t>(b));
    const std::vector<double> errors = error_changes(profiles, drawn, parts, ledger.costs);
    const Resample resample = gather(profiles, drawn);
    const MitigationInput input{.profiles = resample.profiles,
                                .scanned = tested.scanned,
                                .true_probability = tested.true_probability};
    totals[b] = ledger.costs.disparity * (worst_subgroup(input, options, resample.positive).excess -
                                          worst_subgroup(input, options, resample.old).excess);
    for (std::size_t g = 0; g < errors.size(); ++g) {
      by_part[g][b] = errors[g];
      totals[b] += errors[g];
    }
  };
  (void)parallel::for_each(options.resamples, options.scan.threads, work, hooks.stop);
  if (hooks.stop.stop_requested()) throw Cancelled("stopped before the ledger was done");
  ledger.interval = around(ledger.change, standard_deviation(totals));
  for (std::size_t g = 0; g < by_part.size(); ++g)
    ledger.groups[g].interval = around(ledger.groups[g].change, standard_deviation(by_part[g]));
  if (ledger.interval->second < 0) ledger.worth = Worth::less;
  if (ledger.interval->first > 0) ledger.worth = Worth::more;
  return ledger;
}

}  // namespace faultline::methods
