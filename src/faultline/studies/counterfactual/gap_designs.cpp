#include "faultline/studies/counterfactual/gap_designs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "faultline/rng/draw.hpp"

namespace faultline::studies {
namespace {

using enum GapCase;

constexpr std::array kLargest{0.58, 0.81, 0.94, 1.0};  // upper ends of the shares of 4 groups

double expit(double x) { return 1 / (1 + std::exp(-x)); }
double odds(double p) { return p / (1 - p); }

/// Where a group stands among the rates, 0 to 1; its size says nothing about it.
double place(std::size_t group, std::size_t groups) {
  return static_cast<double>((5 * group) % groups) / static_cast<double>(groups - 1);
}

double between(Fairness fairness, double fair, double unfair) {
  switch (fairness) {
    case Fairness::fair:
      return fair;
    case Fairness::half:
      return (fair + unfair) / 2;
    case Fairness::unfair:
      return unfair;
  }
  return fair;
}

double true_cfnr(Fairness fairness, double place) {
  return between(fairness, 0.3, 0.25 + 0.35 * place);
}
double true_cfpr(Fairness fairness, double place) {
  return between(fairness, 0.2, 0.35 - 0.2 * place);
}
double true_strength(double place) { return 0.3 + 0.4 * place; }

double need_of(double x1, double x2) { return expit(-0.85 + 0.8 * x1 + 0.4 * x2); }
double treatment_of(double x1, std::size_t group) {
  return expit(-0.6 + 0.5 * x1 + (group % 2 == 1 ? 0.4 : 0.0));
}

/// P(D = 1 | ..., Y0 = 1) and P(D = 1 | ..., Y0 = 0) whose mean is `pi` and whose odds lie within
/// the factor gamma of its odds, as far apart as that allows; `more`: the first is the larger.
std::pair<double, double> confounded(double pi, double p, double gamma, bool more) {
  const auto scaled = [&](double factor) { return expit(std::log(odds(pi) * factor)); };
  const double factor = more ? gamma : 1 / gamma;
  double with = scaled(factor);
  double without = (pi - p * with) / (1 - p);
  const double other = without > 0 && without < 1 ? odds(without) / odds(pi) : -1;
  if (other < 1 / gamma || other > gamma) {
    without = scaled(1 / factor);
    with = (pi - (1 - p) * without) / p;
  }
  return {with, without};
}

/// Shares of three values times those of four.
constexpr std::array kOuter{0.78, 0.12, 0.10};
constexpr std::array kInner{0.83 * 0.75, 0.83 * 0.25, 0.17 * 0.75, 0.17 * 0.25};

std::size_t draw_group(rng::Stream& stream, std::size_t groups, bool lopsided) {
  const double u = rng::uniform(stream);
  std::size_t group = 0;
  if (lopsided) {
    double upper = kOuter[0] * kInner[0];
    while (u >= upper && group + 1 < groups) {
      ++group;
      upper += kOuter[group / kInner.size()] * kInner[group % kInner.size()];
    }
    return group;
  }
  if (groups == kLargest.size()) {
    while (u >= kLargest[group]) ++group;
    return group;
  }
  const auto total = static_cast<double>(groups * (groups + 1)) / 2;
  double upper = static_cast<double>(groups) / total;
  while (u >= upper && group + 1 < groups) {
    ++group;
    upper += static_cast<double>(groups - group) / total;
  }
  return group;
}

/// 4 groups are 2 times 2, 12 are 3 times 4.
std::size_t values_of_second(std::size_t groups) { return groups == 4 ? 2 : 4; }

}  // namespace

std::span<const GapCase> all_gap_cases() {
  static constexpr std::array kAll{one_fair, half_fair, both_unfair, both_fair, unfair_half};
  return kAll;
}

const char* title(GapCase gap_case) {
  switch (gap_case) {
    case one_fair:
      return "one fair";
    case half_fair:
      return "half fair, fair";
    case both_unfair:
      return "both unfair";
    case both_fair:
      return "both fair";
    case unfair_half:
      return "unfair, half fair";
  }
  return "";
}

std::span<const describe::Word> words(GapCase) {
  static constexpr std::array kWords{
      describe::word(one_fair, "one-fair"), describe::word(half_fair, "half-fair"),
      describe::word(both_unfair, "both-unfair"), describe::word(both_fair, "both-fair"),
      describe::word(unfair_half, "unfair-half")};
  return kWords;
}

GapDesign design_of(GapCase gap_case, std::size_t groups) {
  const bool unfair = gap_case == one_fair || gap_case == both_unfair || gap_case == unfair_half;
  const Fairness first = unfair                  ? Fairness::unfair
                         : gap_case == half_fair ? Fairness::half
                                                 : Fairness::fair;
  const Fairness second = gap_case == both_unfair   ? Fairness::unfair
                          : gap_case == unfair_half ? Fairness::half
                                                    : Fairness::fair;
  return {.groups = groups, .first = first, .second = second};
}

GapTruth truth_of(const GapDesign& design) {
  // The mean of a rate over so many draws is off by less than .001.
  constexpr int kDraws = 200'000;
  rng::Stream stream(1, rng::Purpose::simulate, 0, 7);
  std::vector<std::array<double, 2>> x(kDraws);
  for (auto& one : x) one = {rng::normal(stream), rng::normal(stream)};
  GapTruth truth;
  for (std::size_t g = 0; g < design.groups; ++g) {
    const double at = place(g, design.groups);
    const std::array kinds{design.first, design.second};
    for (std::size_t d = 0; d < 2; ++d) {
      truth.cfpr[d].push_back(true_cfpr(kinds[d], at));
      truth.cfnr[d].push_back(true_cfnr(kinds[d], at));
    }
    const double cfpr = truth.cfpr[0].back();
    const double cfnr = truth.cfnr[0].back();
    double need = 0, treated_need = 0, outcome = 0, missed = 0, alarm = 0;
    for (const auto& [x1, x2] : x) {
      const double p = need_of(x1, x2);
      const double prevented = treatment_of(x1, g) * true_strength(at);
      need += p;
      treated_need += p * treatment_of(x1, g);
      outcome += p * (1 - prevented);
      missed += p * cfnr * (1 - prevented);
      alarm += (1 - p) * cfpr + p * (1 - cfnr) * prevented;
    }
    truth.need.push_back(need / kDraws);
    truth.opportunity.push_back(treated_need / need);
    truth.strength.push_back(true_strength(at));
    truth.observed_fnr.push_back(missed / outcome);
    truth.observed_fpr.push_back(alarm / (kDraws - outcome));
  }
  return truth;
}

GapPeople::GapPeople(const GapDesign& design, std::int64_t people, std::uint64_t seed,
                     std::uint32_t replicate) {
  const std::size_t inner = values_of_second(design.groups);
  profiles_.attributes = {{.name = "A1"}, {.name = "A2"}};
  for (std::size_t v = 0; v < design.groups / inner; ++v)
    profiles_.attributes[0].labels.push_back(std::to_string(v));
  for (std::size_t v = 0; v < inner; ++v)
    profiles_.attributes[1].labels.push_back(std::to_string(v));
  profiles_.codes.resize(2);
  profiles_.number_names = {"X.1", "X.2"};
  profiles_.numbers.resize(2);
  rng::Stream stream(seed, rng::Purpose::simulate, replicate, 8);
  const std::array kinds{design.first, design.second};
  for (std::int64_t i = 0; i < people; ++i) {
    const std::size_t g = draw_group(stream, design.groups, design.lopsided);
    const double at = place(g, design.groups);
    const double x1 = rng::normal(stream);
    const double x2 = rng::normal(stream);
    const double p = need_of(x1, x2);
    const bool need = rng::bernoulli(stream, p);
    // Half of the people meet the same chance under both decisions.
    const double shared = rng::uniform(stream);
    const bool apart = rng::bernoulli(stream, 0.5);
    const double own = rng::uniform(stream);
    for (std::size_t d = 0; d < 2; ++d) {
      const double u = d == 1 && apart ? own : shared;
      const bool error = u < (need ? true_cfnr(kinds[d], at) : true_cfpr(kinds[d], at));
      decisions_[d].push_back(static_cast<std::uint8_t>(need != error));
    }
    double pi = treatment_of(x1, g);
    if (design.gamma > 1) {
      // Who would have had the outcome, and was missed, is treated more often in every other
      // group; who was flagged, less often. In the other groups it is the other way round.
      const bool flagged = decisions_[0].back() != 0;
      const double miss = true_cfnr(kinds[0], at);
      const double alarm = true_cfpr(kinds[0], at);
      const double with = p * (flagged ? 1 - miss : miss);
      const double without = (1 - p) * (flagged ? alarm : 1 - alarm);
      const bool more = (g % 2 == 0) != flagged;
      const auto pis = confounded(pi, with / (with + without), design.gamma, more);
      pi = need ? pis.first : pis.second;
    }
    const bool treated = rng::bernoulli(stream, pi);
    const bool prevented = rng::bernoulli(stream, true_strength(at));
    profiles_.codes[0].push_back(static_cast<data::Code>(g / inner));
    profiles_.codes[1].push_back(static_cast<data::Code>(g % inner));
    profiles_.numbers[0].push_back(x1);
    profiles_.numbers[1].push_back(x2);
    profiles_.outcome.push_back(static_cast<std::uint8_t>(need && !(treated && prevented)));
    treated_.push_back(static_cast<std::uint8_t>(treated));
  }
  profiles_.count.assign(static_cast<std::size_t>(people), 1);
}

methods::CounterfactualInput GapPeople::input() const {
  return {.profiles = profiles_,
          .protected_attributes = {"A1", "A2"},
          .covariates = profiles_.number_names,
          .treatment = treated_,
          .decisions = {{.name = "first", .made = decisions_[0]},
                        {.name = "second", .made = decisions_[1]}}};
}

}  // namespace faultline::studies
