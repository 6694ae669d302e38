#include "faultline/methods/counterfactual/small_groups.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/model/linear/multinomial.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::optional<double> ratio(double above, double below) {
  if (!(below > 0)) return std::nullopt;
  return above / below;
}

class SmallGroups {
 public:
  explicit SmallGroups(const SmallGroupsInput& input);
  SmallGroupsResult run();

 private:
  template <typename Term>
  [[nodiscard]] double sum(const Term& term) const {
    math::CompensatedSum total;
    for (std::size_t i = 0; i < people_.size(); ++i) total.add(people_[i] * term(i));
    return total.value();
  }
  void rates_of_everybody();
  std::vector<double> outcome_at(std::optional<int> decision);
  void note(const std::string& what, const model::FitReport& fit);
  double inside(double p, std::size_t row);
  std::vector<double> internal_membership();
  std::vector<double> external_membership();
  [[nodiscard]] double brier(const std::vector<double>& p) const;
  [[nodiscard]] double best_share(const std::vector<double>& external,
                                  const std::vector<double>& internal) const;
  std::vector<SmallGroupRate> rates(const std::vector<double>& membership);

  const SmallGroupsInput& in_;
  std::int64_t groups_;
  std::vector<double> people_{};
  std::set<std::size_t> clipped_{};
  std::vector<double> mu_{}, m1_{}, m0_{};
  SmallGroupsResult result_{};
};

SmallGroups::SmallGroups(const SmallGroupsInput& input)
    : in_(input),
      groups_(std::ssize(input.groups)),
      people_(input.people.begin(), input.people.end()) {
  const std::size_t rows = input.group.size();
  if (people_.empty()) people_.assign(rows, 1.0);
  for (const std::size_t length :
       {people_.size(), input.outcome.size(), input.treatment.size(), input.decision.size(),
        input.propensity.size(), input.fold.size(), at(input.outcome_covariates.rows()),
        at(input.group_covariates.rows())}) {
    if (length != rows) {
      throw InternalError(
          fmt::format("rates of small groups got a column of {} for {} rows", length, rows));
    }
  }
  const auto fits = [&](int g) { return g >= 0 && g < groups_; };
  if (!std::ranges::all_of(input.group, fits) ||
      (input.external != nullptr && !std::ranges::all_of(input.external->group, fits))) {
    throw InternalError("rates of small groups got a group without a name");
  }
}

double SmallGroups::inside(double p, std::size_t row) {
  const double kept = std::clamp(p, kSmallGroupsClip, 1 - kSmallGroupsClip);
  if (kept != p && people_[row] > 0) clipped_.insert(row);
  return kept;
}

void SmallGroups::rates_of_everybody() {
  std::vector<double> weight(people_.size(), 0.0);
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (in_.treatment[i] == 0) weight[i] = 1 / (1 - inside(in_.propensity[i], i));
  }
  if (!(sum([&](std::size_t i) { return weight[i]; }) > 0)) {
    throw InputError("nobody is untreated, so error rates without treatment cannot be estimated");
  }
  const auto of = [&](int outcome, int decision) {
    return sum([&](std::size_t i) {
      return in_.outcome[i] == outcome && in_.decision[i] == decision ? weight[i] : 0.0;
    });
  };
  result_.cfpr_all = ratio(of(0, 1), of(0, 0) + of(0, 1));
  result_.cfnr_all = ratio(of(1, 0), of(1, 0) + of(1, 1));
}

void SmallGroups::note(const std::string& what, const model::FitReport& fit) {
  result_.converged = result_.converged && fit.converged;
  for (const data::Notice& warning : fit.warnings) {
    result_.notices.push_back(data::Notice::warning(fmt::format("{}: {}", what, warning.text)));
  }
}

