#include "cli/commands/elicit_dialogue.hpp"

#include <cmath>
#include <istream>
#include <ostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/elicitation/questions.hpp"
#include "faultline/methods/elicitation/ratio.hpp"
#include "faultline/report/render/display.hpp"
#include "faultline/report/text.hpp"
#include "faultline/run/answers.hpp"

namespace faultline::cli {
namespace {

using methods::ErrorRate;

class Asker {
 public:
  Asker(const run::ElicitSpec& spec, bool echo, std::istream& in, std::ostream& out)
      : spec_(spec), echo_(echo), in_(in), out_(out) {
    without_ = spec.no_outcome_text.empty() ? "never " + spec.outcome_text : spec.no_outcome_text;
  }

  void introduce() {
    say(fmt::format(
        "Imagine two systems that call {} \"{}\" or \"{}\". Both err at times, and {} of "
        "two groups, A and B, may not be treated alike. You will be asked how many more "
        "errors you would put up with to have both groups treated alike. No answer is "
        "wrong: it is your judgement that counts. Ctrl-D ends the questions.",
        spec_.people, spec_.positive, spec_.negative, spec_.people));
  }

  /// None at the end of the input.
  std::optional<methods::ElicitReport::Answer> rates(int number) {
    const methods::Question question =
        methods::draw_question(spec_.seed, static_cast<std::uint32_t>(number));
    const bool fpr = spec_.error == ErrorRate::fpr;
    const std::string& wrong = fpr ? spec_.positive : spec_.negative;
    const int mean = (question.z1 + question.z2) / 2;
    out_ << '\n';
    say(fmt::format("Question {} of {}", number + 1, spec_.questions));
    say(fmt::format("Of 100 {} in each group who {}, system 1 wrongly calls \"{}\":", spec_.people,
                    fpr ? without_ : spec_.outcome_text, wrong));
    say("in group A", fmt::format("{:6} ", question.z1));
    say("in group B", fmt::format("{:6} ", question.z2));
    say(fmt::format(
        "That is {} of 100 over both groups. System 2 wrongly calls the same number "
        "\"{}\" in either group. How high would system 2's number have to be before you preferred "
        "system 1?",
        mean, wrong));
    std::optional<double> refused;
    for (;;) {
      const std::optional<double> z3 = number_in("Your answer, 0 to 100: ", Kind::percentage);
      if (!z3) return std::nullopt;
      // The same dominated answer again is meant.
      if (!methods::is_dominated(question.z1, question.z2, *z3) || refused == z3) {
        return methods::ElicitReport::Answer{.person = spec_.person,
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
                    spec_.positive, without_, spec_.negative, spec_.outcome_text));
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
      if (echo_) say(line);
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

  const run::ElicitSpec& spec_;
  bool echo_;  // repeat each answer
  std::istream& in_;
  std::ostream& out_;
  std::string without_;
};

}  // namespace

void ask(run::ElicitSpec& spec, bool echo, std::istream& in, std::ostream& out) {
  run::validate(spec);
  Asker asker(spec, echo, in, out);
  asker.introduce();
  for (int i = 0; i < spec.questions && !spec.ended_early; ++i) {
    if (const auto answer = asker.rates(i)) {
      spec.answer.push_back(run::to_text(*answer));
    } else {
      spec.ended_early = true;
    }
  }
  if (!spec.cost_ratio && !spec.ended_early) {
    spec.cost_ratio = asker.cost_ratio();
    spec.ended_early = !spec.cost_ratio;
  }
  if (spec.ended_early) asker.end();
  asker.finish();
}

}  // namespace faultline::cli
