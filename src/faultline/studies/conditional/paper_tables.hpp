#pragma once
// What Boxer, McFowland and Neill print in Tables 5 (COMPAS) and 6 (German credit): for every
// protected class four scans, each with the detected subgroup, its penalised score, whether it is
// significant, and the observed rates in the class and outside it. Table 3 is a selection of
// Table 5.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace faultline::studies {

/// Order of the scans in every class, by the paper's short names of the rates.
inline constexpr std::array<std::string_view, 4> kPaperMetrics = {"FPE", "FPR", "CAL", "PPV"};

struct PaperScan {
  std::string_view subgroup{};     // "sex=Male;priors=None|1 to 5", "everybody", or empty: none
  std::string_view score = "0.0";  // as printed: its digits say how far it was rounded
  bool significant = false;
  double observed = 0;  // printed to two decimals, like the comparison
  std::int64_t n = 0;
  double comparison = 0;
  std::int64_t comparison_n = 0;
};

struct PaperClass {
  std::string_view name{};
  std::string_view attribute{};
  std::string_view value{};
  bool selected = false;  // in Table 3 too
  std::array<PaperScan, 4> scans{};
};

[[nodiscard]] std::span<const PaperClass> paper_table5();
[[nodiscard]] std::span<const PaperClass> paper_table6();

/// The printed text as a number.
[[nodiscard]] double printed_value(std::string_view printed);
/// Half a unit in the last printed digit.
[[nodiscard]] double printed_rounding(std::string_view printed);

/// Half a unit in the last digit of the printed rates.
inline constexpr double kRateRounding = 0.005;

}  // namespace faultline::studies
