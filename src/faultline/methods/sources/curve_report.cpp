#include "faultline/methods/sources/curve_report.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "faultline/base/text.hpp"
#include "faultline/methods/sources/cut.hpp"

namespace faultline::methods {
namespace {

constexpr double kFactors[] = {2, 5, 10};
// Levels that more data should reach, when the user names none.
constexpr double kOnePoint = 0.01;
// Where the outcome is a number, which has units of its own.
constexpr double kShareOfToday = 0.1;
// A limit is told when at least so many of the resampled curves tell theirs.
constexpr double kMostTell = 0.5;

using Extrapolations = std::vector<SourcesReport::Extrapolation>;

/// `value` gives the curve at a size, or its limit when there is none, of resample b (-1: of the
/// curve itself); NaN where there is no law.
Extrapolations extrapolate(const CurveFits& fits, double alpha, bool told,
                           const std::function<double(int b, std::optional<double> n)>& value) {
  Extrapolations result;
  for (int f = 0; f <= 3; ++f) {
    SourcesReport::Extrapolation at;
    if (f < 3) {
      at.factor = kFactors[f];
      at.n = kFactors[f] * fits.axis().back();
    }
    at.value = value(-1, at.n);
    std::vector<double> resampled;
    for (int b = 0; b < fits.resamples(); ++b) {
      const double here = value(b, at.n);
      if (!std::isnan(here)) resampled.push_back(here);
    }
    // Of a limit that is not told there is no interval either.
    if (at.n || told) at.interval = percentile_interval(resampled, alpha);
    result.push_back(at);
  }
  return result;
}

const std::optional<PowerLaw>& law_of(const CurveFits& fits, int b, std::size_t m, int g) {
  return b < 0 ? fits.law(m, g) : fits.resampled(b, m, g);
}

/// Percentiles of sizes of which some are infinite: order statistics, nothing in between.
SourcesReport::Interval size_interval(std::vector<double> sizes, double alpha) {
  if (sizes.empty()) return std::nullopt;
  std::sort(sizes.begin(), sizes.end());
  const auto at = [&](double p) {
    const double rank = std::ceil(p * static_cast<double>(sizes.size()));
    return sizes[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  };
  const std::pair<double, double> ends(at(alpha / 2), at(1 - alpha / 2));
  if (!std::isfinite(ends.first)) return std::nullopt;
  return ends;
}

class Writer {
 public:
  Writer(const CurveFits& fits, int grows, const SourcesInput& input, const SourcesOptions& options,
         SourcesReport& report)
      : fits_(fits), grows_(grows), input_(input), options_(options), report_(report) {}

  void add_curve(std::size_t m, int g) {
    SourcesReport::LearningCurve curve{.group = label(g), .metric = metric(m), .grows = growing()};
    say_where_nobody_was(m, g);
    curve.points = reported(fits_.points(m, g), {g});
    if (curve.points.empty()) return;
    if (const auto& law = fits_.law(m, g)) {
      say_what_the_law_leaves_out(m, g);
      curve.fit = SourcesReport::CurveFit{.alpha = law->alpha,
                                          .beta = law->beta,
                                          .delta = law->delta,
                                          .identified = law->identified,
                                          .why = why_not_identified(*law)};
      if (law->identified && !most_tell(m, {g})) {
        curve.fit->identified = false;
        curve.fit->why = "most of the resampled curves do not tell where they end";
      }
      const bool told = curve.fit->identified;
      curve.extrapolation =
          extrapolate(fits_, options_.alpha, told, [&](int b, std::optional<double> n) {
            const auto& here = law_of(fits_, b, m, g);
            if (!here) return std::numeric_limits<double>::quiet_NaN();
            const double cost =
                !n && told ? fits_.limit(*here) : here->at(n.value_or(fits_.axis().back()));
            return std::clamp(cost, 0.0, largest_cost());
          });
    }
    report_.learning_curves.push_back(std::move(curve));
  }

  void add_gap(std::size_t m, int first, int second) {
    SourcesReport::GapCurve curve{
        .groups = {label(first), label(second)}, .metric = metric(m), .grows = growing()};
    curve.points = reported(fits_.points(m, first, second), {first, second});
    if (curve.points.empty()) return;
    curve.gap = gap_asked_for(curve.points.back().mean);
    const auto& a = fits_.law(m, first);
    const auto& b = fits_.law(m, second);
    if (a && b) {
      fill(curve, *a, *b, m, first, second);
    } else {
      curve.answer = "not known: a curve needs three training sizes";
    }
    report_.gap_curves.push_back(std::move(curve));
  }

 private:
  /// A law may leave the range of what it describes; figures do not.
  [[nodiscard]] double largest_cost() const {
    return input_.outcome_kind == model::OutcomeKind::binary
               ? 1
               : std::numeric_limits<double>::infinity();
  }

  void fill(SourcesReport::GapCurve& curve, const PowerLaw& a, const PowerLaw& b, std::size_t m,
            int first, int second) {
    // Where both laws hold.
    const double smallest =
        fits_.axis()[std::max(fits_.left_out(m, first), fits_.left_out(m, second))];
    const double largest = fits_.axis().back();
    curve.limit_identified = a.identified && b.identified && most_tell(m, {first, second});
    curve.extrapolation = extrapolate(
        fits_, options_.alpha, curve.limit_identified, [&](int r, std::optional<double> n) {
          const auto& of_first = law_of(fits_, r, m, first);
          const auto& of_second = law_of(fits_, r, m, second);
          if (!of_first || !of_second) return std::numeric_limits<double>::quiet_NaN();
          const double gap = !n && curve.limit_identified ? fits_.limit(*of_first, *of_second)
                                                          : of_first->at(n.value_or(largest)) -
                                                                of_second->at(n.value_or(largest));
          return std::clamp(gap, -largest_cost(), largest_cost());
        });
    curve.crossings = crossings(a, b, smallest, kFactors[2] * largest);
    curve.n_for_gap = size_for_gap(a, b, curve.gap, smallest, kFarthest * largest);
    std::vector<double> sizes;
    double reached = 0;
    double identified = 0;
    for (int r = 0; r < fits_.resamples(); ++r) {
      const auto& of_first = fits_.resampled(r, m, first);
      const auto& of_second = fits_.resampled(r, m, second);
      if (!of_first || !of_second) continue;
      const auto size =
          size_for_gap(*of_first, *of_second, curve.gap, smallest, kFarthest * largest);
      sizes.push_back(size.value_or(std::numeric_limits<double>::infinity()));
      if (size) ++reached;
      if (of_first->identified && of_second->identified) ++identified;
    }
    if (!sizes.empty()) {
      curve.reached_share = reached / static_cast<double>(sizes.size());
      curve.identified_share = identified / static_cast<double>(sizes.size());
    }
    curve.n_for_gap_interval = size_interval(std::move(sizes), options_.alpha);
    curve.answer = gap_answer(curve, smallest, largest, who(),
                              first_below(a, b, curve.gap, largest, kFarthest * largest));
  }

  [[nodiscard]] std::vector<SourcesReport::CurvePoint> reported(
      const std::vector<CurvePoint>& points, const std::vector<int>& groups) const {
    std::vector<SourcesReport::CurvePoint> result;
    for (std::size_t k = 0; k < points.size(); ++k) {
      SourcesReport::CurvePoint point{.n = fits_.costs().sizes[k]};
      point.mean = points[k].mean;
      point.sem = points[k].sem;
      if (grows_ >= 0) {
        point.group_n = fits_.axis()[k];
      } else {
        for (const int g : groups) point.group_n += fits_.costs().mean_trained(k, g);
      }
      result.push_back(point);
    }
    return result;
  }

  /// Numbers have units of their own, so that there no fixed level suits.
  [[nodiscard]] double gap_asked_for(double today) const {
    if (options_.gap > 0) return options_.gap;
    return input_.outcome_kind == model::OutcomeKind::binary ? kOnePoint
                                                             : kShareOfToday * std::abs(today);
  }

  /// Whether the laws of these groups tell their limits in most resamples.
  [[nodiscard]] bool most_tell(std::size_t m, const std::vector<int>& groups) const {
    int tell = 0;
    for (int r = 0; r < fits_.resamples(); ++r) {
      tell += std::all_of(groups.begin(), groups.end(),
                          [&](int g) {
                            const auto& law = fits_.resampled(r, m, g);
                            return law && law->identified;
                          })
                  ? 1
                  : 0;
    }
    return tell >= kMostTell * fits_.resamples();
  }

  void say_what_the_law_leaves_out(std::size_t m, int g) {
    const std::size_t left_out = fits_.left_out(m, g);
    if (left_out == 0) return;
    cut(report_, SourcesPart::curves,
        "The power law of " + metric_name(m) + " for " + label(g) +
            (grows_ < 0 ? "" : ", " + growing() + " growing alone,") + " is fitted from " +
            with_thousands(std::llround(fits_.axis()[left_out])) + " " + who() +
            " on: smaller training sets do not follow it.");
  }

  void say_where_nobody_was(std::size_t m, int g) {
    const std::int64_t all = fits_.costs().repetitions;
    const std::int64_t without = all - fits_.counted(m, g);
    if (without == 0) return;
    cut(report_, SourcesPart::curves,
        "Learning curve of " + metric_name(m) + " for " + label(g) +
            (grows_ < 0 ? "" : ", " + growing() + " growing alone") + ": " +
            with_thousands(without) + " of " + plural(all, "repetition") +
            " had nobody to look at in the test part.");
  }

  [[nodiscard]] std::string label(int g) const {
    return input_.groups[static_cast<std::size_t>(g)];
  }
  [[nodiscard]] std::string growing() const { return grows_ < 0 ? "" : label(grows_); }
  [[nodiscard]] CostMetric metric(std::size_t m) const { return fits_.costs().metrics[m]; }
  [[nodiscard]] std::string metric_name(std::size_t m) const {
    return std::string(name_of(metric(m)));
  }
  [[nodiscard]] std::string who() const {
    return grows_ < 0 ? "people" : "people of group " + label(grows_);
  }

  const CurveFits& fits_;
  int grows_;
  const SourcesInput& input_;
  const SourcesOptions& options_;
  SourcesReport& report_;
};

}  // namespace

void add_curves(const CurveFits& fits, int grows, const SourcesInput& input,
                const SourcesOptions& options, SourcesReport& report) {
  Writer writer(fits, grows, input, options, report);
  const int groups = fits.costs().groups;
  for (std::size_t m = 0; m < fits.costs().metrics.size(); ++m) {
    for (int g = 0; g < groups; ++g) writer.add_curve(m, g);
    for (int g = 0; g < groups; ++g) {
      for (int h = g + 1; h < groups; ++h) {
        if (grows < 0 || grows == g || grows == h) writer.add_gap(m, g, h);
      }
    }
  }
}

}  // namespace faultline::methods
