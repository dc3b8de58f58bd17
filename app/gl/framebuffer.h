#pragma once

#include <vector>

namespace glassformer {

// An off-screen framebuffer that is drawn into and read back, in px. Needs a current context, also
// when destroyed.
class Framebuffer {
 public:
  // Throws UserError if it is larger than the driver allows, or there is no memory for it.
  Framebuffer(int width, int height);
  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  void bind() const;
  void copy_to_window() const;              // the window of the context must have the same size
  std::vector<unsigned char> read() const;  // [height, width, 4] RGBA, rows from the top

 private:
  int width_;
  int height_;
  unsigned handle_ = 0;
  unsigned colors_ = 0;
};

}  // namespace glassformer
