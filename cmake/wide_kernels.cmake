# The kernels alone are compiled for more than every processor of this kind has: core/kernels/width.h
# chooses among them when the program runs. What of the rest were compiled like that would stop it
# on older processors; tests/portable.sh looks.
set(kernels ${core_sources})
list(FILTER kernels INCLUDE REGEX "/core/kernels/[^/]+$")
set(wide_kernels ${kernels})
list(FILTER wide_kernels INCLUDE REGEX "\\.avx(2|512)\\.cpp$")
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(REMOVE_ITEM core_sources ${wide_kernels})
  return()
endif()
set(wide_flags_avx2 -mavx2 -mfma)
set(wide_flags_avx512 ${wide_flags_avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl
  -mprefer-vector-width=512)
foreach(file IN LISTS kernels)
  string(REGEX MATCH "avx(2|512)" width ${file})
  # Also where GLASSFORMER_NATIVE asks for another one: baseline kernels are baseline kernels.
  set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS -march=x86-64 ${wide_flags_${width}})
  set_property(SOURCE ${file} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
endforeach()
# What only some processors with AVX-512 have.
set_property(SOURCE ${CMAKE_SOURCE_DIR}/core/kernels/byte_product.avx512.cpp APPEND PROPERTY
  COMPILE_OPTIONS -mavx512vnni)
set_property(SOURCE ${CMAKE_SOURCE_DIR}/core/kernels/bf16_kernels.avx512.cpp APPEND PROPERTY
  COMPILE_OPTIONS -mavx512bf16)
set_property(SOURCE ${CMAKE_SOURCE_DIR}/core/kernels/tile_kernels.avx512.cpp APPEND PROPERTY
  COMPILE_OPTIONS -mamx-tile -mamx-bf16)
