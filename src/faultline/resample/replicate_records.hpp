#pragma once
// Finished replicates as lines of text, fields parted by tabs:
//   family <tab> replicate <tab> score <tab> score ...
// Control characters and % in names are written as %XX, scores as hexadecimal floats, whatever the
// locale: what is read has the bits of what was written.

#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::resample {

/// A name as a field of a line.
[[nodiscard]] std::string escaped(std::string_view name);
[[nodiscard]] std::vector<std::string_view> fields_of(std::string_view line);
/// With its end; `family` is escaped.
[[nodiscard]] std::string record_line(std::string_view family, std::uint32_t replicate,
                                      std::span<const double> scores);

/// Replicates by family (as escaped) and number.
class Records {
 public:
  /// A line without its end; of two lines of one replicate the first counts. False when it is none.
  [[nodiscard]] bool read(std::string_view line);
  void add(const std::string& family, std::uint32_t replicate, std::span<const double> scores);
  /// Null when the replicate is not known.
  [[nodiscard]] const std::vector<double>* find(const std::string& family,
                                                std::uint32_t replicate) const;
  /// Replicates of a family, and of all.
  [[nodiscard]] std::int64_t count(const std::string& family) const;
  [[nodiscard]] std::int64_t count() const;
  [[nodiscard]] std::int64_t families() const { return std::ssize(families_); }

 private:
  std::map<std::string, std::map<std::uint32_t, std::vector<double>>> families_{};
};

}  // namespace faultline::resample
