// A learning curve of a forest of 100 trees on the Adult data: a fifth of the people is set aside
// per repetition, and nested parts of the others are learnt from. Prints the costs of men and women
// per size, which must be near those of an independent program, and the time.
//   forest_bench [repetitions=2] [threads=1] [learner=forest]

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "support/adult.hpp"
#include <fmt/format.h>

#include "faultline/model/registry.hpp"
#include "faultline/model/trees/booster.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/parallel/pool.hpp"
#include "faultline/rng/draw.hpp"

namespace {

using namespace faultline;

constexpr std::array<std::int64_t, 8> kSizes{500, 1000, 2000, 4000, 7000, 10000, 16000, 26000};

// Wrong decisions and people by size, group and outcome.
struct Counts {
  std::int64_t people[8][2][2] = {};
  std::int64_t wrong[8][2][2] = {};
};

double share(const Counts& counts, std::size_t size, int group, int outcome) {
  return static_cast<double>(counts.wrong[size][group][outcome]) /
         static_cast<double>(counts.people[size][group][outcome]);
}

Counts repetition(const testing::Adult& adult, model::Learner& learner, std::uint32_t index) {
  std::vector<std::int64_t> order(adult.outcome.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
  rng::Stream stream(1, rng::Purpose::split, index);
  rng::shuffle(stream, std::span(order));
  const std::size_t tested = order.size() / 5;
  const std::span<const std::int64_t> test(order.data(), tested);
  std::vector<double> score(tested);
  Counts counts;
  for (std::size_t size = 0; size < kSizes.size(); ++size) {
    const std::span<const std::int64_t> people(order.data() + tested,
                                               static_cast<std::size_t>(kSizes[size]));
    learner.fit({.people = people, .outcome = adult.outcome, .substream = index});
    learner.predict(test, score);
    for (std::size_t i = 0; i < tested; ++i) {
      const auto person = static_cast<std::size_t>(test[i]);
      const int group = adult.group[person];
      const int outcome = adult.outcome[person] > 0 ? 1 : 0;
      ++counts.people[size][group][outcome];
      counts.wrong[size][group][outcome] += (score[i] > 0.5) != (outcome == 1);
    }
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t repetitions = argc > 1 ? std::atoi(argv[1]) : 2;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 1;
  const char* shared = std::getenv("FAULTLINE_SHARED");
  const std::filesystem::path root = shared != nullptr ? shared : "../shared";
  if (!std::filesystem::exists(root / "data/adult.data")) {
    fmt::print("forest_bench: needs the Adult data in ../shared, not here\n");
    return 0;
  }
  const testing::Adult adult = testing::read_adult(root / "data/adult.data");
  const auto options = model::parse_learner(argc > 3 ? argv[3] : "forest");
  parallel::Pool<model::Learner> pool(
      [&] { return make_learner(options, adult.features, model::OutcomeKind::binary); });
  std::vector<Counts> done(static_cast<std::size_t>(repetitions));
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processor_start = std::clock();
  parallel::for_each(repetitions, threads, [&](std::int64_t i) {
    const auto loan = pool.borrow();
    done[static_cast<std::size_t>(i)] = repetition(adult, *loan, static_cast<std::uint32_t>(i));
  });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const double used =
      static_cast<double>(std::clock() - processor_start) / static_cast<double>(CLOCKS_PER_SEC);
  Counts sum;
  for (const Counts& counts : done) {
    for (std::size_t s = 0; s < kSizes.size(); ++s) {
      for (int g = 0; g < 2; ++g) {
        for (int y = 0; y < 2; ++y) {
          sum.people[s][g][y] += counts.people[s][g][y];
          sum.wrong[s][g][y] += counts.wrong[s][g][y];
        }
      }
    }
  }
  fmt::print("{:>8} {:>8} {:>8} {:>8} {:>8}\n", "people", "FNR men", "women", "FPR men", "women");
  for (std::size_t s = 0; s < kSizes.size(); ++s) {
    fmt::print("{:>8} {:>8.4f} {:>8.4f} {:>8.4f} {:>8.4f}\n", kSizes[s], share(sum, s, 0, 1),
               share(sum, s, 1, 1), share(sum, s, 0, 0), share(sum, s, 1, 0));
  }
  if (options.kind == model::LearnerKind::forest &&
      (std::abs(share(sum, 7, 0, 1) - 0.364) > 0.03 ||
       std::abs(share(sum, 7, 1, 1) - 0.433) > 0.05)) {
    fmt::print("forest_bench: the costs are not those of a forest\n");
    return 1;
  }
  fmt::print(
      "{}, {} repetitions of 8 sizes on {} threads: {:.1f} s; {:.2f} s of processor time "
      "per repetition, {:.1f} % of it inside XGBoost\n",
      model::describe(options), repetitions, threads, elapsed.count(),
      used / static_cast<double>(repetitions), 100 * model::seconds_in_xgboost() / used);
  return 0;
}
