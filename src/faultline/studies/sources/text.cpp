#include "faultline/studies/sources/text.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/sources.hpp"

namespace faultline::studies {
namespace {

// The default of `faultline sources`.
constexpr std::int64_t kVocabulary = 5000;

/// Texts become words, and words features.
void add_text(const std::vector<std::string>& texts, methods::SourcesInput& input) {
  input.documents = model::read_documents(texts, kVocabulary);
  input.features = std::make_unique<model::Features>(input.people());
  input.features->add("text", model::tf_idf(*input.documents));
}

methods::SourcesInput input_of(const simulate::Notes& notes) {
  methods::SourcesInput input;
  input.protected_column = "group";
  for (const std::string_view group : simulate::kNoteGroups) input.groups.emplace_back(group);
  input.outcome.assign(notes.outcome.begin(), notes.outcome.end());
  input.group.assign(notes.group.begin(), notes.group.end());
  add_text(notes.text, input);
  return input;
}

methods::SourcesInput input_of(const simulate::Reviews& reviews) {
  methods::SourcesInput input;
  input.protected_column = "author";
  input.outcome_kind = model::OutcomeKind::number;
  input.groups = {"man", "woman"};
  input.outcome = reviews.rating;
  input.group.assign(reviews.woman.begin(), reviews.woman.end());
  add_text(reviews.text, input);
  return input;
}

methods::SourcesOptions base(const TextStudyOptions& study, const char* learner) {
  methods::SourcesOptions options;
  options.learners = {model::parse_learner(learner)};
  options.learners[0].seed = study.seed;
  options.repetitions = study.repetitions;
  options.decomposition = false;  // nearest neighbours and boosted trees say little about words
  options.noise = false;
  options.seed = study.seed;
  options.threads = study.threads;
  return options;
}

}  // namespace

void validate(const TextStudyOptions& options) {
  if (options.people < 1000)
    throw ConfigError(fmt::format("`people` {}: must be 1000 or more", options.people));
  if (options.repetitions < 2)
    throw ConfigError(fmt::format("`repetitions` {}: must be 2 or more", options.repetitions));
}

TextStudy text_study(const TextStudyOptions& options, const methods::Hooks& hooks) {
  TextStudy study{.options = options};
  study.notes_options = {.people = options.people, .seed = options.seed};
  study.drawn = simulate::draw_notes(study.notes_options);
  methods::SourcesOptions notes = base(options, "logistic-l1");
  notes.targeted = false;
  notes.k_means = 0;
  notes.topics = static_cast<int>(simulate::kNoteTopics.size());
  notes.top_clusters = 1000;  // every topic
  study.notes = methods::find_sources(input_of(study.drawn), notes, hooks).report;

  study.reviews_options = {.people = options.reviews, .seed = options.seed};
  methods::SourcesOptions reviews = base(options, "ridge");
  reviews.clusters = false;
  study.reviews =
      methods::find_sources(input_of(simulate::draw_reviews(study.reviews_options)), reviews, hooks)
          .report;
  return study;
}

}  // namespace faultline::studies
