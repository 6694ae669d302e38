#include "faultline/methods/conditional/membership_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/model/linear/score_test.hpp"

namespace faultline::methods {
namespace {

// Nobody is redrawn for certain.
constexpr double kEdge = 1e-4;
// Up to so many covariates the level was measured with all products.
constexpr int kMostCovariates = 20;
// Beyond: products that a fit without them misses this clearly, and at most so many of them.
constexpr double kClearlyMissed = 3;
constexpr std::size_t kMostMissed = 20;
// A jump is taken where the fit without it misses it this clearly. Of a number some forty steps are
// tried, so that chance alone takes one in many data sets: a column too many, which costs little,
// where a jump missed would cost the test its level.
constexpr double kClearStep = 2.5;
// Of two numbers together many hundreds are.
constexpr double kClearTogether = 3;
// A corner of more steps than this has few people, and few would have thought of it.
constexpr std::size_t kMostSteps = 3;
// Each costs a fit; data with more jumps than this is not what a regression describes.
constexpr std::int64_t kMostJumps = 10;
// However few people there are, a jump that is clear among them is worth a column.
constexpr std::int64_t kFewestJumps = 4;
// Multiplications that a step of all fits beside jumps may take together: some tenths of a second.
constexpr double kMostFitWork = 1e9;
// Multiplications that one look at pairs may take, some tenths of a second: beyond, steps only.
constexpr double kMostWork = 5e8;
// A fit costs rows times columns squared: with more columns than this, only the products that are
// missed most.
constexpr std::int64_t kMostColumns = 400;

std::vector<double> fitted(const model::Design& design, std::span<const double> people,
                           std::span<const double> members) {
  model::Logistic model(design, {.ridge = 1.0, .standardise = true});
  model.fit({.weight = people, .positive = members, .people = people});
  std::vector<double> probability(people.size());
  model.predict_log_odds(probability);
  for (double& p : probability) p = std::clamp(model::expit(p), kEdge, 1 - kEdge);
  return probability;
}

/// The products that a fit without any misses most, at most so many.
std::vector<std::int64_t> most_missed(const model::RichDesign& design,
                                      std::span<const double> people,
                                      std::span<const double> members, double least,
                                      std::size_t most) {
  const std::vector<double> without = fitted(design.design({}), people, members);
  std::vector<double> residual;
  std::vector<double> variance;
  for (std::size_t i = 0; i < people.size(); ++i) {
    residual.push_back(members[i] - people[i] * without[i]);
    variance.push_back(people[i] * without[i] * (1 - without[i]));
  }
  const std::vector<double> scores = design.product_scores(residual, variance);
  std::vector<std::int64_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) {
    return std::abs(scores[a]) > std::abs(scores[b]);
  });
  const auto clear = std::ranges::find_if(
      order, [&](std::int64_t product) { return std::abs(scores[product]) <= least; });
  order.erase(clear, order.end());
  if (order.size() > most) order.resize(most);
  std::ranges::sort(order);
  return order;
}

/// Jumps for which there is room beside so many columns.
std::int64_t jumps_carried(std::int64_t columns, std::span<const double> people,
                           std::span<const double> members) {
  const double inside = std::accumulate(members.begin(), members.end(), 0.0);
  const double all = std::accumulate(people.begin(), people.end(), 0.0);
  const double rarer_kind = std::min(inside, all - inside);
  // With fewer than two people a column, a fit tells everybody apart as it is.
  const bool hopeless = rarer_kind < 2 * static_cast<double>(columns);
  return std::max(hopeless ? 0 : kFewestJumps,
                  static_cast<std::int64_t>(rarer_kind / kPeoplePerColumn) - columns);
}

/// Whether there is time to look at what two variables do together beside so many columns.
bool looks_at_pairs(const model::RichDesign& design, std::int64_t columns) {
  return static_cast<double>(design.pair_ladder_count()) * static_cast<double>(design.rows()) *
             static_cast<double>(columns) <
         kMostWork;
}

using Jump = model::Jump;
using Ladders = std::vector<model::JumpLadder>;

/// Looks for the jump that a fit misses most, if it misses one clearly.
class Missed {
 public:
  Missed(const model::RichDesign& design, const model::ScoreTest& test)
      : design_(design), test_(test) {}

  /// Whether one of these is missed more clearly than all before.
  bool look_at(const Ladders& ladders) {
    const double before = clarity_;
    for (const model::JumpLadder& ladder : ladders) {
      const std::vector<double> z = test_.z_of_steps(design_.levels(ladder), ladder.from.size());
      for (std::size_t place = 0; place < z.size(); ++place) {
        const double least = ladder.is_of_one() ? kClearStep : kClearTogether;
        if (std::abs(z[place]) <= std::max(least, clarity_)) continue;
        clarity_ = std::abs(z[place]);
        jump_ = ladder.jump(place);
      }
    }
    return clarity_ > before;
  }

