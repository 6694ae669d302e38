#pragma once
// An invented population of hospital patients: five correlated categorical attributes, drawn from
// conditional tables written in population.cpp. No person and no published table stands behind the
// numbers; they only give the attributes the kind of dependence that real ones have (older people
// have more admissions, and so on).

#include <cstdint>
#include <vector>

#include "faultline/data/table.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::simulate {

/// sex, age_group, insurance, prior_admissions, ward; labels in text order.
[[nodiscard]] const std::vector<data::Attribute>& patient_attributes();

/// `rows` patients. Throws ConfigError unless rows >= 1.
[[nodiscard]] data::Table patients(std::int64_t rows, rng::Stream& stream);

/// The probability of a value of attribute `a` given the values of the attributes before it; what
/// patients() draws from.
[[nodiscard]] double patient_probability(std::size_t a, const std::vector<data::Code>& before,
                                         data::Code value);

}  // namespace faultline::simulate
