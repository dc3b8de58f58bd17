#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace glassformer {

// What EGL lists to draw and compute with: a graphics card, or the processor that plays one.
// GLASSFORMER_CARD=N in the environment takes the N-th, from 0.
struct EglCard {
  void* device = nullptr;  // EGLDeviceEXT
  bool software = false;
  bool taken = false;
  std::string name;            // what its driver calls it; empty: it was not started, or cannot be
  std::int64_t kilobytes = 0;  // of its own memory, where the driver tells
};

// Lists them, which starts no driver. Empty where EGL cannot.
const std::vector<EglCard>& egl_cards();

// Whether a driver has left a file in the folder that only a card has.
bool has_card_file(const std::filesystem::path& devices = "/dev");

// Whether there may be a card that is one: a look at files and at the list, before a driver, which
// takes 50 MB to say no, is started.
bool may_have_card();

// Of the cards that are one and were started, the one with the most memory, of equals the first;
// −1: none.
int best_card(std::span<const EglCard> cards);

// One line for each, for `doctor`.
std::vector<std::string> card_lines();

// Started: the best card, else Mesa without a card, else whatever there is. nullptr: nothing.
// Throws UserError if GLASSFORMER_CARD names none, or one that cannot be started.
void* open_egl_display();

}  // namespace glassformer
