#include "faultline/methods/class_scan/class_people.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// Probabilities that were printed with two digits add up to 1 within this.
constexpr double kRounded = 0.01;

}  // namespace

ClassPeople::ClassPeople(ClassTable table) : table_(std::move(table)) {
  if (table_.classes.size() < 2) {
    throw InputError(fmt::format("everybody has the outcome '{}', so there is nothing to compare",
                                 table_.classes.empty() ? "" : table_.classes.front()));
  }
  totals_.assign(table_.classes.size(), 0);
  std::int64_t cell = -1;
  for (std::size_t i = 0; i < table_.count.size(); ++i) {
    const bool same =
        i > 0 && std::all_of(table_.codes.begin(), table_.codes.end(),
                             [&](const auto& codes) { return codes[i] == codes[i - 1]; });
    if (!same) ++cell;
    cell_.push_back(cell);
    people_ += table_.count[i];
    totals_[table_.outcome[i]] += table_.count[i];
  }
  if (!expects_shares()) check_probabilities();
  cells_.reserve(table_.classes.size());
  for (std::size_t k = 0; k < table_.classes.size(); ++k) {
    cells_.push_back(cells_of(k, static_cast<double>(totals_[k]) / static_cast<double>(people_)));
  }
}

void ClassPeople::check_probabilities() {
  for (std::size_t i = 0; i < table_.count.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < table_.classes.size(); ++k) {
      const double p = table_.probability[k][i];
      if (!(p >= 0 && p <= 1)) {
        throw InputError(fmt::format("`class_scores` {}: {} is not a probability between 0 and 1",
                                     table_.classes[k], shortest(p)));
      }
      sum += p;
    }
    if (!(std::abs(sum - 1) <= kRounded)) {
      throw InputError(fmt::format(
          "`class_scores`: the probabilities of one person add up to {:.4g}; those of all classes "
          "must add up to 1",
          sum));
    }
    for (auto& probability : table_.probability) probability[i] /= sum;
    for (std::size_t k = 0; k < table_.classes.size(); ++k) {
      const bool has = table_.outcome[i] == k;
      const double p = table_.probability[k][i];
      if (has ? p > 0 : p < 1) continue;
      throw InputError(fmt::format(
          "`class_scores` {}: somebody {} the class although its probability is {}, which makes "
          "the score infinite; move such predictions, as in `derive`",
          table_.classes[k], has ? "has" : "does not have", has ? "0" : "1"));
    }
  }
}

search::BernoulliCells ClassPeople::cells_of(std::size_t of_class, double share) const {
  data::ProfilesBuilder builder(table_.attributes);
  data::Profiles part;
  part.codes = table_.codes;
  part.count = table_.count;
  part.prediction = expects_shares() ? std::vector<double>(table_.count.size(), share)
                                     : table_.probability[of_class];
  part.outcome.reserve(table_.count.size());
  for (const data::Code own : table_.outcome) part.outcome.push_back(own == of_class ? 1 : 0);
  data::send(part, builder);
  return search::make_bernoulli_cells(std::move(builder).finish());
}

ClassPeople::Counts ClassPeople::redraw(rng::Stream& stream) const {
  const search::BernoulliCells& any = cells_.front();
  const auto cells = static_cast<std::size_t>(any.cells());
  Counts counts(table_.classes.size(), std::vector<std::int64_t>(cells, 0));
  if (expects_shares()) {
    std::vector<std::int64_t> left(any.n.begin(), any.n.end());
    for (std::size_t k = 0; k + 1 < counts.size(); ++k) {
      rng::multivariate_hypergeometric(stream, left, totals_[k], counts[k]);
      for (std::size_t c = 0; c < cells; ++c) left[c] -= counts[k][c];
    }
    counts.back() = std::move(left);
    return counts;
  }
  for (std::size_t i = 0; i < table_.count.size(); ++i) {
    const auto cell = static_cast<std::size_t>(cell_[i]);
    std::int64_t left = table_.count[i];
    double rest = 1;
    for (std::size_t k = 0; k + 1 < counts.size() && left > 0; ++k) {
      const double p = table_.probability[k][i];
      const double given = rest > 0 ? std::min(1.0, p / rest) : 1.0;
      const std::int64_t drawn = rng::binomial(stream, left, given);
      counts[k][cell] += drawn;
      left -= drawn;
      rest -= p;
    }
    counts.back()[cell] += left;
  }
  return counts;
}

}  // namespace faultline::methods
