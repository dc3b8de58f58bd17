#include "app/gl/program.h"

#include <epoxy/gl.h>

#include "app/gl/compile.h"
#include "app/gl/current.h"
#include "app/gl/shaders.h"

namespace glassformer {

Program::Program(std::string_view vertex, std::string_view fragment) {
  const unsigned first = compile_shader(GL_VERTEX_SHADER, vertex, {shader_source(vertex)});
  const unsigned second = compile_shader(GL_FRAGMENT_SHADER, fragment, {shader_source(fragment)});
  handle_ = link_program(vertex, {first, second});
}

Program::~Program() {
  if (!has_current_context()) return;  // it is gone with all it had
  glDeleteProgram(handle_);
}
void Program::use() const {
  glUseProgram(handle_);
}
int Program::uniform(const char* name) const {
  return glGetUniformLocation(handle_, name);
}

}  // namespace glassformer
