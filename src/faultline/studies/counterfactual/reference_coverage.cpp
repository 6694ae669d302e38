// What the independent program found, as data.

#include <array>

#include "faultline/studies/counterfactual/intervals.hpp"

namespace faultline::studies {
namespace {

using methods::SummaryKind;

struct Reference {
  int scenario;
  bool cfpr;
  SummaryKind summary;
  std::array<double, 4> coverage;  // t, normal, percentile, t-rescaled
};
constexpr std::array<Reference, 12> kReference{{
    {1, true, SummaryKind::avg, {.705, .67, 0, .8}},
    {1, true, SummaryKind::max, {.7, .715, 0, .79}},
    {1, true, SummaryKind::var, {.68, 1, 0, .77}},
    {1, false, SummaryKind::avg, {.78, .665, 0, .845}},
    {1, false, SummaryKind::max, {.77, .71, 0, .83}},
    {1, false, SummaryKind::var, {.705, 1, 0, .825}},
    {2, true, SummaryKind::avg, {1, .86, 1, .845}},
    {2, true, SummaryKind::max, {1, .825, 1, .81}},
    {2, true, SummaryKind::var, {.995, .9, 1, .84}},
    {2, false, SummaryKind::avg, {.99, .77, 1, .7}},
    {2, false, SummaryKind::max, {.985, .77, 1, .675}},
    {2, false, SummaryKind::var, {1, .9, 1, .89}},
}};
constexpr std::int64_t kReferencePeople = 5'000;

}  // namespace

std::optional<double> reference_coverage(int scenario, std::int64_t people, bool cfpr,
                                         SummaryKind summary, std::size_t interval) {
  if (people != kReferencePeople || interval >= 4) return std::nullopt;
  for (const Reference& reference : kReference) {
    if (reference.scenario == scenario && reference.cfpr == cfpr && reference.summary == summary) {
      return reference.coverage[interval];
    }
  }
  return std::nullopt;
}

}  // namespace faultline::studies
