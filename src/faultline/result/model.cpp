#include "faultline/result/model.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const ModelReport::CalibrationPoint*) {
  using Point = ModelReport::CalibrationPoint;
  static const Object object{
      "One bin of a calibration curve",
      {member<&Point::predicted>("predicted", "Mean prediction in the bin."),
       member<&Point::observed>("observed", "Observed rate in the bin."),
       member<&Point::n>("n", "Number of people in the bin.").from(0),
       member<&Point::interval>("interval", "95 % confidence interval of the observed rate.")}};
  return object;
}

const Object& description(const ModelReport::Overlap*) {
  using Overlap = ModelReport::Overlap;
  static const Object object{
      "How far class and comparison resemble each other",
      {member<&Overlap::edges>("edges", "Edges of the histogram of propensities.").finite(),
       member<&Overlap::protected_people>("protected_people",
                                          "Number of members of the class in each bin.")
           .from(0),
       member<&Overlap::comparison_people>("comparison_people",
                                           "Number of people compared with in each bin.")
           .from(0),
       member<&Overlap::extreme_share>("extreme_share",
                                       "Share of the class that has a propensity above 0.95.")
           .from(0)
           .to(1),
       member<&Overlap::largest_weight_share>(
           "largest_weight_share",
           "Share of all weight that the heaviest 1 % of the people compared with carry.")
           .from(0)
           .to(1)}};
  return object;
}

const Object& description(const ModelReport*) {
  static const Object object{
      "A probability model of the run, and how far it can be believed",
      {member<&ModelReport::name>("name", "What the model predicts."),
       member<&ModelReport::protected_class>("protected",
                                             "Class that it is about; null: everybody."),
       member<&ModelReport::metric>(
           "metric", "Criterion of an expectation model, or decision of a treatment model.")
           .nullable(),
       member<&ModelReport::learner>("learner", "How it was fitted."),
       member<&ModelReport::n>("n", "Number of people it was fitted on.").from(0),
       member<&ModelReport::converged>("converged", "Whether the fit reached its optimum."),
       member<&ModelReport::iterations>("iterations", "Number of iterations, or of trees.").from(0),
       member<&ModelReport::gradient_norm>("gradient_norm",
                                           "Norm of the gradient where the fit ended."),
       member<&ModelReport::separated>(
           "separated", "Whether the covariates separate the labels, so that no optimum exists."),
       member<&ModelReport::reference_levels>("reference_levels",
                                              "Level of each covariate that stands for 0."),
       member<&ModelReport::dropped>("dropped", "Columns that do not vary and were left out."),
       member<&ModelReport::coefficients>("coefficients",
                                          "Coefficients of a logistic regression, by column."),
       member<&ModelReport::calibration>("calibration",
                                         "Calibration curve in bins of equal size, ascending."),
       member<&ModelReport::calibration_error>(
           "calibration_error", "Mean distance of observed and predicted over the bins."),
       member<&ModelReport::overlap>("overlap",
                                     "Overlap of class and comparison, of propensity models."),
       member<&ModelReport::effective_sample_size>(
           "effective_sample_size", "Effective number of the weighted people compared with.")
           .from(0),
       member<&ModelReport::notices>("notices", "What is wrong with the model.").lenient(),
       member<&ModelReport::ensemble_weights>("ensemble_weights",
                                              "Weight of each learner in an ensemble.")
           .sparse()}};
  return object;
}

}  // namespace faultline::result
