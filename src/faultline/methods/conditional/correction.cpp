#include "faultline/methods/conditional/correction.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/model/design/log_odds.hpp"

namespace faultline::methods {
namespace {

// Where everybody has the event, q is infinite; odds of e^20 are as good.
constexpr double kLargestChange = 20;
// Corrected log-odds are kept as they are; those of the data were clipped before.
constexpr double kNoClip = 1e-12;

}  // namespace

void Correction::add(const search::Subgroup& subgroup, double theta, const ClassScanner& scanner) {
  const search::Lattice& lattice = problem_->lattice();
  if (empty()) log_odds_.assign(static_cast<std::size_t>(lattice.cells), 0);
  const double change = std::clamp(theta, -kLargestChange, kLargestChange);
  search::CellSet{lattice, subgroup}.for_each(
      [&](std::int64_t cell) { log_odds_[cell] += change; });
  found_.emplace_back(subgroup, change);
  if (problem_->criteria()[scan_].metric->gaussian()) {
    correct_people();
  } else {
    tilt(scanner);
  }
}

void Correction::tilt(const ClassScanner& scanner) {
  const CriterionProblem& criterion = problem_->criteria()[scan_];
  const CriterionState& state = scanner.state(scan_);
  probability_ = problem_->memberships()[criterion.membership].probability;
  for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
    const std::int32_t tuple = criterion.tuple[e];
    const double change = log_odds_[problem_->cells()[tuple]];
    double& p = probability_[tuple];
    if (change == 0 || !(p > 0 && p < 1)) continue;
    const double expected = model::expit(state.log_odds[criterion.unit_row[criterion.unit[e]]]);
    p = model::expit(model::log_odds(p) + change * criterion.event[e] -
                     std::log1p(expected * std::expm1(change)));
  }
}

void Correction::correct_people() {
  const ProtectedClass& who = problem_->protected_class();
  data::Profiles people = input_->profiles;
  const int class_at = position_of(people.attributes, who.attribute).value();
  const int value = position_of(people.attributes[class_at].labels, who.value).value();
  std::vector<int> scanned;
  for (const data::Attribute& attribute : problem_->lattice().attributes) {
    scanned.push_back(position_of(people.attributes, attribute.name).value());
  }
  const double clip = problem_->options().clip;
  for (std::int64_t row = 0; row < people.size(); ++row) {
    double& p = people.prediction[row];
    p = std::clamp(p, clip, 1 - clip);
    if (people.codes[class_at][row] != value) continue;
    for (const auto& [subgroup, change] : found_) {
      bool inside = true;
      for (std::size_t a = 0; a < scanned.size(); ++a) {
        inside = inside && ((subgroup.sets[a] >> people.codes[scanned[a]][row]) & 1) != 0;
      }
      if (inside) p = model::expit(model::log_odds(p) - change);
    }
  }
  ConditionalOptions options = problem_->options();
  const CriterionProblem& criterion = problem_->criteria()[scan_];
  options.scans = {{criterion.metric, criterion.direction}};
  options.clip = kNoClip;
  const ConditionalInput input{
      .profiles = people, .scanned = input_->scanned, .covariates = input_->covariates};
  corrected_ = std::make_unique<ClassProblem>(input, who, options);
}

}  // namespace faultline::methods
