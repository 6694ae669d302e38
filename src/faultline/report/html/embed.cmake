# cmake -D INPUT=style.css -D OUTPUT=style.cpp -P embed.cmake: writes the style sheet as a C++ string.
file(READ ${INPUT} css)
file(WRITE ${OUTPUT} "#include \"faultline/report/html/style.hpp\"\n
namespace faultline::report::html {

const char* const kStyle = R\"css(${css})css\";

}  // namespace faultline::report::html
")
