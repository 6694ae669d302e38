#pragma once
// What a part of the analysis did not do, or did not do fully: said in the report, with the part.

#include <string>
#include <utility>

#include "faultline/methods/result.hpp"

namespace faultline::methods {

inline void cut(SourcesReport& report, SourcesPart part, std::string sentence) {
  report.notices.push_back(Notice::cut(std::move(sentence), std::string(name_of(part))));
}

}  // namespace faultline::methods
