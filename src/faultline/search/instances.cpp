#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/search/gaussian_family.hpp"

namespace faultline::search {

template SearchResult search(const BernoulliFamily&, const std::vector<std::int64_t>&,
                             const SearchOptions&, std::span<const ScoutedEnd>);
template SearchResult search(const GaussianFamily&, const std::vector<std::int64_t>&,
                             const SearchOptions&, std::span<const ScoutedEnd>);
template bool certify(const BernoulliFamily&, const std::vector<std::int64_t>&,
                      const SearchOptions&, const ProofBudget&, SearchResult&);
template bool certify(const GaussianFamily&, const std::vector<std::int64_t>&, const SearchOptions&,
                      const ProofBudget&, SearchResult&);

}  // namespace faultline::search
