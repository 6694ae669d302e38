#include "faultline/methods/counterfactual/sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// With more people than this per cell, drawing how many of each group a cell gets is cheaper than
// shuffling everybody; the distribution is the same.
constexpr std::int64_t kPeoplePerCell = 8;

}  // namespace

void Sample::add(std::int32_t cell, std::int32_t group, double people) {
  drawn_cell_.push_back(cell);
  drawn_group_.push_back(group);
  drawn_people_.push_back(people);
}

void Sample::take(std::span<const std::int32_t> cell, std::span<const std::int32_t> group,
                  std::span<const double> people) {
  drawn_cell_.assign(cell.begin(), cell.end());
  drawn_group_.assign(group.begin(), group.end());
  drawn_people_.assign(people.begin(), people.end());
  arrange();
}

void Sample::take_everybody() {
  drawn_cell_ = population_.row_cell;
  drawn_group_ = population_.row_group;
  drawn_people_.assign(population_.row_people.begin(), population_.row_people.end());
  arrange();
}

void Sample::permute(rng::Stream& stream) {
  drawn_cell_.clear();
  drawn_group_.clear();
  drawn_people_.clear();
  const std::size_t groups = population_.groups();
  const auto cells = static_cast<std::int64_t>(population_.cells());
  counts_.assign(groups, 0);
  if (population_.exchanged_people > kPeoplePerCell * cells) {
    left_.assign(groups, 0);
    for (std::size_t g = 0; g < groups; ++g) {
      if (population_.exchanged[g]) left_[g] = population_.group_people[g];
    }
    for (std::int64_t c = 0; c < cells; ++c) {
      rng::multivariate_hypergeometric(stream, left_, population_.exchanged_cell[c], counts_);
      for (std::size_t g = 0; g < groups; ++g) {
        left_[g] -= counts_[g];
        if (counts_[g] > 0) {
          add(static_cast<std::int32_t>(c), static_cast<std::int32_t>(g),
              static_cast<double>(counts_[g]));
        }
      }
    }
  } else {
    labels_.clear();
    for (std::size_t g = 0; g < groups; ++g) {
      if (!population_.exchanged[g]) continue;
      labels_.insert(labels_.end(), static_cast<std::size_t>(population_.group_people[g]),
                     static_cast<std::int32_t>(g));
    }
    rng::shuffle(stream, std::span<std::int32_t>(labels_));
    std::size_t next = 0;
    for (std::int64_t c = 0; c < cells; ++c) {
      const auto people = static_cast<std::size_t>(population_.exchanged_cell[c]);
      std::sort(labels_.begin() + static_cast<std::ptrdiff_t>(next),
                labels_.begin() + static_cast<std::ptrdiff_t>(next + people));
      for (std::size_t i = 0; i < people;) {
        const std::int32_t group = labels_[next + i];
        std::size_t same = 1;
        while (i + same < people && labels_[next + i + same] == group) ++same;
        add(static_cast<std::int32_t>(c), group, static_cast<double>(same));
        i += same;
      }
      next += people;
    }
  }
  // Everybody else stays where he or she is.
  for (std::size_t r = 0; r < population_.row_cell.size(); ++r) {
    if (population_.exchanged[population_.row_group[r]]) continue;
    add(population_.row_cell[r], population_.row_group[r],
        static_cast<double>(population_.row_people[r]));
  }
  arrange();
}

void Sample::resample(rng::Stream& stream, std::int64_t size) {
  drawn_cell_.clear();
  drawn_group_.clear();
  drawn_people_.clear();
  if (!population_.clusters.empty()) {
    resample_clusters(stream, size);
    return;
  }
  const auto rows = static_cast<std::int64_t>(population_.row_cell.size());
  const auto keep = [&](std::int64_t row, std::int64_t people) {
    if (people == 0) return;
    add(population_.row_cell[row], population_.row_group[row], static_cast<double>(people));
  };
  if (rows == population_.people && size >= rows / 8) {
    // Everybody has a row: draw rows, and count how often each came.
    counts_.assign(static_cast<std::size_t>(rows), 0);
    for (std::int64_t i = 0; i < size; ++i) {
      ++counts_[rng::below(stream, static_cast<std::uint64_t>(rows))];
    }
    for (std::int64_t row = 0; row < rows; ++row) keep(row, counts_[row]);
  } else if (rows == population_.people) {
    // The same for few draws, without touching all rows.
    picks_.resize(static_cast<std::size_t>(size));
    for (std::int64_t& pick : picks_) {
      pick = static_cast<std::int64_t>(rng::below(stream, static_cast<std::uint64_t>(rows)));
    }
    std::sort(picks_.begin(), picks_.end());
    for (std::size_t i = 0; i < picks_.size();) {
      std::size_t same = 1;
      while (i + same < picks_.size() && picks_[i + same] == picks_[i]) ++same;
      keep(picks_[i], static_cast<std::int64_t>(same));
      i += same;
    }
  } else {
    // One binomial draw per row, given what the rows before it took.
    std::int64_t wanted = size;
    std::int64_t people = population_.people;
    for (std::int64_t row = 0; row < rows && wanted > 0; ++row) {
      const std::int64_t here = population_.row_people[row];
      const double share = static_cast<double>(here) / static_cast<double>(people);
      const std::int64_t taken =
          here == people ? wanted : rng::binomial(stream, wanted, std::min(1.0, share));
      keep(row, taken);
      wanted -= taken;
      people -= here;
    }
  }
  arrange();
}

