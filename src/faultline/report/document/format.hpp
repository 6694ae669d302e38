#pragma once
// Numbers as a person reads them, the same in every medium and whatever the locale. JSON carries
// the full precision; these round for reading and never round a number across a meaning: a small
// rate is not "0.0 %", p = 0.0496 is not "0.050".

#include <cstdint>
#include <string>

namespace faultline::report {

/// What stands where there is no number.
inline constexpr const char* kNotAvailable = "n/a";

/// 0.6904 -> "69.0 %"; a rate in (0, 0.0005) is "< 0.1 %", one in (0.9995, 1) is "> 99.9 %"; NaN is
/// "n/a".
[[nodiscard]] std::string percent(double rate);

/// The same without its sign, for columns whose head says "%".
[[nodiscard]] std::string percent_number(double rate);

/// A difference of rates in percentage points: 0.1438 -> "14.4"; "n/a" for none.
[[nodiscard]] std::string points(double difference);

/// 0.95 -> "95 %".
[[nodiscard]] std::string confidence_words(double confidence);

/// A number of people that may be an expectation: 1051 -> "1,051", 890.27 -> "890.3", 1e20 ->
/// "1e+20".
[[nodiscard]] std::string quantity(double count);

/// A score: two decimals, "35.83"; below 0.01 three significant digits.
[[nodiscard]] std::string score(double value);

/// Odds ratios and the like: three significant digits without exponent between 1e-4 and 1e6.
[[nodiscard]] std::string ratio(double value);

/// A p-value with at least three decimals and at least three significant digits: "0.001", "0.0496",
/// "0.234", "1".
[[nodiscard]] std::string p_value(double p);
/// A proven upper bound of one, never rounded down: "5e-14", "0.043".
[[nodiscard]] std::string p_bound(double p);

/// How often chance alone gives so much: "less than once in 1,000 times", "at most once in 40
/// times".
[[nodiscard]] std::string how_often(double p);

/// The number of subgroups of a lattice: "11,907", past 1e15 "about 1.2 x 10^18".
[[nodiscard]] std::string lattice_size(double subgroups);

/// Seconds: "12 ms", "3.4 s", "2 min 5 s".
[[nodiscard]] std::string duration(double seconds);

}  // namespace faultline::report
