#include "faultline/model/learner.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/logistic.hpp"

namespace faultline::model {

std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const Design& design) {
  switch (options.kind) {
    case LearnerKind::logistic:
      return std::make_unique<Logistic>(
          design, LogisticOptions{.ridge = options.ridge, .standardise = options.standardise});
    case LearnerKind::boosted:
    case LearnerKind::forest:
      break;
  }
  throw ConfigError(
      fmt::format("There is no learner '{}' yet; choose logistic.", name_of(options.kind)));
}

std::string_view name_of(LearnerKind kind) {
  switch (kind) {
    case LearnerKind::logistic:
      return "logistic";
    case LearnerKind::boosted:
      return "boosted";
    case LearnerKind::forest:
      return "forest";
  }
  throw InternalError("A learner kind without a name.");
}

}  // namespace faultline::model
