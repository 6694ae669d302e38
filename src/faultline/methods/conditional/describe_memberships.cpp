#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/conditional/describe.hpp"

namespace faultline::methods {
namespace {

/// The memberships of a class that are drawn in the same way.
struct Drawn {
  Permute how = Permute::within;
  std::vector<std::string> criteria{};
  double least_shared = 1;
  double most_shared = 0;
  int most_columns = 0;
};

void add_criteria(const ClassProblem& problem, std::size_t membership, Drawn& drawn) {
  const auto add = [&drawn](Criterion criterion) {
    const std::string name(name_of(criterion));
    if (std::ranges::find(drawn.criteria, name) == drawn.criteria.end()) {
      drawn.criteria.push_back(name);
    }
  };
  for (const CriterionProblem& criterion : problem.criteria()) {
    if (criterion.membership != membership) continue;
    add(criterion.metric->criterion);
    if (criterion.also) add(*criterion.also);
  }
}

std::string in_words(const Drawn& drawn, const SideWords& words) {
  // Down to the per cent, so that all of the class is said of all only.
  const double share = std::floor(100 * drawn.least_shared);
  if (drawn.how == Permute::within) {
    return fmt::format(
        "membership is exchanged among people with equal covariates, attributes and condition; "
        "{} of {} share these with somebody {}",
        share < 1     ? "less than 1 %"
        : share < 100 ? fmt::format("at least {:.0f} %", share)
                      : "100 %",
        words.members, words.outside);
  }
  return fmt::format(
      "membership is redrawn from a model of it given covariates, attributes and condition (up to "
      "{} columns); {}",
      drawn.most_columns,
      drawn.most_shared > 0
          ? fmt::format("at most {:.0f} % of {} share these with somebody {}",
                        std::ceil(100 * drawn.most_shared), words.members, words.outside)
          : fmt::format("none of {} has an exact counterpart {}", words.members, words.outside));
}

}  // namespace

Notices describe_memberships(const ClassProblem& problem) {
  Notices notices;
  if (problem.options().permute == Permute::everyone || problem.options().replicates == 0) {
    return notices;
  }
  const ProtectedClass& who = problem.protected_class();
  const std::string about = fmt::format("{} = {}", who.attribute, who.value);
  Drawn within{.how = Permute::within};
  Drawn redrawn{.how = Permute::redraw};
  for (std::size_t m = 0; m < problem.memberships().size(); ++m) {
    const Membership& membership = problem.memberships()[m];
    // Nothing is drawn: the scans say why.
    if (membership.probability.empty() || !membership.incomparable().empty()) continue;
    Drawn& drawn = membership.how == Permute::within ? within : redrawn;
    add_criteria(problem, m, drawn);
    drawn.least_shared = std::min(drawn.least_shared, membership.shared);
    drawn.most_shared = std::max(drawn.most_shared, membership.shared);
    drawn.most_columns = std::max(drawn.most_columns, membership.columns);
    for (Notice notice : membership.notices) {
      notice.text = fmt::format("{}: {}", about, notice.text);
      notice.about = about;
      if (std::ranges::find(notices, notice) == notices.end()) notices.push_back(notice);
    }
  }
  for (const Drawn* drawn : {&within, &redrawn}) {
    if (drawn->criteria.empty()) continue;
    notices.push_back(Notice::note(
        fmt::format("{}, {}: {}", about, join_words(drawn->criteria, drawn->criteria.size()),
                    in_words(*drawn, problem.options().words)),
        about));
  }
  return notices;
}

}  // namespace faultline::methods
