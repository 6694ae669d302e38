#include "faultline/run/top_option.hpp"

namespace faultline::run {

describe::Object search_with_top(std::string_view help) {
  const methods::SearchSettings* none = nullptr;
  describe::Object own = description(none);
  for (describe::Member& member : own.members) {
    if (member.key != "top") continue;
    if (help.empty()) {
      member.is_unlisted = true;
    } else {
      member.help = help;
    }
  }
  return own;
}

}  // namespace faultline::run