void Sample::resample_clusters(rng::Stream& stream, std::int64_t size) {
  const auto clusters = static_cast<double>(population_.clusters.size());
  const std::int64_t draws = std::max<std::int64_t>(
      1,
      std::llround(clusters * static_cast<double>(size) / static_cast<double>(population_.people)));
  counts_.assign(population_.row_cell.size(), 0);
  for (std::int64_t i = 0; i < draws; ++i) {
    for (const auto& [row, people] :
         population_.clusters[rng::below(stream, population_.clusters.size())]) {
      counts_[row] += people;
    }
  }
  for (std::size_t row = 0; row < counts_.size(); ++row) {
    if (counts_[row] == 0) continue;
    add(population_.row_cell[row], population_.row_group[row], static_cast<double>(counts_[row]));
  }
  arrange();
}

void Sample::resample_strata(rng::Stream& stream, std::int64_t size, std::size_t decision) {
  drawn_cell_.clear();
  drawn_group_.clear();
  drawn_people_.clear();
  const std::size_t strata = 4 * population_.groups();
  std::vector<std::vector<std::int64_t>> rows(strata);
  for (std::size_t row = 0; row < population_.row_cell.size(); ++row) {
    const std::int32_t cell = population_.row_cell[row];
    const std::size_t stratum = 4 * static_cast<std::size_t>(population_.row_group[row]) +
                                2 * static_cast<std::size_t>(population_.outcome[cell]) +
                                population_.decision[decision][cell];
    rows[stratum].push_back(static_cast<std::int64_t>(row));
  }
  for (const std::vector<std::int64_t>& members : rows) {
    left_.clear();
    for (const std::int64_t row : members) left_.push_back(population_.row_people[row]);
    const std::int64_t people = std::accumulate(left_.begin(), left_.end(), std::int64_t{0});
    const std::int64_t share =
        std::llround(static_cast<double>(people) * static_cast<double>(size) /
                     static_cast<double>(population_.people));
    counts_.assign(left_.size(), 0);
    rng::multivariate_hypergeometric(stream, left_, std::min(share, people), counts_);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (counts_[i] == 0) continue;
      add(population_.row_cell[members[i]], population_.row_group[members[i]],
          static_cast<double>(counts_[i]));
    }
  }
  arrange();
}

/// Counting sort by group and treatment, stable, so that the layout depends on the draw alone.
void Sample::arrange() {
  const std::size_t groups = population_.groups();
  const std::size_t rows = drawn_cell_.size();
  place_.assign(2 * groups + 1, 0);
  const auto bin = [this](std::size_t row) {
    return 2 * static_cast<std::size_t>(drawn_group_[row]) + population_.treated[drawn_cell_[row]];
  };
  for (std::size_t i = 0; i < rows; ++i) ++place_[bin(i) + 1];
  std::partial_sum(place_.begin(), place_.end(), place_.begin());
  untreated_.resize(groups);
  treated_.resize(groups);
  everybody_.resize(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    untreated_[g] = {.begin = place_[2 * g], .end = place_[2 * g + 1]};
    treated_[g] = {.begin = place_[2 * g + 1], .end = place_[2 * g + 2]};
    everybody_[g] = {.begin = place_[2 * g], .end = place_[2 * g + 2]};
  }
  cell_.resize(rows);
  weight_.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto to = static_cast<std::size_t>(place_[bin(i)]++);
    cell_[to] = drawn_cell_[i];
    weight_[to] = drawn_people_[i];
  }
  columns_.resize(population_.covariates.size());
  covariates_.resize(columns_.size());
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    gather(population_.covariates[j].values, columns_[j]);
    covariates_[j] = columns_[j].data();
  }
}

void Sample::gather(std::span<const double> of_cells, std::vector<double>& rows) const {
  rows.resize(cell_.size());
  for (std::size_t i = 0; i < cell_.size(); ++i) rows[i] = of_cells[cell_[i]];
}

}  // namespace faultline::methods
