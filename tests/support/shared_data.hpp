#pragma once
// Where the public data sets and reference tables stand, for tests that need them and skip without
// them.

#include <filesystem>
#include <optional>
#include <string_view>

#include <gtest/gtest.h>

namespace faultline::testing {

/// ../shared/<path> beside the project, or $FAULTLINE_SHARED/<path>; none when it is not there.
[[nodiscard]] std::optional<std::filesystem::path> shared_file(std::string_view path);

}  // namespace faultline::testing

// NOLINTBEGIN(bugprone-macro-parentheses): a name that is being declared takes none.
/// Sets `name` to the path of a shared file, or skips the test with a message.
#define FAULTLINE_NEEDS_SHARED(name, file)                                               \
  const auto name##_found = ::faultline::testing::shared_file(file);                     \
  if (!name##_found) GTEST_SKIP() << "needs the shared file " << (file) << ", not here"; \
  const std::filesystem::path& name = *name##_found
// NOLINTEND(bugprone-macro-parentheses)
