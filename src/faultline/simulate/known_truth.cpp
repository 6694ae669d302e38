#include "faultline/simulate/known_truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::simulate {
namespace {

// Correlated covariates of the designs `many` and `twenty`.
int covariates_of(TruthDesign design) { return design == TruthDesign::twenty ? 20 : 12; }

/// A number that is 0 or 1.
double is(bool condition) { return condition ? 1.0 : 0.0; }

/// One person before roles are written down.
struct Drawn {
  std::vector<data::Code> codes{};
  std::vector<double> numbers{};
  bool member = false;
  bool inside = false;  // the subgroup that bias reaches
  bool outcome = false;
  double score = 0;  // log-odds
  double cut = 0.5;  // of the decision
};

/// Attributes and numbers of a design.
struct Columns {
  std::vector<data::Attribute> attributes{};
  std::vector<std::string> numbers{};
};

data::Attribute letters(const std::string& name, int values) {
  data::Attribute attribute{name, {}};
  for (int v = 0; v < values; ++v) attribute.labels.push_back(fmt::format("{}{}", name, v));
  return attribute;
}

Columns columns_of(TruthDesign design) {
  switch (design) {
    case TruthDesign::sparse:
      return {{letters("region", 2), letters("a", 2)}, {}};
    case TruthDesign::number:
    case TruthDesign::curve:
      return {{letters("a", 2), letters("z", 3)}, {"x"}};
    case TruthDesign::income:
      return {{letters("region", 4), letters("job", 3)}, {"x"}};
    case TruthDesign::jump:
      return {{letters("a", 2), letters("b", 3)}, {"age"}};
    case TruthDesign::rare:
      return {{letters("a", 3), letters("b", 2)}, {"wealth"}};
    case TruthDesign::corner:
      return {{letters("a", 2), letters("b", 3)}, {"age", "wealth"}};
    case TruthDesign::ratio:
      return {{letters("a", 2), letters("b", 3)}, {"debt", "income"}};
    case TruthDesign::band:
    case TruthDesign::ring:
    case TruthDesign::bump:
    case TruthDesign::triple:
      return {{letters("a", 2), letters("b", 3)}, {"x", "y"}};
    case TruthDesign::many:
    case TruthDesign::twenty: {
      Columns columns{{letters("a", 2), letters("b", 3)}, {}};
      for (int j = 0; j < covariates_of(design) - 2; ++j) {
        columns.numbers.push_back(fmt::format("x{}", j));
      }
      return columns;
    }
    default:
      return {{letters("a", 2), letters("b", 3), letters("c", 4)}, {}};
  }
}

int pick(rng::Stream& stream, int values) {
  return static_cast<int>(rng::below(stream, static_cast<std::uint64_t>(values)));
}

/// Designs of categories alone.
Drawn categories(TruthDesign design, rng::Stream& stream) {
  const int a = pick(stream, 2);
  const int b = pick(stream, 3);
  const int c = pick(stream, 4);
  Drawn person{
      .codes = {static_cast<data::Code>(a), static_cast<data::Code>(b), static_cast<data::Code>(c)},
      .inside = a == 1 && b != 1};
  const double base = 0.7 * a - 0.5 * is(b == 1) + 0.3 * is(c == 3);
  const double odd = is(design == TruthDesign::interaction && a == 1 && b == 2);
  const double strength = design == TruthDesign::independent ? 0
                          : design == TruthDesign::strong    ? 2
                                                             : 1;
  person.member = rng::bernoulli(
      stream,
      model::expit(-0.6 + strength * (0.9 * a - 0.7 * is(b == 2) + 0.5 * is(c == 0)) + 1.2 * odd));
  const double in = is(person.member);
  if (design == TruthDesign::separation) {
    person.outcome = rng::bernoulli(stream, model::expit(-0.4 + base + 0.8 * in));
    person.score = -0.6 + base + 1.2 * is(person.outcome) + 0.6 * rng::normal(stream) +
                   0.2 * rng::normal(stream);
  } else if (design == TruthDesign::sufficiency) {
    person.score = -0.4 + base + 0.5 * in + (person.member ? 0.9 : 0.5) * rng::normal(stream);
    person.outcome = rng::bernoulli(stream, model::expit(person.score));
  } else {
    const double log_odds = -0.4 + base + 0.8 * odd + 0.6 * rng::normal(stream);
    person.outcome = rng::bernoulli(stream, model::expit(log_odds));
    person.score = log_odds + 0.2 * rng::normal(stream);
  }
  return person;
}

Drawn sparse(rng::Stream& stream) {
  Drawn person;
  person.member = rng::bernoulli(stream, 0.3);
  const bool region = rng::bernoulli(stream, person.member ? 0.97 : 0.005);
  const int a = pick(stream, 2);
  person.codes = {static_cast<data::Code>(region ? 1 : 0), static_cast<data::Code>(a)};
  person.inside = a == 1;
  const double log_odds = -0.4 + 0.8 * is(region) + 0.5 * a + 0.5 * rng::normal(stream);
  person.outcome = rng::bernoulli(stream, model::expit(log_odds));
  person.score = log_odds + 0.2 * rng::normal(stream);
  return person;
}

/// Two categories and one number, on which the class and the outcome depend as asked for.
template <typename MemberOdds, typename OutcomeOdds>
Drawn one_number(rng::Stream& stream, int values_a, int values_b, double x,
                 const MemberOdds& member_odds, const OutcomeOdds& outcome_odds, double noise) {
  const int a = pick(stream, values_a);
  const int b = pick(stream, values_b);
  Drawn person{.codes = {static_cast<data::Code>(a), static_cast<data::Code>(b)}, .numbers = {x}};
  person.member = rng::bernoulli(stream, model::expit(member_odds(a, b)));
  person.inside = a == 1 && b != 1;
  const double log_odds = outcome_odds(a, b) + noise * rng::normal(stream);
  person.outcome = rng::bernoulli(stream, model::expit(log_odds));
  person.score = log_odds + 0.2 * rng::normal(stream);
  return person;
}

Drawn with_number(TruthDesign design, rng::Stream& stream) {
  const double x = rng::normal(stream);
  if (design == TruthDesign::income) {
    Drawn person = one_number(
        stream, 4, 3, x, [&](int, int) { return -1.2 - 1.2 * x; }, [&](int, int) { return -2 - x; },
        0);
    person.inside = person.codes[0] < 2;
    person.score = -2 - x;  // the true probability itself
    person.cut = 0.3;
    return person;
  }
  if (design == TruthDesign::jump) {
    const double age = 18 + 72 * rng::uniform(stream);
    const double old = is(age >= 60);
    return one_number(
        stream, 2, 3, age, [&](int a, int) { return -1.6 + 2 * old + 0.4 * a; },
        [&](int a, int b) { return -1 + 1.4 * old + 0.5 * a - 0.4 * is(b == 1); }, 0.5);
  }
  if (design == TruthDesign::rare) {
    Drawn person = one_number(
        stream, 3, 2, std::exp(1.2 * x), [&](int a, int) { return -2.6 - 0.8 * x + 0.4 * a; },
        [&](int, int b) { return -2.2 - 0.9 * x + 0.4 * b; }, 0.4);
    person.inside = person.codes[0] > 0;
    person.cut = 0.2;
    return person;
  }
  const bool square = design == TruthDesign::curve;
  return one_number(
      stream, 2, 3, x,
      [&](int a, int) { return (square ? -1 + 0.7 * x * x : -0.5 + 0.8 * x) + 0.5 * a; },
      [&](int a, int z) { return -0.4 + 0.5 * a + 0.6 * x * x - 0.4 * is(z == 1); }, 0.5);
}

Drawn corner(rng::Stream& stream) {
  const double age = 18 + 72 * rng::uniform(stream);
  const double wealth = std::exp(rng::normal(stream));
  const double both = is(age >= 50 && wealth >= 1);
  Drawn person = one_number(
      stream, 2, 3, age, [&](int a, int) { return -1 + 1.5 * both + 0.4 * a; },
      [&](int a, int b) { return -0.8 + 1.2 * both + 0.5 * a - 0.4 * is(b == 1); }, 0.5);
  person.numbers.push_back(wealth);
  return person;
}

/// Class and outcome share what two numbers do together: as strongly as in `corner`.
Drawn two_numbers(TruthDesign design, rng::Stream& stream) {
  double x = rng::normal(stream);
  double y = rng::normal(stream);
  double together = 0;
  int only = 0;  // a, where the numbers matter for one of its values
  if (design == TruthDesign::ratio) {
    x = std::exp(9 + x);         // debt
    y = std::exp(10 + 0.5 * y);  // income
    together = is(x >= 0.35 * y);
  } else if (design == TruthDesign::band) {
    together = is(std::abs(x - y) < 0.6);
  } else if (design == TruthDesign::ring) {
    together = is(x * x + y * y < 1);
  } else if (design == TruthDesign::triple) {
    together = is(x >= -0.4 && y >= -0.3);
    only = 1;
  } else {
    together = std::exp(-(x - y) * (x - y));
  }
  Drawn person = one_number(
      stream, 2, 3, x, [&](int a, int) { return -1 + 1.5 * together * is(a >= only) + 0.4 * a; },
      [&](int a, int b) {
        return -0.8 + 1.2 * together * is(a >= only) + 0.5 * a - 0.4 * is(b == 1);
      },
      0.5);
  person.numbers.push_back(y);
  return person;
}

Drawn many(int covariates, rng::Stream& stream) {
  const int a = pick(stream, 2);
  const int b = pick(stream, 3);
  Drawn person{.codes = {static_cast<data::Code>(a), static_cast<data::Code>(b)},
               .inside = a == 1 && b != 1};
  const double shared = rng::normal(stream);
  double sum = 0;
  for (int j = 0; j < covariates - 2; ++j) {
    const double x = 0.6 * shared + 0.8 * rng::normal(stream);
    person.numbers.push_back(x);
    sum += (j % 2 == 0 ? 1 : -0.5) * x;
  }
  const double first = person.numbers.front();
  person.member = rng::bernoulli(stream, model::expit(-0.6 + 0.3 * sum + 0.4 * a));
  const double log_odds =
      -0.4 + 0.3 * sum + 0.3 * a * first - 0.4 * is(b == 1) + 0.4 * rng::normal(stream);
  person.outcome = rng::bernoulli(stream, model::expit(log_odds));
  person.score = log_odds + 0.2 * rng::normal(stream);
  return person;
}

Drawn draw(TruthDesign design, rng::Stream& stream) {
  switch (design) {
    case TruthDesign::sparse:
      return sparse(stream);
    case TruthDesign::number:
    case TruthDesign::curve:
    case TruthDesign::income:
    case TruthDesign::jump:
    case TruthDesign::rare:
      return with_number(design, stream);
    case TruthDesign::corner:
      return corner(stream);
    case TruthDesign::ratio:
    case TruthDesign::band:
    case TruthDesign::ring:
    case TruthDesign::bump:
    case TruthDesign::triple:
      return two_numbers(design, stream);
    case TruthDesign::many:
    case TruthDesign::twenty:
      return many(covariates_of(design), stream);
    default:
      return categories(design, stream);
  }
}

constexpr std::array kDesigns{
    TruthDesign::independent, TruthDesign::depends, TruthDesign::strong,
    TruthDesign::interaction, TruthDesign::sparse,  TruthDesign::number,
    TruthDesign::curve,       TruthDesign::income,  TruthDesign::separation,
    TruthDesign::sufficiency, TruthDesign::jump,    TruthDesign::rare,
    TruthDesign::many,        TruthDesign::twenty,  TruthDesign::corner,
    TruthDesign::ratio,       TruthDesign::band,    TruthDesign::ring,
    TruthDesign::bump,        TruthDesign::triple};

}  // namespace

