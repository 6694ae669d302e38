#include "cli/simulate/sources.hpp"

#include "cli/options/options.hpp"
#include "cli/terminal/output.hpp"
#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/base/whole_file.hpp"
#include "faultline/simulate/notes.hpp"
#include "faultline/simulate/reviews.hpp"
#include "faultline/simulate/sources_regression.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::cli {
namespace {

/// Errors of the best prediction by group and topic: exact for main topics, and for these people
/// weighted by their shares of the topic.
std::string truth_csv(const simulate::NotesOptions& options, const simulate::Notes& notes) {
  std::string csv = csv_row({"quantity", "group", "topic", "value"});
  for (std::size_t g = 0; g < simulate::kNoteGroups.size(); ++g) {
    for (std::size_t k = 0; k < simulate::kNoteTopics.size(); ++k) {
      const auto add = [&](const char* quantity, double value) {
        csv += csv_row({quantity, simulate::kNoteGroups[g], simulate::kNoteTopics[k], value});
      };
      add("least_error", simulate::least_error(options, g, k));
      add("weighted_least_error", simulate::weighted_least_error(notes, g, k));
    }
  }
  return csv;
}

void add_common(Options& options, std::int64_t& people, std::string& output, std::int64_t& seed) {
  options.add("--people", people, "Draw N people");
  options.add("--output", output, "Write the data to this CSV file")->type_name("FILE");
  options.add_seed(seed);
}

}  // namespace

int run_simulate_notes(std::vector<std::string> arguments) {
  simulate::NotesOptions notes;
  std::string output = "notes.csv";
  std::int64_t seed = 1;
  Options options(
      "Simulates clinical notes of three groups of patients, with eight topics and a binary "
      "outcome. The best possible prediction errs equally often everywhere except in one topic "
      "(cancer) of one group (B), where an unmeasured variable makes the outcome noisier. The "
      "columns main_topic, severe, hidden, true_probability and share_... hold the truth; the file "
      ".truth.csv beside the data holds the errors of the best prediction.",
      "faultline simulate notes");
  options.footer(
      "\nExample:\n"
      "  faultline simulate notes --output notes.csv\n"
      "  faultline sources notes.csv --outcome died --protected group --text note \\\n"
      "    --model logistic-l1 --topics 8\n");
  options.allow_config();
  add_common(options, notes.people, output, seed);
  options.add("--noise", notes.noise,
              "Let the best prediction err with probability X elsewhere, 0 to below 0.5");
  options.add("--hidden", notes.hidden,
              "Give the unmeasured variable to this share of the patients with that topic in that "
              "group, 0 to 0.5");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  check_file("--output", output);
  notes.seed = checked_seed(seed);
  const simulate::Notes made = simulate::draw_notes(notes);
  const std::string truth_file = output + ".truth.csv";
  write_whole_file(output, simulate::to_csv(made));
  write_whole_file(truth_file, truth_csv(notes, made));
  const auto group = simulate::kHiddenGroup;
  const auto topic = simulate::kHiddenTopic;
  print_paragraph(fmt::format(
      "{}, seed {}. The best prediction errs in {} of cases, but in {} of group {} where the main "
      "topic is {}; weighted by shares of that topic, {:.3f} in group {} and {:.3f} in group {}.",
      faultline::people(notes.people), seed, shortest(notes.noise),
      shortest(simulate::least_error(notes, group, topic)), simulate::kNoteGroups[group],
      simulate::kNoteTopics[topic], simulate::weighted_least_error(made, group, topic),
      simulate::kNoteGroups[group], simulate::weighted_least_error(made, 0, topic),
      simulate::kNoteGroups[0]));
  fmt::print("wrote {} and {}\n", output, truth_file);
  return 0;
}

int run_simulate_reviews(std::vector<std::string> arguments) {
  simulate::ReviewsOptions reviews;
  std::string output = "reviews.csv";
  std::int64_t seed = 1;
  Options options(
      "Simulates book reviews with a rating. Reviews of women's books are rarer and use opinion "
      "words of their own, so that their ratings are harder to learn; the best possible prediction "
      "errs equally in both groups, and more reviews of women's books close the gap. The column "
      "true_mean holds the best prediction.",
      "faultline simulate reviews");
  options.footer(
      "\nExample:\n"
      "  faultline simulate reviews --output reviews.csv\n"
      "  faultline sources reviews.csv --outcome rating --protected author --text review \\\n"
      "    --model ridge --parts costs,curves\n");
  options.allow_config();
  add_common(options, reviews.people, output, seed);
  options.add("--women", reviews.women, "Make this share of the reviews about women's books");
  options.add(
      "--shared", reviews.shared,
      "Let reviews of men's books use this share of the opinion words of women's books too");
  options.add("--noise-sd", reviews.noise_sd,
              "Set the standard deviation of a rating given its words");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  check_file("--output", output);
  reviews.seed = checked_seed(seed);
  const simulate::Reviews made = simulate::draw_reviews(reviews);
  write_whole_file(output, simulate::to_csv(made));
  const double noise = reviews.noise_sd * reviews.noise_sd;
  print_paragraph(fmt::format(
      "{} reviews, seed {}. The best prediction has a mean squared error of {:.4g} in both groups.",
      with_thousands(reviews.people), seed, noise));
  fmt::print("wrote {}\n", output);
  return 0;
}

int run_simulate_regression(std::vector<std::string> arguments) {
  simulate::RegressionOptions regression;
  std::string output = "regression.csv";
  std::int64_t seed = 1;
  Options options(
      "Simulates a number that is quadratic in one covariate, with noise that grows with the "
      "covariate, in two groups whose covariates differ in mean and spread (Chen, Johansson and "
      "Sontag, supplement B.2). The column true_mean holds the best prediction; the file "
      ".truth.csv "
      "beside the data holds its mean squared error in both groups.",
      "faultline simulate quadratic");
  options.footer(
      "\nExample:\n"
      "  faultline simulate quadratic --output regression.csv\n"
      "  faultline sources regression.csv --outcome y --protected group --covariates x \\\n"
      "    --model tree --parts costs,curves\n");
  options.allow_config();
  add_common(options, regression.people, output, seed);
  options.add("--noise-sd", regression.noise_sd,
              "Set the standard deviation of the noise at x = 1");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  check_file("--output", output);
  regression.seed = checked_seed(seed);
  const simulate::RegressionPeople made = simulate::draw_regression(regression);
  const auto noise = simulate::regression_noise(regression.noise_sd);
  const std::string truth_file = output + ".truth.csv";
  write_whole_file(output, simulate::to_csv(simulate::to_table(made)));
  write_whole_file(truth_file, csv_row({"quantity", "group", "value"}) +
                                   csv_row({"noise", 0, noise[0]}) +
                                   csv_row({"noise", 1, noise[1]}));
  print_paragraph(fmt::format(
      "{}, seed {}. The best prediction has a mean squared error of {:.3g} in group 0 and {:.3g} "
      "in group 1.",
      faultline::people(regression.people), seed, noise[0], noise[1]));
  fmt::print("wrote {} and {}\n", output, truth_file);
  return 0;
}

}  // namespace faultline::cli
