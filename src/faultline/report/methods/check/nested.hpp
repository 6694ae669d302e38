#pragma once
// The document of a part as a section of a larger one.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"

namespace faultline::report {

/// Puts the prefix before every anchor inside the blocks and before every link to one, so that two
/// parts of a page do not share an anchor.
void prefix_anchors(std::vector<Block>& blocks, const std::string& prefix);

/// Leaves the blocks to pages, but for the first table of the section with this anchor.
void show_table(std::vector<Block>& blocks, const std::string& id);

}  // namespace faultline::report
