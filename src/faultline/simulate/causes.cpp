#include "faultline/simulate/causes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::simulate {
namespace {

constexpr std::array kDesigns{
    CauseDesign{"noise", 3000, 0.5, false, "Outcomes are flipped more often in B"},
    CauseDesign{"rarenoise", 4000, 0.06, false, "The same, and B is small"},
    CauseDesign{"little", 4000, 0.06, false, "Few of B, with a rule of their own"},
    CauseDesign{"missing", 5000, 0.4, false, "A variable that nobody measured decides in B"},
    CauseDesign{"weak", 4000, 0.5, false, "B lives where the rule is a product"},
    CauseDesign{"nothing", 3000, 0.3, false, "No difference"},
    CauseDesign{"smallnull", 4000, 0.04, false, "No difference, and B is small"},
    CauseDesign{"aware", 3000, 0.4, false, "A slope depends on the group, which is withheld"},
    CauseDesign{"hetero", 3000, 0.4, false, "B lives where the outcome is uncertain"},
    CauseDesign{"moreall", 600, 0.5, false, "The rule of B has twenty coefficients; few people"},
    CauseDesign{"mix", 3000, 0.08, false, "Too little data and noise together"},
    CauseDesign{"need", 2500, 0.15, false, "Waves that only more data show"},
    CauseDesign{"needall", 800, 0.5, false, "The same with few people of both"},
    CauseDesign{"parity", 1500, 0.4, false, "A product of three columns"},
    CauseDesign{"regnoise", 2000, 0.4, true, "A number that varies more in B"},
    CauseDesign{"regweak", 2000, 0.4, true, "A quadratic where B lives"},
    CauseDesign{"reglittle", 3000, 0.05, true, "Few of B, with coefficients of their own"}};

double sigmoid(double z) { return 1 / (1 + std::exp(-std::clamp(z, -40.0, 40.0))); }

/// Coefficients of the numbers that have many: the same for every draw.
double coefficient(int group, int column) {
  rng::Stream stream(2024, rng::Purpose::simulate, static_cast<std::uint32_t>(group),
                     static_cast<std::uint32_t>(column));
  return rng::normal(stream);
}

/// A rule with columns of its own for either group: the first for A, the others for B.
std::vector<double> own_columns(rng::Stream& stream, bool b, int count) {
  std::vector<double> x(static_cast<std::size_t>(count) + 1);
  for (double& value : x) value = rng::normal(stream);
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (b == (j == 0)) x[j] = 0;
  }
  return x;
}

double sum_from(const std::vector<double>& x, std::size_t first) {
  double sum = 0;
  for (std::size_t j = first; j < x.size(); ++j) sum += x[j];
  return sum;
}

struct CausePerson {
  std::vector<double> x{};
  double best = 0;
  double deviation = 0;  // of a number
};

std::vector<double> normals(rng::Stream& stream, int count) {
  std::vector<double> x(static_cast<std::size_t>(count));
  for (double& value : x) value = rng::normal(stream);
  return x;
}

CausePerson flipped(std::vector<double> x, bool rule, double flip) {
  return {.x = std::move(x), .best = rule ? 1 - flip : flip};
}

CausePerson draw_number(std::string_view name, rng::Stream& stream, bool b) {
  if (name == "regnoise") {
    auto x = normals(stream, 3);
    const double mean = x[0] - 2 * x[1];
    return {.x = std::move(x), .best = mean, .deviation = b ? 2 : 0.7};
  }
  if (name == "regweak") {
    const double x = b ? 2 + 1.5 * rng::normal(stream) : 0.4 * rng::normal(stream);
    const double q = rng::normal(stream);
    return {.x = {x, q}, .best = x * x + q, .deviation = 0.5};
  }
  constexpr int kMany = 25;
  CausePerson person{.x = std::vector<double>(std::size_t{2} * kMany, 0), .deviation = 0.5};
  for (int j = 0; j < kMany; ++j) {
    const double value = rng::normal(stream);
    person.x[static_cast<std::size_t>(b ? kMany + j : j)] = value;
    person.best += value * coefficient(b ? 1 : 0, j);
  }
  return person;
}