std::span<const describe::Word> words(TruthDesign) {
  using describe::word;
  static constexpr std::array kWords{
      word(TruthDesign::independent, "independent", "Class independent of the covariates"),
      word(TruthDesign::depends, "depends", "Class depends on the covariates"),
      word(TruthDesign::strong, "strong", "Class depends on the covariates strongly"),
      word(TruthDesign::interaction, "interaction",
           "Class and outcome share an interaction that main effects miss"),
      word(TruthDesign::sparse, "sparse", "Few comparable people"),
      word(TruthDesign::number, "number", "A number with a quadratic effect on the outcome"),
      word(TruthDesign::curve, "curve", "Class and outcome both depend on a number's square"),
      word(TruthDesign::income, "income", "Class follows a number on which the outcome depends"),
      word(TruthDesign::separation, "separation", "Base rates differ; only separation holds"),
      word(TruthDesign::sufficiency, "sufficiency", "Scores differ; only sufficiency holds"),
      word(TruthDesign::jump, "jump", "Class and outcome both jump at one value of a number"),
      word(TruthDesign::rare, "rare", "A small class, a rare outcome, a long-tailed number"),
      word(TruthDesign::many, "many", "Twelve correlated covariates that all matter a little"),
      word(TruthDesign::twenty, "twenty", "Twenty correlated covariates that all matter a little"),
      word(TruthDesign::corner, "corner",
           "Class and outcome both jump where two numbers are large together"),
      word(TruthDesign::ratio, "ratio", "They jump where one number is large for another"),
      word(TruthDesign::band, "band", "They jump where two numbers are nearly the same"),
      word(TruthDesign::ring, "ring", "They jump where two numbers are near the middle"),
      word(TruthDesign::bump, "bump", "They rise smoothly, the more two numbers are the same"),
      word(TruthDesign::triple, "triple",
           "They jump where two numbers are large together, in one category only")};
  return kWords;
}

