#pragma once

#include <string_view>

namespace glassformer {

// A linked program of a vertex and a fragment shader, both named as in shaders/. Needs a current
// context; throws UserError with the driver's log if they do not compile or link.
class Program {
 public:
  Program(std::string_view vertex, std::string_view fragment);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void use() const;
  int uniform(const char* name) const;

 private:
  unsigned handle_ = 0;
};

}  // namespace glassformer
