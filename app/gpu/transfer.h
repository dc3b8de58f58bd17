#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "app/gpu/buffer.h"

// All that moves memory between the host and the card, and the only place in app/gpu that may call
// OpenGL for it. OpenGL promises that transfers (glBufferSubData, glBufferData with data,
// glClearBufferData) and dispatches take effect in the order in which they are asked for. NVIDIA's
// driver 580 does not keep that promise, in neither direction and whatever barrier stands between;
// dispatches among themselves, and both across a fence, it keeps in order. So where buffers can
// stay mapped (OpenGL 4.4 or ARB_buffer_storage) the host writes into such buffers itself and
// shaders read them there: no command moves anything. Elsewhere a fence stands on each side of it.
namespace glassformer {

// Numbers that the host has written where the dispatches of this thread's context read them. Their
// place is written again only after all dispatches that were asked for while this existed.
struct Sent {
  Binding binding;
  std::shared_ptr<const void> place;
};

// Whether the current context has buffers that stay mapped while the card uses them.
bool can_stay_mapped();

// The card does what was asked for before, in this context, before it begins what is asked for
// after. The host waits for nothing.
void order_by_fence();

// Memory that stays mapped, in sections. A section that is full, and whose numbers nobody holds any
// more, is fenced, and is written again once the card has come past the fence. One ring serves one
// context; every call needs it to be current.
class SendRing {
 public:
  static constexpr std::size_t section_bytes = std::size_t{1} << 20U;
  // Beyond this a full ring waits for the card rather than grow, unless all of it is held.
  static constexpr std::size_t max_bytes = std::size_t{64} << 20U;

  explicit SendRing(std::size_t alignment) : alignment_(alignment) {}
  SendRing(const SendRing&) = delete;
  SendRing& operator=(const SendRing&) = delete;

  // Throws DeviceError if there is no memory, or if the card does not come to an end.
  Sent send(std::span<const std::byte> bytes);
  void clear();  // frees all; what was sent must not be read any more
  std::size_t total_bytes() const { return total_bytes_; }
  GlErrors& errors() { return errors_; }  // found on the way, but of earlier calls

 private:
  struct Section;
  using SectionPtr = std::shared_ptr<Section>;
  void begin_section(std::size_t bytes);
  SectionPtr take_past(std::size_t bytes);
  bool make_room(std::size_t bytes);
  SectionPtr allocated(std::size_t bytes);
  void free(Section& section);

  std::size_t alignment_;
  std::size_t total_bytes_ = 0;
  SectionPtr open_;               // that numbers are written to
  std::vector<SectionPtr> full_;  // oldest first
  GlErrors errors_;
};

// By OpenGL's own commands, between fences; the offset is in bytes.
void write_between_fences(unsigned buffer, std::size_t offset, std::span<const std::byte> bytes);
void clear_between_fences(unsigned buffer);

// What the dispatches so far have made, to the host, which waits for it. It is read from the buffer
// `copy`, unless that is 0: a driver may move a buffer that is read into the host's memory and
// leave it there, far from the shaders that use it next.
void read_behind_fence(unsigned buffer, unsigned copy, std::span<std::byte> into);

}  // namespace glassformer
