#include "app/gl/renderer.h"

#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "app/gl/current.h"

namespace glassformer {

Renderer::Renderer() : program_("paint.vert", "paint.frag") {
  glGenVertexArrays(1, &array_);
  glGenBuffers(1, &vertices_);
  glGenBuffers(1, &indices_);
  glGenTextures(1, &glyphs_);
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  const auto attribute = [](GLuint place, GLint count, GLenum type, GLboolean normalized,
                            std::size_t offset) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(
        place, count, type, normalized, sizeof(ImDrawVert),
        reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr)
  };
  attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, pos));
  attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, uv));
  attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ImDrawVert, col));
}

Renderer::~Renderer() {
  if (!has_current_context()) return;  // it is gone with all it had
  glDeleteTextures(1, &glyphs_);
  glDeleteBuffers(1, &vertices_);
  glDeleteBuffers(1, &indices_);
  glDeleteVertexArrays(1, &array_);
}

void Renderer::update_glyphs(const std::vector<unsigned char>& coverage, int side, int first,
                             int last) {
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  if (!glyphs_made_) {
    glyphs_made_ = true;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    // Glyphs are drawn pixel on pixel.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  if (first >= last) return;
  // Four bytes a pixel, white with the coverage as alpha: software drivers sample this format a
  // third faster than one of a single channel.
  std::vector<std::uint32_t> pixels;
  const auto from = static_cast<std::size_t>(first) * static_cast<std::size_t>(side);
  const auto to = static_cast<std::size_t>(last) * static_cast<std::size_t>(side);
  pixels.reserve(to - from);
  for (std::size_t i = from; i < to; ++i) {
    pixels.push_back(0x00FFFFFFU | static_cast<std::uint32_t>(coverage[i]) << 24U);
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, first, side, last - first, GL_RGBA,
                  GL_UNSIGNED_INT_8_8_8_8_REV, pixels.data());
}

namespace {

// Lets only what lies in both be drawn; false: that is nothing.
bool limit_to(const Renderer::Part& a, const Renderer::Part& b, int height) {
  const int left = std::max(a.left, b.left), right = std::min(a.right, b.right);
  const int top = std::max(a.top, b.top), bottom = std::min(a.bottom, b.bottom);
  if (right <= left || bottom <= top) return false;
  glScissor(left, height - bottom, right - left, bottom - top);
  return true;
}

void clear(const Ground& ground, const Renderer::Part& part, int height) {
  const auto whole = [](float x) { return static_cast<int>(std::lround(x)); };
  const Renderer::Part own{whole(ground.x), whole(ground.y), whole(ground.x + ground.w),
                           whole(ground.y + ground.h)};
  if (!limit_to(own, part, height)) return;
  const auto unit = [](std::uint8_t byte) { return static_cast<float>(byte) / 255.0F; };
  glClearColor(unit(ground.r), unit(ground.g), unit(ground.b), 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

void Renderer::draw(std::span<const ImDrawList* const> lists, std::span<const Ground> grounds,
                    int width, int height, Background color, const Part& part) {
  if (part.left >= part.right || part.top >= part.bottom) return;
  glViewport(0, 0, width, height);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_SCISSOR_TEST);
  limit_to(part, part, height);
  glClearColor(color.r, color.g, color.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  for (const Ground& ground : grounds) clear(ground, part, height);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // the shader multiplies by alpha
  program_.use();
  glUniform1i(program_.uniform("picture"), 0);
  glUniform2f(program_.uniform("frame_size"), static_cast<float>(width),
              static_cast<float>(height));
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(array_);
  for (const ImDrawList* list : lists) draw(*list, width, height, part);
  glDisable(GL_SCISSOR_TEST);
}

void Renderer::draw(const ImDrawList& list, int width, int height, const Part& part) {
  if (list.VtxBuffer.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  glBufferData(GL_ARRAY_BUFFER, list.VtxBuffer.size_in_bytes(), list.VtxBuffer.Data,
               GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, list.IdxBuffer.size_in_bytes(), list.IdxBuffer.Data,
               GL_STREAM_DRAW);
  constexpr GLenum index_type = sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
  const auto within = [](float value, int max) {
    return static_cast<int>(std::clamp(std::round(value), 0.0F, static_cast<float>(max)));
  };
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.ElemCount == 0) continue;
    const ImVec4& clip = command.ClipRect;
    const Part seen{within(clip.x, width), within(clip.y, height), within(clip.z, width),
                    within(clip.w, height)};
    if (!limit_to(seen, part, height)) continue;
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>((std::uintptr_t)(command.GetTexID())));
    const std::size_t offset = command.IdxOffset * sizeof(ImDrawIdx);
    const auto* const from =
        reinterpret_cast<const void*>(offset);  // NOLINT(performance-no-int-to-ptr)
    glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount), index_type,
                             from, static_cast<GLint>(command.VtxOffset));
  }
}

}  // namespace glassformer
