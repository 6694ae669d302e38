#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/text/documents.hpp"
#include "faultline/model/text/topics.hpp"
#include "faultline/simulate/notes.hpp"
#include "faultline/simulate/reviews.hpp"
#include "faultline/simulate/sources_regression.hpp"

namespace faultline::simulate {
namespace {

// Bounds below are five standard errors or more: a false alarm in less than one of a million.

TEST(NotesData, ErrorsAreThoseOfTheLaw) {
  const NotesOptions options{.people = 40'000, .seed = 3};
  const Notes notes = draw_notes(options);
  std::array<std::array<double, 8>, 3> people{};
  std::array<std::array<double, 8>, 3> errors{};
  for (std::size_t i = 0; i < notes.text.size(); ++i) {
    ++people[notes.group[i]][notes.main_topic[i]];
    errors[notes.group[i]][notes.main_topic[i]] += notes.severe[i] != notes.outcome[i] ? 1 : 0;
  }
  for (std::size_t g = 0; g < 3; ++g) {
    for (std::size_t k = 0; k < 8; ++k) {
      const double expected = g == kHiddenGroup && k == kHiddenTopic ? 0.4 : 0.1;
      EXPECT_NEAR(least_error(options, g, k), expected, 1e-15);
      EXPECT_NEAR(errors[g][k] / people[g][k], expected,
                  5.5 * std::sqrt(expected * (1 - expected) / people[g][k]));
    }
  }
  EXPECT_NEAR(std::accumulate(people[1].begin(), people[1].end(), 0.0) / 40'000, 0.25, 0.012);
}

TEST(NotesData, TheHiddenVariableExplainsTheRest) {
  const Notes notes = draw_notes({.people = 40'000});
  double errors = 0;
  double people = 0;
  for (std::size_t i = 0; i < notes.text.size(); ++i) {
    const bool noisy = notes.group[i] == kHiddenGroup && notes.main_topic[i] == kHiddenTopic;
    if (!noisy) {
      EXPECT_EQ(notes.hidden[i], 0);
      continue;
    }
    ++people;
    errors += (notes.severe[i] ^ notes.hidden[i]) != notes.outcome[i] ? 1 : 0;
    EXPECT_NEAR(notes.true_probability[i], notes.severe[i] != 0 ? 0.6 : 0.4, 1e-15);
  }
  EXPECT_NEAR(errors / people, 0.1, 5.5 * std::sqrt(0.09 / people));
}

TEST(NotesData, WeightedErrorsShowTheGapWhereItIs) {
  const Notes notes = draw_notes({.people = 8'000});
  for (std::size_t k = 0; k < 8; ++k) {
    const double gap =
        weighted_least_error(notes, kHiddenGroup, k) - weighted_least_error(notes, 0, k);
    if (k == kHiddenTopic) {
      EXPECT_NEAR(gap, 0.25, 0.05);  // 80 % of the topic's words stand in notes that it leads
    } else {
      EXPECT_LT(std::abs(gap), 0.03);
    }
    EXPECT_NEAR(weighted_least_error(notes, 2, k), 0.1, 1e-12);
  }
}

TEST(NotesData, WordsTellTopicAndSeverity) {
  const Notes notes = draw_notes({.people = 300});
  const model::Documents documents = model::read_documents(notes.text, 1000);
  EXPECT_EQ(documents.empty, 0);
  EXPECT_EQ(documents.vocabulary.size(), 8U * 12 + 20 + 6 + 6);
  for (std::size_t i = 0; i < notes.text.size(); ++i) {
    const bool severe = notes.text[i].find("critical") != std::string::npos ||
                        notes.text[i].find("worsening") != std::string::npos;
    EXPECT_LE(severe ? 1 : 0, notes.severe[i]);
    EXPECT_NEAR(std::accumulate(notes.share[i].begin(), notes.share[i].end(), 0.0), 1, 1e-15);
    EXPECT_GE(notes.share[i][notes.main_topic[i]], 0.7);
  }
}

TEST(NotesData, TopicsAreFound) {
  const Notes notes = draw_notes({.people = 1'000});
  const model::Documents documents = model::read_documents(notes.text, 1000);
  // One topic more: words that every note uses, with those of severity, make one.
  const model::Topics topics =
      model::fit_topics(documents, {.topics = 9, .iterations = 120, .chains = 1});
  std::set<std::size_t> found;
  for (int k = 0; k < 9; ++k) {
    for (std::size_t planted = 0; planted < 8; ++planted) {
      const auto words = words_of_topic(planted);
      int same = 0;
      for (const std::int32_t word : topics.top_words(k, 8)) {
        same += std::count(words.begin(), words.end(),
                           documents.vocabulary[static_cast<std::size_t>(word)]) > 0
                    ? 1
                    : 0;
      }
      if (same >= 7) found.insert(planted);
    }
  }
  EXPECT_EQ(found.size(), 8U);
}

TEST(NotesData, MorePeopleLeaveTheFirstAsTheyAre) {
  const Notes few = draw_notes({.people = 50});
  const Notes many = draw_notes({.people = 80});
  EXPECT_TRUE(std::equal(few.text.begin(), few.text.end(), many.text.begin()));
  EXPECT_TRUE(std::equal(few.outcome.begin(), few.outcome.end(), many.outcome.begin()));
  EXPECT_NE(few.text, draw_notes({.people = 50, .seed = 2}).text);
  EXPECT_THROW((void)draw_notes({.people = 0}), ConfigError);
  EXPECT_THROW((void)draw_notes({.noise = 0.5}), ConfigError);
  EXPECT_THROW((void)draw_notes({.hidden = 0.6}), ConfigError);
}

TEST(NotesData, AsCsv) {
  const std::string csv = to_csv(draw_notes({.people = 3}));
  EXPECT_TRUE(
      csv.starts_with("group,note,died,main_topic,severe,hidden,true_probability,share_cardiac,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
}

TEST(RegressionData, NoiseIsThePapers) {
  const auto noise = regression_noise(0.01);
  EXPECT_NEAR(noise[0], 3e-4, 1e-18);
  EXPECT_NEAR(noise[1], 7.3e-3, 1e-18);
  const RegressionPeople people = draw_regression({.people = 200'000, .seed = 5});
  std::array<double, 2> n{};
  std::array<double, 2> squares{};
  std::array<double, 2> fourths{};
  std::array<double, 2> sum{};
  for (std::size_t i = 0; i < people.x.size(); ++i) {
    const double error = people.y[i] - regression_mean(people.x[i]);
    const std::size_t g = people.group[i];
    ++n[g];
    sum[g] += people.x[i];
    squares[g] += error * error;
    fourths[g] += error * error * error * error;
  }
  EXPECT_NEAR(n[1] / 200'000, 0.3, 5 * std::sqrt(0.21 / 200'000));
  EXPECT_NEAR(sum[0] / n[0], 0, 5 / std::sqrt(n[0]));
  EXPECT_NEAR(sum[1] / n[1], 1, 5 * 2 / std::sqrt(n[1]));
  for (std::size_t g = 0; g < 2; ++g) {
    const double mean = squares[g] / n[g];
    const double sd = std::sqrt((fourths[g] / n[g] - mean * mean) / n[g]);
    EXPECT_NEAR(mean, noise[g], 6 * sd);
    EXPECT_LT(sd, 0.1 * noise[g]);
  }
  EXPECT_EQ(regression_mean(2), 4.1);
  EXPECT_THROW((void)draw_regression({.people = 0}), ConfigError);
  EXPECT_THROW((void)draw_regression({.noise_sd = -1}), ConfigError);
  EXPECT_EQ(to_table(people).rows(), 200'000);
}

TEST(ReviewsData, NoiseIsTheSameInBothGroups) {
  const Reviews reviews = draw_reviews({.people = 20'000});
  std::array<double, 2> n{};
  std::array<double, 2> squares{};
  for (std::size_t i = 0; i < reviews.text.size(); ++i) {
    const double error = reviews.rating[i] - reviews.true_mean[i];
    ++n[reviews.woman[i]];
    squares[reviews.woman[i]] += error * error;
  }
  for (std::size_t g = 0; g < 2; ++g)
    EXPECT_NEAR(squares[g] / n[g], 0.16, 5.5 * 0.16 * std::sqrt(2 / n[g]));
  EXPECT_NEAR(n[1] / 20'000, 0.18, 5 * std::sqrt(0.18 * 0.82 / 20'000));
}

TEST(ReviewsData, WomensBooksHaveWordsOfTheirOwn) {
  const Reviews reviews = draw_reviews({.people = 20'000, .shared = 0});
  std::array<std::vector<std::string>, 2> texts;
  for (std::size_t i = 0; i < reviews.text.size(); ++i)
    texts[reviews.woman[i]].push_back(reviews.text[i]);
  const auto men = model::read_documents(texts[0], 10'000).vocabulary;
  const auto women = model::read_documents(texts[1], 10'000).vocabulary;
  std::vector<std::string> both;
  std::set_intersection(men.begin(), men.end(), women.begin(), women.end(),
                        std::back_inserter(both));
  EXPECT_EQ(both.size(), 200U);
  EXPECT_EQ(men.size(), 600U);
  EXPECT_EQ(women.size(), 600U);
  EXPECT_THROW((void)draw_reviews({.women = 1.5}), ConfigError);
  EXPECT_TRUE(to_csv(reviews).starts_with("author,review,rating,true_mean\n"));
}

}  // namespace
}  // namespace faultline::simulate
