#include "app/platform/libraries.h"

#include <fmt/format.h>
#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#include <ft2build.h>
#include <hb.h>
#include <imgui.h>
#include <utf8proc.h>

#include FT_FREETYPE_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace glassformer {
namespace {

std::string freetype() {
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) return "does not start";
  FT_Int major = 0, minor = 0, patch = 0;
  FT_Library_Version(library, &major, &minor, &patch);
  FT_Done_FreeType(library);
  return fmt::format("{}.{}.{}", major, minor, patch);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> library_versions() {
  const int fontconfig = FcGetVersion();
  return {
      {"Dear ImGui", IMGUI_VERSION},
      {"GLFW", glfwGetVersionString()},
      {"FreeType", freetype()},
      {"fontconfig",
       fmt::format("{}.{}.{}", fontconfig / 10000, fontconfig / 100 % 100, fontconfig % 100)},
      {"HarfBuzz", hb_version_string()},
      {"FriBidi", FRIBIDI_VERSION},
      {"utf8proc", utf8proc_version()},
      {"fmt",
       fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
  };
}

}  // namespace glassformer
