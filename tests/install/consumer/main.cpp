// Another program that links the library: 400 invented people, a quarter of whom have the event
// twice as often as predicted, and a scan that finds these.

#include <cstdint>
#include <cstdio>
#include <string>

#include <faultline/audit/bias_scan/bias_scan.hpp>
#include <faultline/data/profiles.hpp>
#include <faultline/report/version.hpp>

int main() {
  using namespace faultline;
  data::Profiles people;
  people.attributes = {{.name = "sex", .labels = {"man", "woman"}},
                       {.name = "age", .labels = {"old", "young"}}};
  people.codes.resize(2);
  for (const int sex : {0, 1}) {
    for (const int age : {0, 1}) {
      const std::int64_t events = sex == 1 && age == 1 ? 60 : 30;
      for (const bool event : {false, true}) {
        people.codes[0].push_back(static_cast<data::Code>(sex));
        people.codes[1].push_back(static_cast<data::Code>(age));
        people.prediction.push_back(0.3);
        people.outcome.push_back(event ? 1 : 0);
        people.count.push_back(event ? events : 100 - events);
      }
    }
  }
  audit::BiasScanOptions options;
  options.replicates = 99;
  const scan::BernoulliCells cells = scan::make_bernoulli_cells(people);
  const audit::BiasScanResult result = audit::bias_scan({cells}, options);
  const audit::Finding& first = result.findings.front();
  std::printf("faultline %s finds: %s\n", std::string(report::version()).c_str(),
              first.text.c_str());
  return first.text == "woman; young" && first.significant.value_or(false) ? 0 : 1;
}
