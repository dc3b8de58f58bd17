#include "app/platform/offscreen.h"

#include <epoxy/gl.h>

#include <utility>

#include "app/gl/framebuffer.h"
#include "app/platform/egl.h"
#include "app/platform/surface.h"
#include "app/platform/target.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

class Offscreen : public FrameTarget {
 public:
  Offscreen(int width, int height, std::shared_ptr<Desk> desk)
      : width_(width),
        height_(height),
        desk_(std::move(desk)),
        memory_(width, height),
        surface_(*desk_) {}
  // What it has made is given back in its own context, if the driver still has that.
  ~Offscreen() override {
    try {
      context_.make_current();
    } catch (const UserError&) {
    }
  }

  Vec size() const override { return {static_cast<float>(width_), static_cast<float>(height_)}; }
  float display_scale() const override { return desk_->fonts().scale(); }
  const Fonts& fonts() const override { return desk_->fonts(); }
  void begin(const Input& input) override {
    context_.make_current();
    surface_.begin(input, size());
  }
  void end() override { surface_.end(); }
  void present(const Canvas& canvas, Color background) override {
    context_.make_current();
    memory_.bind();
    surface_.draw(canvas, background, width_, height_);
  }
  void forget() override { surface_.forget(); }
  std::string take_notice() override { return surface_.take_notice(); }
  Pixels read() override {
    context_.make_current();
    return {width_, height_, memory_.read()};
  }
  Pixels picture(const Canvas& canvas, Color background) override {
    context_.make_current();
    const Rect whole = canvas.whole();
    return {static_cast<int>(whole.w), static_cast<int>(whole.h),
            surface_.picture(canvas, background)};
  }
  void finish() override {
    context_.make_current();
    glFinish();
  }
  std::unique_ptr<ComputeContext> make_compute_context() override {
    return make_egl_compute_context(&context_);
  }

 private:
  EglContext context_;
  int width_;
  int height_;
  std::shared_ptr<Desk> desk_;
  Framebuffer memory_;
  Surface surface_;
};

}  // namespace

std::unique_ptr<ComputeContext> make_compute_context() {
  return make_egl_compute_context();
}

std::unique_ptr<FrameTarget> make_offscreen(int width, int height, float scale) {
  return make_offscreen(width, height, std::make_shared<Desk>(scale));
}

std::unique_ptr<FrameTarget> make_offscreen(int width, int height, std::shared_ptr<Desk> desk) {
  return std::make_unique<Offscreen>(width, height, std::move(desk));
}

}  // namespace glassformer
