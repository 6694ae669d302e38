#pragma once
// Invented notes of invented patients, with known topics and one known gap. A note has a main topic
// and a second one; its words come from the topics' distributions, from words that every note uses,
// and from words that tell whether the patient is severely ill. The outcome follows severity,
//   P(Y = 1) = 1 - noise if severe, noise if not,
// so the best prediction errs with probability `noise` in every group and topic, except in one
// topic (cancer) of one group (B): there a variable that nobody wrote down turns the matter round
// for a share `hidden` of patients, and the best prediction without it errs with probability
// noise + (1 - 2 noise) hidden. Severity depends on the topic, not on the group. No real note, word
// count or patient stands behind any of it.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::simulate {

inline constexpr std::array<std::string_view, 8> kNoteTopics{
    "cardiac", "respiratory", "renal", "neurology", "trauma", "infection", "cancer", "abdominal"};
inline constexpr std::array<std::string_view, 3> kNoteGroups{"A", "B", "C"};
inline constexpr std::size_t kHiddenTopic = 6;  // cancer
inline constexpr std::size_t kHiddenGroup = 1;  // B

struct NotesOptions {
  std::int64_t people = 4'000;
  double noise = 0.1;
  double hidden = 0.375;  // with a noise of .1: an error of .4
  std::uint64_t seed = 1;
  friend bool operator==(const NotesOptions&, const NotesOptions&) = default;
};

/// Throws ConfigError unless people >= 1, noise in [0, .5) and hidden in [0, .5].
void validate(const NotesOptions& options);

using TopicShares = std::array<double, kNoteTopics.size()>;

struct Notes {
  std::vector<std::string> text{};
  std::vector<std::uint8_t> group{};  // position in kNoteGroups
  std::vector<std::uint8_t> outcome{};
  std::vector<std::uint8_t> main_topic{};  // position in kNoteTopics
  std::vector<TopicShares> share{};        // of the topics in the note
  std::vector<std::uint8_t> severe{};
  std::vector<std::uint8_t> hidden{};      // the variable that nobody wrote down
  std::vector<double> true_probability{};  // of the outcome, given severity, topic and group

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(text.size()); }
};

[[nodiscard]] Notes draw_notes(const NotesOptions& options);

/// Error of the best prediction for people of a group whose main topic it is: exact.
[[nodiscard]] double least_error(const NotesOptions& options, std::size_t group, std::size_t topic);

/// The same for soft memberships: expected error of these people, weighted by their share of the
/// topic. The second topics of others carry some of the gap into other topics.
[[nodiscard]] double weighted_least_error(const Notes& notes, std::size_t group, std::size_t topic);

/// The words of a topic, most frequent first.
[[nodiscard]] std::vector<std::string_view> words_of_topic(std::size_t topic);

/// Columns group, note, died; then the truth: main_topic (from 1), severe, hidden,
/// true_probability, share_cardiac and so on.
[[nodiscard]] std::string to_csv(const Notes& notes);

}  // namespace faultline::simulate
