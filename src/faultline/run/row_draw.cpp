#include "faultline/run/row_draw.hpp"

#include <bit>

#include "faultline/base/error.hpp"

namespace faultline::run {
namespace {

[[noreturn]] void changed() { throw InputError("the input changed while it was read"); }

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

}  // namespace

RowDraw::RowDraw(const data::Profiles& profiles, std::size_t numbers) : profiles_(profiles) {
  for (std::size_t k = 0; k < profiles.count.size(); ++k) {
    Key key;
    for (const auto& codes : profiles.codes) key.push_back(codes[k]);
    for (std::size_t i = 0; i < numbers; ++i) key.push_back(bits(profiles.numbers[i][k]));
    key.push_back(bits(profiles.prediction[k]));
    key.push_back(profiles.outcome[k]);
    places_[key].profiles.push_back(k);
  }
  for (const data::Attribute& attribute : profiles.attributes) {
    auto& codes = codes_.emplace_back();
    for (const std::string& label : attribute.labels) {
      codes.emplace(label, codes.size());
    }
  }
  positive_.assign(profiles.count.size(), 0);
}

void RowDraw::add(const data::Row& row, bool positive) {
  Key key;
  for (std::size_t a = 0; a < row.labels.size(); ++a) {
    const auto code = codes_[a].find(row.labels[a]);
    if (code == codes_[a].end()) changed();
    key.push_back(code->second);
  }
  for (const double number : row.numbers) key.push_back(bits(number));
  key.push_back(bits(row.score));
  key.push_back(row.outcome ? 1 : 0);
  const auto found = places_.find(key);
  if (found == places_.end()) changed();
  Place& place = found->second;
  while (place.at < place.profiles.size() &&
         place.used == profiles_.count[place.profiles[place.at]]) {
    ++place.at;
    place.used = 0;
  }
  if (place.at == place.profiles.size()) changed();
  ++place.used;
  if (positive) ++positive_[place.profiles[place.at]];
}
}  // namespace faultline::run
