#include "faultline/studies/ijdi/criterion_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::studies {
namespace {

constexpr std::array kArity = {2, 3, 2};
constexpr int kSteps = 10;  // of x
constexpr double kRate = 0.4;
constexpr double kNarrow = 0.08;  // of the log-odds' spread in the wide world

struct Kind {
  std::array<data::Code, 3> codes{};
  double x = 0;
  double p = 0;
  std::array<std::int64_t, 2> people{};  // by outcome
};

/// Steps of x from -1.5 to 1.5.
double step_value(int step) { return -1.5 + 3.0 * step / (kSteps - 1); }

double probability(CriterionWorld world, const Kind& kind) {
  const double a = kind.codes[0] - 0.5;
  const double b = kind.codes[1] - 1.0;
  const double c = kind.codes[2] - 0.5;
  const double linear = 0.5 * a + 0.4 * b + 0.5 * c + 0.6 * kind.x;
  double log_odds = -0.3 + (world == CriterionWorld::narrow ? kNarrow : 1) * linear;
  if (world == CriterionWorld::curved) log_odds += 0.4 * (kind.x * kind.x - 1) + 2 * a * c;
  return model::expit(log_odds);
}

bool planted(const Kind& kind) { return kind.codes == std::array<data::Code, 3>{1, 2, 1}; }

std::vector<Kind> all_kinds(CriterionWorld world) {
  std::vector<Kind> kinds;
  for (int i = 0; i < kArity[0] * kArity[1] * kArity[2] * kSteps; ++i) {
    Kind kind;
    int rest = i;
    kind.x = step_value(rest % kSteps);
    rest /= kSteps;
    for (std::size_t a = kArity.size(); a-- > 0;) {
      kind.codes[a] = static_cast<data::Code>(rest % kArity[a]);
      rest /= kArity[a];
    }
    kind.p = probability(world, kind);
    kinds.push_back(kind);
  }
  return kinds;
}

}  // namespace

std::span<const describe::Word> words(CriterionWorld) {
  static constexpr std::array kWords{describe::word(CriterionWorld::narrow, "narrow"),
                                     describe::word(CriterionWorld::wide, "wide"),
                                     describe::word(CriterionWorld::curved, "curved")};
  return kWords;
}

const std::vector<std::string>& criterion_attributes() {
  static const std::vector<std::string> names = {"a", "b", "c"};
  return names;
}

const std::vector<std::string>& criterion_covariates() {
  static const std::vector<std::string> names = {"a", "b", "c", "x"};
  return names;
}

data::Profiles criterion_people(const CriterionPeopleOptions& options) {
  rng::Stream stream(options.seed, rng::Purpose::simulate, options.data_set);
  std::vector<Kind> kinds = all_kinds(options.world);
  for (std::int64_t i = 0; i < options.people; ++i) {
    Kind& kind = kinds[rng::below(stream, static_cast<std::uint32_t>(kinds.size()))];
    ++kind.people[rng::uniform(stream) < kind.p ? 1 : 0];
  }
  std::vector<data::Attribute> attributes;
  for (std::size_t a = 0; a < kArity.size(); ++a) {
    data::Attribute attribute;
    attribute.name = criterion_attributes()[a];
    for (int v = 0; v < kArity[a]; ++v) attribute.labels.push_back(std::to_string(v));
    attributes.push_back(std::move(attribute));
  }
  data::Profiles rows;
  rows.attributes = attributes;
  rows.codes.resize(kArity.size());
  rows.number_names = {"x", "p"};
  rows.numbers.resize(2);
  for (std::size_t outcome = 0; outcome < 2; ++outcome) {
    double sum = 0;
    double people = 0;
    for (const Kind& kind : kinds) {
      sum += static_cast<double>(kind.people[outcome]) * kind.p;
      people += static_cast<double>(kind.people[outcome]);
    }
    for (const Kind& kind : kinds) {
      const double rate = kRate + options.lambda * (kind.p - sum / people);
      const double shifted = rate + (planted(kind) ? options.shift : 0);
      const std::int64_t positive =
          rng::binomial(stream, kind.people[outcome], std::clamp(shifted, 0.0, 1.0));
      for (const auto& [decision, count] :
           {std::pair{0, kind.people[outcome] - positive}, std::pair{1, positive}}) {
        if (count == 0) continue;
        for (std::size_t a = 0; a < kArity.size(); ++a) rows.codes[a].push_back(kind.codes[a]);
        rows.numbers[0].push_back(kind.x);
        rows.numbers[1].push_back(kind.p);
        rows.outcome.push_back(static_cast<std::uint8_t>(outcome));
        rows.decision.push_back(static_cast<std::uint8_t>(decision));
        rows.count.push_back(count);
      }
    }
  }
  data::ProfilesBuilder builder(attributes, rows.number_names);
  data::send(rows, builder);
  return std::move(builder).finish();
}

}  // namespace faultline::studies
