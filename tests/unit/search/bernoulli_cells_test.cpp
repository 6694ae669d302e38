// Building cells from people in canonical order: sums, folding, clipping, impossible events, laws.

#include "faultline/search/bernoulli_cells.hpp"

#include <cmath>

#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::search {
namespace {

using testing::letters;
using testing::profiles_of;

/// One entry after another, as a reader might send them.
struct Sender {
  BernoulliCellsBuilder builder;
  void person(data::Code a, data::Code b, double p, bool event, std::int64_t count = 1) {
    const std::uint8_t outcome = event ? 1 : 0;
    data::ProfileBatch batch;
    batch.size = 1;
    batch.codes = {std::span(&a, 1), std::span(&b, 1)};
    batch.prediction = std::span(&p, 1);
    batch.outcome = std::span(&outcome, 1);
    batch.count = std::span(&count, 1);
    builder.add(batch);
  }
};

Sender sender(bool keep) { return {BernoulliCellsBuilder(letters({2, 3}), keep)}; }

TEST(BernoulliCells, SumsPerCell) {
  Sender send = sender(true);
  send.person(0, 1, 0.2, false, 3);
  send.person(0, 1, 0.2, true, 2);
  send.person(0, 1, 0.6, true);
  send.person(1, 0, 0.5, false);
  const BernoulliCells cells = std::move(send.builder).finish();
  ASSERT_EQ(cells.cells(), 2);
  EXPECT_EQ(cells.people(), 7);
  EXPECT_EQ(cells.n, (std::vector<std::int64_t>{6, 1}));
  EXPECT_EQ(cells.y, (std::vector<std::int64_t>{3, 0}));
  EXPECT_NEAR(cells.expected[0], 1.6, 1e-15);
  EXPECT_EQ(cells.lattice.codes, (std::vector<data::Code>{0, 1, 1, 0}));
  // Equal predictions that came as neighbours are one entry.
  EXPECT_EQ(cells.first, (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(cells.p, (std::vector<double>{0.2, 0.6, 0.5}));
  EXPECT_EQ(cells.prediction_n, (std::vector<std::int64_t>{5, 1, 1}));
  EXPECT_NEAR(cells.higher.log_p[0], 5 * std::log(0.2) + std::log(0.6), 1e-14);
  EXPECT_NEAR(cells.lower.log_p[0], 5 * std::log(0.8) + std::log(0.4), 1e-14);
  for (int k = 0; k < kNodes; ++k) {
    const double growth = node_growths()[k];
    EXPECT_NEAR(cells.higher.log_partition[k],
                5 * std::log1p(growth * 0.2) + std::log1p(growth * 0.6), 1e-13);
    EXPECT_NEAR(cells.lower.log_partition[k],
                5 * std::log1p(growth * 0.8) + std::log1p(growth * 0.4), 1e-13);
  }
}

TEST(BernoulliCells, OutOfOrderInputIsRefused) {
  Sender cells_back = sender(true);
  cells_back.person(1, 0, 0.5, false);
  EXPECT_THROW(cells_back.person(0, 2, 0.5, false), InternalError);
  Sender second_attribute = sender(false);
  second_attribute.person(0, 2, 0.5, false);
  EXPECT_THROW(second_attribute.person(0, 1, 0.9, false), InternalError);
  Sender predictions_back = sender(false);
  predictions_back.person(0, 0, 0.5, false);
  EXPECT_THROW(predictions_back.person(0, 0, 0.4, true), InternalError);
  // A smaller prediction in the next cell is in order.
  Sender fine = sender(true);
  fine.person(0, 0, 0.5, false);
  EXPECT_NO_THROW(fine.person(0, 1, 0.1, false));
}

TEST(BernoulliCells, BothRolesAreNeeded) {
  BernoulliCellsBuilder builder(letters({2}), true);
  const data::Code code = 0;
  const double p = 0.5;
  const std::int64_t count = 1;
  data::ProfileBatch batch;
  builder.add(batch);  // nobody: nothing is missing
  batch.size = 1;
  batch.codes = {std::span(&code, 1)};
  batch.count = std::span(&count, 1);
  batch.prediction = std::span(&p, 1);
  EXPECT_THROW(builder.add(batch), InternalError);
}

TEST(BernoulliCells, NobodyGivesNoCells) {
  BernoulliCellsBuilder builder(letters({2}), true);
  int laws = 0;
  builder.on_distribution([&](const math::CountDistribution&) { ++laws; });
  const BernoulliCells cells = std::move(builder).finish();
  EXPECT_EQ(cells.cells(), 0);
  EXPECT_EQ(cells.people(), 0);
  EXPECT_FALSE(cells.folded());
  EXPECT_EQ(laws, 0);
}

TEST(BernoulliCells, FoldingKeepsEverySumAndDropsThePredictions) {
  std::vector<testing::Group> groups;
  for (int i = 0; i < 200; ++i) {
    const auto a = static_cast<data::Code>(i % 2);
    const auto b = static_cast<data::Code>(i % 3);
    groups.push_back({{a, b}, (i + 0.5) / 200, 1 + i % 5, i % 2});
  }
  const data::Profiles profiles = profiles_of(letters({2, 3}), groups);
  const BernoulliCells kept = make_bernoulli_cells(profiles);
  const BernoulliCells folded = testing::fold(profiles).cells;
  EXPECT_TRUE(folded.folded());
  EXPECT_FALSE(kept.folded());
  EXPECT_TRUE(folded.p.empty() && folded.prediction_n.empty());
  EXPECT_EQ(folded.n, kept.n);
  EXPECT_EQ(folded.y, kept.y);
  EXPECT_EQ(folded.expected, kept.expected);
  EXPECT_EQ(folded.lattice.codes, kept.lattice.codes);
  for (const Direction direction : {Direction::higher, Direction::lower}) {
    EXPECT_EQ(folded.sums(direction).log_partition, kept.sums(direction).log_partition);
    EXPECT_EQ(folded.sums(direction).possible, kept.sums(direction).possible);
    EXPECT_EQ(folded.sums(direction).log_p, kept.sums(direction).log_p);
  }
}

TEST(BernoulliCells, ImpossibleEventsAreCountedPerDirection) {
  Sender send = sender(true);
  send.person(0, 0, 0.0, false, 9);  // harmless
  send.person(0, 0, 0.0, true, 2);
  send.person(0, 0, 1.0, false, 3);
  send.person(0, 0, 1.0, true, 4);  // harmless
  send.person(0, 2, 0.0, true, 1);
  send.person(1, 1, 1.0, true, 1);
  BernoulliCellsBuilder& finished = send.builder;
  const BernoulliCells cells = std::move(finished).finish();  // takes the cells, not the counts
  // NOLINTBEGIN(bugprone-use-after-move): finish gives the cells away and completes the counts.
  EXPECT_EQ(finished.impossible(Direction::higher).people, 3);
  EXPECT_EQ(finished.impossible(Direction::higher).cells, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(finished.impossible(Direction::lower).people, 3);
  EXPECT_EQ(finished.impossible(Direction::lower).cells, (std::vector<std::int64_t>{0}));
  EXPECT_EQ(cells.higher.possible, (std::vector<std::int64_t>{7, 0, 1}));
  EXPECT_EQ(cells.lower.possible, (std::vector<std::int64_t>{11, 1, 0}));
  // NOLINTEND(bugprone-use-after-move)
}

TEST(BernoulliCells, ClippingMovesAndCounts) {
  Sender send = sender(true);
  send.builder.clip(0.01);
  send.person(0, 0, 0.0, true, 2);
  send.person(0, 0, 0.005, false, 3);
  send.person(0, 0, 0.01, false, 5);  // on the edge: stays
  send.person(0, 0, 0.5, true, 7);
  send.person(0, 0, 0.999, false, 11);
  const BernoulliCells cells = std::move(send.builder).finish();
  EXPECT_EQ(send.builder.clipped(), 16);
  EXPECT_EQ(send.builder.impossible(Direction::higher).people, 0);
  EXPECT_EQ(send.builder.impossible(Direction::lower).people, 0);
  // What was moved to the same place is one prediction.
  EXPECT_EQ(cells.p, (std::vector<double>{0.01, 0.5, 0.99}));
  EXPECT_EQ(cells.prediction_n, (std::vector<std::int64_t>{10, 7, 11}));
}

TEST(BernoulliCells, LawsArriveInCellOrder) {
  std::vector<math::CountDistribution> laws;
  Sender send = sender(false);
  send.builder.on_distribution([&](const math::CountDistribution& law) { laws.push_back(law); });
  send.person(0, 1, 0.2, false, 10);
  send.person(0, 1, 0.7, true, 30);
  send.person(1, 0, 0.5, false, 4);
  send.person(1, 2, 1.0, true, 6);
  const BernoulliCells cells = std::move(send.builder).finish();
  ASSERT_EQ(laws.size(), 3U);
  for (std::size_t i = 0; i < laws.size(); ++i)
    EXPECT_NEAR(laws[i].mean(), cells.expected[i], 1e-12);
  EXPECT_NEAR(laws[0].variance(), 10 * 0.16 + 30 * 0.21, 1e-10);
  EXPECT_NEAR(laws[1].probability[0], 0.0625, 1e-14);
  EXPECT_EQ(laws[2].lowest, 6);
}

TEST(GatherPeople, MergesCellsAndMirrorsForLower) {
  const auto attributes = letters({2});
  const BernoulliCells cells =
      testing::cells_of(attributes, {{{0}, 0.25, 4, 1}, {{0}, 0.5, 2, 2}, {{1}, 0.25, 3, 0}});
  const Subgroup all = everybody(attributes);
  const CellSet where{cells.lattice, all};
  const SubgroupPeople higher = gather_people(cells, cells.y, Direction::higher, where);
  EXPECT_EQ(higher.p, (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(higher.n, (std::vector<std::int64_t>{7, 2}));
  EXPECT_EQ(higher.y, 3);
  const SubgroupPeople lower = gather_people(cells, cells.y, Direction::lower, where);
  EXPECT_EQ(lower.p, (std::vector<double>{0.5, 0.75}));
  EXPECT_EQ(lower.n, (std::vector<std::int64_t>{2, 7}));
  EXPECT_EQ(lower.y, 6);
  const std::vector<std::int32_t> within = {1};
  EXPECT_EQ(gather_people(cells, cells.y, Direction::higher, {cells.lattice, all, within}).n,
            (std::vector<std::int64_t>{3}));
}

}  // namespace
}  // namespace faultline::search
