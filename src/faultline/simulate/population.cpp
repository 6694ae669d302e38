#include "faultline/simulate/population.hpp"

#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::simulate {
namespace {

enum Position : std::size_t { kSex, kAge, kInsurance, kPrior, kWard };

constexpr std::array<double, 2> kSexTable = {0.53, 0.47};

// Rows: sex. Columns: 18 to 39, 40 to 59, 60 to 74, 75 or over.
constexpr std::array<std::array<double, 4>, 2> kAgeTable = {{
    {0.22, 0.25, 0.28, 0.25},
    {0.18, 0.30, 0.32, 0.20},
}};

// Rows: age group. Columns: None, Private, Public.
constexpr std::array<std::array<double, 3>, 4> kInsuranceTable = {{
    {0.18, 0.52, 0.30},
    {0.12, 0.56, 0.32},
    {0.12, 0.36, 0.52},
    {0.14, 0.24, 0.62},
}};

// Rows: age group. Columns: 1 to 2, 3 or more, None.
constexpr std::array<std::array<double, 3>, 4> kPriorTable = {{
    {0.25, 0.06, 0.69},
    {0.31, 0.11, 0.58},
    {0.37, 0.19, 0.44},
    {0.40, 0.27, 0.33},
}};

// Rows: earlier admissions. Columns: Cardiology, General medicine, Orthopaedics, Surgery.
constexpr std::array<std::array<double, 4>, 3> kWardTable = {{
    {0.25, 0.35, 0.17, 0.23},
    {0.34, 0.40, 0.10, 0.16},
    {0.17, 0.28, 0.24, 0.31},
}};

}  // namespace

const std::vector<data::Attribute>& patient_attributes() {
  static const std::vector<data::Attribute> attributes = {
      {"sex", {"Female", "Male"}},
      {"age_group", {"18 to 39", "40 to 59", "60 to 74", "75 or over"}},
      {"insurance", {"None", "Private", "Public"}},
      {"prior_admissions", {"1 to 2", "3 or more", "None"}},
      {"ward", {"Cardiology", "General medicine", "Orthopaedics", "Surgery"}},
  };
  return attributes;
}

double patient_probability(std::size_t a, const std::vector<data::Code>& before, data::Code value) {
  switch (a) {
    case kSex:
      return kSexTable.at(value);
    case kAge:
      return kAgeTable.at(before.at(kSex)).at(value);
    case kInsurance:
      return kInsuranceTable.at(before.at(kAge)).at(value);
    case kPrior:
      return kPriorTable.at(before.at(kAge)).at(value);
    case kWard:
      return kWardTable.at(before.at(kPrior)).at(value);
    default:
      throw InternalError(fmt::format("patients have no attribute number {}", a));
  }
}

data::Table patients(std::int64_t rows, rng::Stream& stream) {
  if (rows < 1) throw OptionError("rows", fmt::format("{}", rows), "must be at least 1");
  const std::vector<data::Attribute>& attributes = patient_attributes();
  std::vector<std::vector<data::Code>> columns(attributes.size());
  std::vector<data::Code> person(attributes.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::size_t a = 0; a < attributes.size(); ++a) {
      double left = rng::uniform(stream);
      const int last = attributes[a].arity() - 1;
      int value = 0;
      while (value < last) {
        left -= patient_probability(a, person, static_cast<data::Code>(value));
        if (left < 0) break;
        ++value;
      }
      person[a] = static_cast<data::Code>(value);
      columns[a].push_back(person[a]);
    }
  }
  data::Table table;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    table.add(data::CategoricalColumn{attributes[a], std::move(columns[a])});
  }
  return table;
}

}  // namespace faultline::simulate
