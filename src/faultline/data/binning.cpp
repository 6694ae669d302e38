#include "faultline/data/binning.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/attribute.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

constexpr std::string_view kForms =
    "write cut points (`bins` 'age=25,45'), parts with equally many people (`bins` "
    "'age=quantile:4') or parts of equal "
    "width (`bins` 'age=width:5')";

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw ConfigError(fmt::format("`bins` '{}': {}; {}", text, why, kForms));
}

// The last of the kMaxValues places stays free for "(missing)".
int parse_parts(std::string_view text, std::string_view number) {
  const auto parts = parse_integer(number);
  if (!parts || *parts < 2 || *parts > kMaxValues - 1) {
    refuse(text,
           fmt::format("'{}' is not a number of parts between 2 and {}", number, kMaxValues - 1));
  }
  return static_cast<int>(*parts);
}

/// The numbers of a label that interval_labels made; empty on an open side.
struct Ends {
  std::string_view low;
  std::string_view high;
};
std::optional<Ends> ends_of(std::string_view label) {
  constexpr std::string_view kBelow = "< ";
  constexpr std::string_view kFrom = ">= ";
  constexpr std::string_view kBetween = " to < ";
  Ends ends;
  if (label.starts_with(kBelow)) {
    ends.high = label.substr(kBelow.size());
  } else if (label.starts_with(kFrom)) {
    ends.low = label.substr(kFrom.size());
  } else {
    const auto at = label.find(kBetween);
    if (at == std::string_view::npos) return std::nullopt;
    ends = {label.substr(0, at), label.substr(at + kBetween.size())};
    if (!parse_double(ends.low) || !parse_double(ends.high)) return std::nullopt;
    return ends;
  }
  if (!parse_double(ends.low.empty() ? ends.high : ends.low)) return std::nullopt;
  return ends;
}

}  // namespace

BinSpec parse_bins(std::string_view text) {
  const auto equals = text.rfind('=');
  if (equals == std::string_view::npos && !trim(text).empty()) {
    refuse(text, "it is not said how to cut this column");
  }
  if (equals == std::string_view::npos || trim(text.substr(0, equals)).empty()) {
    refuse(text, "no column is named");
  }
  BinSpec spec;
  spec.column = std::string(trim(text.substr(0, equals)));
  const std::string_view rule = trim(text.substr(equals + 1));
  constexpr std::string_view kQuantile = "quantile:";
  constexpr std::string_view kWidth = "width:";
  if (rule.starts_with(kQuantile)) {
    spec.kind = BinSpec::Kind::quantile;
    spec.parts = parse_parts(text, rule.substr(kQuantile.size()));
    return spec;
  }
  if (rule.starts_with(kWidth)) {
    spec.kind = BinSpec::Kind::width;
    spec.parts = parse_parts(text, rule.substr(kWidth.size()));
    return spec;
  }
  for (const std::string& part : split(rule, ',')) {
    const auto cut = parse_double(part);
    if (!cut || !std::isfinite(*cut)) refuse(text, fmt::format("'{}' is not a cut point", part));
    if (!spec.cuts.empty() && !(spec.cuts.back() < *cut))
      refuse(text, "the cut points do not increase");
    spec.cuts.push_back(*cut + 0.0);  // -0 and 0 are one point
  }
  if (spec.cuts.empty()) refuse(text, "there is no cut point");
  if (spec.cuts.size() > static_cast<std::size_t>(kMaxValues) - 2) {
    refuse(text, fmt::format("{} cut points are more than {}", spec.cuts.size(), kMaxValues - 2));
  }
  return spec;
}

std::vector<std::string> interval_labels(const std::vector<double>& cuts) {
  std::vector<std::string> labels;
  if (cuts.empty()) return {"all"};
  labels.push_back("< " + shortest(cuts.front()));
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    labels.push_back(fmt::format("{} to < {}", shortest(cuts[i - 1]), shortest(cuts[i])));
  }
  labels.push_back(">= " + shortest(cuts.back()));
  return labels;
}

std::optional<std::string> joined_interval(std::string_view first, std::string_view last) {
  const auto from = ends_of(first);
  const auto to = ends_of(last);
  if (!from || !to || (from->low.empty() && to->high.empty())) return std::nullopt;
  if (from->low.empty()) return fmt::format("< {}", to->high);
  if (to->high.empty()) return fmt::format(">= {}", from->low);
  return fmt::format("{} to < {}", from->low, to->high);
}

std::vector<double> width_cuts(double least, double greatest, int parts) {
  std::vector<double> cuts;
  if (!(least < greatest)) return cuts;
  // The halves keep greatest - least from overflowing.
  const double step = 2 * (greatest / 2 / parts - least / 2 / parts);
  // Beyond these a decimal place is not a double: such columns keep the raw cut points.
  const double place = std::floor(std::log10(step)) - 3;
  const bool rounds = place > -300 && place < 300;
  const double unit = rounds ? std::pow(10.0, std::abs(place)) : 1;
  for (int j = 1; j < parts; ++j) {
    double cut = least + step * j;
    // Dividing by a power of ten gives the double nearest to the short decimal; multiplying by .001
    // would not.
    if (rounds) cut = place < 0 ? std::round(cut * unit) / unit : std::round(cut / unit) * unit;
    cut += 0.0;
    if (std::isfinite(cut) && (cuts.empty() || cuts.back() < cut)) cuts.push_back(cut);
  }
  return cuts;
}

void QuantileCuts::add(double value, std::int64_t people) {
  // below * parts >= next * people, without overflow for any count of people.
  const auto reached = [this](int j) {
    return static_cast<long double>(below_) * parts_ >= static_cast<long double>(people_) * j;
  };
  if (below_ > 0 && std::isfinite(value) && next_ < parts_ && reached(next_)) {
    cuts_.push_back(value + 0.0);
    while (next_ < parts_ && reached(next_)) ++next_;
  }
  below_ += people;
}

const ColumnInfo& column_to_cut(const BinSpec& spec, const Columns& columns,
                                const std::string& source) {
  const ColumnInfo* column = columns.find(spec.column);
  if (column == nullptr) throw_unknown_column("`bins`", spec.column, columns.names());
  if (!is_numeric(column->type)) {
    throw InputError(fmt::format(
        "`bins`: column '{}' of {} does not hold numbers throughout{}", spec.column, source,
        column->type == "VARCHAR" ? "; `null` adds spellings of missing values" : ""));
  }
  return *column;
}

void check_cuts(const BinSpec& spec, const std::vector<double>& cuts, const std::string& source,
                Notices& notices) {
  if (cuts.empty()) {
    throw InputError(fmt::format(
        "`bins`: column '{}' of {} does not hold two different numbers, so it cannot be cut",
        spec.column, source));
  }
  if (spec.kind == BinSpec::Kind::quantile && static_cast<int>(cuts.size()) < spec.parts - 1) {
    notices.push_back(Notice::note(
        fmt::format("`bins`: '{}' has so many equal values that quantile:{} gives {} intervals",
                    spec.column, spec.parts, cuts.size() + 1),
        spec.column));
  }
}

}  // namespace faultline::data
