#include "faultline/methods/conditional/membership.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/methods/conditional/membership_model.hpp"
#include "faultline/model/design/diagnostics.hpp"

namespace faultline::methods {
namespace {

// So many of the class must share their stratum with others before exchange within strata stands
// for all of them.
constexpr double kNearlyAll = 0.9;
// Crump et al.'s (2009) rule of thumb: beyond, one person outside stands for ten inside.
constexpr double kLargestProbability = 0.9;
// Judgement: a comparison that leaves out more than half of a class is not about the class, and an
// effective size below thirty carries no rate.
constexpr double kLargestShareLeftOut = 0.5;
constexpr double kFewestComparable = 30;

/// People and members of each group.
struct Counts {
  std::vector<double> people{};
  std::vector<double> members{};
};

Counts count(const ClassProblem& problem, const std::vector<std::int32_t>& tuples,
             const Grouping& alike) {
  const auto groups = static_cast<std::size_t>(alike.groups());
  Counts counts{.people = std::vector<double>(groups, 0),
                .members = std::vector<double>(groups, 0)};
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    const std::int32_t g = alike.group_of[i];
    counts.people[g] += static_cast<double>(problem.sizes()[tuples[i]]);
    counts.members[g] += static_cast<double>(problem.members()[tuples[i]]);
  }
  return counts;
}

double share_in_mixed_groups(const Counts& counts, double members) {
  double mixed = 0;
  for (std::size_t g = 0; g < counts.people.size(); ++g) {
    if (counts.members[g] < counts.people[g]) mixed += counts.members[g];
  }
  return mixed / members;
}

std::vector<double> probabilities(const ClassProblem& problem,
                                  const std::vector<std::int32_t>& tuples, const Grouping& alike,
                                  const Counts& counts, Membership& membership) {
  if (membership.how == Permute::within) {
    std::vector<double> shares;
    shares.reserve(counts.people.size());
    for (std::size_t g = 0; g < counts.people.size(); ++g) {
      shares.push_back(counts.members[g] / counts.people[g]);
    }
    return shares;
  }
  model::RichDesign design(counts.people);
  std::vector<std::int64_t> examples;
  examples.reserve(alike.example.size());
  for (const std::int64_t example : alike.example) examples.push_back(tuples[example]);
  problem.add_variables(membership.given, examples, design);
  const auto variables =
      static_cast<int>(problem.attributes_alike().size() + problem.numbers_alike().size());
  MembershipFit fit = fit_membership(design, variables, counts.people, counts.members);
  membership.columns = fit.columns;
  membership.notices = std::move(fit.notices);
  return std::move(fit.probability);
}

/// Tuples of one group after the other, where exchange within groups needs them.
void lay_out_groups(const ClassProblem& problem, Membership& membership) {
  for (std::int32_t t = 0; t < problem.tuples(); ++t) {
    if (membership.takes_part(t)) membership.order.push_back(t);
  }
  std::ranges::stable_sort(membership.order, [&](std::int32_t a, std::int32_t b) {
    return membership.group[a] < membership.group[b];
  });
  std::int32_t last = Membership::kNone;
  for (std::size_t i = 0; i < membership.order.size(); ++i) {
    const std::int32_t t = membership.order[i];
    if (membership.group[t] != last) {
      membership.first.push_back(static_cast<std::int64_t>(i));
      membership.group_members.push_back(0);
      last = membership.group[t];
    }
    membership.group_members.back() += problem.members()[t];
  }
  membership.first.push_back(std::ssize(membership.order));
}

}  // namespace

std::span<const describe::Word> words(Permute) {
  static constexpr std::array kWords{
      describe::word(Permute::automatic, "auto",
                     "Within where nearly all of the class can be exchanged, else redraw"),
      describe::word(Permute::within, "within",
                     "Exchange it among people alike in covariates and condition"),
      describe::word(Permute::redraw, "redraw",
                     "Draw it from a model of membership given covariates and condition"),
      describe::word(Permute::everyone, "everyone",
                     "Exchange it over all people: as published, not a valid test when the class "
                     "depends on the covariates")};
  return kWords;
}

