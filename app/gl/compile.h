#pragma once

#include <initializer_list>
#include <string_view>

namespace glassformer {

// Compiles one shader of that kind (GL_VERTEX_SHADER, …) from several pieces of text, which the
// driver sees as one, and returns its OpenGL name. `name` stands in the message of an error. Throws
// UserError with the driver's log if the shader does not compile.
unsigned compile_shader(unsigned kind, std::string_view name,
                        std::initializer_list<std::string_view> texts);

// Links the shaders into a program, deletes them, and returns the program's OpenGL name. Throws
// UserError with the driver's log if they do not link.
unsigned link_program(std::string_view name, std::initializer_list<unsigned> shaders);

}  // namespace glassformer
