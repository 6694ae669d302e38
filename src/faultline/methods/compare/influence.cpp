#include "faultline/methods/compare/influence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::methods {
namespace {

/// Each person's share of people ranked rightly, less AUC, over the number of people like them
/// (DeLong, DeLong and Clarke-Pearson 1988).
std::vector<double> rank_influences(const std::vector<SideEntry>& entries, const Measure& measure) {
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return entries[i].score; });
  const auto positives = static_cast<double>(measure.n);
  const auto negatives = static_cast<double>(measure.other_n);
  std::vector<double> u(entries.size(), 0.0);
  std::int64_t negatives_below = 0;
  std::int64_t positives_below = 0;
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    std::int64_t tied_negatives = 0;
    std::int64_t tied_positives = 0;
    for (; end < order.size() && entries[order[end]].score == entries[order[i]].score; ++end) {
      const SideEntry& entry = entries[order[end]];
      (entry.outcome ? tied_positives : tied_negatives) += entry.count;
    }
    const double beaten = static_cast<double>(2 * negatives_below + tied_negatives) / 2 / negatives;
    const std::int64_t positives_above = measure.n - positives_below - tied_positives;
    const double beating =
        static_cast<double>(2 * positives_above + tied_positives) / 2 / positives;
    for (; i < end; ++i) {
      u[order[i]] = entries[order[i]].outcome ? (beaten - measure.estimate) / positives
                                              : (beating - measure.estimate) / negatives;
    }
    negatives_below += tied_negatives;
    positives_below += tied_positives;
  }
  return u;
}

double share_influence(RateName rate, const SideEntry& entry, double estimate, std::int64_t n) {
  const ShareOf of = share_of(rate, entry);
  return of.among ? ((of.event ? 1 : 0) - estimate) / static_cast<double>(n) : 0;
}

}  // namespace

ShareOf share_of(RateName rate, const SideEntry& entry) {
  using enum RateName;
  const bool y = entry.outcome;
  const bool d = entry.decision;
  switch (rate) {
    case base_rate:
      return {true, y};
    case selection_rate:
      return {true, d};
    case fpr:
      return {!y, d};
    case tnr:
      return {!y, !d};
    case fnr:
      return {y, !d};
    case tpr:
      return {y, d};
    case ppv:
      return {d, y};
    case fdr:
      return {d, !y};
    case npv:
      return {!d, !y};
    case for_:
      return {!d, y};
    case accuracy:
      return {true, y == d};
    default:
      throw InternalError("no share of people");
  }
}

double value_of(RateName rate, const SideEntry& entry) {
  const double wrong = entry.outcome ? entry.score - 1 : entry.score;
  switch (rate) {
    case RateName::brier:
      return wrong * wrong;
    case RateName::log_loss:
      return entry.outcome ? -std::log(entry.score) : -std::log1p(-entry.score);
    case RateName::mean_score:
      return entry.score;
    case RateName::calibration_gap:
      return wrong;
    default:
      throw InternalError("no mean over people");
  }
}

std::vector<double> influences(RateName rate, const std::vector<SideEntry>& entries,
                               const Measure& measure) {
  using Kind = Measure::Kind;
  if (measure.kind == Kind::ranking) return rank_influences(entries, measure);
  std::vector<double> u;
  u.reserve(entries.size());
  for (const SideEntry& entry : entries) {
    switch (measure.kind) {
      case Kind::share:
        u.push_back(share_influence(rate, entry, measure.estimate, measure.n));
        break;
      case Kind::mean:
        u.push_back((value_of(rate, entry) - measure.estimate) / static_cast<double>(measure.n));
        break;
      case Kind::balanced: {
        const auto part = [&](RateName of, std::int64_t successes, std::int64_t n) {
          const double own = static_cast<double>(successes) / static_cast<double>(n);
          return share_influence(of, entry, own, n);
        };
        u.push_back((part(RateName::tpr, measure.successes, measure.n) +
                     part(RateName::tnr, measure.other_successes, measure.other_n)) /
                    2);
        break;
      }
      case Kind::harmonic: {
        // 2 hits over 2 hits and errors; the measure counts hits among hits and errors.
        const bool hit = entry.outcome && entry.decision;
        const bool error = entry.outcome != entry.decision;
        const auto below = static_cast<double>(measure.successes + measure.n);
        u.push_back(((hit ? 2 : 0) - measure.estimate * ((hit ? 2 : 0) + (error ? 1 : 0))) / below);
        break;
      }
      default:
        throw InternalError("a rate without influence values");
    }
  }
  return u;
}

double correlation(const std::vector<SideEntry>& entries, const std::vector<double>& a,
                   const std::vector<double>& b) {
  math::CompensatedSum aa;
  math::CompensatedSum bb;
  math::CompensatedSum ab;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto n = static_cast<double>(entries[i].count);
    aa.add(n * a[i] * a[i]);
    bb.add(n * b[i] * b[i]);
    ab.add(n * a[i] * b[i]);
  }
  if (!(aa.value() > 0 && bb.value() > 0)) return 0;
  return std::clamp(ab.value() / std::sqrt(aa.value()) / std::sqrt(bb.value()), -1.0, 1.0);
}

}  // namespace faultline::methods
