#pragma once
// The help of a command, within 80 columns: what it does, how it is called, its options under their
// headings, examples.

#include <string>
#include <vector>

namespace faultline::cli {

struct HelpPage {
  struct Entry {
    std::string name{};           // "--alpha X"
    std::string words{};          // what it does
    std::string default_value{};  // stands with the words, not with the name
  };
  struct Group {
    std::string heading{};
    std::vector<Entry> entries{};
  };
  std::string about{};
  std::string usage{};
  std::vector<Entry> positionals{};
  std::vector<Group> groups{};
  std::string footer{};
};

[[nodiscard]] std::string to_text(const HelpPage& page);

}  // namespace faultline::cli
