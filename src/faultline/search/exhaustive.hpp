#pragma once
// Exhaustive search: every rectangular subgroup is looked at, by nested partial sums. The cube of
// cells is folded one attribute at a time; for every choice of sets so far, only the remaining
// attributes' cells are left to add. The attribute with most values comes last, so that nearly all
// the work is one row addition and one bound per subgroup. Only subgroups whose bound reaches the
// best score are evaluated.

#include <algorithm>
#include <bit>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "faultline/base/error.hpp"
#include "faultline/search/incumbent.hpp"

namespace faultline::search {

template <typename Family>
class Exhaustive {
 public:
  using Row = typename Family::Row;

  /// `filter` (or none) decides which subgroups may be found.
  Exhaustive(const Family& family, double penalty, const DistinctFilter* filter,
             std::stop_token stop)
      : family_(family),
        lattice_(family.lattice()),
        penalty_(penalty),
        filter_(filter),
        stop_(std::move(stop)),
        order_(lattice_.fewest_sets_first()),
        trial_(everybody(lattice_.attributes)) {
    // The cube has the attributes in this order, the last one fastest; partial_[d][k] is the sum of
    // k chosen slices at depth d, or for ranges, which grow in place, that of one range.
    std::int64_t size = 1;
    partial_.resize(order_.size());
    for (std::size_t d = order_.size(); d-- > 0;) {
      const int arity = lattice_.attributes[order_[d]].arity();
      const int sums = lattice_.attributes[order_[d]].ordered ? 2 : arity + 1;
      partial_[d].assign(sums, std::vector<Row>(d + 1 < order_.size() ? size : 0));
      strides_.insert(strides_.begin(), size);
      size *= arity;
    }
    cube_.resize(size);
    for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
      std::int64_t at = 0;
      for (std::size_t d = 0; d < order_.size(); ++d)
        at += strides_[d] * lattice_.code(cell, order_[d]);
      Family::add(cube_[at], family_.rows()[cell]);
    }
  }

  void run(Incumbent& incumbent) {
    if (order_.empty()) {
      evaluate(cube_[0], 0, incumbent);
      return;
    }
    descend(0, cube_, 0, incumbent);
  }

  [[nodiscard]] std::int64_t evaluations() const { return evaluations_; }

 private:
  void descend(std::size_t d, const std::vector<Row>& cube, double cost, Incumbent& incumbent) {
    const data::Attribute& attribute = lattice_.attributes[order_[d]];
    if (d + 1 < order_.size()) {
      if (attribute.ordered) return extend_ranges(d, cube, cost, incumbent);
      return extend(d, cube, 0, 0, cost, incumbent);
    }
    if (stop_.stop_requested()) throw Cancelled("stopped before the search was complete");
    if (attribute.ordered) return last_ranges(cube, attribute, cost, incumbent);
    last_attribute(cube, attribute.arity(), cost, incumbent);
  }

  /// Adds value by value to the `chosen` ones so far.
  void extend(std::size_t d, const std::vector<Row>& cube, int from, int chosen, double cost,
              Incumbent& incumbent) {
    std::vector<std::vector<Row>>& partial = partial_[d];
    const int a = order_[d];
    const int arity = lattice_.attributes[a].arity();
    const std::size_t size = cube.size() / arity;
    const ValueSet before = chosen == 0 ? 0 : trial_.sets[a];
    for (int v = from; v < arity; ++v) {
      const Row* slice = cube.data() + v * size;
      for (std::size_t i = 0; i < size; ++i) {
        partial[chosen + 1][i] = partial[chosen][i];
        Family::add(partial[chosen + 1][i], slice[i]);
      }
      const ValueSet set = before | ValueSet{1} << v;
      trial_.sets[a] = set;
      const double here = set == all_values(arity) ? 0.0 : penalty_ * (chosen + 1);
      descend(d + 1, partial[chosen + 1], cost + here, incumbent);
      trial_.sets[a] = set;
      extend(d, cube, v + 1, chosen + 1, cost, incumbent);
    }
    trial_.sets[a] = before;
  }

  /// Every range, which grows value by value.
  void extend_ranges(std::size_t d, const std::vector<Row>& cube, double cost,
                     Incumbent& incumbent) {
    std::vector<Row>& sum = partial_[d][1];
    const int a = order_[d];
    const data::Attribute& attribute = lattice_.attributes[a];
    for (int first = 0; first < attribute.arity(); ++first) {
      std::fill(sum.begin(), sum.end(), Row{});
      for (int v = first; v <= last_after(attribute, first); ++v) {
        const Row* slice = cube.data() + v * sum.size();
        for (std::size_t i = 0; i < sum.size(); ++i) Family::add(sum[i], slice[i]);
        const ValueSet set = value_range(first, v);
        trial_.sets[a] = set;
        descend(d + 1, sum, cost + penalty_ * listed_values(set, attribute), incumbent);
      }
    }
  }

  void last_ranges(const std::vector<Row>& rows, const data::Attribute& attribute, double cost,
                   Incumbent& incumbent) {
    const ValueSet all = all_values(attribute.arity());
    for (int first = 0; first < attribute.arity(); ++first) {
      Row sum{};
      for (int v = first; v <= last_after(attribute, first); ++v) {
        Family::add(sum, rows[v]);
        ++evaluations_;
        const ValueSet set = value_range(first, v);
        // A range that begins or ends with nobody is a longer name for a shorter one.
        if (set != all && !(Family::has_people(rows[first]) && Family::has_people(rows[v])))
          continue;
        trial_.sets[order_.back()] = set;
        evaluate(sum, cost + (set == all ? 0.0 : penalty_), incumbent);
      }
    }
  }

  void last_attribute(const std::vector<Row>& rows, int arity, double cost, Incumbent& incumbent) {
    promising_.clear();
    family_.promising_subsets(rows.data(), arity, incumbent.floor() - family_.error_bound() + cost,
                              penalty_, promising_);
    evaluations_ += static_cast<std::int64_t>(all_values(arity));
    const int a = order_.back();
    for (const ValueSet set : promising_) {
      Row sum{};
      for (ValueSet rest = set; rest != 0; rest &= rest - 1)
        Family::add(sum, rows[std::countr_zero(rest)]);
      trial_.sets[a] = set;
      evaluate(sum, cost + (set == all_values(arity) ? 0.0 : penalty_ * std::popcount(set)),
               incumbent);
    }
  }

  void evaluate(const Row& sum, double cost, Incumbent& incumbent) {
    if (!Family::has_people(sum) ||
        family_.bound(sum) + family_.error_bound() - cost < incumbent.floor())
      return;
    const double score = family_.maximum(sum, CellSet{lattice_, trial_}).value - cost;
    if (score < incumbent.floor()) return;
    if (filter_ != nullptr && !filter_->admits(trial_)) return;
    incumbent.offer(trial_, score);
  }

  const Family& family_;
  const Lattice& lattice_;
  double penalty_;
  const DistinctFilter* filter_;
  std::stop_token stop_;
  std::vector<int> order_;
  std::vector<std::int64_t> strides_;
  std::vector<Row> cube_;
  std::vector<std::vector<std::vector<Row>>> partial_;
  std::vector<ValueSet> promising_;
  Subgroup trial_;
  std::int64_t evaluations_ = 0;
};

}  // namespace faultline::search
