#include "support/needs_trees.hpp"

namespace faultline::testing {

bool has_trees() { return FAULTLINE_HAS_TREES; }

}  // namespace faultline::testing
