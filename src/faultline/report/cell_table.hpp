#pragma once
// A table as cells of words and numbers, the same in text and HTML.

#include <string>
#include <vector>

namespace faultline::report {

/// A table with a row of heads; the columns after the first `words` hold numbers.
struct CellTable {
  std::string caption{};
  std::vector<std::string> heads{};
  std::vector<std::vector<std::string>> rows{};
  int words = 1;
};

}  // namespace faultline::report
