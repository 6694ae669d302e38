#pragma once
// Where people come from: an engine that can reach them, and the source opened in it. Files have an
// engine of their own each time; a data frame is loaded once, and everybody who opens it gets a
// connection to the engine that holds it. For use inside sql/ only.

#include <functional>
#include <stop_token>
#include <string>

#include "faultline/data/input.hpp"
#include "faultline/sql/engine.hpp"
#include "faultline/sql/source.hpp"

namespace faultline::sql {

class Origin {
 public:
  virtual ~Origin() = default;
  /// Throws ConfigError.
  virtual void check(const data::InputOptions& input) const = 0;
  [[nodiscard]] virtual Engine engine(int threads) const = 0;
  /// As open_source.
  [[nodiscard]] virtual Source open(Engine& engine, const data::InputOptions& input,
                                    const std::function<bool(const std::string&)>& needed,
                                    const std::stop_token& stop) const = 0;
};

class FileOrigin final : public Origin {
 public:
  void check(const data::InputOptions& input) const override { validate_file(input); }
  [[nodiscard]] Engine engine(int threads) const override { return Engine(threads); }
  [[nodiscard]] Source open(Engine& engine, const data::InputOptions& input,
                            const std::function<bool(const std::string&)>& needed,
                            const std::stop_token& stop) const override {
    return open_source(engine, input, needed, stop);
  }
};

}  // namespace faultline::sql
