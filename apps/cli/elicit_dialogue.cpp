#include "cli/elicit_dialogue.hpp"

#include <cmath>
#include <istream>
#include <ostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "faultline/audit/ijdi/elicitation.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/display.hpp"
#include "faultline/report/text.hpp"

namespace faultline::cli {
namespace {

using audit::ErrorRate;

class Asker {
 public:
  Asker(const DialogueOptions& options, std::istream& in, std::ostream& out)
      : options_(options), in_(in), out_(out) {
    without_ =
        options.no_outcome_text.empty() ? "never " + options.outcome_text : options.no_outcome_text;
  }

  void introduce() {
    say(fmt::format(
        "Imagine two systems that call {} \"{}\" or \"{}\". Both err at times, and {} of "
        "two groups, A and B, may not be treated alike. You will be asked how many more "
        "errors you would put up with to have both groups treated alike. No answer is "
        "wrong: it is your judgement that counts. Ctrl-D ends the questions.",
        options_.people, options_.positive, options_.negative, options_.people));
  }

  /// None at the end of the input.
  std::optional<audit::ElicitReport::Answer> rates(int number) {
    const audit::Question question =
        audit::draw_question(options_.seed, static_cast<std::uint32_t>(number));
    const bool fpr = options_.error == ErrorRate::fpr;
    const std::string& wrong = fpr ? options_.positive : options_.negative;
    const int mean = (question.z1 + question.z2) / 2;
    out_ << '\n';
    say(fmt::format("Question {} of {}", number + 1, options_.questions));
    say(fmt::format("Of 100 {} in each group who {}, system 1 wrongly calls \"{}\":",
                    options_.people, fpr ? without_ : options_.outcome_text, wrong));
    say("in group A", fmt::format("{:6} ", question.z1));
    say("in group B", fmt::format("{:6} ", question.z2));
    say(
        fmt::format("That is {} of 100 over both groups. System 2 wrongly calls the same number "
                    "\"{}\" in either group. From which number on would you rather have system 1?",
                    mean, wrong));
    std::optional<double> refused;
    for (;;) {
      const std::optional<double> z3 = number_in("Your answer, 0 to 100: ", Kind::percentage);
      if (!z3) return std::nullopt;
      // The same dominated answer again is meant.
      if (!audit::is_dominated(question.z1, question.z2, *z3) || refused == z3) {
        return audit::ElicitReport::Answer{.person = options_.person,
                                           .z1 = static_cast<double>(question.z1),
                                           .z2 = static_cast<double>(question.z2),
                                           .z3 = *z3};
      }
      refused = z3;
      say(
          fmt::format("With {} in either group, system 2 makes fewer errors than system 1 ({} over "
                      "both groups) and treats the groups alike: it is better in both respects. "
                      "Please answer again, {} or more; or give {} again if you mean it, and it "
                      "will be noted but not counted.",
                      shortest(*z3), mean, mean, shortest(*z3)));
    }
  }

  /// cost(FN) / cost(FP); none at the end of the input.
  std::optional<double> cost_ratio() {
    out_ << '\n';
    say("Last question");
    say(
        fmt::format("Compare two errors: calling somebody \"{}\" who {} (a false positive), and "
                    "calling somebody \"{}\" who {} (a false negative). How many false negatives "
                    "are as bad as one false positive? 1 if they are equally bad, 2 if a false "
                    "positive is twice as bad, 0.5 if a false negative is.",
                    options_.positive, without_, options_.negative, options_.outcome_text));
    const std::optional<double> equal = number_in("Your answer, above 0: ", Kind::positive);
    if (!equal) return std::nullopt;
    return 1 / *equal;
  }

  void end() {
    // The cursor stands behind the prompt.
    out_ << "\nThe input ended, and so do the questions.\n";
  }
  void finish() { out_ << '\n' << std::flush; }

 private:
  enum class Kind { percentage, positive };

  static bool fits(double value, Kind kind) {
    if (kind == Kind::percentage) return value >= 0 && value <= 100;
    return value > 0 && std::isfinite(value) && std::isfinite(1 / value);
  }

  void say(std::string_view text, std::string_view first = "") {
    out_ << report::wrap(first, report::printable(text), report::TextOptions{}.width);
  }

  std::optional<double> number_in(std::string_view prompt, Kind kind) {
    std::string line;
    for (;;) {
      out_ << prompt << std::flush;
      if (!std::getline(in_, line)) return std::nullopt;
      // A terminal shows what is typed; without one the next words would stand behind the prompt.
      if (options_.echo) say(line);
      std::string_view text = trim(line);
      if (kind == Kind::percentage && text.ends_with('%')) {
        text = trim(text.substr(0, text.size() - 1));
      }
      const std::optional<double> value = parse_double(text);
      if (value && fits(*value, kind)) return value;
      say(fmt::format("'{}' is not {}.", text,
                      kind == Kind::percentage ? "a number from 0 to 100" : "a number above 0"));
    }
  }

  const DialogueOptions& options_;
  std::istream& in_;
  std::ostream& out_;
  std::string without_;
};

}  // namespace

void validate(const DialogueOptions& options) {
  constexpr int kMostQuestions = 1000;
  if (options.questions < 1 || options.questions > kMostQuestions) {
    throw ConfigError(
        fmt::format("--questions {}: must be from 1 to {}", options.questions, kMostQuestions));
  }
  for (const auto& [option, text] :
       {std::pair{"--positive", &options.positive}, std::pair{"--negative", &options.negative},
        std::pair{"--people", &options.people},
        std::pair{"--outcome-text", &options.outcome_text}}) {
    if (trim(*text).empty()) throw ConfigError(fmt::format("{} is empty; give a word", option));
  }
}

Dialogue ask(const DialogueOptions& options, std::istream& in, std::ostream& out) {
  validate(options);
  Asker asker(options, in, out);
  Dialogue dialogue;
  asker.introduce();
  for (int i = 0; i < options.questions && !dialogue.ended_early; ++i) {
    if (auto answer = asker.rates(i)) {
      dialogue.answers.push_back(*std::move(answer));
    } else {
      dialogue.ended_early = true;
    }
  }
  if (options.ask_cost_ratio && !dialogue.ended_early) {
    dialogue.cost_ratio = asker.cost_ratio();
    dialogue.ended_early = !dialogue.cost_ratio;
  }
  if (dialogue.ended_early) asker.end();
  asker.finish();
  return dialogue;
}

}  // namespace faultline::cli
