#pragma once
// What the samples of IJDI-Scan and of mitigations are made of. Subgroups, their scores and rates
// and most null quantiles are those of real searches of COMPAS (penalty 0.1, threshold 0.5); the
// rest is made up to look like them.

#include <cstdint>
#include <string>

#include "faultline/audit/result.hpp"

namespace faultline::report::samples {

/// What a scan found.
struct IjdiFound {
  double lambda = 0;
  audit::NamedValues subgroup{};
  std::string text{};
  double score = 0;
  double q = 1;
  std::int64_t n = 0;
  double observed = 0;
  double outside = 0;
  double base_rate = 0;
  double base_rate_outside = 0;
  double null_95 = 0;  // 0: all null scores are 0
  double p = 0.001;
  double adjusted = 0.01;
};

[[nodiscard]] audit::Finding ijdi_finding(const char* error, const IjdiFound& what);

/// A run of `command` on COMPAS without findings.
[[nodiscard]] audit::Result ijdi_run(const char* command);

inline const audit::NamedValues kFrequent = {
    {"race", {"African-American", "Hispanic", "Native American"}}, {"priors", {"Over 5"}}};
inline const audit::NamedValues kBlackFew = {{"race", {"African-American"}},
                                             {"priors", {"1 to 5", "None"}}};

}  // namespace faultline::report::samples
