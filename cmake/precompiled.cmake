# Reading headers takes most of a build: a build from nothing reads the common ones once per target.
# glassformer_precompile(TARGET [<library header>…] [OWN header…]): our own headers are among them
# in release builds alone, since while one writes code a changed header shall not compile everything.
# Where a compiler cache is in use all of this is left out: the cache shares objects better without,
# and so a file which forgets an #include is found.
function(glassformer_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" OWN)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL Debug)
    set(arg_OWN "")
  endif()
  list(TRANSFORM arg_OWN PREPEND ${CMAKE_SOURCE_DIR}/)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <filesystem>
    <functional> <limits> <map> <memory> <mutex> <optional> <span> <string> <string_view>
    <unordered_map> <utility> <vector> <fmt/format.h> ${arg_UNPARSED_ARGUMENTS} ${arg_OWN})
endfunction()
