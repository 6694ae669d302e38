#pragma once
// Does IJDI-Scan find the subgroup that it should? Data sets with a known subgroup S are drawn,
// scanned for both error rates at every lambda, and the subgroup found is compared with S by
// intersection over union, counted in people of the error rate (0 when nothing is found). A score
// that clipping the expectations can make by itself counts as nothing found. One data set serves
// all lambdas and both rates.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/search/subgroup.hpp"
#include "faultline/studies/ijdi/study.hpp"

namespace faultline::studies {

/// Name of the true probability among the numbers of a drawn data set.
inline constexpr const char* kTrueProbability = "p";

struct DetectionSetting {
  double level = 0;    // k or gamma
  std::string kind{};  // what is shifted; empty in Experiment 1
};

struct DetectionData {
  data::Profiles profiles{};  // with outcome, decision and kTrueProbability
  search::Subgroup truth{};   // over all attributes
};

/// Makes repetition `repetition` of setting number `setting`; from any thread.
using DrawData = std::function<DetectionData(std::size_t setting, std::uint32_t repetition)>;

struct DetectionRow {
  DetectionSetting setting{};
  methods::ErrorRate error = methods::ErrorRate::fpr;
  double lambda = 0;
  Mean iou{};
  Mean score{};
};

/// Rows by setting, error rate, lambda; the same for every thread count. Throws Cancelled when
/// stopped.
[[nodiscard]] std::vector<DetectionRow> detect(const std::vector<DetectionSetting>& settings,
                                               const IjdiStudyOptions& options,
                                               const DrawData& draw, const methods::Hooks& hooks);

/// The most that moving expectations from 0 and 1 into [clip, 1 - clip] adds to the score of any
/// subgroup of these people whose decisions agree with them: -log(1 - clip) for each.
[[nodiscard]] double clip_score(std::int64_t people, double clip);

/// People by distinct covariates, outcomes left aside.
[[nodiscard]] data::Profiles covariates_of(const data::Profiles& profiles);

/// Of which the experiments draw their subgroup: age, sex and race.
[[nodiscard]] const std::vector<std::string>& subgroup_attributes();

/// A data set in which nobody is yet, with its subgroup (draw_subgroup).
[[nodiscard]] DetectionData begin_data(const data::Profiles& covariates, rng::Stream& stream);

/// People of a cell of the covariates who share everything.
struct DrawnPeople {
  std::int64_t count = 1;
  double p = 0;  // true probability, as the scan sees it
  bool outcome = false;
  bool decision = false;
};
void add_people(data::Profiles& people, const data::Profiles& covariates, std::int64_t cell,
                const DrawnPeople& drawn);

/// Every value of the named attributes is in with probability 1/2, again until the subgroup holds
/// between 1 % and 99 % of the people. Throws InputError when an attribute is not there.
[[nodiscard]] search::Subgroup draw_subgroup(const data::Profiles& covariates,
                                             const std::vector<std::string>& names,
                                             rng::Stream& stream);

[[nodiscard]] bool is_member(const data::Profiles& profiles, std::int64_t row,
                             const search::Subgroup& subgroup);

/// Table of the terminal, CSV and four charts NAME-{iou,score}-{fpr,tpr}.svg; `level` is the name
/// of the setting's level.
[[nodiscard]] StudyOutput detection_output(const std::vector<DetectionRow>& rows,
                                           const std::string& name, const std::string& title,
                                           const std::string& level, bool log_lambda);

}  // namespace faultline::studies
