// Scans of numbers and counts keep their level where nothing is wrong, whatever the residuals look
// like: "evidence" in at most 5 % of data sets, both directions together. And the interval over the
// whole search covers the true shift of the subgroup found. 150 people in 2 x 3 x 2 cells, few of
// them in some; 300 data sets of 99 replicates; penalty 0.5.
//
// Fixed seed. Each of the 14 checks has a false-alarm rate of at most 7e-8 if level or coverage is
// exactly what is promised, together below 1e-6. At full size: docs/results/verdicts.md.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/residual_scan/residual_scan.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr int kDataSets = 300;
constexpr int kPeople = 150;
constexpr double kAlarm = 7e-8;

struct Person {
  int a = 0, b = 0, c = 0;
  double expected = 0;
};

double exponential(rng::Stream& stream) { return -std::log(rng::uniform(stream)); }

double poisson(rng::Stream& stream, double mean) {
  const double end = std::exp(-mean);
  double product = rng::uniform(stream);
  int count = 0;
  for (; product > end; product *= rng::uniform(stream)) ++count;
  return count;
}

struct Design {
  std::string name;
  Family family;
  /// The outcome of a person, with mean `expected`.
  std::function<double(rng::Stream&, const Person&)> draw;
  bool given = true;  // the expectation is given; else the overall mean, which is 5 for everybody
};

std::vector<Design> designs() {
  const auto log_normal = [](rng::Stream& s) { return std::exp(rng::normal(s)) - std::exp(0.5); };
  return {
      {"normal", Family::gaussian,
       [](rng::Stream& s, const Person& p) { return p.expected + rng::normal(s); }},
      {"spread depends on an attribute", Family::gaussian,
       [](rng::Stream& s, const Person& p) {
         return p.expected + rng::normal(s) * (p.a == 1 ? 3 : 1) * (p.b == 2 ? 2 : 1);
       }},
      {"skewed", Family::gaussian,
       [=](rng::Stream& s, const Person& p) { return p.expected + log_normal(s); }},
      {"skewed, spread depends on an attribute", Family::gaussian,
       [](rng::Stream& s, const Person& p) {
         return p.expected + (exponential(s) - 1) * (p.a == 1 ? 3 : 1);
       }},
      {"heavy tails", Family::gaussian,
       [](rng::Stream& s, const Person& p) {
         double squares = 0;
         for (int i = 0; i < 3; ++i) squares += std::pow(rng::normal(s), 2);
         return p.expected + rng::normal(s) / std::sqrt(squares / 3);
       }},
      {"skewed, overall mean", Family::gaussian,
       [](rng::Stream& s, const Person&) { return 4 + exponential(s); }, false},
      {"Poisson counts", Family::poisson,
       [](rng::Stream& s, const Person& p) { return poisson(s, p.expected); }},
      {"overdispersed counts", Family::poisson,
       [](rng::Stream& s, const Person& p) {
         return poisson(s, p.expected * exponential(s));  // geometric: variance m + m^2
       }},
  };
}

struct Sample {
  OutcomeTable table{};
  std::vector<double> shift{};  // true, per entry
};

Sample sample(const Design& design, std::uint32_t number, double shift) {
  rng::Stream stream(20261117, rng::Purpose::test, number);
  std::vector<Person> people(kPeople);
  Sample out;
  out.table.attributes = {{.name = "a", .labels = {"0", "1"}},
                          {.name = "b", .labels = {"0", "1", "2"}},
                          {.name = "c", .labels = {"0", "1"}}};
  out.table.codes.resize(3);
  for (Person& person : people) {
    person.a = rng::uniform(stream) < 0.3 ? 1 : 0;
    const double u = rng::uniform(stream);
    person.b = u < 0.5 ? 0 : u < 0.85 ? 1 : 2;
    person.c = rng::uniform(stream) < 0.15 ? 1 : 0;
    person.expected = design.given ? 0.3 + 2 * rng::uniform(stream) : 5;
  }
  // Canonical order of the codes.
  for (int cell = 0; cell < 12; ++cell) {
    for (const Person& person : people) {
      if (person.a * 6 + person.b * 2 + person.c != cell) continue;
      out.table.codes[0].push_back(static_cast<data::Code>(person.a));
      out.table.codes[1].push_back(static_cast<data::Code>(person.b));
      out.table.codes[2].push_back(static_cast<data::Code>(person.c));
      const double own = person.a == 0 && person.b == 1 ? shift : 0;
      out.table.outcome.push_back(design.draw(stream, person) + own);
      if (design.given) out.table.expected.push_back(person.expected);
      out.table.count.push_back(1);
      out.shift.push_back(own);
    }
  }
  return out;
}

BiasScanOptions options(std::uint32_t number) {
  BiasScanOptions out{{.penalty = 0.5, .replicates = 99, .sequential = data::Choice::no}};
  out.strategy = search::Strategy::exhaustive;
  out.seed = 500 + number;
  out.threads = 1;
  return out;
}

TEST(ResidualScanLevel, IsKept) {
  for (const Design& design : designs()) {
    int evidence = 0;
    for (std::uint32_t i = 0; i < kDataSets; ++i) {
      const ResidualPeople people(sample(design, i, 0).table, design.family);
      bool any = false;
      for (const Finding& finding : residual_scan(people, options(i)).findings)
        any = any || finding.verdict == Verdict::evidence;
      evidence += any ? 1 : 0;
    }
    RecordProperty(design.name, evidence);
    EXPECT_LE(evidence, testing::upper_limit(kDataSets, 0.05, kAlarm)) << design.name;
  }
}

/// How many of the intervals miss the mean shift of the people in the subgroup found.
struct Misses {
  int missed = 0;
  int looked_at = 0;
};

Misses misses(const Design& design, double shift, int data_sets) {
  Misses out;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(data_sets); ++i) {
    const Sample data = sample(design, i, shift);
    const ResidualPeople people(data.table, design.family);
    const Finding finding = residual_scan(people, options(i)).findings.front();
    if (!finding.theta_interval || !finding.subgroup) continue;
    double truth = 0;
    for (std::size_t k = 0; k < data.shift.size(); ++k) {
      bool inside = true;
      for (const auto& [name, values] : *finding.subgroup) {
        const std::size_t a = name == "a" ? 0 : name == "b" ? 1 : 2;
        const std::string own = std::to_string(data.table.codes[a][k]);
        inside = inside && std::find(values.begin(), values.end(), own) != values.end();
      }
      if (inside) truth += data.shift[k] / static_cast<double>(finding.n);
    }
    ++out.looked_at;
    out.missed +=
        truth < finding.theta_interval->first || truth > finding.theta_interval->second ? 1 : 0;
  }
  return out;
}

TEST(ResidualScanCoverage, OfTheShiftOfTheSubgroupFound) {
  constexpr int kFewer = 150;
  const std::vector<Design> all = designs();
  for (const std::size_t which : {std::size_t{0}, std::size_t{3}}) {
    for (const double shift : {0.0, 0.7, 1.5}) {
      const Misses found = misses(all[which], shift, kFewer);
      RecordProperty(all[which].name + " " + std::to_string(shift), found.missed);
      EXPECT_LE(found.missed, testing::upper_limit(kFewer, 0.05, kAlarm))
          << all[which].name << ", shift " << shift;
      EXPECT_GE(found.looked_at, shift > 0 ? kFewer * 8 / 10 : 0);
    }
  }
}

}  // namespace
}  // namespace faultline::methods
