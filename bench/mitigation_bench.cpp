// Iterative mitigation of COMPAS (reference/ijdi/compas_input.csv), data in memory: five lambdas,
// 999 replicates per scan (1,000 with the data), default corrections. Before a time is printed, the
// first scan and the one after each of two corrections by the interpolated quantile are compared
// with the reference's scores.
//   mitigation_bench COMPAS_INPUT.csv

#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <vector>

#include "support/ijdi_compas.hpp"
#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/mitigation/mitigation.hpp"

namespace {

using namespace faultline;
using Clock = std::chrono::steady_clock;

constexpr std::array kLambdas = {0.0, 0.3, 1.0, 3.0, 10.0};
constexpr double kGoal = 30;

struct Reference {
  methods::ErrorRate error;
  double lambda;
  std::array<double, 3> scores;  // after 0, 1 and 2 corrections
};
constexpr std::array<Reference, 6> kReference{
    {{methods::ErrorRate::fpr, 0, {135.678, 83.335, 47.906}},
     {methods::ErrorRate::fpr, 0.3, {74.485, 47.524, 27.058}},
     {methods::ErrorRate::fpr, 1, {9.127, 9.371, 9.951}},
     {methods::ErrorRate::tpr, 0, {146.347, 72.243, 42.167}},
     {methods::ErrorRate::tpr, 0.3, {99.861, 49.667, 29.740}},
     {methods::ErrorRate::tpr, 1, {23.794, 9.018, 4.389}}}};

bool agrees(const methods::MitigationInput& input) {
  for (const Reference& reference : kReference) {
    methods::MitigationOptions options;
    options.method = methods::MitigationMethod::iterative;
    options.error = reference.error;
    options.lambda = reference.lambda;
    options.quantile = methods::Quantile::linear;
    options.max_corrections = 2;
    options.scan.replicates = 0;
    const std::vector<methods::Finding> scans = methods::mitigate(input, options).scans;
    for (std::size_t i = 0; i < reference.scores.size(); ++i) {
      if (i < scans.size() && scans[i].search.certified &&
          std::abs(scans[i].score - reference.scores[i]) <= 1e-3) {
        continue;
      }
      fmt::print(stderr, "{} lambda {}, {} corrections: not {} and certified\n",
                 methods::name_of(reference.error), reference.lambda, i, reference.scores[i]);
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || !std::filesystem::exists(argv[1])) {
    fmt::print(
        "mitigation_bench: skipped, needs compas_input.csv of the IJDI reference as argument\n");
    return 0;
  }
  const data::Profiles profiles = testing::read_ijdi_people(argv[1], testing::kIjdiCompas);
  const methods::MitigationInput input{
      .profiles = profiles, .scanned = testing::kIjdiCompas, .true_probability = "p"};
  if (!agrees(input)) return 1;
  fmt::print("Iterative mitigation of COMPAS: {} people, 999 replicates per scan, two threads\n",
             profiles.people());
  for (const methods::ErrorRate error : {methods::ErrorRate::fpr, methods::ErrorRate::tpr}) {
    double total = 0;
    for (const double lambda : kLambdas) {
      methods::MitigationOptions options;
      options.method = methods::MitigationMethod::iterative;
      options.error = error;
      options.lambda = lambda;
      options.scan.replicates = 999;
      options.scan.threads = 2;
      const auto start = Clock::now();
      const methods::MitigationResult result = methods::mitigate(input, options);
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      total += seconds;
      fmt::print("{} lambda {:<4} {}, {}: {:.2f} s\n", methods::name_of(error), lambda,
                 plural(static_cast<std::int64_t>(result.scans.size()), "scan"),
                 plural(static_cast<std::int64_t>(result.report.corrections.size()), "correction"),
                 seconds);
    }
    fmt::print("{} five lambdas: {:.1f} s (goal {:.0f} s, {})\n", methods::name_of(error), total,
               kGoal, total <= kGoal ? "met" : "missed");
  }
  return 0;
}
