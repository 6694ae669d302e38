#include "faultline/simulate/notes.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::simulate {
namespace {

constexpr std::size_t kWordsPerTopic = 12;
using Words = std::array<std::string_view, kWordsPerTopic>;

constexpr std::array<Words, kNoteTopics.size()> kTopicWords{{
    {"chest", "cardiac", "angina", "rhythm", "ecg", "murmur", "coronary", "palpitations", "stent",
     "valve", "ejection", "telemetry"},
    {"lung", "oxygen", "cough", "wheeze", "sputum", "breath", "inhaler", "pneumonia", "effusion",
     "ventilation", "bronchial", "saturation"},
    {"renal", "creatinine", "dialysis", "urine", "potassium", "kidney", "catheter", "fluid",
     "nephrology", "electrolytes", "output", "fistula"},
    {"stroke", "seizure", "pupils", "weakness", "speech", "gait", "cranial", "headache", "reflexes",
     "sensory", "tremor", "neurology"},
    {"fracture", "fall", "wound", "splint", "laceration", "collision", "femur", "orthopedics",
     "sutures", "cast", "bruising", "pelvis"},
    {"fever", "antibiotics", "culture", "sepsis", "abscess", "cellulitis", "vancomycin", "chills",
     "lactate", "drainage", "isolation", "swab"},
    {"tumor", "chemotherapy", "metastatic", "oncology", "biopsy", "lymphoma", "mass", "radiation",
     "marrow", "nodule", "malignant", "palliative"},
    {"abdomen", "bowel", "nausea", "vomiting", "liver", "ascites", "colon", "ostomy", "jaundice",
     "pancreas", "obstruction", "stool"},
}};
constexpr std::array<double, kNoteTopics.size()> kSevereShare{0.35, 0.30, 0.25, 0.40,
                                                              0.20, 0.30, 0.45, 0.25};
constexpr std::array<double, kNoteGroups.size()> kGroupShare{0.60, 0.25, 0.15};

constexpr std::array<std::string_view, 20> kCommonWords{
    "patient", "seen",  "today",    "plan",    "exam",   "history", "admitted",
    "noted",   "daily", "continue", "review",  "family", "team",    "night",
    "morning", "unit",  "nurse",    "reports", "denies", "follow"};
constexpr std::array<std::string_view, 6> kSevereWords{"unresponsive", "worsening", "critical",
                                                       "intubated",    "declining", "pressors"};
constexpr std::array<std::string_view, 6> kMildWords{"stable",     "improving", "comfortable",
                                                     "ambulating", "alert",     "tolerating"};

std::size_t pick(rng::Stream& stream, std::span<const double> shares) {
  double target = rng::uniform(stream);
  std::size_t chosen = 0;
  while (chosen + 1 < shares.size() && target >= shares[chosen]) target -= shares[chosen++];
  return chosen;
}

/// Word number r of a topic has probability proportional to 12 - r.
std::string_view topic_word(rng::Stream& stream, std::size_t topic) {
  std::uint64_t target = rng::below(stream, kWordsPerTopic * (kWordsPerTopic + 1) / 2);
  std::size_t rank = 0;
  while (target >= kWordsPerTopic - rank) target -= kWordsPerTopic - rank++;
  return kTopicWords[topic][rank];
}

template <std::size_t N>
std::string_view any_of(rng::Stream& stream, const std::array<std::string_view, N>& words) {
  return words[static_cast<std::size_t>(rng::below(stream, N))];
}

std::string write_note(rng::Stream& stream, const TopicShares& share, bool severe) {
  std::vector<std::string_view> words;
  const std::uint64_t signs = 4 + rng::below(stream, 4);
  words.reserve(signs);
  for (std::uint64_t i = 0; i < signs; ++i)
    words.push_back(severe ? any_of(stream, kSevereWords) : any_of(stream, kMildWords));
  const std::uint64_t length = 40 + rng::below(stream, 41);
  for (std::uint64_t i = 0; i < length; ++i) {
    words.push_back(rng::bernoulli(stream, 0.25) ? any_of(stream, kCommonWords)
                                                 : topic_word(stream, pick(stream, share)));
  }
  rng::shuffle(stream, std::span<std::string_view>(words));
  std::string note;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) note += i % 10 == 0 ? ". " : " ";
    note += words[i];
  }
  return note + ".";
}

}  // namespace

