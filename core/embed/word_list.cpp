#include "core/embed/word_list.h"

#include <functional>
#include <utility>

namespace glassformer {

namespace {
constexpr std::size_t kFirstSlots = 64;

std::uint32_t hash_of(std::string_view word) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>{}(word));
}
}  // namespace

std::size_t WordList::slot_of(std::string_view word, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot].id >= 0 && (slots_[slot].hash != hash ||
                                  (*this)[static_cast<std::size_t>(slots_[slot].id)] != word)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

int WordList::find(std::string_view word) const {
  return slots_.empty() ? -1 : slots_[slot_of(word, hash_of(word))].id;
}

WordList::Added WordList::add(std::string_view word) {
  if ((size() + 1) * 2 > slots_.size()) grow();
  const std::uint32_t hash = hash_of(word);
  Slot& slot = slots_[slot_of(word, hash)];
  if (slot.id >= 0) return {slot.id, false};
  slot = {static_cast<std::int32_t>(size()), hash};
  letters_.append(word);
  starts_.push_back(letters_.size());
  return {slot.id, true};
}

void WordList::reserve(std::size_t words, std::size_t letters) {
  letters_.reserve(letters);
  starts_.reserve(words + 1);
  while (words * 2 > slots_.size()) grow();
}

void WordList::grow() {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(old.empty() ? kFirstSlots : old.size() * 2, {});
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& word : old) {
    if (word.id < 0) continue;
    std::size_t slot = word.hash & mask;
    while (slots_[slot].id >= 0) slot = (slot + 1) & mask;
    slots_[slot] = word;
  }
}

}  // namespace glassformer
