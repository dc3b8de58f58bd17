#pragma once

#include <string>

#include "app/cli/command_options.h"
#include "app/shell/app.h"

namespace glassformer {

// How a picture without a window looks; the same for `show` and `tour`.
struct PictureOptions {
  std::string size = "1600x1000";
  double scale = 0;
  std::string theme = "light";
  bool presenter = false;
  std::string backend = "auto";
};
void declare_picture(const CommandOptions& app, PictureOptions& options);
std::unique_ptr<FrameTarget> make_target(const PictureOptions& options);  // throws UserError
Settings picture_settings(const PictureOptions& options);

}  // namespace glassformer
