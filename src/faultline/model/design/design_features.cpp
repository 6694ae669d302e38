#include "faultline/model/design/design_features.hpp"

#include <string>
#include <utility>

#include "faultline/model/design/at.hpp"

namespace faultline::model {
namespace {

// Dummies of an attribute are named "covariate=label"; a dummy of its own has the covariate's name.
bool of_attribute(const Column& column) {
  return column.kind == ColumnKind::dummy && column.name != column.covariate;
}

std::string reference_of(const Design& design, const std::string& covariate) {
  for (const auto& [name, level] : design.reference_levels()) {
    if (name == covariate) return level;
  }
  return {};
}

}  // namespace

Features features_of(const Design& design) {
  Features features(design.rows());
  for (int j = 1; j < design.columns();) {
    const Column& column = design.column(j);
    if (!of_attribute(column)) {
      features.add(column.name, design.values(j));
      ++j;
      continue;
    }
    data::Attribute attribute{.name = column.covariate,
                              .labels = {reference_of(design, column.covariate)}};
    std::vector<data::Code> codes(at(design.rows()), 0);
    for (; j < design.columns() && of_attribute(design.column(j)) &&
           design.column(j).covariate == attribute.name;
         ++j) {
      const auto x = design.values(j);
      const auto code = static_cast<data::Code>(attribute.labels.size());
      for (std::size_t i = 0; i < codes.size(); ++i) {
        if (x[i] != 0) codes[i] = code;
      }
      attribute.labels.push_back(design.column(j).name.substr(attribute.name.size() + 1));
    }
    features.add(attribute, codes);
  }
  return features;
}

}  // namespace faultline::model
