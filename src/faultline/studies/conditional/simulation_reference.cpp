// Figure 1 by an independent Python implementation: 40 data sets of its own, predictions kept in
// [0.001, 0.999]. The paper prints no numbers for its figures.

#include <array>

#include "faultline/studies/conditional/simulation.hpp"

namespace faultline::studies {
namespace {

constexpr std::array<SimulationReference, 12> kFigure1{{
    {"mu_sep", 0, {0.1575, 0.1328, 0.1170, 0.0984}, {0.2585, 0.2217, 0.1970, 0.1552}},
    {"mu_sep", 0.1, {0.9194, 0.8669, 0.5759, 0.3455}, {0.2478, 0.2752, 0.4172, 0.3777}},
    {"mu_sep", 0.2, {0.9445, 0.9433, 0.8239, 0.5029}, {0.2015, 0.1988, 0.3490, 0.4206}},
    {"mu_sep", 0.3, {0.9746, 0.9439, 0.9150, 0.5606}, {0.1437, 0.1989, 0.2655, 0.4331}},
    {"mu_sep", 0.4, {0.9770, 0.9544, 0.9445, 0.5853}, {0.1437, 0.1609, 0.1855, 0.4292}},
    {"mu_sep", 0.5, {0.9773, 0.9544, 0.9439, 0.5853}, {0.1437, 0.1609, 0.1895, 0.4292}},
    {"mu_suf", 0, {0.1575, 0.1328, 0.1170, 0.0984}, {0.2585, 0.2217, 0.1970, 0.1552}},
    {"mu_suf", 0.1, {0.2524, 0.2056, 0.6113, 0.6148}, {0.3065, 0.2603, 0.4211, 0.4271}},
    {"mu_suf", 0.2, {0.3720, 0.2753, 0.8744, 0.8578}, {0.3546, 0.3019, 0.2824, 0.3035}},
    {"mu_suf", 0.3, {0.4333, 0.4047, 0.9050, 0.8874}, {0.3752, 0.3597, 0.2780, 0.2907}},
    {"mu_suf", 0.4, {0.4993, 0.4512, 0.9516, 0.9486}, {0.3778, 0.3733, 0.1732, 0.1729}},
    {"mu_suf", 0.5, {0.5777, 0.5548, 0.9570, 0.9558}, {0.3856, 0.3808, 0.1693, 0.1691}},
}};

}  // namespace

std::span<const SimulationReference> simulation_references() { return kFigure1; }

}  // namespace faultline::studies
