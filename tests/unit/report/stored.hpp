#pragma once
// Results for the tests of report/: those that the program made (tests/golden/results, see
// cases.py there), and edges that no run can be made to show: numbers that are not finite, counts
// near 2^63, names that are control characters.

#include <string>
#include <utility>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Of the folder edges beside this file; they are of the schema faultline/1.
[[nodiscard]] result::Result edge(const std::string& name);
[[nodiscard]] std::vector<std::string> edge_names();

/// As the program wrote it.
[[nodiscard]] std::string real_json(const std::string& name);
[[nodiscard]] result::Result real(const std::string& name);
[[nodiscard]] std::vector<std::string> real_names();

/// All of the above, with their names.
[[nodiscard]] std::vector<std::pair<std::string, result::Result>> every_result();

/// The text of a file; fails the test when it cannot be read.
[[nodiscard]] std::string text_of(const std::string& path);
/// Names of the folder's .json files without their ending, in order.
[[nodiscard]] std::vector<std::string> json_files(const std::string& folder);

}  // namespace faultline::report
