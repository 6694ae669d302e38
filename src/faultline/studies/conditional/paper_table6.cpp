// Table 6 of the paper: German credit, 11 protected classes. Attributes and values are named as the
// German preparation names them.

#include "faultline/studies/conditional/paper_tables.hpp"

namespace faultline::studies {
namespace {

constexpr std::array<PaperClass, 11> kTable6{{
    {"Under 26",
     "age_group",
     "under 26",
     false,
     {{
         {"everybody", "13.5", true, 0.41, 110, 0.26, 590},
         {},
         {"everybody", "0.07", false, 0.42, 190, 0.27, 810},
         {},
     }}},
    {"26 or older",
     "age_group",
     "26 or older",
     false,
     {{
         {},
         {},
         {"marital=single;housing=own", "42.4", false, 0.22, 366, 0.36, 42},
         {},
     }}},
    {"Female",
     "sex",
     "female",
     false,
     {{
         {},
         {"everybody", "0.08", false, 0.11, 201, 0.03, 499},
         {"housing=own|rent;credit_history=critical/delayed/other;age_group=26 or older", "7.31",
          false, 0.12, 66, 0.19, 234},
         {},
     }}},
    {"Male",
     "sex",
     "male",
     false,
     {{
         {},
         {"housing=for free;age_group=under 26", "8.39", false, 1.0, 2, 0.0, 1},
         {"housing=for free", "6.23", false, 0.37, 89, 0.58, 19},
         {"everybody", "0.02", false, 0.46, 24, 0.48, 44},
     }}},
    {"Single",
     "marital",
     "single",
     false,
     {{
         {},
         {"housing=for free;age_group=under 26", "9.19", false, 1.0, 2, 0.0, 1},
         {"housing=for free", "4.92", false, 0.38, 85, 0.52, 23},
         {},
     }}},
    {"Not single",
     "marital",
     "not single",
     false,
     {{
         {},
         {"housing=rent", "2.39", false, 0.42, 74, 0.09, 35},
         {},
         {"everybody", "0.54", false, 0.45, 56, 0.58, 12},
     }}},
    {"No credit or all paid",
     "credit_history",
     "none/all paid",
     false,
     {{
         {"everybody", "86.5", true, 0.35, 397, 0.2, 303},
         {},
         {"marital=single;age_group=26 or older;housing=own", "1.55", false, 0.28, 189, 0.15, 177},
         {},
     }}},
    {"Critical, delayed or other credit",
     "credit_history",
     "critical/delayed/other",
     false,
     {{
         {},
         {},
         {"housing=own;age_group=26 or older", "8.80", false, 0.16, 267, 0.29, 340},
         {},
     }}},
    {"Housing for free",
     "housing",
     "for free",
     false,
     {{
         {"everybody", "12.9", true, 0.39, 64, 0.28, 636},
         {"age_group=under 26", "3.02", true, 0.67, 3, 0.32, 107},
         {},
         {},
     }}},
    {"Renting",
     "housing",
     "rent",
     false,
     {{
         {"everybody", "5.62", true, 0.38, 109, 0.27, 591},
         {},
         {"sex=female", "1.91", false, 0.41, 95, 0.33, 215},
         {},
     }}},
    {"Owning",
     "housing",
     "own",
     false,
     {{
         {},
         {},
         {"sex=female;age_group=26 or older;credit_history=none/all paid", "81.2", true, 0.33, 93,
          0.5, 42},
         {},
     }}},
}};

}  // namespace

std::span<const PaperClass> paper_table6() { return kTable6; }

}  // namespace faultline::studies
