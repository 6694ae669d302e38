#include "faultline/methods/bias_scan/scan_problem.hpp"

#include <utility>

#include "faultline/math/poisson_binomial.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// The people of a subgroup as they are sent, neighbours with one prediction together.
class PeopleSink final : public data::ProfileSink {
 public:
  explicit PeopleSink(search::Direction direction)
      : higher_(direction == search::Direction::higher) {}

  void add(const data::ProfileBatch& batch) override {
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size); ++i) {
      const double p = higher_ ? batch.prediction[i] : 1 - batch.prediction[i];
      if (people.p.empty() || people.p.back() != p) {
        people.p.push_back(p);
        people.n.push_back(0);
      }
      people.n.back() += batch.count[i];
      if ((batch.outcome[i] != 0) == higher_) people.y += batch.count[i];
    }
  }

  search::SubgroupPeople people{};

 private:
  bool higher_;
};

}  // namespace

std::vector<std::int64_t> ScanProblem::redraw(rng::Stream& stream,
                                              const resample::CountDistributions* laws) const {
  const search::BernoulliCells& cells = this->cells();
  if (cells.folded()) laws = distributions_ ? &*distributions_ : input_.distributions;
  std::vector<std::int64_t> y(static_cast<std::size_t>(cells.cells()), 0);
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
    if (laws != nullptr) {
      y[cell] = laws->sample(cell, stream);
      continue;
    }
    for (std::int64_t i = cells.first[cell]; i < cells.first[cell + 1]; ++i) {
      y[cell] += rng::binomial(stream, cells.prediction_n[i], cells.p[i]);
    }
  }
  return y;
}

resample::CountDistributions ScanProblem::laws() const {
  const search::BernoulliCells& cells = this->cells();
  resample::CountDistributions laws;
  math::PoissonBinomialBuilder builder;
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
    for (std::int64_t i = cells.first[cell]; i < cells.first[cell + 1]; ++i)
      builder.add(cells.p[i], cells.prediction_n[i]);
    laws.add(builder.finish());
  }
  return laws;
}

bool ScanProblem::knows_people() const { return !cells().folded() || input_.send_again; }

search::SubgroupPeople ScanProblem::people(search::Direction direction,
                                           const search::Subgroup& subgroup) const {
  if (!cells().folded()) {
    return search::gather_people(cells(), cells().y, direction, {cells().lattice, subgroup});
  }
  PeopleSink sink(direction);
  search::OddsChangeSink changed(changes_, input_.clip, sink);
  input_.send_again(subgroup, changed);
  return std::move(sink.people);
}

bool ScanProblem::changeable() const {
  return !cells().folded() || (input_.send_again && input_.send_everybody);
}

void ScanProblem::change(const search::OddsChange& change) {
  changes_.push_back(change);
  if (!cells().folded()) {
    if (!cells_) cells_ = input_.cells;
    search::change_odds(change, *cells_);
    return;
  }
  search::BernoulliCellsBuilder builder(cells().lattice.attributes, false);
  resample::CountDistributions distributions;
  builder.on_distribution([&](const math::CountDistribution& law) { distributions.add(law); });
  search::OddsChangeSink changed(changes_, input_.clip, builder);
  input_.send_everybody(changed);
  cells_ = std::move(builder).finish();
  distributions_ = std::move(distributions);
}

}  // namespace faultline::methods