// P(Y = 1 | D = 0, X), given the decision where one is named.
std::vector<double> SmallGroups::outcome_at(std::optional<int> decision) {
  const auto numbers = [&](std::span<const std::uint8_t> column) {
    return std::vector<double>(column.begin(), column.end());
  };
  model::Design design = in_.outcome_covariates;
  const int treatment = design.columns();
  design.add("(treatment)", numbers(in_.treatment), model::ColumnKind::plain);
  if (decision) design.add("(decision)", numbers(in_.decision), model::ColumnKind::plain);
  std::vector<double> positive(people_.size());
  for (std::size_t i = 0; i < positive.size(); ++i) positive[i] = people_[i] * in_.outcome[i];
  model::Logistic logistic(design, {.ridge = 0});
  logistic.fit({.weight = people_, .positive = positive, .people = people_});
  note(decision ? "Outcome given the decision" : "Outcome", logistic.report());
  std::vector<double> p(people_.size());
  logistic.predict_log_odds(p);
  const auto b = logistic.coefficients();
  for (std::size_t i = 0; i < p.size(); ++i) {
    double eta = p[i] - b[at(treatment)] * in_.treatment[i];
    if (decision) eta += b[at(treatment + 1)] * (*decision - static_cast<int>(in_.decision[i]));
    p[i] = inside(model::expit(eta), i);
  }
  return p;
}

// Fitted without the row's own fold.
std::vector<double> SmallGroups::internal_membership() {
  std::vector<double> result(people_.size() * in_.groups.size());
  std::vector<double> predicted(result.size());
  const std::set<int> folds(in_.fold.begin(), in_.fold.end());
  if (folds.size() < 2) throw InternalError("cross-fitting the group needs two folds or more");
  for (const int fold : folds) {
    std::vector<double> weight(result.size(), 0.0);
    for (std::size_t i = 0; i < people_.size(); ++i) {
      if (in_.fold[i] != fold) weight[i * in_.groups.size() + at(in_.group[i])] = people_[i];
    }
    model::Multinomial model(in_.groups);
    model.fit(in_.group_covariates, weight);
    note(fmt::format("Group, without part {}", fold + 1), model.report());
    model.predict(in_.group_covariates, predicted);
    for (std::size_t i = 0; i < people_.size(); ++i) {
      if (in_.fold[i] != fold) continue;
      const auto row = std::span(predicted).subspan(i * in_.groups.size(), in_.groups.size());
      std::ranges::copy(row,
                        result.begin() + std::ssize(in_.groups) * static_cast<std::int64_t>(i));
    }
  }
  return result;
}

std::vector<double> SmallGroups::external_membership() {
  const model::Design& theirs = in_.external->covariates;
  const model::Design& ours = in_.group_covariates;
  for (int j = 0; j < theirs.columns(); ++j) {
    bool known = false;
    for (int k = 0; k < ours.columns() && !known; ++k) {
      known = ours.column(k).name == theirs.column(j).name;
    }
    if (!known) {
      throw InputError(fmt::format(
          "the external data have the covariate '{}', which ours do not have; leave it out",
          theirs.column(j).name));
    }
  }
  std::vector<double> weight(in_.external->group.size() * in_.groups.size(), 0.0);
  for (std::size_t i = 0; i < in_.external->group.size(); ++i) {
    weight[i * in_.groups.size() + at(in_.external->group[i])] = 1;
  }
  model::Multinomial model(in_.groups);
  model.fit(theirs, weight);
  note("Group, external", model.report());
  std::vector<double> result(people_.size() * in_.groups.size());
  model.predict(ours, result);
  return result;
}

double SmallGroups::brier(const std::vector<double>& p) const {
  const double total = sum([&](std::size_t i) {
    double distance = 0;
    for (std::int64_t g = 0; g < groups_; ++g) {
      const double d = p[i * in_.groups.size() + at(g)] - (in_.group[i] == g ? 1.0 : 0.0);
      distance += d * d;
    }
    return distance;
  });
  return total / sum([](std::size_t) { return 1.0; });
}

// The Brier score is a parabola in alpha.
double SmallGroups::best_share(const std::vector<double>& external,
                               const std::vector<double>& internal) const {
  const auto over_groups = [&](const auto& term) {
    return sum([&](std::size_t i) {
      double total = 0;
      for (std::int64_t g = 0; g < groups_; ++g) {
        const std::size_t k = i * in_.groups.size() + at(g);
        total += term(external[k] - internal[k], (in_.group[i] == g ? 1.0 : 0.0) - internal[k]);
      }
      return total;
    });
  };
  const double above = over_groups([](double apart, double missed) { return apart * missed; });
  const double below = over_groups([](double apart, double) { return apart * apart; });
  return below > 0 ? std::clamp(above / below, 0.0, 1.0) : 0.0;
}

