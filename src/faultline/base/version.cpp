#include "faultline/base/version.hpp"

namespace faultline {

std::string_view version() { return FAULTLINE_VERSION; }

}  // namespace faultline
