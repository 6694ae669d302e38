#include "faultline/studies/conditional/planted_class.hpp"

#include <cmath>
#include <utility>

#include "faultline/rng/draw.hpp"

namespace faultline::studies {

data::Profiles planted_class(std::uint64_t seed, std::uint32_t data_set,
                             const PlantedEffects& planted) {
  const std::vector<data::Attribute> attributes = {
      {"a", {"a0", "a1"}}, {"b", {"b0", "b1", "b2"}}, {"c", {"c0", "c1"}}, {"g", {"g0", "g1"}}};
  rng::Stream stream(seed, rng::Purpose::simulate, data_set);
  const auto happens = [&stream](double log_odds) {
    return rng::bernoulli(stream, 1 / (1 + std::exp(-log_odds)));
  };
  data::Profiles rows;
  rows.codes.resize(attributes.size());
  for (std::int64_t i = 0; i < planted.people; ++i) {
    const auto a = static_cast<data::Code>(rng::below(stream, 2));
    const auto b = static_cast<data::Code>(rng::below(stream, 3));
    const auto c = static_cast<data::Code>(rng::below(stream, 2));
    const bool member = happens(-0.3 + 0.8 * a - 0.5 * (b == 2 ? 1 : 0) + 0.5 * a * c);
    const bool outcome = happens(-0.4 + 0.5 * a + 0.4 * (b == 1 ? 1 : 0));
    const double risk = -0.6 + 0.7 * a + 0.5 * (b == 1 ? 1 : 0) - 0.3 * c + (outcome ? 0.8 : 0.0);
    const bool first = member && a == 0 && c == 0;
    const bool second = member && a == 1 && c == 1;
    const double q = first ? planted.q_first : second ? planted.q_second : 1;
    const double mu = first ? planted.mu_first : second ? planted.mu_second : 0;
    const double score = std::round(2 * (risk + 0.8 * rng::normal(stream) + mu)) / 2;
    rows.codes[0].push_back(a);
    rows.codes[1].push_back(b);
    rows.codes[2].push_back(c);
    rows.codes[3].push_back(member ? 1 : 0);
    rows.prediction.push_back(1 / (1 + std::exp(-score)));
    rows.outcome.push_back(outcome ? 1 : 0);
    rows.decision.push_back(happens(risk + std::log(q)) ? 1 : 0);
    rows.count.push_back(1);
  }
  data::ProfilesBuilder builder(attributes);
  data::send(rows, builder);
  return std::move(builder).finish();
}

methods::ConditionalOptions planted_audit(const std::vector<std::string>& metrics,
                                          std::int64_t replicates) {
  methods::ConditionalOptions options;
  for (const std::string& metric : metrics)
    options.scans.push_back({&methods::metric_named(metric), search::Direction::higher});
  options.replicates = replicates;
  options.threads = 1;
  return options;
}

methods::ConditionalResult audit_planted(const data::Profiles& people,
                                         const methods::ConditionalOptions& options) {
  const std::vector<std::string> all = {"a", "b", "c"};
  return methods::conditional_scan({.profiles = people, .scanned = all, .covariates = all},
                                   {{"g", "g1"}}, options);
}

}  // namespace faultline::studies
