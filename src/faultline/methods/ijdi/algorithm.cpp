#include "faultline/methods/ijdi/algorithm.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "faultline/math/sum.hpp"
#include "faultline/search/bernoulli_family.hpp"

namespace faultline::methods {

IjdiAlgorithm::IjdiAlgorithm(const ErrorProblem& problem, double lambda, double clip,
                             const search::Subgroup* named)
    : problem_(problem), lambda_(lambda), clip_(clip), named_(named) {
  cells_.lattice = problem.lattice;
}

void IjdiAlgorithm::start(std::span<const std::int64_t> decisions) {
  decisions_.assign(decisions.begin(), decisions.end());
  const std::int64_t positive =
      std::accumulate(decisions.begin(), decisions.end(), std::int64_t{0});
  mean_decision_ = static_cast<double>(positive) / static_cast<double>(problem_.people);
  p_ = problem_.p;
  expectation_.resize(p_.size());
  for (std::size_t u = 0; u < p_.size(); ++u) {
    expectation_[u] = std::clamp(uncensored(p_[u]), 0.0, 1.0);
  }
}

std::vector<double> IjdiAlgorithm::first_expectation(
    std::span<const std::int64_t> decisions) const {
  const std::int64_t positive =
      std::accumulate(decisions.begin(), decisions.end(), std::int64_t{0});
  const double mean = static_cast<double>(positive) / static_cast<double>(problem_.people);
  std::vector<double> expectation;
  expectation.reserve(problem_.p.size());
  for (const double p : problem_.p) {
    expectation.push_back(std::clamp(mean + lambda_ * (p - problem_.mean_p), clip_, 1 - clip_));
  }
  return expectation;
}

void IjdiAlgorithm::scan_once(const search::SearchOptions& search, bool prove, IjdiAnswer& answer) {
  scanned_.resize(expectation_.size());
  for (std::size_t u = 0; u < scanned_.size(); ++u) {
    scanned_[u] = std::clamp(expectation_[u], clip_, 1 - clip_);
  }
  search::refill({.first = problem_.first, .p = scanned_, .n = problem_.n, .y = decisions_},
                 search::Direction::higher, cells_);
  const search::BernoulliFamily family(cells_, cells_.y, search::Direction::higher);
  if (named_ != nullptr) {
    answer.found = score_named(family, *named_);
    return;
  }
  if (!prove) {
    answer.found = search::search(family, cells_.n, search);
    look_around(family, search, answer.found);
    return;
  }
  SearchOutcome searched = search_and_prove(family, cells_.n, search, true);
  answer.found = std::move(searched.found);
  answer.warnings = std::move(searched.warnings);
}

double IjdiAlgorithm::raise_base_rate(const search::Subgroup& subgroup) {
  if (lambda_ == 0) return 0;  // base rates play no part: the plain scan
  // Current p inside, original p outside.
  math::CompensatedSum inside;
  math::CompensatedSum outside;
  std::int64_t n = 0;
  for (std::size_t u = 0; u < p_.size(); ++u) {
    const auto people = static_cast<double>(problem_.n[u]);
    if (problem_.lattice.contains(subgroup, problem_.cell[u])) {
      inside.add(people * p_[u]);
      n += problem_.n[u];
    } else {
      outside.add(people * problem_.p[u]);
    }
  }
  if (n == problem_.people) return 0;  // everybody: there is no outside
  const double p_inside = inside.value() / static_cast<double>(n);
  const double p_outside = outside.value() / static_cast<double>(problem_.people - n);
  if (!(p_inside < p_outside - kMeanTolerance)) return 0;
  math::CompensatedSum below;
  for (std::size_t u = 0; u < p_.size(); ++u) {
    if (p_[u] < p_outside && problem_.lattice.contains(subgroup, problem_.cell[u])) {
      below.add(static_cast<double>(problem_.n[u]) * (p_outside - p_[u]));
    }
  }
  const double alpha = static_cast<double>(n) * (p_outside - p_inside) / below.value();
  for (std::size_t u = 0; u < p_.size(); ++u) {
    if (!problem_.lattice.contains(subgroup, problem_.cell[u])) continue;
    if (p_[u] < p_outside) p_[u] += alpha * (p_outside - p_[u]);
    expectation_[u] = std::max(expectation_[u], std::clamp(uncensored(p_[u]), 0.0, 1.0));
  }
  return alpha;
}

double IjdiAlgorithm::restore_mean(const search::Subgroup& subgroup) {
  math::CompensatedSum lost;  // uncensored - censored
  math::CompensatedSum room;  // 1 - censored
  std::int64_t n = 0;
  for (std::size_t u = 0; u < p_.size(); ++u) {
    if (!problem_.lattice.contains(subgroup, problem_.cell[u])) continue;
    const auto people = static_cast<double>(problem_.n[u]);
    lost.add(people * (uncensored(p_[u]) - expectation_[u]));
    room.add(people * (1 - expectation_[u]));
    n += problem_.n[u];
  }
  // What can be restored: the mean never passes 1.
  const double missing = std::min(lost.value(), room.value());
  if (!(missing > kMeanTolerance * static_cast<double>(n))) return 0;
  const double beta = missing / room.value();
  for (std::size_t u = 0; u < p_.size(); ++u) {
    if (!problem_.lattice.contains(subgroup, problem_.cell[u])) continue;
    expectation_[u] += beta * (1 - expectation_[u]);
  }
  return beta;
}

IjdiAnswer IjdiAlgorithm::run(std::span<const std::int64_t> decisions,
                              const search::SearchOptions& search, bool prove) {
  start(decisions);
  IjdiAnswer answer;
  for (std::size_t u = 0; u < expectation_.size(); ++u) {
    if (expectation_[u] < clip_ || expectation_[u] > 1 - clip_) answer.clipped += problem_.n[u];
  }
  for (;;) {
    scan_once(search, prove, answer);
    // A named subgroup is there even where nothing is wrong with it.
    if (answer.found.found.empty() || !(answer.found.found.front().score > 0)) break;
    const search::ScoredSubgroup& best = answer.found.found.front();
    if (const double alpha = raise_base_rate(best.subgroup); alpha > 0) {
      answer.corrections.push_back({1, best, alpha});
    } else if (const double beta = restore_mean(best.subgroup); beta > 0) {
      answer.corrections.push_back({2, best, beta});
    } else {
      break;
    }
  }
  answer.expectation = scanned_;
  return answer;
}

}  // namespace faultline::methods
