#pragma once
// Every command with its options, as data: what a face needs to offer them (Python's arguments, the
// form of a page) without repeating any.

#include <string>

namespace faultline::run {

/// JSON: {"commands": [{"command", "help", "options": [{"key", "kind", "list", "default", "least",
/// "most", ..., "words", "help", ...}]}]}.
[[nodiscard]] std::string option_list();

}  // namespace faultline::run
