#pragma once
// Tests that fit boosted trees skip themselves where the library is built without
// (FAULTLINE_TREES=OFF).

#include <gtest/gtest.h>

namespace faultline::testing {

[[nodiscard]] bool has_trees();

}  // namespace faultline::testing

#define FAULTLINE_NEEDS_TREES() \
  if (!::faultline::testing::has_trees()) GTEST_SKIP() << "needs boosted trees, not in this build"
