#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace glassformer {

// A device that EGL lists to draw and compute with: a graphics card, or a software renderer.
// GLASSFORMER_CARD=N in the environment takes the N-th, from 0.
struct EglCard {
  void* device = nullptr;  // EGLDeviceEXT
  bool software = false;
  bool taken = false;          // the one that open_egl_display() returned
  std::string name;            // GL_RENDERER; empty: its driver was not started, or cannot be
  std::int64_t kilobytes = 0;  // of its own memory, where the driver tells
};

// The list; making it starts no driver. Empty where EGL cannot list devices.
const std::vector<EglCard>& egl_cards();

// Whether a driver has left a file in the folder that only a card has.
bool has_card_file(const std::filesystem::path& devices = "/dev");

// Whether there may be a graphics card that is no software renderer, judged by files and the list:
// starting a driver only to be told that there is none takes 50 MB.
bool may_have_card();

// The index of the graphics card (no software renderer) with the most memory, among those whose
// driver was started; of equals the first; −1: none.
int best_card(std::span<const EglCard> cards);

// One line for each, for `doctor`.
std::vector<std::string> card_lines();

// An initialised EGLDisplay: of the best card, else of Mesa without a card, else of whatever there
// is; nullptr: of nothing. Throws UserError if GLASSFORMER_CARD names no device, or one that cannot
// be started.
void* open_egl_display();

}  // namespace glassformer
