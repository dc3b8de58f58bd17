#include "core/embed/train/checkpoint_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "core/formats/output_file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Header {
  char kind[8] = {};
  std::uint64_t fingerprint = 0;
  std::uint64_t next = 0;
  std::uint64_t content = 0;  // of all floats
};

// After the floats. Files of earlier versions end without it.
struct Trailer {
  char kind[8] = {'l', 'o', 's', 's'};
  double loss = 0;
  std::uint64_t content = 0;  // of the loss
};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw UserError(fmt::format("{}: {}", file.string(), what));
}

// Tells whether bytes were damaged since they were written, at the speed of reading them.
class ContentHash {
 public:
  // Pieces of whole floats; how they are cut makes no difference.
  void add(const char* bytes, std::size_t size) {
    for (std::size_t at = 0; at + 4 <= size; at += 4) {
      std::uint32_t word = 0;
      std::memcpy(&word, bytes + at, sizeof word);
      hash_ = (std::rotl(hash_, 5) ^ word) * 0x9E3779B97F4A7C15;
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

std::string_view bytes_of(std::span<const float> part) {
  return {reinterpret_cast<const char*>(part.data()), part.size_bytes()};
}

}  // namespace

void save_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                 const std::function<void(const TakeFloats&)>& each) {
  ContentHash content;
  each([&](std::span<const float> part) { content.add(bytes_of(part).data(), part.size_bytes()); });
  Header header{{}, mark.fingerprint, mark.next, content.value()};
  std::copy_n(mark.kind.begin(), std::min(mark.kind.size(), sizeof header.kind), header.kind);
  OutputFile out(file);
  out.write({reinterpret_cast<const char*>(&header), sizeof header});
  each([&](std::span<const float> part) { out.write(bytes_of(part)); });
  ContentHash of_loss;
  of_loss.add(reinterpret_cast<const char*>(&mark.loss), sizeof mark.loss);
  const Trailer trailer{.loss = mark.loss, .content = of_loss.value()};
  out.write({reinterpret_cast<const char*>(&trailer), sizeof trailer});
  out.finish();
}

void save_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                 std::span<const std::span<const float>> parts) {
  save_floats(file, mark, [&](const TakeFloats& take) {
    for (const std::span<const float> part : parts) take(part);
  });
}

CheckpointReader::CheckpointReader(const std::filesystem::path& file, const CheckpointMark& mark,
                                   std::uint64_t max, std::uint64_t floats)
    : in_(file), at_(sizeof(Header)) {
  Header header;
  if (in_.size() < sizeof header) fail(file, "is too short for a checkpoint; train again");
  in_.read(0, reinterpret_cast<char*>(&header), sizeof header);
  const std::string_view kind(header.kind, std::find(header.kind, header.kind + 8, '\0'));
  if (kind != mark.kind)
    fail(file, fmt::format("is no checkpoint of this model ({}); train again", mark.kind));
  if (header.fingerprint != mark.fingerprint || header.next > max) {
    fail(file, "belongs to another text or other options; give the same, or train again");
  }
  const std::uint64_t size = sizeof header + floats * sizeof(float);
  const bool has_loss = in_.size() == size + sizeof(Trailer);
  if (in_.size() != size && !has_loss) fail(file, "is cut or has bytes too many; train again");
  // All of it is looked at before anything is changed.
  ContentHash content;
  std::vector<char> block(1 << 20);
  for (std::uint64_t at = sizeof header; at < size; at += block.size()) {
    block.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), size - at)));
    in_.read(at, block.data(), block.size());
    content.add(block.data(), block.size());
  }
  if (content.value() != header.content) fail(file, "is damaged; train again");
  if (has_loss) {
    Trailer trailer;
    in_.read(size, reinterpret_cast<char*>(&trailer), sizeof trailer);
    ContentHash of_loss;
    of_loss.add(reinterpret_cast<const char*>(&trailer.loss), sizeof trailer.loss);
    if (std::memcmp(trailer.kind, Trailer{}.kind, sizeof trailer.kind) != 0 ||
        of_loss.value() != trailer.content) {
      fail(file, "is damaged; train again");
    }
    found_.loss = trailer.loss;
  }
  found_.next = header.next;
}

void CheckpointReader::read(std::span<float> to) {
  in_.read(at_, reinterpret_cast<char*>(to.data()), to.size_bytes());
  at_ += to.size_bytes();
}

Restored restore_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                        std::uint64_t max, std::span<const std::span<float>> parts) {
  std::uint64_t floats = 0;
  for (const std::span<float> part : parts) floats += part.size();
  CheckpointReader reader(file, mark, max, floats);
  for (const std::span<float> part : parts) reader.read(part);
  return reader.found();
}

}  // namespace glassformer
