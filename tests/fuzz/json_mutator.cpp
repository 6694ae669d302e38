// Mutations that keep JSON whole: bytes changed at random seldom get past the parser, and then
// never reach what reads, checks and shows the values. Linked into libFuzzer's targets only.

#include <array>
#include <iterator>
#include <random>
#include <vector>

#include "fuzz/target.hpp"
#include <nlohmann/json.hpp>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using Json = nlohmann::ordered_json;
using Dice = std::minstd_rand;

/// Deeper ones are left to the mutations of bytes: writing JSON recurs.
constexpr std::size_t kDeepest = 60;

/// Every value in the tree; empty when it is too deep.
std::vector<Json*> values_of(Json& root) {
  std::vector<Json*> found;
  std::vector<std::pair<Json*, std::size_t>> open{{&root, 0}};
  while (!open.empty()) {
    const auto [json, depth] = open.back();
    open.pop_back();
    if (depth > kDeepest) return {};
    found.push_back(json);
    if (!json->is_structured()) continue;
    for (Json& item : *json) open.emplace_back(&item, depth + 1);
  }
  return found;
}

Json odd_value(Dice& dice) {
  static const std::array<Json, 24> kOdd{nullptr,
                                         true,
                                         false,
                                         0,
                                         1,
                                         -1,
                                         2,
                                         0.5,
                                         1e308,
                                         -1e308,
                                         5e-324,
                                         2147483647,
                                         -2147483648LL,
                                         9223372036854775807LL,
                                         18446744073709551615ULL,
                                         "",
                                         "a",
                                         "<img src=x>\"'&",
                                         "\xC3\xA9\xE2\x82\xAC",
                                         "\x1b[31m\n\t",
                                         std::string(300, 'w'),
                                         Json::array(),
                                         Json::object(),
                                         Json::array({0, 1})};
  return kOdd[dice() % kOdd.size()];
}

void change_items(Json& json, Dice& dice, const Json& other) {
  const std::size_t at = json.empty() ? 0 : dice() % json.size();
  const bool list = json.is_array();
  switch (dice() % 3) {
    case 0:
      if (!json.empty()) json.erase(std::next(json.begin(), static_cast<std::ptrdiff_t>(at)));
      return;
    case 1:
      if (list && !json.empty()) json.push_back(Json(json[at]));
      if (!list) json[dice() % 2 == 0 ? "" : "name"] = other;
      return;
    default:
      if (list) json.push_back(other);
      if (!list && !json.empty())
        std::next(json.begin(), static_cast<std::ptrdiff_t>(at)).value() = other;
  }
}

void change_text(Json& json) {
  auto text = json.get<std::string>();
  const std::size_t most = text.size() + 16;
  const std::size_t size = text.size();
  text.resize(most);
  text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, most));
  json = text;
}

void mutate(Json& root, const std::vector<Json*>& values, Dice& dice) {
  Json& json = *values[dice() % values.size()];
  const Json other = dice() % 2 == 0 ? odd_value(dice) : Json(*values[dice() % values.size()]);
  if (json.is_string() && dice() % 2 == 0) {
    change_text(json);
  } else if (json.is_structured() && dice() % 4 != 0) {
    change_items(json, dice, other);
  } else if (&json != &root) {
    json = other;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  Dice dice(seed);
  Json root = Json::parse(data, data + size, nullptr, false);
  if (root.is_discarded() || dice() % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  for (unsigned changes = 1 + dice() % 3; changes > 0; --changes) {
    // Again each time: a change may have taken values away.
    const std::vector<Json*> values = values_of(root);
    if (values.empty()) return LLVMFuzzerMutate(data, size, most);
    mutate(root, values, dice);
  }
  const std::string text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
