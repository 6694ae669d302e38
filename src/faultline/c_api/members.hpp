#pragma once
// Who is in the subgroup of a finding: the same preparation, bins and labels as the run that found
// it, applied to the rows of the same people or of new ones.

#include <cstddef>
#include <stop_token>
#include <string>

#include "faultline/data/source.hpp"

namespace faultline::c_api {

/// One character per row of the source, in its order: '1' for a member, '0' for everybody else,
/// rows that `where` leaves out among them. Of an audit's finding, members also belong to the
/// protected class. Intervals are those of the result, wherever its cut points came from.
/// `from_frame`: the source has the people, and the result's own file is not opened. Throws
/// InputError without such a finding, or when the source lacks a column.
[[nodiscard]] std::string members(const std::string& result, std::size_t finding,
                                  data::Source& source, bool from_frame,
                                  const std::stop_token& stop);

}  // namespace faultline::c_api
