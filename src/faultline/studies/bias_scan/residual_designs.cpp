#include "faultline/studies/bias_scan/residual_designs.hpp"

#include <array>
#include <cmath>
#include <numeric>

#include "faultline/rng/draw.hpp"

namespace faultline::studies {
namespace {

using enum ResidualDesign;

struct Person {
  std::size_t a = 0, b = 0, c = 0;
  double expected = 0;
};

double exponential(rng::Stream& stream) { return -std::log(rng::uniform(stream)); }

/// Knuth's product of uniforms, in steps that do not underflow.
double poisson_count(rng::Stream& stream, double mean) {
  constexpr double kStep = 100;
  double count = 0;
  for (double left = mean; left > 0; left -= kStep) {
    const double end = std::exp(-std::min(left, kStep));
    for (double product = rng::uniform(stream); product > end; product *= rng::uniform(stream))
      ++count;
  }
  return count;
}

/// Marsaglia and Tsang (2000); below 1 the power of a uniform brings the shape down.
double gamma_draw(rng::Stream& stream, double shape) {
  if (shape < 1) return gamma_draw(stream, shape + 1) * std::pow(rng::uniform(stream), 1 / shape);
  const double d = shape - 1.0 / 3;
  for (;;) {
    const double x = rng::normal(stream);
    const double v = std::pow(1 + x / std::sqrt(9 * d), 3);
    if (v > 0 && std::log(rng::uniform(stream)) < x * x / 2 + d - d * v + d * std::log(v))
      return d * v;
  }
}

/// Variance m + m^2 / shape.
double negative_binomial(rng::Stream& stream, double mean, double shape) {
  return poisson_count(stream, mean * gamma_draw(stream, shape) / shape);
}

double by_two_attributes(const Person& person) {
  return (person.a == 1 ? 3 : 1) * (person.b == 2 ? 2 : 1);
}

double heavy_tailed(rng::Stream& stream) {
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(rng::normal(stream), 2);
  return rng::normal(stream) / std::sqrt(squares / 3);
}

double log_normal_residual(rng::Stream& stream) {
  return std::exp(rng::normal(stream)) - std::exp(0.5);
}

/// With mean 0.
double residual(rng::Stream& stream, ResidualDesign design, const Person& person) {
  switch (design) {
    case spread:
      return rng::normal(stream) * by_two_attributes(person);
    case log_normal:
      return log_normal_residual(stream);
    case log_normal_spread:
      return log_normal_residual(stream) * by_two_attributes(person);
    case exponential_spread:
      return (exponential(stream) - 1) * by_two_attributes(person);
    case heavy_tails:
      return heavy_tailed(stream);
    case skewed_group:
      return person.a == 1 ? exponential(stream) - 1 : rng::normal(stream);
    case far_above:
      return rng::normal(stream) + (rng::uniform(stream) < 0.1 ? 4.5 : -0.5);
    case overall_mean:
      return exponential(stream) - 1;
    default:
      return rng::normal(stream);
  }
}

double count_of(rng::Stream& stream, ResidualDesign design, const Person& person, double mean) {
  switch (design) {
    case poisson:
      return poisson_count(stream, mean);
    case strongly_overdispersed:
      return negative_binomial(stream, mean, 0.3);
    case dispersion_differs:
      return person.a == 1 ? negative_binomial(stream, mean, 0.5) : poisson_count(stream, mean);
    case half_never:
      return rng::uniform(stream) < 0.5 ? 0 : poisson_count(stream, 2 * mean);
    default:
      return negative_binomial(stream, mean, 1);
  }
}

double mean_scale(ResidualDesign design) {
  return design == rare ? 0.1 : design == frequent ? 10 : 1;
}

/// The last value is the rarest.
std::size_t draw_value(rng::Stream& stream, std::span<const double> upper_ends) {
  const double u = rng::uniform(stream);
  std::size_t value = 0;
  while (u >= upper_ends[value]) ++value;
  return value;
}

Person draw_person(rng::Stream& stream, ResidualDesign design) {
  Person person;
  person.a = draw_value(stream, std::array{0.7, 1.0});
  person.b = draw_value(stream, std::array{0.5, 0.8, 1.0});
  person.c = draw_value(stream, std::array{0.4, 0.7, 0.9, 1.0});
  const double u = rng::uniform(stream);
  person.expected = design == overall_mean ? 5 : (0.3 + 2 * u) * mean_scale(design);
  return person;
}

}  // namespace

std::span<const ResidualDesign> all_residual_designs() {
  static constexpr std::array kAll = {normal,
                                      spread,
                                      log_normal,
                                      log_normal_spread,
                                      exponential_spread,
                                      heavy_tails,
                                      skewed_group,
                                      far_above,
                                      overall_mean,
                                      poisson,
                                      overdispersed,
                                      strongly_overdispersed,
                                      dispersion_differs,
                                      half_never,
                                      rare,
                                      frequent};
  return kAll;
}

const char* title(ResidualDesign design) {
  switch (design) {
    case normal:
      return "normal";
    case spread:
      return "normal, spread up to six times as large by two attributes";
    case log_normal:
      return "log-normal";
    case log_normal_spread:
      return "log-normal, spread by two attributes";
    case exponential_spread:
      return "exponential, spread by two attributes";
    case heavy_tails:
      return "t with 3 degrees of freedom";
    case skewed_group:
      return "exponential in one group, normal in others";
    case far_above:
      return "one in ten far above what is predicted";
    case overall_mean:
      return "exponential, compared with the overall mean";
    case poisson:
      return "Poisson";
    case overdispersed:
      return "negative binomial, variance m + m^2";
    case strongly_overdispersed:
      return "negative binomial, variance m + 3.3 m^2";
    case dispersion_differs:
      return "dispersion differs between groups";
    case half_never:
      return "half of the people never";
    case rare:
      return "negative binomial, rare";
    case frequent:
      break;
  }
  return "negative binomial, frequent";
}

result::Family family_of(ResidualDesign design) {
  return design < poisson ? result::Family::gaussian : result::Family::poisson;
}

ResidualSample residual_sample(ResidualDesign design, std::int64_t people, double effect,
                               std::uint64_t seed, std::uint32_t data_set) {
  rng::Stream stream(seed, rng::Purpose::simulate, data_set, static_cast<std::uint32_t>(design));
  std::vector<std::vector<Person>> cells(24);
  for (std::int64_t i = 0; i < people; ++i) {
    const Person person = draw_person(stream, design);
    cells[(person.a * 3 + person.b) * 4 + person.c].push_back(person);
  }
  ResidualSample sample;
  sample.table.attributes = {{.name = "a", .labels = {"0", "1"}},
                             {.name = "b", .labels = {"0", "1", "2"}},
                             {.name = "c", .labels = {"0", "1", "2", "3"}}};
  sample.table.codes.resize(3);
  const bool counts = family_of(design) == result::Family::poisson;
  for (const std::vector<Person>& cell : cells) {
    for (const Person& person : cell) {
      const double own = person.a == 0 && person.b == 1 ? effect : 0;
      const double mean = counts ? person.expected * (1 + own) : person.expected + own;
      sample.table.codes[0].push_back(static_cast<data::Code>(person.a));
      sample.table.codes[1].push_back(static_cast<data::Code>(person.b));
      sample.table.codes[2].push_back(static_cast<data::Code>(person.c));
      sample.table.outcome.push_back(counts ? count_of(stream, design, person, mean)
                                            : mean + residual(stream, design, person));
      sample.table.count.push_back(1);
      sample.mean.push_back(mean);
      sample.expected.push_back(person.expected);
    }
  }
  if (design != overall_mean) {
    sample.table.expected = sample.expected;
  } else {
    const double overall = std::accumulate(sample.mean.begin(), sample.mean.end(), 0.0) /
                           static_cast<double>(sample.mean.size());
    sample.expected.assign(sample.expected.size(), overall);
  }
  return sample;
}

}  // namespace faultline::studies
