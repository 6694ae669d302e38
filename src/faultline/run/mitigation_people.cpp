#include "faultline/run/mitigation_people.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/bias_scan/holdout.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

/// In a second file a risk score means what it means in the first: predictions are exchanged.
void same_predictions(const std::vector<std::pair<std::string, double>>& first,
                      const std::vector<std::pair<std::string, double>>& second,
                      const std::string& path, data::Profiles& profiles) {
  std::map<double, double> exchanged;
  for (const auto& [score, prediction] : second) {
    const auto same = std::find_if(first.begin(), first.end(), [&score = score](const auto& one) {
      return one.first == score;
    });
    if (same == first.end()) {
      throw InputError(fmt::format(
          "`holdout` '{}': the risk score {} is not in the first file, so the rules say nothing "
          "about it; leave it out with `where`",
          path, score));
    }
    const auto [at, added] = exchanged.emplace(prediction, same->second);
    if (!added && at->second != same->second) {
      throw InputError(fmt::format(
          "`holdout` '{}': two risk scores have the same share of positive outcomes there, {}, so "
          "they cannot be told apart; use a share, such as 0.5",
          path, shortest(prediction)));
    }
  }
  for (double& prediction : profiles.prediction) prediction = exchanged.at(prediction);
}

}  // namespace

std::unique_ptr<data::RowStream> open_rows(data::Source& source, const data::InputOptions& input,
                                           data::RoleOptions roles, const data::People& people,
                                           const std::string& id, const std::stop_token& stop) {
  roles.attributes.clear();
  for (const data::Attribute& attribute : people.attributes())
    roles.attributes.push_back(attribute.name);
  roles.numbers = people.numbers();
  return source.rows(input, roles, id, stop);
}

MitigationPeople read_mitigation_people(const MitigateSpec& spec, data::Source& source,
                                        const data::People& people, const data::RoleOptions& roles,
                                        const Context& context) {
  const std::uint64_t seed = spec.search.seed;
  const std::stop_token& stop = context.hooks.stop;
  const std::optional<std::string> holdout = holdout_of(spec);
  MitigationPeople read;
  if (!holdout) {
    read.made_from = read_with_probability(people, spec.probability, seed, stop);
    return read;
  }
  const std::vector<std::string>& covariates = people.covariates();
  if (const std::optional<double> share = holdout_share(*holdout)) {
    // One fit on everybody, out of fold: that of a part alone would be less exact, and lambda
    // multiplies its error. The tests redraw a part with fits of the part, which is on the safe
    // side.
    ProbablePeople all = read_with_probability(people, spec.probability, seed, stop);
    methods::HoldoutParts parts = methods::hold_out(all.profiles, *share, seed);
    const auto part = [&](data::Profiles profiles) {
      ProbablePeople own;
      own.profiles = std::move(profiles);
      own.column = all.column;
      if (spec.search.replicates == 0) return own;
      try {
        own.recipe = recipe_of(own.profiles, covariates, spec.probability, seed);
      } catch (const InputError& error) {
        throw InputError(fmt::format(
            "`holdout` {}: among a part of the people, {}; or make and test the rules with "
            "everybody, `holdout = none`",
            *holdout, error.what()));
      }
      return own;
    };
    read.made_from = part(std::move(parts.searched));
    read.tested_on = part(std::move(parts.held_out));
    read.made_from.model = std::move(all.model);
    return read;
  }
  const auto fitted = [&](data::Profiles profiles) {
    return with_probability(std::move(profiles), covariates, spec.probability, seed);
  };
  data::Profiles everybody = read_profiles(people, stop);
  data::Profiles others = read_holdout(
      source, {spec.input, roles, people, spec.search.threads, "holdout"}, *holdout, context);
  if (!spec.roles.risk_score.empty()) {
    data::InputOptions second = spec.input;
    second.path = *holdout;
    same_predictions(open_rows(source, spec.input, roles, people, "", stop)->risk_scores(),
                     open_rows(source, second, roles, people, "", stop)->risk_scores(), *holdout,
                     others);
  }
  read.made_from = fitted(std::move(everybody));
  read.tested_on = fitted(std::move(others));
  return read;
}

}  // namespace faultline::run
