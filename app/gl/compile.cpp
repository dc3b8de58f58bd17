#include "app/gl/compile.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

[[noreturn]] void refuse(std::string_view what, const std::string& log) {
  throw UserError(
      fmt::format("The OpenGL driver refuses the shader {}: {}. A newer driver may help; "
                  "LIBGL_ALWAYS_SOFTWARE=1 in the environment draws without it.",
                  what, log));
}

template <class Get>
std::string log_of(Get get) {
  std::string log(1024, '\0');
  GLsizei written = 0;
  get(static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return log;
}

}  // namespace

unsigned compile_shader(unsigned kind, std::string_view name,
                        std::initializer_list<std::string_view> texts) {
  const GLuint shader = glCreateShader(kind);
  std::vector<const char*> begins;
  std::vector<GLint> lengths;
  for (const std::string_view text : texts) {
    begins.push_back(text.data());
    lengths.push_back(static_cast<GLint>(text.size()));
  }
  glShaderSource(shader, static_cast<GLsizei>(begins.size()), begins.data(), lengths.data());
  glCompileShader(shader);
  GLint ok = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok == GL_TRUE) return shader;
  const std::string log = log_of([shader](GLsizei size, GLsizei* written, char* text) {
    glGetShaderInfoLog(shader, size, written, text);
  });
  glDeleteShader(shader);
  refuse(name, log);
}

unsigned link_program(std::string_view name, std::initializer_list<unsigned> shaders) {
  const GLuint program = glCreateProgram();
  for (const unsigned shader : shaders) glAttachShader(program, shader);
  glLinkProgram(program);
  for (const unsigned shader : shaders) glDeleteShader(shader);
  GLint ok = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &ok);
  if (ok == GL_TRUE) return program;
  const std::string log = log_of([program](GLsizei size, GLsizei* written, char* text) {
    glGetProgramInfoLog(program, size, written, text);
  });
  glDeleteProgram(program);
  refuse(name, log);
}

}  // namespace glassformer
