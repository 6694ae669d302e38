#pragma once
// The facade: what a program that uses Faultline needs. A spec and people go in, a result comes
// out.
//
//   faultline::data::MemorySource people;                 // or faultline::sql::Files
//   people.add_text("sex", sex);
//   people.add_numbers("p", predictions);
//   people.add_numbers("y", outcomes);
//   faultline::run::ScanSpec spec;
//   spec.roles.outcome = "y";
//   spec.roles.score = "p";
//   const auto result = faultline::run::scan(spec, people);
//   std::puts(faultline::report::to_text(result, {}).c_str());

#include "faultline/base/error.hpp"
#include "faultline/base/version.hpp"
#include "faultline/data/memory_source.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/markdown.hpp"
#include "faultline/report/text.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/run.hpp"
