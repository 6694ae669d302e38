// A counterfactual audit with everything refitted, 1,000 permutations and 1,000 resamples on two
// threads, beside a plain version that builds a design and a general logistic regression for every
// permutation on one thread. Both must give the same rates before a time is printed.
//   counterfactual_bench [PEOPLE...]     (10,000 and 1,000,000 without arguments)

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "faultline/methods/counterfactual/counterfactual.hpp"
#include "faultline/methods/counterfactual/rates.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/rng/draw.hpp"

namespace {

using namespace faultline;

struct Clinic {
  data::Profiles profiles{};
  std::vector<std::uint8_t> treatment{}, decision{};

  [[nodiscard]] methods::CounterfactualInput input() const {
    return {.profiles = profiles,
            .protected_attributes = {"A1", "A2"},
            .covariates = profiles.number_names,
            .treatment = treatment,
            .decisions = {{.name = "S", .made = decision}}};
  }
};

/// Two protected attributes, four numbers, as in the paper's simulations.
Clinic draw_clinic(std::int64_t people) {
  Clinic clinic;
  rng::Stream stream(1, rng::Purpose::simulate, 1);
  clinic.profiles.attributes = {{.name = "A1", .labels = {"0", "1"}},
                                {.name = "A2", .labels = {"0", "1"}}};
  clinic.profiles.codes.resize(2);
  clinic.profiles.number_names = {"X.1", "X.2", "X.3", "X.4"};
  clinic.profiles.numbers.resize(4);
  for (std::int64_t i = 0; i < people; ++i) {
    const bool a1 = rng::bernoulli(stream, 0.29);
    const bool a2 = rng::bernoulli(stream, 0.19);
    clinic.profiles.codes[0].push_back(a1 ? 1 : 0);
    clinic.profiles.codes[1].push_back(a2 ? 1 : 0);
    double sum = 0;
    double first = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const double x = rng::normal(stream);
      clinic.profiles.numbers[j].push_back(x);
      sum += 0.3 * x;
      if (j < 2) first += 0.3 * x;
    }
    const bool s = rng::bernoulli(stream, model::expit(sum + 0.2 * a1));
    const bool d = rng::bernoulli(stream, model::expit(-1.4 + first + 0.9 * a1 + a2 - 2.0 * s));
    const bool y = rng::bernoulli(stream, model::expit(sum + 0.4 - 0.4 * a1)) && !d;
    clinic.decision.push_back(s ? 1 : 0);
    clinic.treatment.push_back(d ? 1 : 0);
    clinic.profiles.outcome.push_back(y ? 1 : 0);
    clinic.profiles.count.push_back(1);
  }
  return clinic;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// cFPR of the four groups the plain way: one row per person, a fresh general model.
std::vector<double> plain_rates(const Clinic& clinic, const std::vector<data::Code>& group,
                                double clip) {
  const auto people = static_cast<std::size_t>(clinic.profiles.size());
  model::Design design(clinic.profiles.size());
  design.add(data::Attribute{.name = "group", .labels = {"00", "01", "10", "11"}}, group);
  design.add("S", std::vector<double>(clinic.decision.begin(), clinic.decision.end()));
  for (std::size_t j = 0; j < 4; ++j) {
    design.add(clinic.profiles.number_names[j], clinic.profiles.numbers[j]);
  }
  const std::vector<double> ones(people, 1);
  const std::vector<double> treated(clinic.treatment.begin(), clinic.treatment.end());
  model::Logistic logistic(design, {.ridge = 0});
  logistic.fit({.weight = ones, .positive = treated, .people = ones});
  std::vector<double> log_odds(people);
  logistic.predict_log_odds(log_odds);
  std::vector<double> part(4);
  std::vector<double> whole(4);
  for (std::size_t i = 0; i < people; ++i) {
    if (clinic.treatment[i] || clinic.profiles.outcome[i]) continue;
    const double pi = std::clamp(model::expit(log_odds[i]), clip, 1 - clip);
    whole[group[i]] += 1 / (1 - pi);
    if (clinic.decision[i]) part[group[i]] += 1 / (1 - pi);
  }
  for (std::size_t g = 0; g < 4; ++g) part[g] /= whole[g];
  return part;
}

bool bench(std::int64_t people) {
  const Clinic clinic = draw_clinic(people);
  methods::CounterfactualOptions options;
  options.replicates = 1000;
  options.bootstrap = 1000;
  options.threads = 2;
  auto start = std::chrono::steady_clock::now();
  const methods::CounterfactualResult result = methods::counterfactual(clinic.input(), options);
  const double ours = seconds_since(start);

  std::vector<data::Code> group;
  group.reserve(clinic.treatment.size());
  for (std::size_t i = 0; i < clinic.treatment.size(); ++i) {
    group.push_back(
        static_cast<data::Code>(2 * clinic.profiles.codes[0][i] + clinic.profiles.codes[1][i]));
  }
  const std::vector<double> plain = plain_rates(clinic, group, options.clip);
  for (std::size_t g = 0; g < 4; ++g) {
    if (std::abs(*result.report.decisions[0].groups[g].cfpr.estimate - plain[g]) > 1e-8) {
      fmt::print("group {}: {} against {} the plain way\n", g,
                 *result.report.decisions[0].groups[g].cfpr.estimate, plain[g]);
      return false;
    }
  }
  // Some permutations suffice to know what one costs.
  const int repeats = people > 100'000 ? 2 : 20;
  rng::Stream stream(1, rng::Purpose::permutation, 1);
  start = std::chrono::steady_clock::now();
  for (int r = 0; r < repeats; ++r) {
    rng::shuffle(stream, std::span<data::Code>(group));
    (void)plain_rates(clinic, group, options.clip);
  }
  const double each = seconds_since(start) / repeats;

  options.bootstrap = 0;
  options.threads = 1;
  options.replicates = people > 100'000 ? 4 : 200;
  start = std::chrono::steady_clock::now();
  (void)methods::counterfactual(clinic.input(), options);
  double permutation = seconds_since(start);
  options.replicates = 0;
  start = std::chrono::steady_clock::now();
  (void)methods::counterfactual(clinic.input(), options);
  permutation = (permutation - seconds_since(start)) / (people > 100'000 ? 4 : 200);

  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print(
      "{:>9} people: 1,000 permutations and 1,000 resamples on two threads {:.2f} s\n"
      "           one permutation, one thread: {:.2f} ms; plain {:.2f} ms, {:.1f} times as long\n"
      "           largest memory so far {:.0f} MiB\n",
      people, ours, 1e3 * permutation, 1e3 * each, each / permutation,
      static_cast<double>(usage.ru_maxrss) / 1024);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::int64_t> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::atoll(argv[i]));
  if (sizes.empty()) sizes = {10'000, 1'000'000};
  bool same = true;
  for (const std::int64_t people : sizes) same = bench(people) && same;
  return same ? 0 : 1;
}
