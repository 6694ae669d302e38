#include "faultline/c_api/people.hpp"

#include "faultline/c_api/wants.hpp"
#include "faultline/sql/arrow_frame.hpp"
#include "faultline/sql/files.hpp"

namespace faultline::c_api {

std::unique_ptr<data::Source> files() { return std::make_unique<sql::Files>(); }

std::unique_ptr<data::Source> frame(ArrowArrayStream* stream, const run::AnySpec* spec,
                                    const std::stop_token& stop) {
  sql::FrameOptions options;
  if (spec != nullptr) {
    options.wanted = [spec](const std::string& column) { return wants(*spec, column); };
    options.threads = run::threads(*spec);
  }
  return std::make_unique<sql::ArrowFrame>(stream, options, stop);
}

}  // namespace faultline::c_api
