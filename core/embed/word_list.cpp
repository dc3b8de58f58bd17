#include "core/embed/word_list.h"

#include <functional>

namespace glassformer {

namespace {
constexpr std::size_t kFirstSlots = 64;
}

std::size_t WordList::slot_of(std::string_view word) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(word)&mask;
  while (slots_[slot] >= 0 && (*this)[static_cast<std::size_t>(slots_[slot])] != word) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

int WordList::find(std::string_view word) const {
  return slots_.empty() ? -1 : slots_[slot_of(word)];
}

WordList::Added WordList::add(std::string_view word) {
  if ((size() + 1) * 2 > slots_.size()) grow();
  const std::size_t slot = slot_of(word);
  if (slots_[slot] >= 0) return {slots_[slot], false};
  slots_[slot] = static_cast<std::int32_t>(size());
  letters_.append(word);
  starts_.push_back(letters_.size());
  return {slots_[slot], true};
}

void WordList::reserve(std::size_t words, std::size_t letters) {
  letters_.reserve(letters);
  starts_.reserve(words + 1);
  while (words * 2 > slots_.size()) grow();
}

void WordList::grow() {
  slots_.assign(slots_.empty() ? kFirstSlots : slots_.size() * 2, -1);
  for (std::size_t id = 0; id < size(); ++id) {
    slots_[slot_of((*this)[id])] = static_cast<std::int32_t>(id);
  }
}

}  // namespace glassformer
