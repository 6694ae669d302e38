#include "faultline/methods/ijdi/nested_sweep.hpp"

#include <algorithm>
#include <utility>

#include "faultline/resample/family_test.hpp"

namespace faultline::methods {
namespace {

/// How far a sweep has come.
struct Progress {
  std::size_t tested = 0;    // steps that have p-values
  std::size_t rejected = 0;  // steps that are rejected at the level of today
  std::vector<double> p{};  // [step]: of the best subgroup, the largest so far; 1 without a p-value
};

class SweepTester {
 public:
  SweepTester(const std::vector<SweepSteps>& sweeps, const IjdiOptions& options, const Hooks& hooks,
              IjdiResult& result)
      : sweeps_(sweeps),
        options_(options),
        hooks_(hooks),
        result_(result),
        progress_(sweeps.size()) {
    for (const SweepSteps& sweep : sweeps) planned_ += std::ssize(sweep) * options.replicates;
  }

  void run();

 private:
  void test(const SweepStep& step, Progress& progress);
  void advance(std::size_t at, std::size_t families);
  [[nodiscard]] std::size_t open() const;

  const std::vector<SweepSteps>& sweeps_;
  const IjdiOptions& options_;
  const Hooks& hooks_;
  IjdiResult& result_;
  std::vector<Progress> progress_;
  std::int64_t planned_ = 0;
  std::int64_t begun_ = 0;
};

void SweepTester::test(const SweepStep& step, Progress& progress) {
  const Hooks part = part_of(hooks_, begun_, planned_);
  begun_ += options_.replicates;
  TestedFamily family{.findings = step.findings};
  family.test =
      resample::family_test(step.statistics, step.replicate, options_.test_options(sweeps_.size()),
                            part.progress, part.stop);
  attach_tests(family, result_.findings);
  result_.partial = result_.partial || family.test.partial;
  const double before = progress.p.empty() ? 0 : progress.p.back();
  for (const std::size_t at : step.findings) {
    std::optional<double>& adjusted = result_.findings[at].p_value_adjusted;
    if (adjusted) adjusted = std::max(before, *adjusted);
  }
  progress.p.push_back(result_.findings[step.findings.front()].p_value_adjusted.value_or(1.0));
  ++progress.tested;
}

/// Upwards until a step is not rejected with so many families to share the level.
void SweepTester::advance(std::size_t at, std::size_t families) {
  Progress& progress = progress_[at];
  const auto share = static_cast<double>(families);
  while (progress.rejected < sweeps_[at].size()) {
    if (progress.rejected == progress.tested) {
      if (result_.partial || hooks_.stop.stop_requested()) return;
      test(sweeps_[at][progress.tested], progress);
    }
    if (!(share * progress.p[progress.rejected] <= options_.alpha)) return;
    ++progress.rejected;
  }
}

/// Sweeps that hold something that is not rejected.
std::size_t SweepTester::open() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < sweeps_.size(); ++i)
    count += progress_[i].rejected < sweeps_[i].size() ? 1 : 0;
  return count;
}

void SweepTester::run() {
  for (std::size_t families = sweeps_.size(); families > 0;) {
    for (std::size_t i = 0; i < sweeps_.size(); ++i) advance(i, families + options_.other_families);
    const std::size_t left = open();
    if (left == families) break;
    families = left;
  }
  result_.partial = result_.partial || hooks_.stop.stop_requested();
  std::vector<TestedFamily> families;
  for (std::size_t i = 0; i < sweeps_.size(); ++i) {
    TestedFamily& family = families.emplace_back();
    family.open = progress_[i].rejected < sweeps_[i].size();
    for (std::size_t step = 0; step < sweeps_[i].size(); ++step) {
      for (const std::size_t at : sweeps_[i][step].findings) {
        Finding& finding = result_.findings[at];
        if (step < progress_[i].tested) {
          family.findings.push_back(at);
        } else {
          finding.untested = result_.partial;
          finding.ijdi->ended_below = !result_.partial;
        }
      }
    }
  }
  give_verdicts(options_, families, 0, result_.findings, result_.notices);
}

}  // namespace

void test_sweeps(const std::vector<SweepSteps>& sweeps, const IjdiOptions& options,
                 const Hooks& hooks, IjdiResult& result) {
  SweepTester(sweeps, options, hooks, result).run();
}

}  // namespace faultline::methods
