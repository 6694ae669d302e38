#include "faultline/report/methods/check/nested.hpp"

#include <variant>

namespace faultline::report {
namespace {

void put_before(std::string& anchor, const std::string& prefix) {
  if (!anchor.empty()) anchor.insert(0, prefix);
}

struct Prefix {
  const std::string& prefix;

  void operator()(Section& one) const {
    put_before(one.id, prefix);
    put_before(one.link, prefix);
    prefix_anchors(one.blocks, prefix);
  }
  void operator()(Verdicts& one) const {
    for (Verdicts::Line& line : one.list) put_before(line.link, prefix);
  }
  void operator()(Table& one) const {
    for (RowGroup& group : one.groups) {
      put_before(group.link, prefix);
      for (Row& row : group.rows) {
        for (Cell& cell : row.cells) put_before(cell.link, prefix);
      }
    }
  }
  template <typename Other>
  void operator()(Other&) const {}
};

}  // namespace

void prefix_anchors(std::vector<Block>& blocks, const std::string& prefix) {
  for (Block& block : blocks) std::visit(Prefix{prefix}, block.content);
}

void show_table(std::vector<Block>& blocks, const std::string& id) {
  for (Block& block : blocks) {
    auto* section = std::get_if<Section>(&block.content);
    if (section == nullptr || section->id != id) {
      block.detail = Detail::full;
      continue;
    }
    bool shown = false;
    for (Block& inside : section->blocks) {
      const bool first = !shown && std::holds_alternative<Table>(inside.content);
      if (!first) inside.detail = Detail::full;
      shown = shown || first;
    }
  }
}

}  // namespace faultline::report
