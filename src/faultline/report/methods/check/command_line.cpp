#include "faultline/report/methods/check/command_line.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text_width.hpp"

namespace faultline::report {
namespace {

constexpr int kColumns = 76;

// Options that decide what is looked at, in the order in which they are typed.
constexpr std::array<std::string_view, 16> kAsked{
    "input_format", "delimiter", "columns",   "table",   "null",  "missing",
    "where",        "derive",    "bins",      "outcome", "score", "risk_score",
    "decision",     "threshold", "protected", "count"};
// Lists whose items may hold commas: the option is typed once for each.
constexpr std::array<std::string_view, 3> kRepeated{"derive", "bins", "ordered"};

std::string quoted(const std::string& text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_./,:=+-").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

const result::ConfigValue* value_of(const result::Config& config, std::string_view key) {
  for (const auto& [name, value] : config) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::vector<std::string> texts_of(const result::Config& config, std::string_view key) {
  const result::ConfigValue* value = value_of(config, key);
  if (value == nullptr) return {};
  if (const auto* text = std::get_if<std::string>(value); text != nullptr && !text->empty())
    return {*text};
  if (const auto* list = std::get_if<std::vector<std::string>>(value)) return *list;
  return {};
}

bool is_among(const std::vector<std::string>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ",") + item;
  return text;
}

class CommandLine {
 public:
  CommandLine(const result::Result& check, const result::Part& part)
      : check_(check), part_(part), chosen_(texts_of(check.config, "by_default")) {}

  std::vector<std::string> lines() {
    const std::vector<std::string> input = texts_of(check_.config, "input");
    words_ = {fmt::format("faultline {} {}", name_of(part_.command),
                          input.empty() ? "FILE" : quoted(input.front()))};
    for (const std::string_view key : kAsked) {
      // What is at its default need not be typed.
      if (key == "missing" && texts_of(part_.config, key) == std::vector<std::string>{"refuse"})
        continue;
      // Costs were those of the decisions; a learner is trained instead.
      if (part_.command == result::Command::sources && (key == "score" || key == "threshold"))
        continue;
      add(key, texts_of(part_.config, key));
    }
    const bool searches =
        part_.command == result::Command::scan || part_.command == result::Command::audit;
    if (part_.command == result::Command::scan && !texts_of(check_.config, "decision").empty()) {
      // Alone, a scan would not know that the decision is one, and scan it.
      add("attributes", texts_of(check_.config, "attributes"));
      add_unless_chosen("ordered");
    } else if (searches) {
      add_unless_chosen("attributes");
      add_unless_chosen("ordered");
    }
    if (part_.command == result::Command::audit) {
      add_unless_chosen("covariates");
      if (texts_of(check_.config, "harm") == std::vector<std::string>{"negative"})
        add("harm", {"negative"});
    }
    if (part_.command == result::Command::sources) {
      std::vector<std::string> covariates = texts_of(check_.config, "covariates");
      std::erase_if(covariates, [this](const std::string& name) {
        return is_among(texts_of(part_.config, "protected"), name);
      });
      add("covariates", covariates);
      add("model", {"forest"});
    }
    add("html", {fmt::format("{}.html", name_of(part_.command))});
    return folded();
  }

 private:
  void add_unless_chosen(std::string_view key) {
    if (!is_among(chosen_, key)) add(key, texts_of(check_.config, key));
  }

  void add(std::string_view key, const std::vector<std::string>& values) {
    if (values.empty()) return;
    std::string option(key);
    std::ranges::replace(option, '_', '-');
    const bool repeated = std::ranges::find(kRepeated, key) != kRepeated.end() ||
                          (key == "protected" && part_.command == result::Command::audit);
    for (const std::string& value : repeated ? values : std::vector<std::string>{joined(values)})
      words_.push_back(fmt::format("--{} {}", option, quoted(value)));
  }

  [[nodiscard]] std::vector<std::string> folded() const {
    std::vector<std::string> lines{words_.front()};
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (text_width(lines.back()) + text_width(words_[i]) + 3 > kColumns) {
        lines.back() += " \\";
        lines.push_back("  " + words_[i]);
      } else {
        lines.back() += " " + words_[i];
      }
    }
    return lines;
  }

  const result::Result& check_;
  const result::Part& part_;
  std::vector<std::string> chosen_;
  std::vector<std::string> words_{};
};

}  // namespace

std::vector<std::string> deeper_command(const result::Result& check, const result::Part& part) {
  return CommandLine(check, part).lines();
}

}  // namespace faultline::report
