# cmake -D INPUT=style.css -D NAME=kStyle -D OUTPUT=style.cpp [-D HASH=kScriptHash] -P embed.cmake: writes a file as a C++ string, and the hash by which a
# content policy lets it run.
file(READ ${INPUT} text)
set(constants "const char* const ${NAME} = R\"text(${text})text\";\n")
if(DEFINED HASH)
  # The policy wants base64, CMake has hexadecimal digits: three of them are two of 64.
  set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  string(SHA256 rest "${text}")
  set(hash "")
  foreach(group RANGE 0 20)
    math(EXPR start "3 * ${group}")
    string(SUBSTRING ${rest} ${start} 3 three)
    math(EXPR high "0x${three} >> 6")
    math(EXPR low "0x${three} & 63")
    string(SUBSTRING ${digits} ${high} 1 first)
    string(SUBSTRING ${digits} ${low} 1 second)
    string(APPEND hash ${first}${second})
  endforeach()
  string(SUBSTRING ${rest} 63 1 last)
  math(EXPR last "0x${last} << 2")
  string(SUBSTRING ${digits} ${last} 1 last)
  string(APPEND constants "const char* const ${HASH} = \"sha256-${hash}${last}=\";\n")
endif()
file(WRITE ${OUTPUT} "#include \"faultline/report/render/style.hpp\"\n
namespace faultline::report::html {

${constants}
}  // namespace faultline::report::html
")