CausePerson draw_own(std::string_view name, rng::Stream& stream, bool b) {
  if (name == "moreall" || name == "mix") {
    auto x = own_columns(stream, b, 20);
    const double s = b ? sum_from(x, 1) : x[0];
    if (name == "mix") return flipped(std::move(x), s > 0, b ? 0.15 : 0.05);
    const double best = sigmoid(8 * (b ? s / std::sqrt(20.0) : s));
    return {.x = std::move(x), .best = best};
  }
  auto x = own_columns(stream, b, 3);
  const double waves = std::sin(3 * x[1]) + std::sin(3 * x[2]) + std::sin(3 * x[3]);
  const double of_b = name == "parity" ? 4 * x[1] * x[2] * x[3] : waves;
  const double best = sigmoid(6 * (b ? of_b : 2 * x[0]));
  return {.x = std::move(x), .best = best};
}

CausePerson draw_shared(std::string_view name, rng::Stream& stream, bool b) {
  if (name == "noise" || name == "rarenoise") {
    auto x = normals(stream, 4);
    const bool rule = x[0] + x[1] - 0.5 * x[2] > 0;
    return flipped(std::move(x), rule, b ? 0.25 : 0.05);
  }
  if (name == "little") {
    auto x = normals(stream, 12);
    if (b) x[0] += 3;
    const double s = sum_from(x, 1);
    return {.x = std::move(x), .best = sigmoid(4 * (b ? -s : s))};
  }
  if (name == "missing") {
    auto x = normals(stream, 3);
    const double u = rng::uniform(stream);
    const std::size_t segment = u < 0.5 ? 0 : u < 0.8 ? 1 : 2;
    const double known = sigmoid(2.5 * x[0] - 2 * x[1]);
    for (std::size_t k = 0; k < 3; ++k) x.push_back(k == segment ? 1 : 0);
    return {.x = std::move(x), .best = b && segment == 1 ? 0.5 : known};
  }
  if (name == "weak") {
    const bool product = rng::bernoulli(stream, b ? 0.95 : 0.05);
    auto x = normals(stream, 3);
    const double z = product ? 6 * x[0] * x[1] : 5 * x[0] + 2 * x[1];
    x.push_back(product ? 1 : 0);
    return {.x = std::move(x), .best = sigmoid(z)};
  }
  auto x = normals(stream, 4);
  if (name == "aware") {
    const double best = sigmoid(3 * x[0] + (b ? -3 : 3) * x[1]);
    return {.x = std::move(x), .best = best};
  }
  if (name == "hetero") {
    x[0] *= b ? 0.5 : 2.0;
    const double best = sigmoid(2 * x[0]);
    return {.x = std::move(x), .best = best};
  }
  const double best = sigmoid(2 * x[0] - x[1]);
  return {.x = std::move(x), .best = best};
}

CausePerson draw_person(const CauseDesign& design, rng::Stream& stream, bool b) {
  if (design.number) return draw_number(design.name, stream, b);
  const bool own = design.name == "moreall" || design.name == "mix" || design.name == "need" ||
                   design.name == "needall" || design.name == "parity";
  return own ? draw_own(design.name, stream, b) : draw_shared(design.name, stream, b);
}

}  // namespace

std::span<const CauseDesign> cause_designs() { return kDesigns; }

const CauseDesign& cause_design(std::string_view name) {
  const auto found = std::ranges::find(kDesigns, name, &CauseDesign::name);
  if (found != kDesigns.end()) return *found;
  std::vector<std::string> names;
  for (const CauseDesign& design : kDesigns) names.emplace_back(design.name);
  throw ConfigError(fmt::format("there is no design '{}'; choose {}", name,
                                join_words(names, names.size(), "or")));
}

CausePeople draw_causes(const CauseDesign& design, std::int64_t people, double share,
                        std::uint64_t seed, std::uint32_t replicate) {
  const auto number = static_cast<std::uint32_t>(&cause_design(design.name) - kDesigns.data());
  rng::Stream stream(seed, rng::Purpose::simulate, replicate, number);
  CausePeople result;
  for (std::int64_t i = 0; i < people; ++i) {
    const bool b = rng::bernoulli(stream, share);
    const CausePerson person = draw_person(design, stream, b);
    result.columns.resize(person.x.size());
    for (std::size_t j = 0; j < person.x.size(); ++j) result.columns[j].push_back(person.x[j]);
    result.in_b.push_back(b ? 1 : 0);
    result.best.push_back(person.best);
    if (design.number) {
      result.outcome.push_back(person.best + person.deviation * rng::normal(stream));
      result.risk.push_back(person.deviation * person.deviation);
    } else {
      result.outcome.push_back(rng::bernoulli(stream, person.best) ? 1 : 0);
      result.risk.push_back(std::min(person.best, 1 - person.best));
    }
  }
  return result;
}

}  // namespace faultline::simulate
