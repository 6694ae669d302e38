#include "faultline/base/text_width.hpp"

namespace faultline {

int text_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Cluster cluster = first_cluster(text);
    width += cluster.columns;
    text.remove_prefix(cluster.bytes);
  }
  return width;
}

std::size_t bytes_that_fit(std::string_view text, int columns) {
  std::size_t taken = 0;
  int used = 0;
  while (taken < text.size()) {
    const Cluster cluster = first_cluster(text.substr(taken));
    if (taken > 0 && used + cluster.columns > columns) break;
    used += cluster.columns;
    taken += cluster.bytes;
  }
  return taken;
}

}  // namespace faultline
