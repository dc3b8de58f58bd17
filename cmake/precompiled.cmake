# Reading the standard headers takes a third of a build: a build from nothing reads them once per
# target. Where a compiler cache is in use it is left out, since the cache shares objects better
# without, and so that a file which forgets an #include is found.
function(glassformer_precompile target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <filesystem>
      <functional> <limits> <map> <memory> <mutex> <optional> <span> <string> <string_view>
      <unordered_map> <utility> <vector> <fmt/format.h> ${ARGN})
  endif()
endfunction()
