#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// Distinct words numbered from 0 in the order they came. All letters lie in one piece of memory, so
// that three million words cost little more than their bytes. At most 2³¹ − 1 words.
class WordList {
 public:
  std::size_t size() const { return starts_.size() - 1; }
  bool empty() const { return size() == 0; }
  // Valid until the next add().
  std::string_view operator[](std::size_t id) const {
    return std::string_view(letters_).substr(starts_[id], starts_[id + 1] - starts_[id]);
  }
  // Its number, or -1.
  int find(std::string_view word) const;
  // The number of the word, which is put at the end if it is new; `fresh` says whether it was.
  struct Added {
    int id;
    bool fresh;
  };
  Added add(std::string_view word);
  // Adds all words of another list; ids[i] becomes the number of its word i.
  void add_all(const WordList& other, std::vector<std::int32_t>& ids);
  void reserve(std::size_t words, std::size_t letters);

 private:
  struct Slot {
    std::int32_t id = -1;  // -1 is free
    std::uint32_t hash =
        0;  // of the word: most others are told apart without reading their letters
  };
  // Where the word is, or the free slot for it.
  std::size_t slot_of(std::string_view word, std::uint32_t hash) const;
  Added add(std::string_view word, std::uint32_t hash);
  std::vector<std::uint32_t> hashes() const;  // of each word
  void grow();

  std::string letters_;
  std::vector<std::uint64_t> starts_{0};
  std::vector<Slot> slots_;  // a hash table with open addressing
};

}  // namespace glassformer
