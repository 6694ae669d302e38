#pragma once
// People of a file: rows stay in the engine; what reaches us is grouped tuples, or, where there are
// over a million rows with over a thousand distinct predictions (with numbers, tuples of a
// prediction and numbers), sorted tuples.

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/data/people.hpp"

namespace faultline::sql {

class Origin;

class People final : public data::People {
 public:
  /// Throws InputError and ConfigError with a sentence for the user, Cancelled when stop is
  /// requested.
  [[nodiscard]] static People open(const data::InputOptions& input, const data::RoleOptions& roles,
                                   const std::stop_token& stop = {});
  /// The same of another origin than files.
  [[nodiscard]] static People open(const Origin& origin, const data::InputOptions& input,
                                   const data::RoleOptions& roles, const std::stop_token& stop);
  ~People() override;
  People(People&&) noexcept;
  People& operator=(People&&) noexcept;

  void stream_subgroup(std::span<const std::uint64_t> value_sets, data::ProfileSink& sink,
                       const std::stop_token& stop = {}) const override;

 private:
  struct State;
  explicit People(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Names of the columns of the input after --derive. Throws as People::open does.
[[nodiscard]] std::vector<std::string> column_names(const data::InputOptions& input,
                                                    const std::stop_token& stop = {});
[[nodiscard]] std::vector<std::string> column_names(const Origin& origin,
                                                    const data::InputOptions& input,
                                                    const std::stop_token& stop);

}  // namespace faultline::sql
