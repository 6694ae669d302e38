#include "faultline/run/any_spec.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/json.hpp"
#include "faultline/base/options.hpp"
#include "faultline/result/result.hpp"

namespace faultline::run {
namespace {

Command command_of(std::string_view json) {
  const auto quoted = json::part(json, "command");
  if (!quoted) {
    throw InputError(
        "not a spec, because it has no \"command\"; write one with `print_spec`, or give a result");
  }
  const std::string name = quoted->size() >= 2 ? quoted->substr(1, quoted->size() - 2) : *quoted;
  std::vector<std::string> names;
  for (const Command command : commands()) {
    names.emplace_back(describe::name_of(command));
    if (names.back() == name) return command;
  }
  throw OptionError("command", name, "must be " + join_words(names, names.size(), "or"));
}

template <std::size_t... Places>
std::vector<AnySpec> make_default_specs(std::index_sequence<Places...>) {
  return {AnySpec(std::in_place_index<Places>)...};
}

/// One of each kind: what AnySpec lists is listed nowhere else.
const std::vector<AnySpec>& default_specs() {
  static const std::vector<AnySpec> specs =
      make_default_specs(std::make_index_sequence<std::variant_size_v<AnySpec>>{});
  return specs;
}

/// Null where the command does nothing that could be shared.
int* threads_of(AnySpec& spec) {
  for (const describe::Field& field : describe::fields(description(spec), address(spec))) {
    if (field.member->key == "threads") return static_cast<int*>(field.value);
  }
  return nullptr;
}

/// "spec.alpha" -> "alpha".
std::string option_of(const std::string& path) { return path.substr(path.find('.') + 1); }

/// What was chosen from the data is chosen again.
void choose_again(AnySpec& spec) {
  const std::vector<std::string> chosen = head(spec).by_default;
  for (const describe::Field& field : describe::fields(description(spec), address(spec))) {
    const bool is_chosen =
        std::find(chosen.begin(), chosen.end(), field.member->key) != chosen.end();
    const describe::Type& type = field.member->type();
    if ((is_chosen || field.member->key == "by_default") && type.clear != nullptr)
      type.clear(field.value);
  }
}

/// Options that results of earlier versions have and that no longer exist: tests stop by
/// themselves, and further subgroups are tested given those before. A repeat of such a result does
/// without.
constexpr std::array<std::string_view, 2> kRetired{"early_stop", "max_overlap"};

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> list = [] {
    std::vector<Command> all;
    for (const AnySpec& spec : default_specs()) all.push_back(head(spec).command);
    return all;
  }();
  return list;
}

AnySpec spec_of(Command command) {
  for (const AnySpec& spec : default_specs()) {
    if (head(spec).command == command) return spec;
  }
  throw InternalError("a command has no spec");
}

int threads(const AnySpec& spec) {
  AnySpec copy = spec;
  const int* threads = threads_of(copy);
  return threads == nullptr ? 0 : *threads;
}

void set_threads(AnySpec& spec, int threads) {
  if (int* place = threads_of(spec)) *place = threads;
}

const Spec& head(const AnySpec& spec) {
  return std::visit([](const auto& held) -> const Spec& { return held; }, spec);
}

const describe::Object& description(const AnySpec& spec) {
  return std::visit([](const auto& held) -> const describe::Object& { return description(&held); },
                    spec);
}

void* address(AnySpec& spec) {
  return std::visit([](auto& held) -> void* { return &held; }, spec);
}
const void* address(const AnySpec& spec) {
  return std::visit([](const auto& held) -> const void* { return &held; }, spec);
}

AnySpec read_spec(std::string_view text) {
  std::string config;
  try {
    // A result has a schema; its "config" is a spec.
    if (const auto schema = json::part(text, "schema")) {
      result::check_schema(json::read<std::string>(*schema, "schema", json::Reading::complete));
      const auto part = json::part(text, "config");
      if (!part) throw InputError("the result is damaged, because result.config must be there");
      config = json::without(*part, kRetired);
    }
    const std::string_view root = text;
    if (!config.empty()) text = config;
    // Results of faultline/1 say their command outside their config.
    AnySpec spec = spec_of(command_of(json::part(text, "command") ? text : root));
    std::visit(
        [text](auto& held) {
          using Type = std::decay_t<decltype(held)>;
          json::read(text, "spec", json::Reading::partial, describe::type_of<Type>(), &held);
        },
        spec);
    choose_again(spec);
    describe::check_ranges(description(spec), address(spec));
    return spec;
  } catch (const json::NotJson&) {
    throw InputError("not a spec, because the text is not JSON");
  } catch (const json::UnknownKey& unknown) {
    throw ConfigError(unknown.what());
  } catch (const json::Damaged& damage) {
    throw ConfigError(fmt::format("`{}` must be {}", option_of(damage.path()), damage.wanted()));
  }
}

std::string write_spec(const AnySpec& spec) {
  return json::write(describe::echo(description(spec), address(spec)));
}

}  // namespace faultline::run