  [[nodiscard]] const std::optional<Jump>& jump() const { return jump_; }

 private:
  const model::RichDesign& design_;
  const model::ScoreTest& test_;
  std::optional<Jump> jump_{};
  double clarity_ = 0;
};

/// The best of the coarse jumps, and of those taken with a step more, then turned and moved to
/// where it is clearest. A jump a few people off leaves the others with a wrong probability, and
/// the more people there are the more clearly a test sees that.
std::optional<Jump> clearest_jump(const model::RichDesign& design, const model::Design& columns,
                                  std::span<const Jump> taken, std::span<const double> people,
                                  std::span<const double> members) {
  const model::ScoreTest test(columns, people, members, fitted(columns, people, members));
  Missed missed(design, test);
  missed.look_at(design.number_ladders());
  if (looks_at_pairs(design, columns.columns())) {
    missed.look_at(design.pair_ladders());
    for (const Jump& jump : taken) {
      if (jump.size() < kMostSteps) missed.look_at(design.grown(jump));
    }
  }
  if (!missed.jump()) return std::nullopt;
  missed.look_at(design.turned(*missed.jump()));
  Jump jump = *missed.jump();
  for (std::size_t turns = jump.size(); turns > 0; --turns) {
    // The step that had its turn stands last.
    const bool better = missed.look_at({design.moved(jump, 0)});
    std::rotate(jump.begin(), jump.begin() + 1, jump.end());
    if (better) jump = *missed.jump();
  }
  return jump;
}

/// What one step of a fit costs: rows times columns squared.
double fit_work(const model::RichDesign& design, std::int64_t columns) {
  return static_cast<double>(design.rows()) * static_cast<double>(columns) *
         static_cast<double>(columns);
}

/// Where membership jumps, one after the other (a corner looks like two steps until it is taken),
/// as long as the fit misses one, people can carry it (but for a few) and time allows. Products
/// that make fits slow are left out while jumps are looked for: what they would have said then
/// costs a column or two.
std::vector<Jump> missed_jumps(const model::RichDesign& design,
                               std::span<const std::int64_t> products,
                               std::span<const double> people, std::span<const double> members,
                               Notices& notices) {
  std::vector<Jump> taken;
  if (design.number_ladders().empty()) return taken;
  const std::int64_t columns = design.plain_columns() + std::ssize(products);
  const bool quick = fit_work(design, columns) * kMostJumps <= kMostFitWork;
  const std::span<const std::int64_t> beside = quick ? products : products.first(0);
  const auto affordable = static_cast<std::int64_t>(
      kMostFitWork / fit_work(design, design.plain_columns() + std::ssize(beside)));
  const std::int64_t room =
      std::min({kMostJumps, affordable, jumps_carried(columns, people, members)});
  if (room <= 0) {
    notices.push_back(Notice::note(
        affordable <= 0 ? "too many people and columns to check whether class membership changes "
                          "abruptly with a number"
                        : "too few people for so many columns to check whether class membership "
                          "changes abruptly with a number"));
  } else if (!looks_at_pairs(design, design.plain_columns() + std::ssize(beside))) {
    notices.push_back(
        Notice::note("too many people and columns to check whether class membership changes "
                     "abruptly with two columns at once; single numbers were checked"));
  }
  while (std::ssize(taken) < room) {
    const std::optional<Jump> jump =
        clearest_jump(design, design.design(beside, taken), taken, people, members);
    if (!jump) break;
    taken.push_back(*jump);
  }
  return taken;
}

}  // namespace

MembershipFit fit_membership(const model::RichDesign& design, int covariates,
                             std::span<const double> people, std::span<const double> members) {
  MembershipFit fit;
  std::vector<std::int64_t> products(static_cast<std::size_t>(design.products()));
  std::iota(products.begin(), products.end(), std::int64_t{0});
  const std::int64_t room = kMostColumns - design.plain_columns();
  if (covariates > kMostCovariates) {
    products = most_missed(design, people, members, kClearlyMissed, kMostMissed);
    fit.notices.push_back(Notice::warning(
        fmt::format("{} covariates are so many that the error rate of this test is not known; name "
                    "the ones that matter",
                    covariates)));
  } else if (design.products() > room) {
    const auto most =
        std::max(kMostMissed, static_cast<std::size_t>(std::max<std::int64_t>(room, 0)));
    products = most_missed(design, people, members, 0, most);
    fit.notices.push_back(Notice::warning(fmt::format(
        "the covariates form {} combinations and the model of class membership includes {} of "
        "them, so the error rate of this test is not known; name fewer or coarser covariates",
        design.products(), products.size())));
  }
  const model::Design chosen =
      design.design(products, missed_jumps(design, products, people, members, fit.notices));
  fit.columns = chosen.columns();
  fit.probability = fitted(chosen, people, members);
  return fit;
}

}  // namespace faultline::methods
