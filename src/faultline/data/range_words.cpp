#include "faultline/data/range_words.hpp"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/data/attribute.hpp"
#include "faultline/data/binning.hpp"

namespace faultline::data {
namespace {

void add_range(const std::vector<std::string>& labels, std::size_t first, std::size_t last,
               std::vector<std::string>& phrases) {
  if (first == last) {
    phrases.push_back(labels[first]);
  } else if (auto interval = joined_interval(labels[first], labels[last])) {
    phrases.push_back(*std::move(interval));
  } else if (last > first + 1 || (parse_double(labels[first]) && parse_double(labels[last]))) {
    phrases.push_back(fmt::format("{} to {}", labels[first], labels[last]));
  } else {
    phrases.push_back(labels[first]);
    phrases.push_back(labels[last]);
  }
}

}  // namespace

std::vector<std::string> range_words(const std::vector<std::string>& labels,
                                     const std::vector<bool>& inside) {
  const bool missing = !labels.empty() && labels.back() == kMissingLabel;
  const std::size_t in_order = labels.size() - (missing ? 1 : 0);
  std::vector<std::string> phrases;
  for (std::size_t first = 0; first < in_order; ++first) {
    if (!inside[first]) continue;
    std::size_t last = first;
    while (last + 1 < in_order && inside[last + 1]) ++last;
    if (missing && first == 0 && last + 1 == in_order && last > first) {
      phrases.emplace_back("not missing");
    } else {
      add_range(labels, first, last, phrases);
    }
    first = last;
  }
  if (missing && inside.back()) phrases.push_back(labels.back());
  return phrases;
}

}  // namespace faultline::data
