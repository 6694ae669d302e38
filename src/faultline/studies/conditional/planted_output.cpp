#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/conditional/planted.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;

constexpr double kConfidence = 0.99;

/// "q 8", "mu 0.6", "q 8, mu 1".
std::string effect_words(const PlantedEffects& planted) {
  std::vector<std::string> parts;
  if (planted.q_first != 1) parts.push_back("q " + shortest(planted.q_first));
  if (planted.mu_first != 0) parts.push_back("mu " + shortest(planted.mu_first));
  return fmt::format("{}", fmt::join(parts, ", "));
}

int subgroups_of(const PlantedEffects& planted) {
  return planted.q_second != 1 || planted.mu_second != 0 ? 2 : 1;
}

std::string ranks_csv(const PlantedStudy& study) {
  std::string csv = csv_row({"planted", "people", "criteria", "permute", "q", "mu", "data_sets",
                             "first", "second", "second_low", "second_high", "third"});
  for (const RanksRow& row : study.ranks) {
    const auto [low, high] = math::wilson_interval(row.second, row.data_sets, kConfidence);
    csv += csv_row({subgroups_of(row.planted), row.planted.people,
                    fmt::format("{}", fmt::join(row.metrics, " ")), name_of(row.permute),
                    row.planted.q_first, row.planted.mu_first, row.data_sets,
                    csv_rounded(share(row.first, row.data_sets), 4),
                    csv_rounded(share(row.second, row.data_sets), 4), csv_rounded(low, 4),
                    csv_rounded(high, 4), csv_rounded(share(row.third, row.data_sets), 4)});
  }
  return csv;
}

std::string power_csv(const PlantedStudy& study) {
  std::string csv =
      csv_row({"criterion", "permute", "people", "told", "data_sets", "found", "low", "high"});
  for (const ToldRow& row : study.told) {
    const auto [low, high] = math::wilson_interval(row.found, row.data_sets, kConfidence);
    csv += csv_row({row.metric, name_of(row.permute), row.people, csv_rounded(row.told, 4),
                    row.data_sets, csv_rounded(share(row.found, row.data_sets), 4),
                    csv_rounded(low, 4), csv_rounded(high, 4)});
  }
  return csv;
}

std::string to_text(const PlantedStudy& study) {
  std::string text = fmt::format(
      "Audits of a class of whom one or two subgroups are treated otherwise; {} data\n"
      "sets per row, seed {}. Share with evidence for a first, second, third subgroup\n"
      "(99 redraws).\n\n",
      study.options.data_sets, study.options.seed);
  text += fmt::format("  {:<8}{:<7}{:<22}{:<9}{:<12}{:>6}{:>8}{:>7}\n", "planted", "people",
                      "criteria", "permute", "effect", "first", "second", "third");
  for (const RanksRow& row : study.ranks) {
    text += fmt::format("  {:<8}{:<7}{:<22.21}{:<9}{:<12}{:>6}{:>8}{:>7}\n",
                        subgroups_of(row.planted), row.planted.people,
                        row.metrics.size() == 1 ? row.metrics.front()
                                                : fmt::format("{} of them", row.metrics.size()),
                        name_of(row.permute), effect_words(row.planted),
                        bare_share(share(row.first, row.data_sets)),
                        bare_share(share(row.second, row.data_sets)),
                        bare_share(share(row.third, row.data_sets)));
  }
  text +=
      "\nAn effect that an audit says it would find with a probability of about .8 or\n"
      "more, planted in other data: share in which there is evidence (199 redraws).\n\n";
  text += fmt::format("  {:<18}{:<9}{:<8}{:>8}{:>8}\n", "criterion", "permute", "people", "effect",
                      "found");
  for (const ToldRow& row : study.told) {
    text += fmt::format("  {:<18}{:<9}{:<8}{:>8.2f}{:>8}\n", row.metric, name_of(row.permute),
                        row.people, row.told, bare_share(share(row.found, row.data_sets)));
  }
  return text;
}

}  // namespace

StudyOutput to_output(const PlantedStudy& study) {
  return {.text = to_text(study),
          .files = {{"ranks.csv", ranks_csv(study)}, {"power.csv", power_csv(study)}}};
}

}  // namespace faultline::studies
