# cmake -D INPUT=style.css -D NAME=kStyle -D OUTPUT=style.cpp -P embed.cmake: writes a style sheet as a C++ string.
file(READ ${INPUT} css)
file(WRITE ${OUTPUT} "#include \"faultline/report/render/style.hpp\"\n
namespace faultline::report::html {

const char* const ${NAME} = R\"css(${css})css\";

}  // namespace faultline::report::html
")
