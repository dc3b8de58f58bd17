#pragma once

#include <initializer_list>
#include <string_view>

namespace glassformer {

// Of one shader, from several pieces of text that the driver sees as one; `name` is for the
// message. Throws UserError with the driver's words if it refuses it.
unsigned compile_shader(unsigned kind, std::string_view name,
                        std::initializer_list<std::string_view> texts);

// Links the shaders into a program and deletes them. Throws likewise.
unsigned link_program(std::string_view name, std::initializer_list<unsigned> shaders);

}  // namespace glassformer
