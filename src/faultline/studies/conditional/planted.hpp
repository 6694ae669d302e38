#pragma once
// `faultline reproduce cbs-planted`: where the members of a class are known to be treated
// otherwise, how often an audit claims a second subgroup that is not there, how often it finds one
// that is, and how often the effect that `--power` tells is found when it is planted.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/conditional/planted_class.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct PlantedStudyOptions {
  std::uint64_t seed = 1;
  std::int64_t data_sets = 600;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const PlantedStudyOptions& options);

/// What is planted, and how many data sets end with evidence for at least one, two, three
/// subgroups.
struct RanksRow {
  std::vector<std::string> metrics{};
  methods::Permute permute = methods::Permute::automatic;
  PlantedEffects planted{};
  std::int64_t data_sets = 0;
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t third = 0;
};

/// Audits with `top` 3 and 99 redraws; fills the counts.
[[nodiscard]] RanksRow count_ranks(RanksRow row, std::uint64_t seed, int threads,
                                   const methods::Hooks& hooks = {});

/// The effect in kPlantedSubgroup that an audit says it would find with a probability of about .8
/// (the median over fair data sets, as what one tells depends on its people), and how often it is
/// found. 199 redraws.
struct ToldRow {
  std::string metric{};
  methods::Permute permute = methods::Permute::automatic;
  std::int64_t people = 0;
  std::int64_t data_sets = 0;
  double told = 0;  // q or mu
  std::int64_t found = 0;
};
[[nodiscard]] ToldRow count_told(ToldRow row, std::uint64_t seed, int threads,
                                 const methods::Hooks& hooks = {});

struct PlantedStudy {
  PlantedStudyOptions options{};
  std::vector<RanksRow> ranks{};
  std::vector<ToldRow> told{};
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] PlantedStudy planted_study(const PlantedStudyOptions& options,
                                         const methods::Hooks& hooks = {});

/// Tables for the terminal; ranks.csv and power.csv.
[[nodiscard]] StudyOutput to_output(const PlantedStudy& study);

}  // namespace faultline::studies
