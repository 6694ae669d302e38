#pragma once
// Invented people for comparisons: two models on the same ones.

#include <cstdint>

#include "faultline/methods/compare/compared_people.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods::testing {

/// Two attributes of 2 and 3 values; the second model errs more often where sex = F, by `more`.
inline ComparedPeople invented(std::int64_t people, double more, std::uint32_t number = 1) {
  ComparedPeople out;
  out.attributes = {{.name = "sex", .labels = {"F", "M"}},
                    {.name = "age", .labels = {"1", "2", "3"}}};
  out.codes.resize(2);
  out.has_score = true;
  out.has_decision = true;
  for (data::Code sex = 0; sex < 2; ++sex) {
    for (data::Code age = 0; age < 3; ++age) {
      rng::Stream stream(1, rng::Purpose::test, number, 3U * sex + age);
      for (std::int64_t i = 0; i < people / 6; ++i) {
        out.codes[0].push_back(sex);
        out.codes[1].push_back(age);
        SideEntry one{.outcome = rng::bernoulli(stream, 0.4), .count = 1};
        SideEntry other = one;
        const auto say = [&](SideEntry& entry, double wrong) {
          const bool errs = rng::bernoulli(stream, wrong);
          const double sure = 0.05 + 0.4 * rng::uniform(stream);
          entry.score = entry.outcome != errs ? 1 - sure : sure;
          entry.decision = entry.score >= 0.5;
        };
        say(one, 0.2);
        say(other, sex == 0 ? 0.2 + more : 0.2);
        out.before.push_back(one);
        out.after.push_back(other);
      }
    }
  }
  return out;
}

}  // namespace faultline::methods::testing
