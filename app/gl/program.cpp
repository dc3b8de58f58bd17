#include "app/gl/program.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <string>

#include "app/gl/shaders.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

[[noreturn]] void refuse(std::string_view what, const std::string& log) {
  throw UserError(
      fmt::format("The OpenGL driver refuses the shader {}: {}. A newer driver may help; "
                  "LIBGL_ALWAYS_SOFTWARE=1 in the environment draws without it.",
                  what, log));
}

GLuint compile(GLenum kind, std::string_view file) {
  const std::string_view text = shader_source(file);
  const GLuint shader = glCreateShader(kind);
  const char* first = text.data();
  const auto length = static_cast<GLint>(text.size());
  glShaderSource(shader, 1, &first, &length);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok == GL_FALSE) {
    std::string log(1024, '\0');
    GLsizei written = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    glDeleteShader(shader);
    refuse(file, log);
  }
  return shader;
}

}  // namespace

Program::Program(std::string_view vertex, std::string_view fragment) {
  const GLuint first = compile(GL_VERTEX_SHADER, vertex);
  const GLuint second = compile(GL_FRAGMENT_SHADER, fragment);
  handle_ = glCreateProgram();
  glAttachShader(handle_, first);
  glAttachShader(handle_, second);
  glLinkProgram(handle_);
  glDeleteShader(first);
  glDeleteShader(second);
  GLint ok = 0;
  glGetProgramiv(handle_, GL_LINK_STATUS, &ok);
  if (ok == GL_FALSE) {
    std::string log(1024, '\0');
    GLsizei written = 0;
    glGetProgramInfoLog(handle_, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    glDeleteProgram(handle_);
    refuse(vertex, log);
  }
}

Program::~Program() {
  glDeleteProgram(handle_);
}
void Program::use() const {
  glUseProgram(handle_);
}
int Program::uniform(const char* name) const {
  return glGetUniformLocation(handle_, name);
}

}  // namespace glassformer
