#pragma once
// `faultline reproduce sources-text`: the analyses of clinical notes and of book reviews (Chen,
// Johansson, Sontag 2018, sections 5.2 and B.3) on generated texts, as theirs cannot be had. What
// is true is known: in the notes, one group's outcomes are noisier in one topic and nowhere else;
// in the reviews, one group's ratings are harder to learn and not noisier.

#include <cstdint>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/simulate/notes.hpp"
#include "faultline/simulate/reviews.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct TextStudyOptions {
  std::int64_t people = 8'000;  // notes
  std::int64_t reviews = 6'000;
  std::int64_t repetitions = 20;  // splits of the learning curves
  std::uint64_t seed = 1;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const TextStudyOptions& options);

struct TextStudy {
  TextStudyOptions options{};
  simulate::Notes drawn{};
  simulate::NotesOptions notes_options{};
  methods::SourcesReport notes{};  // L1 logistic regression on words
  simulate::ReviewsOptions reviews_options{};
  methods::SourcesReport reviews{};  // ridge regression on words
};

[[nodiscard]] TextStudy text_study(const TextStudyOptions& options, const methods::Hooks& hooks);
[[nodiscard]] StudyOutput to_output(const TextStudy& study);

}  // namespace faultline::studies
