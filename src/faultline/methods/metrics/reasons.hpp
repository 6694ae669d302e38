#pragma once
// Why a rate is not there: nobody is in the group whom it is about.

namespace faultline::methods {

inline constexpr const char* kNobody = "nobody is in the group";
inline constexpr const char* kNoNegatives = "everybody in the group has the outcome";
inline constexpr const char* kNoPositives = "nobody in the group has the outcome";
inline constexpr const char* kNoFlagged = "nobody in the group has a positive decision";
inline constexpr const char* kNoUnflagged = "everybody in the group has a positive decision";
inline constexpr const char* kNoHits = "nobody in the group has the outcome or a positive decision";

}  // namespace faultline::methods
