#pragma once
// People of a `faultline scan` whose outcome has several classes without order.

#include <string>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/class_scan/class_people.hpp"
#include "faultline/run/scan.hpp"

namespace faultline::run {

/// `class_scores` as class and column. Throws ConfigError unless each is CLASS=COL, and on a class
/// or column that is named twice.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> class_columns(const ScanSpec& spec);

/// The scanned attributes stand first in the profiles. Throws InputError when `class_scores` does
/// not name every class, or one that nobody has.
[[nodiscard]] methods::ClassTable class_table(const data::Profiles& profiles, std::size_t scanned,
                                              const ScanSpec& spec);

}  // namespace faultline::run
