#include "faultline/report/version.hpp"

namespace faultline::report {

std::string_view version() { return FAULTLINE_VERSION; }

}  // namespace faultline::report