std::string condition_name(Condition condition) {
  switch (condition) {
    case Condition::prediction:
      return "prediction";
    case Condition::decision:
      return "decision";
    case Condition::outcome:
      break;
  }
  return "outcome";
}

std::string Membership::incomparable() const {
  if (probability.empty()) return "";
  // With so many columns a fit in sample tells people apart who are not.
  const std::int64_t kind = std::min(members, everybody - members);
  const std::string crowded =
      kPeoplePerColumn * columns > static_cast<double>(kind)
          ? fmt::format(
                "; the model of membership has {} columns for {} of {} and {} others, so fewer or "
                "coarser covariates may help",
                columns, with_thousands(members), words.members,
                with_thousands(everybody - members))
          : "";
  if (static_cast<double>(left_out) > kLargestShareLeftOut * static_cast<double>(members)) {
    return fmt::format(
        "for {} of {} of {} nobody comparable {} (with their covariates and {} more than {:.0f} % "
        "{}){}",
        with_thousands(left_out), people(members), words.members, words.is_outside,
        condition_name(given.condition), 100 * kLargestProbability, words.belong, crowded);
  }
  if (effective_size < kFewestComparable) {
    return fmt::format(
        "weighted to resemble {}, the people {} count for {:.1f}, and a comparison needs {:.0f}{}",
        words.members, words.outside, effective_size, kFewestComparable, crowded);
  }
  return "";
}

std::string Membership::refusal() const {
  if (!refused) return "";
  return fmt::format(
      "only {:.0f} % of {} share covariates, attributes and {} with somebody {}, so there is "
      "hardly anybody to exchange; use `permute` auto, or coarser values",
      100 * shared, words.members, condition_name(given.condition), words.outside);
}

Membership membership_of(const ClassProblem& problem, const Given& given) {
  Membership membership{.given = given, .how = problem.options().permute};
  membership.words = problem.options().words;
  const std::vector<std::int32_t> tuples = problem.kept(given);
  const Grouping alike = problem.group_alike(given, tuples);
  const Counts counts = count(problem, tuples, alike);
  const double members = std::accumulate(counts.members.begin(), counts.members.end(), 0.0);
  const double all = std::accumulate(counts.people.begin(), counts.people.end(), 0.0);
  membership.members = std::llround(members);
  membership.everybody = std::llround(all);
  membership.group.assign(static_cast<std::size_t>(problem.tuples()), Membership::kNone);
  for (std::size_t i = 0; i < tuples.size(); ++i) membership.group[tuples[i]] = alike.group_of[i];
  // Nobody inside or outside: there is nothing to draw, and the scan says why.
  const bool one_kind = members == 0 || members == all;
  if (!one_kind) membership.shared = share_in_mixed_groups(counts, members);
  if (membership.how == Permute::automatic) {
    membership.how =
        one_kind || membership.shared >= kNearlyAll ? Permute::within : Permute::redraw;
  }
  if (one_kind || membership.how == Permute::everyone) return membership;
  // What strata would leave out here is not the people without counterpart but the class.
  membership.refused =
      membership.how == Permute::within && membership.shared < 1 - kLargestShareLeftOut;
  if (membership.refused) return membership;

  const std::vector<double> of_group = probabilities(problem, tuples, alike, counts, membership);
  membership.probability.assign(membership.group.size(), 0);
  std::vector<double> odds;
  std::vector<double> outside;
  for (const std::int32_t t : tuples) {
    const double p = of_group[membership.group[t]];
    if (p > kLargestProbability) {
      membership.group[t] = Membership::kNone;
      membership.left_out += problem.members()[t];
      continue;
    }
    membership.probability[t] = p;
    odds.push_back(p / (1 - p));
    outside.push_back(static_cast<double>(problem.sizes()[t] - problem.members()[t]));
  }
  membership.effective_size = model::effective_sample_size(odds, outside);
  if (membership.how == Permute::within) lay_out_groups(problem, membership);
  return membership;
}

}  // namespace faultline::methods
