#include "faultline/model/learner.hpp"

#include "faultline/base/error.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/model/trees/tree_learner.hpp"

namespace faultline::model {

std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const Design& design) {
  switch (options.kind) {
    case LearnerKind::logistic:
      return std::make_unique<Logistic>(
          design, LogisticOptions{.ridge = options.ridge, .standardise = options.standardise});
    case LearnerKind::boosted:
    case LearnerKind::forest:
      return std::make_unique<TreeLearner>(design, options.kind, options.seed);
    case LearnerKind::ensemble:
    case LearnerKind::column:
      break;
  }
  throw InternalError("An ensemble and a column are no single learner.");
}

}  // namespace faultline::model
