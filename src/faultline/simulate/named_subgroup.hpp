#pragma once
// A subgroup by names, as a generator takes and returns it: for each restricted attribute the
// values that belong.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/attribute.hpp"

namespace faultline::simulate {

using NamedSubgroup = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// A subgroup resolved against a list of attributes: which values of which attribute belong.
/// Attributes that the subgroup does not name let everybody in.
class Membership {
 public:
  /// Throws ConfigError (with the nearest name) on an unknown attribute or value, a repeated
  /// attribute, or one without values.
  Membership(const NamedSubgroup& subgroup, const std::vector<data::Attribute>& attributes);

  /// codes holds one code per attribute, in the order of the constructor's list.
  template <typename Codes>
  [[nodiscard]] bool contains(const Codes& codes) const {
    for (std::size_t a = 0; a < sets_.size(); ++a) {
      if (((sets_[a] >> codes[a]) & 1U) == 0) return false;
    }
    return true;
  }

 private:
  std::vector<std::uint64_t> sets_;
};

/// "sex=Male;ward=Surgery|Cardiology": the notation of the option `subgroup`.
[[nodiscard]] std::string to_text(const NamedSubgroup& subgroup);

}  // namespace faultline::simulate
