#include "faultline/methods/ijdi/refit_null.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "faultline/math/sum.hpp"
#include "faultline/methods/group_rows.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// Of the streams of a replicate: those of decisions have the numbers of the error rates.
constexpr std::uint32_t kOutcomes = 2;
// Log-odds that are kept for the next lambda: a quarter of a gigabyte.
constexpr std::size_t kKept = 32'000'000;

}  // namespace

RefitNull::RefitNull(const ProbabilityRecipe& recipe, const std::vector<std::string>& scanned,
                     std::uint64_t seed)
    : recipe_(recipe), seed_(seed) {
  std::vector<std::size_t> columns;
  std::vector<std::vector<std::uint64_t>> words;
  for (const std::string& name : scanned) {
    const auto a = position_of(recipe.attributes(), name);
    if (!a) continue;
    columns.push_back(static_cast<std::size_t>(*a));
    lattice_.attributes.push_back(recipe.attributes()[columns.back()]);
    words.push_back(words_of(recipe.codes()[columns.back()]));
  }
  Grouping cells = group_rows(std::ssize(recipe.kinds()), words);
  lattice_.cells = cells.groups();
  for (const std::int64_t example : cells.example) {
    for (const std::size_t a : columns) lattice_.codes.push_back(recipe.codes()[a][example]);
  }
  cell_ = std::move(cells.group_of);
  by_cell_.resize(cell_.size());
  std::iota(by_cell_.begin(), by_cell_.end(), std::size_t{0});
  std::stable_sort(by_cell_.begin(), by_cell_.end(),
                   [&](std::size_t a, std::size_t b) { return cell_[a] < cell_[b]; });
}

std::vector<std::int64_t> RefitNull::outcomes(std::uint32_t number) const {
  rng::Stream stream(seed_, rng::Purpose::null_redraw, number, kOutcomes);
  std::vector<std::int64_t> positive;
  positive.reserve(recipe_.kinds().size());
  for (const PeopleKind& kind : recipe_.kinds())
    positive.push_back(rng::binomial(stream, kind.n, recipe_.on_everybody()[kind.tuple]));
  return positive;
}

RefitNull::Fit RefitNull::fit_of(std::uint32_t number,
                                 const std::vector<std::int64_t>& positive) const {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto known = fits_.find(number); known != fits_.end()) return known->second;
  }
  auto fit = std::make_shared<const std::vector<double>>(recipe_.refit(positive));
  const std::scoped_lock lock(mutex_);
  if ((fits_.size() + 1) * fit->size() <= kKept) fits_.emplace(number, fit);
  return fit;
}

ErrorProblem RefitNull::draw(std::uint32_t number, const ErrorProblem& observed, double lambda,
                             double clip) const {
  const std::vector<std::int64_t> positive = outcomes(number);
  const Fit fit = fit_of(number, positive);
  const auto rows = static_cast<std::size_t>(recipe_.tuples());
  const bool with = observed.error == ErrorRate::tpr;
  const auto truth = [&](const PeopleKind& kind) {
    return observed.real(recipe_.on_everybody()[kind.tuple]);
  };
  math::CompensatedSum sum;
  std::int64_t audited = 0;
  for (std::size_t k = 0; k < positive.size(); ++k) {
    const PeopleKind& kind = recipe_.kinds()[k];
    const std::int64_t n = with ? positive[k] : kind.n - positive[k];
    sum.add(static_cast<double>(n) * truth(kind));
    audited += n;
  }
  const double mean = audited > 0 ? sum.value() / static_cast<double>(audited) : 0;
  const double rate = static_cast<double>(std::accumulate(
                          observed.decisions.begin(), observed.decisions.end(), std::int64_t{0})) /
                      static_cast<double>(observed.people);
  ErrorProblem problem{.error = observed.error, .lattice = lattice_, .mirrored = observed.mirrored};
  problem.first.assign(static_cast<std::size_t>(lattice_.cells) + 1, 0);
  rng::Stream stream(seed_, rng::Purpose::null_redraw, number,
                     static_cast<std::uint32_t>(observed.error));
  for (const std::size_t k : by_cell_) {
    const PeopleKind& kind = recipe_.kinds()[k];
    const std::int64_t without = kind.n - positive[k];
    const FoldCounts counts =
        with ? deal(kind.first + without, positive[k]) : deal(kind.first, without);
    const double expected = std::clamp(rate + lambda * (truth(kind) - mean), clip, 1 - clip);
    for (std::size_t fold = 0; fold < counts.size(); ++fold) {
      if (counts[fold] == 0) continue;
      problem.cell.push_back(cell_[k]);
      problem.p.push_back(problem.real(model::expit((*fit)[fold * rows + kind.tuple])));
      problem.n.push_back(counts[fold]);
      problem.decisions.push_back(rng::binomial(stream, counts[fold], expected));
      ++problem.first[static_cast<std::size_t>(cell_[k]) + 1];
    }
  }
  std::partial_sum(problem.first.begin(), problem.first.end(), problem.first.begin());
  if (audited > 0) sum_up(problem);
  return problem;
}

}  // namespace faultline::methods
