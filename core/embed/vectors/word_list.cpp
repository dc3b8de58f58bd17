#include "core/embed/vectors/word_list.h"

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
  return add(word, hash_of(word));
}

WordList::Added WordList::add(std::string_view word, std::uint32_t hash) {
  if ((size() + 1) * 2 > slots_.size()) grow();
  Slot& slot = slots_[slot_of(word, hash)];
  if (slot.id >= 0) return {slot.id, false};
  slot = {static_cast<std::int32_t>(size()), hash};
  letters_.append(word);
  starts_.push_back(letters_.size());
  return {slot.id, true};
}

std::vector<std::uint32_t> WordList::hashes() const {
  std::vector<std::uint32_t> of_words(size());
  for (const Slot& slot : slots_) {
    if (slot.id >= 0) of_words[static_cast<std::size_t>(slot.id)] = slot.hash;
  }
  return of_words;
}

// A large table is far away: the places of the next words are on their way while one is looked up,
// first the slot, then what the word in it is compared with.
void WordList::add_all(const WordList& other, std::vector<std::int32_t>& ids) {
  constexpr std::size_t far = 16, near = 8;  // words ahead
  const std::vector<std::uint32_t> hashes = other.hashes();
  const auto slot_ahead = [&](std::size_t i) -> const Slot* {
    return i < hashes.size() && !slots_.empty() ? &slots_[hashes[i] & (slots_.size() - 1)]
                                                : nullptr;
  };
  ids.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (const Slot* const slot = slot_ahead(i + far)) __builtin_prefetch(slot);
    if (const Slot* const slot = slot_ahead(i + near); slot != nullptr && slot->id >= 0) {
      __builtin_prefetch(&starts_[static_cast<std::size_t>(slot->id)]);
    }
    ids[i] = add(other[i], hashes[i]).id;
  }
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
