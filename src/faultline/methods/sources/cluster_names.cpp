#include "faultline/methods/sources/cluster_names.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::methods {
namespace {

// A name is read at a glance: three traits, and none that is faint beside the strongest.
constexpr std::size_t kMostNamed = 3;
constexpr double kLeastDistance = 1.0 / 3;  // of the largest

struct Trait {
  double distance = 0;  // from everybody, in standard deviations of the covariate
  std::string words{};
};

/// How the members of each cluster differ in one categorical covariate.
void add_traits(const model::Features& features, const model::Features::Categorical& categorical,
                const model::KMeans& found, std::vector<std::vector<Trait>>& traits) {
  const auto values = static_cast<std::size_t>(categorical.values);
  std::vector<double> all(values, 0);
  std::vector<std::vector<double>> within(found.sizes.size(), all);
  for (std::size_t i = 0; i < categorical.codes.size(); ++i) {
    ++all[categorical.codes[i]];
    ++within[static_cast<std::size_t>(found.cluster[i])][categorical.codes[i]];
  }
  double variance = 1;
  for (double& share : all) {
    share /= static_cast<double>(categorical.codes.size());
    variance -= share * share;
  }
  if (!(variance > 0)) return;
  for (std::size_t c = 0; c < within.size(); ++c) {
    double squares = 0;
    std::size_t most = 0;
    double difference = 0;
    double members = 0;
    for (std::size_t v = 0; v < values; ++v) {
      const double share = within[c][v] / static_cast<double>(found.sizes[c]);
      squares += (share - all[v]) * (share - all[v]);
      // Of two values one is as much too frequent as the other is too rare: name what there is.
      const double by = share - all[v];
      if (std::abs(by) > std::abs(difference) + (by > 0 ? -1e-12 : 1e-12)) {
        most = v;
        difference = by;
        members = share;
      }
    }
    const model::Feature& feature =
        features.feature(categorical.first_column + static_cast<int>(most));
    const char* how = difference > 0 ? (members >= 0.5 ? "mostly" : "more often") : "less often";
    traits[c].push_back(
        {.distance = std::sqrt(squares / variance),
         .words = fmt::format("{} {} = {}", how, feature.covariate, value_of(feature))});
  }
}

void add_traits(const model::Features& features, const model::Features::Number& number,
                const model::KMeans& found, std::vector<std::vector<Trait>>& traits) {
  double mean = 0;
  double squares = 0;
  std::vector<double> means(found.sizes.size(), 0);
  const auto n = static_cast<double>(number.values.size());
  for (std::size_t i = 0; i < number.values.size(); ++i) {
    const auto c = static_cast<std::size_t>(found.cluster[i]);
    mean += number.values[i] / n;
    means[c] += number.values[i] / static_cast<double>(found.sizes[c]);
  }
  for (const double value : number.values) squares += (value - mean) * (value - mean) / n;
  if (!(squares > 0)) return;
  for (std::size_t c = 0; c < means.size(); ++c) {
    traits[c].push_back({.distance = std::abs(means[c] - mean) / std::sqrt(squares),
                         .words = fmt::format("{} {} on average ({} among all)",
                                              features.feature(number.column).name,
                                              short_number(means[c]), short_number(mean))});
  }
}

}  // namespace

std::vector<std::string> k_means_names(const model::Features& features,
                                       const model::KMeans& found) {
  std::vector<std::vector<Trait>> traits(found.sizes.size());
  for (const auto& categorical : features.categorical())
    add_traits(features, categorical, found, traits);
  for (const auto& number : features.numbers()) add_traits(features, number, found, traits);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < traits.size(); ++c) {
    std::stable_sort(traits[c].begin(), traits[c].end(),
                     [](const Trait& a, const Trait& b) { return a.distance > b.distance; });
    std::string name = fmt::format("cluster {}", c + 1);
    for (std::size_t t = 0; t < std::min(kMostNamed, traits[c].size()); ++t) {
      if (traits[c][t].distance < kLeastDistance * traits[c][0].distance) break;
      name += t == 0 ? ": " : ", ";
      name += traits[c][t].words;
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::string value_of(const model::Feature& feature) {
  return feature.name.substr(std::min(feature.name.size(), feature.covariate.size() + 1));
}

std::string short_number(double value) {
  if (std::abs(value) >= 1000 && std::abs(value) < 1e15) return with_thousands(std::llround(value));
  return fmt::format("{:.3g}", value);
}

}  // namespace faultline::methods
