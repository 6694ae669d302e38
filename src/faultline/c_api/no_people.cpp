// In place of people.cpp where the library is built without the SQL engine (FAULTLINE_SQL=OFF).

#include "faultline/base/error.hpp"
#include "faultline/c_api/people.hpp"
#include "faultline/data/memory_source.hpp"

namespace faultline::c_api {

// Nobody: it refuses a path, and says so.
std::unique_ptr<data::Source> files() { return std::make_unique<data::MemorySource>(); }

std::unique_ptr<data::Source> frame(ArrowArrayStream* stream, const run::AnySpec* /*spec*/,
                                    const std::stop_token& /*stop*/) {
  if (stream->release != nullptr) stream->release(stream);
  throw ConfigError("this build reads no Arrow streams; hand the people over as a table");
}

}  // namespace faultline::c_api
