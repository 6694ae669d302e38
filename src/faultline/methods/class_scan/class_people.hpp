#pragma once
// People whose outcome is one of several classes, with a probability of each class: for every class
// the cells of a Bias Scan of "this class or another", and outcomes redrawn for all classes at
// once.
//
// Given probabilities: the class of every person is drawn from them. Without: the overall share of
// each class is expected of everybody, and classes are exchanged between people, so that the shares
// stay as they are.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/search/bernoulli_cells.hpp"

namespace faultline::methods {

/// One entry per distinct tuple, in canonical order of the codes.
struct ClassTable {
  std::vector<data::Attribute> attributes{};     // scanned
  std::vector<std::vector<data::Code>> codes{};  // [attribute][entry]
  std::vector<std::string> classes{};
  std::vector<data::Code> outcome{};               // [entry]: a class
  std::vector<std::vector<double>> probability{};  // [class][entry]; empty: the overall shares
  std::vector<std::int64_t> count{};
};

class ClassPeople {
 public:
  /// Throws InputError when probabilities are not between 0 and 1, do not add up to 1 (within 0.01;
  /// they are then scaled to), or rule a person's class out; or when there are fewer than two
  /// classes.
  explicit ClassPeople(ClassTable table);

  [[nodiscard]] const std::vector<std::string>& classes() const { return table_.classes; }
  /// Of one class against the rest; the same lattice for every class.
  [[nodiscard]] const search::BernoulliCells& cells(std::size_t of_class) const {
    return cells_[of_class];
  }
  [[nodiscard]] bool expects_shares() const { return table_.probability.empty(); }
  [[nodiscard]] std::int64_t people() const { return people_; }

  /// People of each class by cell, [class][cell].
  using Counts = std::vector<std::vector<std::int64_t>>;
  [[nodiscard]] Counts redraw(rng::Stream& stream) const;

 private:
  void check_probabilities();
  [[nodiscard]] search::BernoulliCells cells_of(std::size_t of_class, double share) const;

  ClassTable table_;
  std::int64_t people_ = 0;
  std::vector<std::int64_t> totals_{};  // [class]
  std::vector<std::int64_t> cell_{};    // [entry]
  std::vector<search::BernoulliCells> cells_{};
};

}  // namespace faultline::methods
