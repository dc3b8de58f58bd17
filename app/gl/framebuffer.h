#pragma once

#include <vector>

namespace glassformer {

// Memory on the graphics side that can be drawn into and read. Needs a current context, also when
// destroyed.
class Framebuffer {
 public:
  // Throws UserError when the driver does not give so much.
  Framebuffer(int width, int height);
  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  void bind() const;
  void copy_to_window() const;              // of the context, as large as this
  std::vector<unsigned char> read() const;  // RGBA, rows from the top

 private:
  int width_;
  int height_;
  unsigned handle_ = 0;
  unsigned colors_ = 0;
};

}  // namespace glassformer
