#include "faultline/methods/conditional/left_out.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::methods {
namespace {

// What half of these people have, and so many fewer of the class, names them.
constexpr double kMost = 0.5;
constexpr double kMoreThanTheClass = 0.2;

/// Members of the class whom the condition keeps, tuple by tuple.
struct Members {
  std::vector<std::int32_t> tuple{};
  std::vector<double> left_out{};  // how many, as shares of all that are
  std::vector<double> all{};       // as shares of the class
};

Members members_of(const ClassProblem& problem, const Membership& membership) {
  Members members;
  for (const std::int32_t tuple : problem.kept(membership.given)) {
    const auto count = static_cast<double>(problem.members()[tuple]);
    if (count == 0) continue;
    members.tuple.push_back(tuple);
    members.all.push_back(count / static_cast<double>(membership.members));
    members.left_out.push_back(
        membership.takes_part(tuple) ? 0 : count / static_cast<double>(membership.left_out));
  }
  return members;
}

/// A property that people may share, and how many of both do.
struct Trait {
  std::string words{};
  double left_out = 0;
  double all = 0;
  [[nodiscard]] double excess() const { return left_out - all; }
};

class Telling {
 public:
  Telling(const ClassProblem& problem, const Membership& membership, const SideWords& sides)
      : members_(members_of(problem, membership)), sides_(sides) {}

  /// Values of an attribute, one by one.
  void consider(const data::Attribute& attribute, const std::vector<data::Code>& codes) {
    std::vector<Trait> traits(attribute.labels.size());
    for (std::size_t i = 0; i < members_.tuple.size(); ++i) {
      Trait& trait = traits[codes[static_cast<std::size_t>(members_.tuple[i])]];
      trait.left_out += members_.left_out[i];
      trait.all += members_.all[i];
    }
    for (std::size_t v = 0; v < traits.size(); ++v) {
      traits[v].words = fmt::format("{} = {}", attribute.name, attribute.labels[v]);
      keep(std::move(traits[v]));
    }
  }

  /// The quarters of the class with the largest and the smallest values of a number.
  void consider(const std::string& name, const std::vector<double>& numbers) {
    std::vector<std::pair<double, double>> sorted;  // value, share of the class
    for (std::size_t i = 0; i < members_.tuple.size(); ++i)
      sorted.emplace_back(numbers[static_cast<std::size_t>(members_.tuple[i])], members_.all[i]);
    std::ranges::sort(sorted);
    double below = 0;
    double first = sorted.front().first;
    double third = sorted.back().first;
    for (const auto& [value, share] : sorted) {
      if (below < 0.25) first = value;
      if (below < 0.75) third = value;
      below += share;
    }
    Trait small{.words = fmt::format("{} up to {}", name, shortest(first))};
    Trait large{.words = fmt::format("{} from {} on", name, shortest(third))};
    for (std::size_t i = 0; i < members_.tuple.size(); ++i) {
      const double value = numbers[static_cast<std::size_t>(members_.tuple[i])];
      for (Trait* trait : {&small, &large}) {
        if (trait == &small ? value > first : value < third) continue;
        trait->left_out += members_.left_out[i];
        trait->all += members_.all[i];
      }
    }
    keep(std::move(small));
    keep(std::move(large));
  }

  /// "; 72 % of them have priors = Over 5, of the class 30 %", or nothing.
  [[nodiscard]] std::string words() const {
    if (best_.left_out < kMost || best_.excess() < kMoreThanTheClass) return "";
    return fmt::format("; {:.0f} % of them have {}, of {} {:.0f} %", 100 * best_.left_out,
                       best_.words, sides_.members, 100 * best_.all);
  }

 private:
  /// The first of equals stays: columns have an order, rows have not.
  void keep(Trait trait) {
    constexpr double kRounding = 1e-9;
    if (trait.excess() > best_.excess() + kRounding) best_ = std::move(trait);
  }

  Members members_;
  const SideWords& sides_;
  Trait best_{};
};

}  // namespace

Notice left_out_notice(const ClassProblem& problem, const Membership& membership) {
  const double share =
      static_cast<double>(membership.left_out) / static_cast<double>(membership.members);
  const bool one = membership.left_out == 1;
  const SideWords& sides = problem.options().words;
  Telling telling(problem, membership, sides);
  const data::Profiles& pool = problem.pool();
  for (const int at : problem.attributes_alike())
    telling.consider(pool.attributes[at], pool.codes[at]);
  for (const int at : problem.numbers_alike())
    telling.consider(pool.number_names[at], pool.numbers[at]);
  return Notice::warning(
      fmt::format("{} of {} ({:.1f} %) {} no comparable counterpart and {} left out{}",
                  people(membership.left_out), sides.members, 100 * share, one ? "has" : "have",
                  one ? "is" : "are", one ? "" : telling.words()));
}

}  // namespace faultline::methods