void validate(const NotesOptions& options) {
  if (options.people < 1) {
    throw ConfigError(fmt::format("`people` {}: must be at least 1", options.people));
  }
  if (!(options.noise >= 0 && options.noise < 0.5)) {
    throw ConfigError(
        fmt::format("`noise` {}: must be at least 0 and below 0.5", shortest(options.noise)));
  }
  if (!(options.hidden >= 0 && options.hidden <= 0.5)) {
    throw ConfigError(
        fmt::format("`hidden` {}: must lie between 0 and 0.5", shortest(options.hidden)));
  }
}

Notes draw_notes(const NotesOptions& options) {
  validate(options);
  Notes notes;
  for (std::int64_t i = 0; i < options.people; ++i) {
    // A stream per person: more people leave the first ones as they are.
    rng::Stream stream(options.seed, rng::Purpose::simulate, static_cast<std::uint32_t>(i));
    const std::size_t group = pick(stream, kGroupShare);
    const auto main = static_cast<std::size_t>(rng::below(stream, kNoteTopics.size()));
    const auto second = static_cast<std::size_t>(rng::below(stream, kNoteTopics.size() - 1));
    TopicShares share{};
    share[main] = 0.7 + 0.25 * rng::uniform(stream);
    share[second < main ? second : second + 1] = 1 - share[main];
    const bool severe = rng::bernoulli(stream, kSevereShare[main]);
    const bool noisy = group == kHiddenGroup && main == kHiddenTopic;
    const bool hidden = rng::bernoulli(stream, options.hidden) && noisy;
    const bool likely = severe != hidden;
    const bool outcome = rng::bernoulli(stream, likely ? 1 - options.noise : options.noise);
    const double error = least_error(options, group, main);
    notes.text.push_back(write_note(stream, share, severe));
    notes.group.push_back(static_cast<std::uint8_t>(group));
    notes.outcome.push_back(outcome ? 1 : 0);
    notes.main_topic.push_back(static_cast<std::uint8_t>(main));
    notes.share.push_back(share);
    notes.severe.push_back(severe ? 1 : 0);
    notes.hidden.push_back(hidden ? 1 : 0);
    notes.true_probability.push_back(severe ? 1 - error : error);
  }
  return notes;
}

double least_error(const NotesOptions& options, std::size_t group, std::size_t topic) {
  const bool noisy = group == kHiddenGroup && topic == kHiddenTopic;
  return options.noise + (noisy ? (1 - 2 * options.noise) * options.hidden : 0);
}

double weighted_least_error(const Notes& notes, std::size_t group, std::size_t topic) {
  double weight = 0;
  double error = 0;
  for (std::size_t i = 0; i < notes.text.size(); ++i) {
    if (notes.group[i] != group) continue;
    const double p = notes.true_probability[i];
    weight += notes.share[i][topic];
    error += notes.share[i][topic] * std::min(p, 1 - p);
  }
  return weight > 0 ? error / weight : 0;
}

std::vector<std::string_view> words_of_topic(std::size_t topic) {
  return {kTopicWords[topic].begin(), kTopicWords[topic].end()};
}

std::string to_csv(const Notes& notes) {
  std::vector<CsvField> names{"group",           "note", "died", "main_topic", "severe", "hidden",
                              "true_probability"};
  for (const std::string_view topic : kNoteTopics)
    names.emplace_back(fmt::format("share_{}", topic));
  std::string csv = csv_row(names);
  for (std::size_t i = 0; i < notes.text.size(); ++i) {
    std::vector<CsvField> row{kNoteGroups[notes.group[i]], notes.text[i],   notes.outcome[i],
                              notes.main_topic[i] + 1,     notes.severe[i], notes.hidden[i],
                              notes.true_probability[i]};
    row.insert(row.end(), notes.share[i].begin(), notes.share[i].end());
    csv += csv_row(row);
  }
  return csv;
}

}  // namespace faultline::simulate
