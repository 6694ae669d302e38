#pragma once
// The data of the papers' case studies, from the raw public files: how rows are kept and columns
// recoded, in one place for every study.

#include <stop_token>
#include <string>

#include "faultline/data/input.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::cli {

struct CaseStudy {
  data::InputOptions input{};
  data::RoleOptions roles{};
};

/// ProPublica's compas-scores-two-years.csv, prepared to the 6,172 people of the paper (Section 4):
/// screened within 30 days of arrest, a known outcome, no ordinary traffic offence, a score.
/// Scanned attributes sex, race, under_25, priors, c_charge_degree; outcome two_year_recid;
/// prediction by the decile score (eq. 4); decision high_risk = decile 5 or above.
[[nodiscard]] CaseStudy compas_options(const std::string& path);

/// Statlog's german.data (1,000 customers, no header), recoded as Appendix C.2.1 says: attributes
/// age_group, housing, sex, marital, credit_history; outcome bad_risk (class 2). It holds no
/// prediction: studies::with_risk_model makes one.
[[nodiscard]] CaseStudy german_options(const std::string& path);

/// The same file, recoded as in the study of IJDI-Scan (Appendix G.2; its cut points are those of
/// the people it scanned): nine attributes, outcome y = not creditworthy.
[[nodiscard]] CaseStudy german_ijdi_options(const std::string& path);

/// Everybody whom the options keep. Throws InputError.
[[nodiscard]] data::Profiles read_profiles(data::InputOptions input, const data::RoleOptions& roles,
                                           int threads, const std::stop_token& stop);

}  // namespace faultline::cli