std::span<const TruthDesign> all_truth_designs() { return kDesigns; }

TrueCriteria true_criteria(TruthDesign design) {
  return {.separation = design != TruthDesign::sufficiency,
          .sufficiency = design != TruthDesign::separation};
}

KnownTruth known_truth(const KnownTruthOptions& options) {
  Columns columns = columns_of(options.design);
  KnownTruth truth;
  for (const data::Attribute& attribute : columns.attributes)
    truth.scanned.push_back(attribute.name);
  truth.covariates = truth.scanned;
  truth.covariates.insert(truth.covariates.end(), columns.numbers.begin(), columns.numbers.end());
  columns.attributes.push_back({"class", {"out", "in"}});
  data::Profiles rows;
  rows.codes.resize(columns.attributes.size());
  rows.numbers.resize(columns.numbers.size());
  rng::Stream stream(options.seed, rng::Purpose::simulate, options.data_set,
                     static_cast<std::uint32_t>(options.design));
  for (std::int64_t i = 0; i < options.people; ++i) {
    Drawn person = draw(options.design, stream);
    person.codes.push_back(person.member ? 1 : 0);
    const bool reached = person.member && (person.inside || options.whole_class);
    double p = model::expit(person.score + (reached ? options.bias : 0));
    if (options.rounded) p = std::clamp(std::round(20 * p) / 20, 0.05, 0.95);
    for (std::size_t a = 0; a < rows.codes.size(); ++a) rows.codes[a].push_back(person.codes[a]);
    for (std::size_t j = 0; j < rows.numbers.size(); ++j)
      rows.numbers[j].push_back(person.numbers[j]);
    rows.prediction.push_back(p);
    rows.outcome.push_back(person.outcome ? 1 : 0);
    rows.decision.push_back(p >= person.cut ? 1 : 0);
    rows.count.push_back(1);
  }
  data::ProfilesBuilder builder(columns.attributes, columns.numbers);
  data::send(rows, builder);
  truth.profiles = std::move(builder).finish();
  return truth;
}

}  // namespace faultline::simulate
