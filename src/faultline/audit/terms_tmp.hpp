#pragma once
// Names of enums until result/terms.hpp has them.

#include <span>

#include "faultline/audit/counterfactual/counterfactual.hpp"
#include "faultline/audit/ijdi/mitigation.hpp"
#include "faultline/base/describe.hpp"
#include "faultline/model/learner.hpp"
#include "faultline/scan/search.hpp"

namespace faultline::scan {
std::span<const describe::Word> words(Strategy);
}
namespace faultline::model {
std::span<const describe::Word> words(LearnerKind);
}
namespace faultline::audit {
std::span<const describe::Word> words(ErrorRate);
}
namespace faultline::audit {
std::span<const describe::Word> words(MitigationMethod);
}
namespace faultline::audit {
std::span<const describe::Word> words(RateEstimator);
}
namespace faultline::audit {
std::span<const describe::Word> words(ResampleScheme);
}
namespace faultline::audit {
std::span<const describe::Word> words(UTies);
}
namespace faultline::audit {
const describe::Object& description(const MitigationReport::Rule*);
std::span<const describe::Word> words(Quantile);
}  // namespace faultline::audit
