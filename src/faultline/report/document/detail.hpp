#pragma once
// How much of a document a medium shows: a terminal what is brief, a page or Markdown everything.

namespace faultline::report {

enum class Detail { brief, full };

}  // namespace faultline::report
