#pragma once
// The blocks of a document as HTML.

#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// Those at the top of a document: each section is a card.
[[nodiscard]] Markup render(const std::vector<Block>& blocks);

/// A box of what must be seen; empty when there is nothing.
[[nodiscard]] Markup render(const Warnings& warnings);

}  // namespace faultline::report::html
