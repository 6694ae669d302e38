#include "faultline/studies/compare/paired_designs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "faultline/math/roots.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::studies {
namespace {

using enum PairedDesign;
using methods::SideEntry;

struct Person {
  std::size_t a = 0, b = 0, c = 0;
  double pi = 0.5;
};

double either_sign(rng::Stream& stream) { return rng::bernoulli(stream, 0.5) ? 1 : -1; }

double log_odds(double p) { return std::log(p / (1 - p)); }
double probability(double odds) { return 1 / (1 + std::exp(-odds)); }

double divergence(double pi, double p) {
  return pi * std::log(pi / p) + (1 - pi) * std::log((1 - pi) / (1 - p));
}

/// The prediction below or above pi that loses so much more than pi does.
double at_divergence(double pi, double more, bool above) {
  if (!(more > 0)) return pi;
  const double centre = log_odds(pi);
  const auto beyond = [&](double step) {
    const double odds = centre + (above ? step : -step);
    // -log p and -log(1 - p) without cancellation.
    const double lose = pi * std::log1p(std::exp(-odds)) + (1 - pi) * std::log1p(std::exp(odds));
    return lose + pi * std::log(pi) + (1 - pi) * std::log(1 - pi) - more;
  };
  const double step = math::monotone_root(
      beyond, 0, 30 + 4 * more, {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-12});
  return probability(centre + (above ? step : -step));
}

/// What both models say; `more` is what the second shall lose beyond the first on average.
struct Said {
  double before = 0.5;
  double after = 0.5;
};

Said say(rng::Stream& stream, PairedDesign design, const Person& person, double more) {
  const double pi = person.pi;
  const auto off = [&](double squared) { return pi + either_sign(stream) * std::sqrt(squared); };
  switch (design) {
    case correlated: {
      constexpr double kError = 0.02;
      const double before = off(kError);
      return {before, rng::uniform(stream) < 0.9 && more == 0 ? before : off(kError + more)};
    }
    case spread:
    case tiny_groups: {
      // One in four is twice as far off; in one group everybody is farther off.
      const double squared = person.a == 1 ? 0.02 : 0.005;
      return {off(squared), off(more + (rng::uniform(stream) < 0.25 ? 4 * squared : 0))};
    }
    case rare: {
      constexpr double kError = 0.0018;
      return {off(kError), off(more + (rng::uniform(stream) < 1.0 / 36 ? 36 * kError : 0))};
    }
    case heavy_tails: {
      const auto far = [&] {
        const double square = std::pow(rng::normal(stream), 2) + std::pow(rng::normal(stream), 2);
        // Beyond, a prediction is as good as certain.
        return std::clamp(rng::normal(stream) / std::sqrt(square / 2), -12.0, 12.0);
      };
      const auto predicted = [&] { return probability(log_odds(pi) + far()); };
      const double before = predicted();
      const double after = predicted();
      if (!(more > 0)) return {before, after};
      return {before, at_divergence(pi, divergence(pi, after) + more, after > pi)};
    }
    case skewed: {
      constexpr double kError = 0.05;
      constexpr double kRarely = 0.05;
      const bool wrong = rng::uniform(stream) < kRarely;
      return {
          at_divergence(pi, kError, rng::bernoulli(stream, 0.5)),
          at_divergence(pi, more + (wrong ? kError / kRarely : 0), rng::bernoulli(stream, 0.5))};
    }
    default: {
      constexpr double kError = 0.01;
      return {off(kError), off(kError + more)};
    }
  }
}

/// Wrong decisions of both: each with probability .25, both at once as often as the design says.
std::array<bool, 2> err(rng::Stream& stream, PairedDesign design, const Person& person,
                        double more) {
  constexpr double kWrong = 0.25;
  const double differ = design == few_differ ? 0.02 : person.a == 1 ? 0.30 : 0.08;
  const double u = rng::uniform(stream);
  // Only the second, only the first, both.
  const double second = differ / 2 + more;
  const double first = differ / 2;
  return {u >= second && u < second + first + kWrong - differ / 2,
          u < second || (u >= second + first && u < second + first + kWrong - differ / 2)};
}

bool decides(PairedDesign design) {
  return design == decisions || design == few_differ || design == trade;
}

std::size_t draw_value(rng::Stream& stream, std::span<const double> upper_ends) {
  const double u = rng::uniform(stream);
  std::size_t value = 0;
  while (u >= upper_ends[value]) ++value;
  return value;
}

/// Twelve values, each some two thirds as frequent as the one before.
std::vector<double> upper_ends(std::size_t values) {
  if (values == 4) return {0.4, 0.7, 0.9, 1.0};
  std::vector<double> ends;
  double left = 1;
  for (std::size_t v = 0; v + 1 < values; ++v) {
    left *= 0.65;
    ends.push_back(1 - left);
  }
  ends.push_back(1.0);
  return ends;
}

/// What happened, was predicted and was decided.
void live(rng::Stream& stream, PairedDesign design, const Person& person, double more,
          PairedSample& sample) {
  SideEntry before{.outcome = rng::bernoulli(stream, person.pi), .count = 1};
  SideEntry after = before;
  if (decides(design)) {
    std::array<bool, 2> wrong = err(stream, design, person, more);
    if (design == trade && wrong[0] != wrong[1] && more == 0) {
      // Whoever is treated differently: with an outcome the second is right, without it wrong, and
      // outcomes are even.
      before.outcome = rng::bernoulli(stream, 0.5);
      after.outcome = before.outcome;
      wrong = {before.outcome, !before.outcome};
    }
    before.decision = before.outcome != wrong[0];
    after.decision = after.outcome != wrong[1];
  } else {
    const Said said = say(stream, design, person, more);
    before.score = said.before;
    after.score = said.after;
  }
  sample.people.before.push_back(before);
  sample.people.after.push_back(after);
  sample.change.push_back(more);
}

}  // namespace

