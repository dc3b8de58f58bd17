#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/formats/nameless_file.h"

namespace glassformer {

// A long list of numbers: in memory as long as it is short, beyond that in a nameless file. Its
// pages are the system's to drop, so a text larger than the memory can be trained on.
class IdStore {
 public:
  static constexpr std::uint64_t max_in_memory = 1 << 20;  // 4 MB

  explicit IdStore(std::uint64_t max = max_in_memory) : max_(max) {}
  IdStore(IdStore&& other) noexcept;
  IdStore& operator=(IdStore&& other) noexcept;

  void add(std::int32_t id) {
    tail_.push_back(id);
    if (tail_.size() == max_) spill();
  }
  std::uint64_t size() const { return stored_ + tail_.size(); }
  // Fills `to` from number `from` on, as far as there are; returns how many. From any thread, while
  // nobody adds. Throws UserError if the disk fails.
  std::size_t read(std::uint64_t from, std::span<std::int32_t> to) const;
  // Each number becomes table[number]; those that become -2 are dropped. Negative ones are ends of
  // sentences: one stays between two numbers.
  void map(std::span<const std::int32_t> table);
  static constexpr std::int32_t dropped = -2;

 private:
  void spill();

  std::uint64_t max_;
  NamelessFile file_;
  std::uint64_t stored_ = 0;        // in the file
  std::vector<std::int32_t> tail_;  // behind it
};

}  // namespace glassformer