std::vector<SmallGroupRate> SmallGroups::rates(const std::vector<double>& membership) {
  // Share of the group among those decided so, over its share among all with that Y0.
  const auto rate = [&](std::optional<double> all, std::int64_t g, int decision, const auto& given,
                        const auto& marginal) -> std::optional<double> {
    const auto decided = [&](std::size_t i) {
      return in_.decision[i] == decision ? given(i) : 0.0;
    };
    const auto share = ratio(
        sum([&](std::size_t i) { return in_.group[i] == g ? decided(i) : 0.0; }), sum(decided));
    const auto expected = ratio(
        sum([&](std::size_t i) { return membership[i * in_.groups.size() + at(g)] * marginal(i); }),
        sum(marginal));
    if (!all || !share || !expected) return std::nullopt;
    const auto quotient = ratio(*share, *expected);
    if (!quotient) return std::nullopt;
    return *all * *quotient;
  };
  std::vector<SmallGroupRate> result;
  result.reserve(groups_);
  for (std::int64_t g = 0; g < groups_; ++g) {
    result.push_back({.cfpr = rate(
                          result_.cfpr_all, g, 1, [&](std::size_t i) { return 1 - m1_[i]; },
                          [&](std::size_t i) { return 1 - mu_[i]; }),
                      .cfnr = rate(
                          result_.cfnr_all, g, 0, [&](std::size_t i) { return m0_[i]; },
                          [&](std::size_t i) { return mu_[i]; })});
  }
  return result;
}

SmallGroupsResult SmallGroups::run() {
  rates_of_everybody();
  mu_ = outcome_at(std::nullopt);
  m1_ = outcome_at(1);
  const std::size_t said = result_.notices.size();
  m0_ = outcome_at(0);
  result_.notices.resize(said);  // the same fit, predicted elsewhere
  const std::vector<double> internal = internal_membership();
  result_.brier_internal = brier(internal);
  result_.internal = rates(internal);
  if (in_.external != nullptr) {
    std::vector<double> p = external_membership();
    result_.brier_external = brier(p);
    result_.alpha = best_share(p, internal);
    for (std::size_t k = 0; k < p.size(); ++k) {
      p[k] = result_.alpha * p[k] + (1 - result_.alpha) * internal[k];
    }
    result_.brier_borrowed = brier(p);
    result_.borrowed = rates(p);
  }
  result_.clipped = std::ssize(clipped_);
  const auto& shown = result_.borrowed.empty() ? result_.internal : result_.borrowed;
  for (std::size_t g = 0; g < shown.size(); ++g) {
    if (!shown[g].cfpr || !shown[g].cfnr) {
      result_.notices.push_back(data::Notice::warning(fmt::format(
          "A rate of '{}' cannot be estimated: nobody like them is in the data.", in_.groups[g])));
    } else if (std::max(*shown[g].cfpr, *shown[g].cfnr) > 1) {
      result_.notices.push_back(data::Notice::warning(fmt::format(
          "A rate of '{}' is above 1: the models of outcome and group do not fit together there.",
          in_.groups[g])));
    }
  }
  return std::move(result_);
}

}  // namespace

SmallGroupsResult small_groups(const SmallGroupsInput& input) { return SmallGroups(input).run(); }

std::vector<int> deal_group_folds(std::span<const int> group, int groups, int folds,
                                  std::uint64_t seed) {
  if (folds < 2) {
    throw ConfigError(fmt::format("cross-fitting needs 2 folds or more, not {}", folds));
  }
  std::vector<std::vector<std::size_t>> members(at(groups));
  for (std::size_t i = 0; i < group.size(); ++i) members[at(group[i])].push_back(i);
  rng::Stream stream(seed, rng::Purpose::fold, 0);
  std::vector<int> fold(group.size());
  int next = 0;
  for (auto& rows : members) {
    rng::shuffle(stream, std::span(rows));
    for (const std::size_t row : rows) {
      fold[row] = next;
      next = (next + 1) % folds;
    }
  }
  return fold;
}

}  // namespace faultline::methods
