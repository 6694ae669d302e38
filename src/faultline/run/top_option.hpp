#pragma once
// Search settings whose `top` has a rule of its own.

#include <string_view>

#include "faultline/base/describe.hpp"
#include "faultline/methods/search_settings.hpp"

namespace faultline::run {

/// The settings with this help of `top`; with none, the command line does not offer it.
[[nodiscard]] describe::Object search_with_top(std::string_view help);

template <const describe::Object& (*Described)()>
[[nodiscard]] const describe::Type& search_type() {
  static const describe::Type type = [] {
    describe::Type own = describe::type_of<methods::SearchSettings>();
    own.object = Described;
    return own;
  }();
  return type;
}

/// A member that holds SearchSettings, described by `Described`.
template <const describe::Object& (*Described)()>
[[nodiscard]] describe::Member described_by(describe::Member member) {
  member.type = &search_type<Described>;
  return member;
}

}  // namespace faultline::run
