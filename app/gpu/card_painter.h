#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "app/gpu/buffer.h"
#include "core/tensor/device_mat.h"

namespace glassformer {

class GpuMat;

// What paint_on_card() needs to know of the colours: zero, nan, −∞, +∞, then the scale from `min`
// to 1, of the value or, if `relative`, of the value by the largest magnitude.
struct CardShades {
  std::span<const std::uint32_t> colors;  // 0xAABBGGRR
  float min = 0;
  bool relative = false;
};

// Some of the points of a cloud.
struct CardLayer {
  std::span<const std::uint32_t> colors;  // 0xAABBGGRR of each; 0: it is not drawn
  std::span<const int> disc;              // how much of each pixel is covered, 0 … 256
  int side = 0;
};

// A cloud of points on a plane: each is a disc, the first on top; layer over layer. CloudPicture
// and CloudDisc (app/widgets/cloud_picture.h) say what the numbers mean.
struct CardCloud {
  const DeviceMat& points;  // [n, 2]
  std::span<const CardLayer> layers;
  std::uint32_t ground = 0;
  int steps = 0;
  float left = 0, top = 0;                    // px, of the picture in the frame
  float middle_x = 0, middle_y = 0;           // px of the frame, at which …
  double place_x = 0, place_y = 0, unit = 1;  // … this point of the plane lies; px per unit
};

// Draws pictures of matrices that lie on a graphics card, without bringing them to the host. Needs
// a current context that shares with the card's, also when destroyed.
class CardPainter {
 public:
  CardPainter() = default;
  ~CardPainter();
  CardPainter(const CardPainter&) = delete;
  CardPainter& operator=(const CardPainter&) = delete;

  // Fills the texture, of format GL_RGBA8 and that size; false if the card refuses.
  bool paint(unsigned texture, int width, int height, const DeviceMat& cells, bool transposed,
             const CardShades& shades);
  // The same for a cloud of points.
  bool paint(unsigned texture, int width, int height, const CardCloud& cloud);
  // What the driver says of a shader that it refuses; empty: it has refused none. The processor
  // paints then.
  const std::string& refusal() const { return refusal_; }
  const std::string& compile();  // all its shaders; returns the same

 private:
  bool paint(unsigned texture, int width, int height, const CardCloud& cloud,
             const CardLayer& layer, bool is_first);
  // A file of shaders/ that is compiled when it is first needed, and never again: what a driver
  // refuses once it will refuse at the next picture too.
  class Program {
   public:
    explicit Program(const char* file, const char* defines = "") : file_(file), defines_(defines) {}
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    unsigned handle(std::string& refusal);  // 0: refused; then it is said there, the first time

   private:
    const char *file_, *defines_;
    unsigned handle_ = 0;
    bool tried_ = false;
  };
  bool find_largest(const GpuMat& mat, unsigned shares, unsigned top);
  // Memory for one picture, given to `use` by its OpenGL names; false if there is none.
  bool with_scratch(std::span<const std::size_t> bytes,
                    const std::function<bool(std::span<const BufferPool::Buffer>)>& use);
  Program largest_{"largest.comp"}, largest_packed_{"largest.comp", "#define PACKED\n"};
  Program cells_{"paint_cells.comp"};
  Program placed_{"cloud_spots.comp"}, cloud_{"paint_cloud.comp"};
  // Of its own: what goes back to the device's pool may be the next that the other context is
  // given, before this one is done with it.
  BufferPool scratch_;
  std::string refusal_;
};

}  // namespace glassformer
