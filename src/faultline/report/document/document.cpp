#include "faultline/report/document/document.hpp"

#include <algorithm>

namespace faultline::report {
namespace {

struct IsEmpty {
  bool operator()(const Paragraph& one) const { return one.text.empty(); }
  bool operator()(const List& one) const { return one.items.empty(); }
  bool operator()(const Verdicts& one) const { return one.list.empty(); }
  bool operator()(const Warnings& one) const { return one.items.empty(); }
  bool operator()(const Facts& one) const { return one.list.empty(); }
  bool operator()(const Subgroup& one) const { return one.words.empty(); }
  bool operator()(const Table& one) const { return one.empty(); }
  bool operator()(const Figures& one) const { return one.list.empty(); }
  bool operator()(const Code& one) const { return one.lines.empty(); }
  bool operator()(const Guide& one) const { return one.entries.empty(); }
  bool operator()(const Section& one) const { return one.blocks.empty(); }
};

}  // namespace

bool is_empty(const Block& block) { return std::visit(IsEmpty{}, block.content); }

Block full(Block::Content content) {
  return {.content = std::move(content), .detail = Detail::full};
}

Block brief(Block::Content content) {
  return {.content = std::move(content), .detail = Detail::brief};
}

Blocks::Blocks() = default;
Blocks::Blocks(const Blocks&) = default;
Blocks::Blocks(Blocks&&) noexcept = default;
Blocks& Blocks::operator=(const Blocks&) = default;
Blocks& Blocks::operator=(Blocks&&) noexcept = default;
Blocks::~Blocks() = default;

void Section::add(Block block) {
  if (!is_empty(block)) blocks.push_back(std::move(block));
}

void Document::add(Block block) {
  if (!is_empty(block)) blocks.push_back(std::move(block));
}

}  // namespace faultline::report
