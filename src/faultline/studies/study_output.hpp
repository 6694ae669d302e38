#pragma once
// What every study hands back.

#include <string>
#include <utility>
#include <vector>

namespace faultline::studies {

/// Text for the terminal, at most 80 columns, and files by name.
struct StudyOutput {
  std::string text{};
  std::vector<std::pair<std::string, std::string>> files{};
};

}  // namespace faultline::studies
