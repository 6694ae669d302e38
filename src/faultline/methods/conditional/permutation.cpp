#include "faultline/methods/conditional/permutation.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {

std::span<const describe::Word> words(Permute) {
  static constexpr std::array kWords{
      describe::word(Permute::everyone, "everyone", "Over all people, as in the paper"),
      describe::word(Permute::within, "within", "Among people alike in covariates and condition")};
  return kWords;
}

Permutation::Permutation(const ClassProblem& problem) : problem_(problem) {
  if (problem.options().permute == Permute::everyone) return;
  for (std::size_t scan = 0; scan < problem.criteria().size(); ++scan) {
    strata_.push_back(strata_of(scan));
  }
  if (std::all_of(strata_.begin(), strata_.end(),
                  [](const Strata& strata) { return !strata.refusal.empty(); })) {
    throw ConfigError("`permute = within`: " + strata_.front().refusal);
  }
}

const std::string& Permutation::refusal(std::size_t scan) const {
  static const std::string kNone;
  return strata_.empty() ? kNone : strata_[scan].refusal;
}

Permutation::Strata Permutation::strata_of(std::size_t scan) const {
  const std::vector<std::int32_t> stratum = problem_.strata(scan);
  Strata strata;
  strata.tuple.resize(stratum.size());
  std::iota(strata.tuple.begin(), strata.tuple.end(), 0);
  std::stable_sort(strata.tuple.begin(), strata.tuple.end(),
                   [&](std::int32_t a, std::int32_t b) { return stratum[a] < stratum[b]; });
  std::int64_t alone = 0;
  std::int64_t people = 0;
  for (std::size_t i = 0; i < strata.tuple.size();) {
    const std::int32_t id = stratum[strata.tuple[i]];
    strata.first.push_back(static_cast<std::int64_t>(i));
    std::int64_t members = 0;
    std::int64_t here = 0;
    for (; i < strata.tuple.size() && stratum[strata.tuple[i]] == id; ++i) {
      members += problem_.members()[strata.tuple[i]];
      here += problem_.sizes()[strata.tuple[i]];
    }
    strata.members.push_back(members);
    people += here;
    if (here == 1) ++alone;
  }
  strata.first.push_back(static_cast<std::int64_t>(strata.tuple.size()));
  if (2 * alone > people) {
    const Metric& metric = *problem_.criteria()[scan].metric;
    strata.refusal = fmt::format(
        "for {} {} of {} people share covariates, attributes and {} with nobody, so there is "
        "hardly "
        "anybody to exchange; use `permute` everyone, or coarser values",
        metric.name(), with_thousands(alone), with_thousands(people),
        metric.condition == Condition::prediction ? "prediction"
        : metric.condition == Condition::outcome  ? "outcome"
                                                  : "decision");
  }
  return strata;
}

bool Permutation::same_for_all_scans() const { return strata_.empty(); }

void Permutation::draw(std::uint32_t replicate, std::size_t scan,
                       std::vector<std::int64_t>& members) const {
  const ConditionalOptions& options = problem_.options();
  const std::vector<std::int64_t>& sizes = problem_.sizes();
  members.resize(sizes.size());
  if (strata_.empty()) {
    rng::Stream stream(options.seed, rng::Purpose::permutation, replicate);
    rng::multivariate_hypergeometric(stream, sizes, problem_.member_count(), members);
    return;
  }
  // Scans with the same condition share their draws, whichever other scans are asked for.
  const auto condition = static_cast<std::uint32_t>(problem_.criteria()[scan].metric->condition);
  rng::Stream stream(options.seed, rng::Purpose::permutation, replicate, 1 + condition);
  const Strata& strata = strata_[scan];
  std::vector<std::int64_t> here;
  std::vector<std::int64_t> drawn;
  for (std::size_t s = 0; s + 1 < strata.first.size(); ++s) {
    here.clear();
    for (std::int64_t i = strata.first[s]; i < strata.first[s + 1]; ++i) {
      here.push_back(sizes[strata.tuple[i]]);
    }
    drawn.resize(here.size());
    rng::multivariate_hypergeometric(stream, here, strata.members[s], drawn);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      members[strata.tuple[strata.first[s] + static_cast<std::int64_t>(i)]] = drawn[i];
    }
  }
}

}  // namespace faultline::methods
