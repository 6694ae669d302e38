#include "faultline/search/extended_cube.hpp"

#include "faultline/base/vector_clones.hpp"

namespace faultline::search {
namespace {

FAULTLINE_VECTOR_CLONES
void add(float* __restrict to, const float* __restrict from, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
}

}  // namespace

double ExtendedCube::entries(const std::vector<data::Attribute>& attributes) {
  double product = 1;
  for (const data::Attribute& attribute : attributes) product *= attribute.arity() + 1;
  return product;
}

ExtendedCube::ExtendedCube(const Lattice& lattice)
    : lattice_(lattice),
      strides_(lattice.attributes.size()),
      of_cell_(static_cast<std::size_t>(lattice.cells)) {
  for (std::size_t a = strides_.size(); a-- > 0;) {
    strides_[a] = entries_;
    entries_ *= lattice.attributes[a].arity() + 1;
  }
  cell_at_.assign(static_cast<std::size_t>(entries_), -1);
  for (std::int64_t cell = 0; cell < lattice.cells; ++cell) {
    std::int64_t entry = 0;
    for (int a = 0; a < lattice.attribute_count(); ++a)
      entry += lattice.code(cell, a) * strides_[a];
    of_cell_[cell] = static_cast<std::int32_t>(entry);
    cell_at_[entry] = static_cast<std::int32_t>(cell);
  }
}

void ExtendedCube::extend_from(std::size_t attribute, float* values, std::int64_t width) const {
  if (attribute == strides_.size()) return;
  const std::int64_t size = strides_[attribute] * width;
  const int arity = lattice_.attributes[attribute].arity();
  for (int v = 0; v < arity; ++v) extend_from(attribute + 1, values + v * size, width);
  for (int v = 0; v < arity; ++v) add(values + arity * size, values + v * size, size);
}

void ExtendedCube::extend(std::span<float> values, int width) const {
  extend_from(0, values.data(), width);
}

void ExtendedCube::slice(const std::vector<ValueSet>& sets, int free,
                         std::vector<Term>& terms) const {
  terms.assign(1, Term{});
  for (int a = 0; a < lattice_.attribute_count(); ++a) {
    if (a == free) continue;
    const int arity = lattice_.attributes[a].arity();
    const ValueSet missing = all_values(arity) & ~sets[a];
    const bool subtract = std::popcount(missing) + 1 <= std::popcount(sets[a]);
    const auto stride = static_cast<std::int32_t>(strides_[a]);
    const std::size_t count = terms.size();
    // The terms so far become those of the first digit; every other digit has copies behind them.
    const ValueSet listed = subtract ? missing : sets[a];
    const int first = subtract ? arity : std::countr_zero(listed);
    for (ValueSet rest = subtract ? listed : listed & (listed - 1); rest != 0; rest &= rest - 1) {
      const auto shift = static_cast<std::int32_t>(std::countr_zero(rest)) * stride;
      for (std::size_t i = 0; i < count; ++i)
        terms.push_back({terms[i].entry + shift, subtract ? -terms[i].sign : terms[i].sign});
    }
    for (std::size_t i = 0; i < count; ++i) terms[i].entry += first * stride;
  }
}

}  // namespace faultline::search
