#include "core/embed/corpus/id_store.h"

#include <algorithm>
#include <utility>

namespace glassformer {

namespace {

void write_at(NamelessFile& file, std::uint64_t from, std::span<const std::int32_t> ids) {
  file.write(from * sizeof(std::int32_t), std::as_bytes(ids));
}

void read_at(const NamelessFile& file, std::uint64_t from, std::span<std::int32_t> ids) {
  file.read(from * sizeof(std::int32_t), std::as_writable_bytes(ids));
}

}  // namespace

IdStore::IdStore(IdStore&& other) noexcept
    : max_(other.max_),
      file_(std::move(other.file_)),
      stored_(std::exchange(other.stored_, 0)),
      tail_(std::exchange(other.tail_, {})) {}

IdStore& IdStore::operator=(IdStore&& other) noexcept {
  std::swap(max_, other.max_);
  std::swap(file_, other.file_);
  std::swap(stored_, other.stored_);
  std::swap(tail_, other.tail_);
  return *this;
}

void IdStore::spill() {
  write_at(file_, stored_, tail_);
  stored_ += tail_.size();
  tail_.clear();
}

std::size_t IdStore::read(std::uint64_t from, std::span<std::int32_t> to) const {
  if (from >= size()) return 0;
  to = to.first(std::min<std::uint64_t>(to.size(), size() - from));
  std::size_t of_file = 0;
  if (from < stored_) {
    of_file = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), stored_ - from));
    read_at(file_, from, to.first(of_file));
  }
  const std::span<std::int32_t> rest = to.subspan(of_file);
  if (!rest.empty()) {
    std::copy_n(tail_.begin() + static_cast<std::ptrdiff_t>(from + of_file - stored_), rest.size(),
                rest.begin());
  }
  return to.size();
}

void IdStore::map(std::span<const std::int32_t> table) {
  bool after_end = true;
  const auto change = [&](std::vector<std::int32_t>& ids) {
    std::size_t kept = 0;
    for (const std::int32_t old : ids) {
      const std::int32_t id = old < 0 ? old : table[static_cast<std::size_t>(old)];
      // Of a sentence that nothing is left of, no end stays either.
      if (id == dropped || (id < 0 && after_end)) continue;
      after_end = id < 0;
      ids[kept++] = id;
    }
    ids.resize(kept);
  };
  // What is written never overtakes what is read: both go from the front, and none is added.
  std::vector<std::int32_t> block;
  std::uint64_t written = 0;
  for (std::uint64_t at = 0; at < stored_;) {
    block.resize(
        static_cast<std::size_t>(std::min<std::uint64_t>(max_in_memory / 4, stored_ - at)));
    read_at(file_, at, block);
    at += block.size();
    change(block);
    write_at(file_, written, block);
    written += block.size();
  }
  stored_ = written;
  change(tail_);
}

}  // namespace glassformer
