#pragma once
// `faultline reproduce sources-advice`: is the advice of `faultline sources` right? On data whose
// cause is known (simulate/causes.hpp), with three learners, the word is held against brute force:
// what another model, telling it the group, ten times the data, ten times as many of B and the best
// prediction really leave of the difference, by fresh training sets and exact expected losses on
// fresh people. Advice is right when what it names really removes at least half (of other
// variables: when at least half stays under the best prediction), acceptable from a third on.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/result/sources.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct AdviceStudyOptions {
  std::vector<std::string> designs{};                                // none: all
  std::vector<std::string> learners{"linear", "boosted", "forest"};  // linear: logistic or ridge
  std::int64_t data_sets = 2;                                        // per design and learner
  std::int64_t truth_sets = 2;  // fresh training sets for the truth
  std::int64_t part_sets = 0;   // fresh training sets for true bias and variance; 0: not asked
  std::int64_t test_people = 8'000;
  std::uint64_t seed = 1;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const AdviceStudyOptions& options);

/// Of A and of B.
using OfBoth = std::array<double, 2>;

/// What really becomes of the difference between B and A.
struct AdviceTruth {
  double gap = 0;                 // with the learner, today
  double cost = 0;                // of everybody, to tell what is small
  std::array<double, 5> share{};  // model, tell, more of B, more data: removed; variables: stays
  std::map<std::string, double> of_candidate{};  // removed by each other model, by its name
  OfBoth twice{}, ten{}, ten_of_b{};             // costs with more people
  OfBoth bias{}, variance{};                     // where they were asked for
};

enum class AdviceVerdict { right, acceptable, missed, undecided, wrong };

struct AdviceRun {
  std::string design{};
  std::string learner{};
  std::int64_t data_set = 0;
  AdviceTruth truth{};
  result::Action action = result::Action::none;
  AdviceVerdict verdict = AdviceVerdict::right;
  std::vector<result::SourcesReport::Share> shares{};
  std::vector<result::SourcesReport::Optimum> optimum{};
  std::vector<result::SourcesReport::Forecast> forecasts{};
  std::vector<result::SourcesReport::Regret> regrets{};
  OfBoth least{};  // true least costs
};

struct AdviceStudy {
  AdviceStudyOptions options{};
  std::vector<AdviceRun> runs{};
};

[[nodiscard]] AdviceStudy advice_study(const AdviceStudyOptions& options,
                                       const methods::Hooks& hooks);
[[nodiscard]] StudyOutput to_output(const AdviceStudy& study);

/// How an action is judged; the shares are in the order of AdviceTruth.
[[nodiscard]] AdviceVerdict judge(result::Action action, const AdviceTruth& truth, bool number);

}  // namespace faultline::studies
