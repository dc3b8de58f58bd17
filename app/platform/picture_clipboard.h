#pragma once

#include <string>

namespace glassformer {

// Pictures on the desktop's clipboard: by wl-copy on Wayland and xclip on X11, where they are
// installed. They go on offering it when the program has ended.
bool can_copy_pictures();
void copy_picture(const std::string& png);  // throws UserError

}  // namespace glassformer
