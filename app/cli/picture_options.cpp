#include "app/cli/picture_options.h"

#include <charconv>

#include "app/cli/backend_option.h"
#include "app/cli/command_options.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr int kMinSide = 320, kMaxSide = 8192;

int side(std::string_view digits, const std::string& size) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value < kMinSide ||
      value > kMaxSide) {
    throw UserError("--size " + size + ": give WIDTHxHEIGHT in pixels, each from " +
                    std::to_string(kMinSide) + " to " + std::to_string(kMaxSide) +
                    ", as in 1600x1000");
  }
  return value;
}

}  // namespace

void declare_picture(const CommandOptions& app, PictureOptions& options) {
  app.add_option("--size", options.size, "Width and height in pixels")
      .type_name("WxH")
      .shows_default();
  app.add_option("--scale", options.scale,
                 "Scale of text and controls, as far as there is room; 0: what suits the size")
      .type_name("F")
      .shows_default();
  app.add_option("--theme", options.theme, "light or dark")
      .one_of({"light", "dark"})
      .shows_default();
  app.add_flag("--presenter", options.presenter, "As presenter mode shows it (F5 in the window)");
  declare_backend(app, options.backend);
}

std::unique_ptr<FrameTarget> make_target(const PictureOptions& options) {
  const std::string_view size = options.size;
  const std::size_t cross = size.find('x');
  const int width = side(size.substr(0, cross), options.size);
  const int height =
      side(cross == std::string_view::npos ? "" : size.substr(cross + 1), options.size);
  if (options.scale != 0 && !(options.scale >= 0.75 && options.scale <= 4)) {
    throw UserError("--scale must lie between 0.75 and 4, or be 0 for what suits the size");
  }
  return make_offscreen(width, height, 1);
}

Settings picture_settings(const PictureOptions& options) {
  Settings settings;
  settings.dark = options.theme == "dark";
  settings.scale = options.scale;
  settings.presenter = options.presenter;
  settings.where = where_of(options.backend);
  return settings;
}

}  // namespace glassformer
