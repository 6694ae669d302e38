#pragma once
// `faultline compare`: its spec, and the run from people to result. Two models on the same people:
// two columns of scores or of decisions. One model in two periods: a column that tells them apart,
// or a second file.

#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/methods/compare/compare_models.hpp"
#include "faultline/methods/conditional/metric.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

struct CompareSpec : Spec {
  data::InputOptions input{};
  std::string outcome{};
  std::vector<std::string> scores{};     // before, after; of two periods one
  std::vector<std::string> decisions{};  // likewise
  std::string threshold{};
  std::string by{};     // COL[=AFTER]: the column that tells two periods apart
  std::string after{};  // the second period as a file
  std::vector<std::string> attributes{};
  std::vector<std::string> ordered{};
  std::vector<std::string> protected_columns{};  // groups of the table; empty: the attributes
  std::vector<std::string> covariates{};         // of two periods: what makes people comparable
  std::string count{};
  std::vector<methods::PairedLoss> losses{};  // none: all that the roles allow but log_loss
  methods::ChangeDirection direction = methods::ChangeDirection::worse;
  std::vector<std::string> criteria{};  // of two periods; none: as `harm` directs
  methods::Harm harm = methods::Harm::positive;
  std::vector<result::RateName> rates{};
  std::string subgroup{};
  methods::SearchSettings search{};

  CompareSpec() { command = Command::compare; }
  [[nodiscard]] bool has_decision() const { return !decisions.empty() || !threshold.empty(); }
  [[nodiscard]] bool of_periods() const { return !by.empty() || !after.empty(); }
};
[[nodiscard]] const describe::Object& description(const CompareSpec*);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const CompareSpec& spec);

/// The losses asked for, or all that the roles allow.
[[nodiscard]] std::vector<methods::PairedLoss> losses_of(const CompareSpec& spec);

[[nodiscard]] methods::Result compare(const CompareSpec& spec, data::Source& source,
                                      const Context& context = {});

}  // namespace faultline::run
