#include "faultline/methods/breakdown.hpp"

#include <utility>

namespace faultline::methods {

BreakdownBuilder::BreakdownBuilder(const search::Lattice& lattice, const search::Subgroup& subgroup)
    : lattice_(lattice) {
  for (std::size_t a = 0; a < lattice.attributes.size(); ++a) {
    const data::Attribute& attribute = lattice.attributes[a];
    first_.push_back(rows_.size());
    const bool restricted = subgroup.sets[a] != search::all_values(attribute.arity());
    for (const std::string& label : attribute.labels)
      rows_.push_back({attribute.name, label, restricted});
  }
}

void BreakdownBuilder::add(std::int64_t cell, std::int64_t n, double observed, double expected) {
  for (int a = 0; a < lattice_.attribute_count(); ++a) {
    Breakdown& row = rows_[first_[a] + lattice_.code(cell, a)];
    row.n += n;
    row.observed += observed;
    row.expected += expected;
  }
}

std::vector<Breakdown> BreakdownBuilder::finish() && {
  std::erase_if(rows_, [](const Breakdown& row) { return row.n == 0; });
  for (Breakdown& row : rows_) {
    row.observed /= static_cast<double>(row.n);
    row.expected /= static_cast<double>(row.n);
  }
  return std::move(rows_);
}

}  // namespace faultline::methods
