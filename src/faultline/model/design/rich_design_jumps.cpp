// Where the numbers of a rich design may jump: coarse ladders of places first, since two numbers
// together have many, and finer ones around a jump that has been found.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "faultline/model/design/at.hpp"
#include "faultline/model/design/natural_spline.hpp"
#include "faultline/model/design/rich_design.hpp"

namespace faultline::model {
namespace {

using Kind = JumpScale::Kind;

// Where a scale may jump, and where two numbers, or a number and a dummy, may meet.
constexpr int kSteps = 39;
constexpr int kCornerSteps = 9;
// What has been found is moved to a place so many times as fine.
constexpr int kFiner = 10;
// Between two numbers lie directions this many degrees apart; one that has been found is turned in
// smaller ones, to either side nearly as far as the next. Five degrees off, an edge through the
// middle leaves one in forty people on the wrong side.
constexpr double kDegrees = 22.5;
constexpr double kFinerDegrees = 2.5;

/// Values of people at equidistant quantiles, each once, without the smallest: from there on is
/// everybody.
std::vector<double> steps_of(std::span<const double> values, std::span<const double> people,
                             int steps) {
  std::vector<double> probabilities;
  probabilities.reserve(static_cast<std::size_t>(steps));
  for (int k = 1; k <= steps; ++k) probabilities.push_back(k / (steps + 1.0));
  std::vector<double> from = people_quantiles(values, people, probabilities);
  from.erase(std::ranges::unique(from).begin(), from.end());
  if (!from.empty() && from.front() == std::ranges::min(values)) from.erase(from.begin());
  return from;
}

bool has_part(const Jump& jump, std::size_t column) {
  return std::ranges::any_of(jump, [&](const JumpStep& step) {
    const bool of_two = step.scale.kind == Kind::slope || step.scale.kind == Kind::ring;
    return step.scale.column == column || (of_two && step.scale.other == column);
  });
}

}  // namespace

Jump JumpLadder::jump(std::size_t place) const {
  Jump jump = beside;
  jump.push_back({.scale = scale, .from = from[place]});
  return jump;
}

JumpStep RichDesign::whole(std::size_t dummy) {
  return {.scale = {.kind = Kind::dummy, .column = dummy}, .from = 1};
}

std::vector<double> RichDesign::on(const JumpScale& scale) const {
  // A number's normal score stands beside it.
  const auto score = [&](std::size_t number, std::size_t row) {
    return linear_[number + 1].values[row];
  };
  if (scale.kind == Kind::number || scale.kind == Kind::dummy) return linear_[scale.column].values;
  const double along = std::cos(scale.degrees * std::numbers::pi / 180);
  const double across = std::sin(scale.degrees * std::numbers::pi / 180);
  std::vector<double> values;
  values.reserve(people_.size());
  for (std::size_t i = 0; i < people_.size(); ++i) {
    const double x = score(scale.column, i);
    const double y = score(scale.other, i);
    values.push_back(scale.kind == Kind::ring ? x * x + y * y : along * x + across * y);
  }
  return values;
}

JumpLadder RichDesign::ladder(const JumpScale& scale, int steps) const {
  return {.scale = scale, .from = steps_of(on(scale), people_, steps)};
}

std::vector<JumpLadder> RichDesign::number_ladders() const {
  std::vector<JumpLadder> ladders;
  for (const std::size_t number : numbers_) {
    ladders.push_back(ladder({.column = number}, kSteps));
  }
  return ladders;
}

std::int64_t RichDesign::pair_ladder_count() const {
  const auto dummies = std::ranges::count_if(linear_, &Linear::dummy);
  const std::int64_t numbers = std::ssize(numbers_);
  const auto directions = static_cast<std::int64_t>(180 / kDegrees) - 2;
  return numbers * dummies + numbers * (numbers - 1) / 2 * (kCornerSteps + directions + 1);
}

std::vector<JumpLadder> RichDesign::corner_ladders() const {
  std::vector<JumpLadder> ladders;
  for (const std::size_t number : numbers_) {
    ladders.push_back(ladder({.column = number}, kCornerSteps));
  }
  return ladders;
}

std::vector<JumpLadder> RichDesign::pair_ladders() const {
  const std::vector<JumpLadder> corners = corner_ladders();
  std::vector<JumpLadder> ladders;
  for (std::size_t second = 0; second < corners.size(); ++second) {
    for (std::size_t dummy = 0; dummy < linear_.size(); ++dummy) {
      if (!linear_[dummy].dummy) continue;
      ladders.push_back(corners[second]);
      ladders.back().beside = {whole(dummy)};
    }
    for (std::size_t first = 0; first < second; ++first) {
      for (std::size_t place = 0; place < corners[first].from.size(); ++place) {
        ladders.push_back(corners[second]);
        ladders.back().beside = corners[first].jump(place);
      }
      JumpScale both{.kind = Kind::slope, .column = numbers_[first], .other = numbers_[second]};
      for (both.degrees = kDegrees; both.degrees < 180; both.degrees += kDegrees) {
        if (both.degrees != 90) ladders.push_back(ladder(both, kSteps));
      }
      both.kind = Kind::ring;
      ladders.push_back(ladder(both, kSteps));
    }
  }
  return ladders;
}

std::vector<JumpLadder> RichDesign::grown(const Jump& jump) const {
  std::vector<JumpLadder> ladders;
  for (JumpLadder& corner : corner_ladders()) {
    if (has_part(jump, corner.scale.column)) continue;
    corner.beside = jump;
    ladders.push_back(std::move(corner));
  }
  for (std::size_t dummy = 0; dummy < linear_.size(); ++dummy) {
    if (!linear_[dummy].dummy || has_part(jump, dummy)) continue;
    ladders.push_back({.scale = whole(dummy).scale, .from = {whole(dummy).from}, .beside = jump});
  }
  return ladders;
}

std::vector<JumpLadder> RichDesign::turned(const Jump& jump) const {
  std::vector<JumpLadder> ladders;
  if (jump.size() > 1 || jump.front().scale.kind != Kind::slope) return ladders;
  JumpScale scale = jump.front().scale;
  const double middle = scale.degrees;
  for (scale.degrees = middle - kDegrees + kFinerDegrees; scale.degrees < middle + kDegrees;
       scale.degrees += kFinerDegrees) {
    ladders.push_back(ladder(scale, kSteps));
  }
  return ladders;
}

JumpLadder RichDesign::moved(const Jump& jump, std::size_t step) const {
  JumpLadder places{.scale = jump[step].scale, .beside = jump};
  places.beside.erase(places.beside.begin() + static_cast<std::ptrdiff_t>(step));
  if (places.scale.kind == Kind::dummy) {
    places.from = {jump[step].from};
    return places;
  }
  const std::vector<double> values = on(places.scale);
  const int steps = jump.size() > 1 ? kCornerSteps : kSteps;
  const std::vector<double> coarse = steps_of(values, people_, steps);
  const auto place = std::ranges::lower_bound(coarse, jump[step].from);
  const double above =
      place == coarse.end() || place + 1 == coarse.end() ? std::ranges::max(values) : *(place + 1);
  const double below = place == coarse.begin() ? std::ranges::min(values) : *(place - 1);
  for (const double from : steps_of(values, people_, kFiner * (steps + 1) - 1)) {
    if (from >= below && from <= above) places.from.push_back(from);
  }
  return places;
}

std::vector<std::int32_t> RichDesign::levels(const JumpLadder& ladder) const {
  const std::vector<double> along = on(ladder.scale);
  std::vector<std::int32_t> levels;
  levels.reserve(along.size());
  for (const double value : along) {
    const auto above = std::ranges::upper_bound(ladder.from, value);
    levels.push_back(static_cast<std::int32_t>(above - ladder.from.begin()));
  }
  for (const JumpStep& step : ladder.beside) {
    const std::vector<double> other = on(step.scale);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if (other[i] < step.from) levels[i] = 0;
    }
  }
  return levels;
}

std::string RichDesign::name_of(const JumpStep& step) const {
  const JumpScale& scale = step.scale;
  const std::string& name = linear_[scale.column].name;
  switch (scale.kind) {
    case Kind::dummy:
      return name;
    case Kind::number:
      return fmt::format("{} from {}", name, step.from);
    case Kind::slope:
      return fmt::format("{} and {} at {} degrees from {}", name, linear_[scale.other].name,
                         scale.degrees, step.from);
    case Kind::ring:
      return fmt::format("{} and {} away from the middle from {}", name, linear_[scale.other].name,
                         step.from);
  }
  return name;
}

void RichDesign::append_jump(Design& design, const Jump& jump) const {
  JumpLadder alone{.scale = jump.back().scale, .from = {jump.back().from}, .beside = jump};
  alone.beside.pop_back();
  const std::vector<std::int32_t> level = levels(alone);
  std::vector<std::string> names;
  for (const JumpStep& step : jump) names.push_back(name_of(step));
  design.add(fmt::format("{}", fmt::join(names, " x ")),
             std::vector<double>(level.begin(), level.end()), ColumnKind::dummy);
}

}  // namespace faultline::model
