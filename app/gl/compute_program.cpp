#include "app/gl/compute_program.h"

#include <epoxy/gl.h>

#include "app/gl/compile.h"
#include "app/gl/shaders.h"

namespace glassformer {

unsigned compile_compute(std::string_view file, std::string_view defines) {
  return link_program(file, {compile_shader(GL_COMPUTE_SHADER, file,
                                            {"#version 430\n", defines,
                                             shader_source("prelude.glsl"), shader_source(file)})});
}

}  // namespace glassformer
