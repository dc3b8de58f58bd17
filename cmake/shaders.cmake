# Puts every file of shaders/ into the program, so that it needs none when it starts.
function(glassformer_embed_shaders target)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/shaders/*.vert
    ${CMAKE_SOURCE_DIR}/shaders/*.frag ${CMAKE_SOURCE_DIR}/shaders/*.comp
    ${CMAKE_SOURCE_DIR}/shaders/*.glsl)
  set(entries "")
  foreach(path IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    get_filename_component(name ${path} NAME)
    file(READ ${path} text)
    string(APPEND entries "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
  endforeach()
  set(source ${CMAKE_BINARY_DIR}/shaders.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/shaders.cpp.in ${source} @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