std::span<const PairedDesign> all_paired_designs() {
  static constexpr std::array kAll{exchangeable, correlated, spread,     rare,  heavy_tails,
                                   skewed,       decisions,  few_differ, trade, tiny_groups};
  return kAll;
}

const char* title(PairedDesign design) {
  switch (design) {
    case exchangeable:
      return "Brier, both err alike";
    case correlated:
      return "Brier, nine in ten predictions the same";
    case spread:
      return "Brier, equal means, unequal spreads by group";
    case rare:
      return "Brier, one in thirty-six far off";
    case heavy_tails:
      return "log loss, heavy tails";
    case skewed:
      return "log loss, nearly always better, rarely much worse";
    case decisions:
      return "errors, models differ for 8 or 30 %";
    case few_differ:
      return "errors, models differ for 2 %";
    case trade:
      return "errors, false positives for false negatives";
    case tiny_groups:
      break;
  }
  return "Brier, unequal spreads, twelve mostly tiny groups";
}

methods::PairedLoss loss_of(PairedDesign design) {
  if (decides(design)) return methods::PairedLoss::error;
  return design == heavy_tails || design == skewed ? methods::PairedLoss::log_loss
                                                   : methods::PairedLoss::brier;
}

bool is_exchangeable(PairedDesign design) {
  return design == exchangeable || design == correlated || design == heavy_tails ||
         design == decisions || design == few_differ;
}

double usual_effect(PairedDesign design) {
  switch (design) {
    case heavy_tails:
      return 0.3;
    case skewed:
      return 0.15;
    case decisions:
    case trade:
      return 0.10;
    default:
      return 0.05;
  }
}

PairedSample paired_sample(PairedDesign design, std::int64_t people, double effect,
                           std::uint64_t seed, std::uint32_t data_set) {
  rng::Stream stream(seed, rng::Purpose::simulate, data_set,
                     100 + static_cast<std::uint32_t>(design));
  const std::size_t values = design == tiny_groups ? 12 : 4;
  const std::vector<double> ends = upper_ends(values);
  std::vector<std::vector<Person>> cells(6 * values);
  for (std::int64_t i = 0; i < people; ++i) {
    Person person;
    person.a = draw_value(stream, std::array{0.7, 1.0});
    person.b = draw_value(stream, std::array{0.5, 0.8, 1.0});
    person.c = draw_value(stream, ends);
    person.pi = 0.35 + 0.3 * rng::uniform(stream);
    cells[(person.a * 3 + person.b) * values + person.c].push_back(person);
  }
  PairedSample sample;
  methods::ComparedPeople& out = sample.people;
  out.has_decision = decides(design);
  out.has_score = !out.has_decision;
  out.attributes = {{.name = "a", .labels = {"0", "1"}},
                    {.name = "b", .labels = {"0", "1", "2"}},
                    {.name = "c", .labels = {}}};
  for (std::size_t v = 0; v < values; ++v)
    out.attributes[2].labels.push_back((v < 10 && values > 10 ? "0" : "") + std::to_string(v));
  out.codes.resize(3);
  for (const std::vector<Person>& cell : cells) {
    for (const Person& person : cell) {
      out.codes[0].push_back(static_cast<data::Code>(person.a));
      out.codes[1].push_back(static_cast<data::Code>(person.b));
      out.codes[2].push_back(static_cast<data::Code>(person.c));
      live(stream, design, person, person.a == 0 && person.b == 1 ? effect : 0, sample);
    }
  }
  return sample;
}

}  // namespace faultline::studies
