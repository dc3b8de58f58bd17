#include "app/gpu/transfer.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/grad/backend.h"

namespace glassformer {

namespace {

constexpr GLbitfield mapped_for_good =
    GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
// A driver that finds its card hanging resets it within some 20 s, and fences have passed then.
constexpr int max_waits = 60;
constexpr GLuint64 one_wait = 1'000'000'000;  // ns

std::size_t rounded_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

}  // namespace

struct SendRing::Section {
  unsigned buffer = 0;
  std::byte* memory = nullptr;
  std::size_t size = 0, used = 0;
  GLsync fence = nullptr;  // behind the last dispatch that reads it
  bool past = false;       // it is known that the card has come past the fence

  // Neither too small nor so large that it would lie idle for the most part.
  bool fits(std::size_t bytes) const { return size >= bytes && size <= 4 * bytes; }
  // Whether the card has come past the fence; at most `timeout` ns are waited for it.
  bool is_past(GLuint64 timeout) {
    if (past) return true;
    const GLenum state = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, timeout);
    if (state == GL_WAIT_FAILED) {
      throw DeviceError(
          "The graphics driver lost track of what it was doing; the CPU computes instead.");
    }
    return past = state != GL_TIMEOUT_EXPIRED;
  }
  void begin_again() {
    glDeleteSync(fence);
    fence = nullptr;
    past = false;
    used = 0;
  }
};

bool can_stay_mapped() {
  return epoxy_gl_version() >= 44 || epoxy_has_gl_extension("GL_ARB_buffer_storage");
}

void order_by_fence() {
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence == nullptr) {  // none to be had: the host waits
    glFinish();
    return;
  }
  glWaitSync(fence, 0, GL_TIMEOUT_IGNORED);
  glDeleteSync(fence);
}

Sent SendRing::send(std::span<const std::byte> bytes) {
  const std::size_t size = rounded_up(std::max<std::size_t>(bytes.size(), 1), alignment_);
  if (!open_ || open_->size - open_->used < size) begin_section(size);
  const std::size_t offset = open_->used;
  if (!bytes.empty()) std::memcpy(open_->memory + offset, bytes.data(), bytes.size());
  open_->used += size;
  return {{open_->buffer, offset, bytes.size()}, open_};
}

void SendRing::begin_section(std::size_t bytes) {
  if (open_) full_.push_back(std::move(open_));
  // Those that nobody holds any more: no dispatch that reads them is still to be asked for.
  for (const SectionPtr& section : full_) {
    if (section->fence != nullptr || section.use_count() > 1) continue;
    section->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  }
  const std::size_t wanted = rounded_up(bytes, section_bytes);
  while (!(open_ = take_past(wanted)) && total_bytes_ + wanted > max_bytes) {
    if (!make_room(wanted)) break;
  }
  if (!open_) open_ = allocated(wanted);
}

// A section of about that size which the card has read to the end; null: there is none yet.
SendRing::SectionPtr SendRing::take_past(std::size_t bytes) {
  const auto found = std::ranges::find_if(full_, [&](const SectionPtr& section) {
    return section->fence != nullptr && section->fits(bytes) && section->is_past(0);
  });
  if (found == full_.end()) return nullptr;
  SectionPtr section = std::move(*found);
  full_.erase(found);
  section->begin_again();
  return section;
}

// Waits for the oldest section that is read to its end, and frees it unless it is of use. False:
// all are held.
bool SendRing::make_room(std::size_t bytes) {
  const auto oldest = std::ranges::find_if(
      full_, [](const SectionPtr& section) { return section->fence != nullptr; });
  if (oldest == full_.end()) return false;
  int waits = 0;
  while (!(*oldest)->is_past(one_wait)) {
    if (++waits < max_waits) continue;
    throw DeviceError("The graphics card does not come to an end; the CPU computes instead.");
  }
  if ((*oldest)->fits(bytes)) return true;
  free(**oldest);
  full_.erase(oldest);
  return true;
}

SendRing::SectionPtr SendRing::allocated(std::size_t bytes) {
  auto section = std::make_shared<Section>();
  full_.reserve(full_.size() + 2);  // it can be kept without another request for memory
  errors_.keep();
  glGenBuffers(1, &section->buffer);
  glBindBuffer(GL_COPY_WRITE_BUFFER, section->buffer);
  glBufferStorage(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, mapped_for_good);
  section->memory = static_cast<std::byte*>(
      glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(bytes), mapped_for_good));
  if (GlErrors::any() || section->buffer == 0 || section->memory == nullptr) {
    glDeleteBuffers(1, &section->buffer);
    throw DeviceError(
        fmt::format("The graphics driver has no room for the {:.1f} MB that it would be sent; the "
                    "CPU computes instead.",
                    static_cast<double>(bytes) / 1e6));
  }
  section->size = bytes;
  total_bytes_ += bytes;
  return section;
}

void SendRing::free(Section& section) {
  if (section.fence != nullptr) glDeleteSync(section.fence);
  glDeleteBuffers(1, &section.buffer);  // and with it the mapping
  total_bytes_ -= section.size;
}

void SendRing::clear() {
  for (const SectionPtr& section : full_) free(*section);
  if (open_) free(*open_);
  full_.clear();
  open_.reset();
}

void write_between_fences(unsigned buffer, std::size_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  order_by_fence();
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset),
                  static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  order_by_fence();
}

void clear_between_fences(unsigned buffer) {
  order_by_fence();
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  const float zero = 0;
  glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32F, GL_RED, GL_FLOAT, &zero);
  order_by_fence();
}

void read_behind_fence(unsigned buffer, unsigned copy, std::span<std::byte> into) {
  const auto bytes = static_cast<GLsizeiptr>(into.size());
  order_by_fence();
  glBindBuffer(GL_COPY_READ_BUFFER, buffer);
  if (copy == 0) {
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, bytes, into.data());
    return;
  }
  glBindBuffer(GL_COPY_WRITE_BUFFER, copy);
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
  glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, bytes, into.data());
}

}  // namespace glassformer
