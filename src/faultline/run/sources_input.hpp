#pragma once
// Everybody that `faultline sources` looks at, one entry each.

#include <stop_token>

#include "faultline/data/people.hpp"
#include "faultline/data/source.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/run/sources.hpp"

namespace faultline::run {

/// In canonical order. Texts are read from the source in a second pass. Throws InputError.
[[nodiscard]] methods::SourcesInput read_sources(const data::People& people,
                                                 const SourcesSpec& spec, data::Source& source,
                                                 const std::stop_token& stop);

}  // namespace faultline::run
