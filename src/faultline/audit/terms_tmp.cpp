#include "faultline/audit/terms_tmp.hpp"

#include <array>

namespace faultline::scan {
std::span<const describe::Word> words(Strategy) {
  static constexpr std::array<describe::Word, 4> kWords{
      {{static_cast<int>(Strategy::automatic), "auto"},
       {static_cast<int>(Strategy::ascent), "ascent"},
       {static_cast<int>(Strategy::exhaustive), "exhaustive"},
       {static_cast<int>(Strategy::bounded), "bounded"}}};
  return kWords;
}
}  // namespace faultline::scan

namespace faultline::model {
std::span<const describe::Word> words(LearnerKind) {
  static constexpr std::array<describe::Word, 3> kWords{
      {{static_cast<int>(LearnerKind::logistic), "logistic"},
       {static_cast<int>(LearnerKind::boosted), "boosted"},
       {static_cast<int>(LearnerKind::forest), "forest"}}};
  return kWords;
}
}  // namespace faultline::model

namespace faultline::audit {
std::span<const describe::Word> words(ErrorRate) {
  static constexpr std::array<describe::Word, 2> kWords{
      {{static_cast<int>(ErrorRate::fpr), "fpr"}, {static_cast<int>(ErrorRate::tpr), "tpr"}}};
  return kWords;
}
}  // namespace faultline::audit

namespace faultline::audit {
std::span<const describe::Word> words(MitigationMethod) {
  static constexpr std::array<describe::Word, 3> kWords{
      {{static_cast<int>(MitigationMethod::iterative), "iterative"},
       {static_cast<int>(MitigationMethod::groups), "groups"},
       {static_cast<int>(MitigationMethod::randomize), "randomize"}}};
  return kWords;
}
}  // namespace faultline::audit

namespace faultline::audit {
std::span<const describe::Word> words(RateEstimator) {
  static constexpr std::array<describe::Word, 3> kWords{
      {{static_cast<int>(RateEstimator::weighting), "weighting"},
       {static_cast<int>(RateEstimator::regression), "regression"},
       {static_cast<int>(RateEstimator::doubly_robust), "doubly-robust"}}};
  return kWords;
}
}  // namespace faultline::audit

namespace faultline::audit {
std::span<const describe::Word> words(ResampleScheme) {
  static constexpr std::array<describe::Word, 2> kWords{
      {{static_cast<int>(ResampleScheme::replacement), "replacement"},
       {static_cast<int>(ResampleScheme::stratified), "stratified"}}};
  return kWords;
}
}  // namespace faultline::audit

namespace faultline::audit {
std::span<const describe::Word> words(UTies) {
  static constexpr std::array<describe::Word, 3> kWords{
      {{static_cast<int>(UTies::strict), "strict"},
       {static_cast<int>(UTies::half), "half"},
       {static_cast<int>(UTies::inclusive), "inclusive"}}};
  return kWords;
}
}  // namespace faultline::audit

namespace faultline::audit {
std::span<const describe::Word> words(Quantile) {
  static constexpr std::array kWords{describe::word(Quantile::higher, "higher"),
                                     describe::word(Quantile::linear, "linear")};
  return kWords;
}
const describe::Object& description(const MitigationReport::Rule*) {
  using describe::member;
  using Rule = MitigationReport::Rule;
  static const describe::Object object{
      "Rule",
      {member<&Rule::subgroup>("subgroup", ""), member<&Rule::text>("text", ""),
       member<&Rule::comparator>("comparator", ""), member<&Rule::threshold>("threshold", ""),
       member<&Rule::width>("width", "").sparse()}};
  return object;
}
}  // namespace faultline::audit
