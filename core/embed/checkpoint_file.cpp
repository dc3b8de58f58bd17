#include "core/embed/checkpoint_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Header {
  char kind[8] = {};
  std::uint64_t fingerprint = 0;
  std::uint64_t next = 0;
};

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw UserError(fmt::format("{}: {}", file.string(), what));
}

}  // namespace

void save_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                 std::span<const std::span<const float>> parts) {
  const std::string beside = file.string() + ".partial";
  std::unique_ptr<std::FILE, Closer> out(std::fopen(beside.c_str(), "wb"));
  if (!out) fail(file, fmt::format("cannot be written: {}", std::strerror(errno)));
  Header header{{}, mark.fingerprint, mark.next};
  std::copy_n(mark.kind.begin(), std::min(mark.kind.size(), sizeof header.kind), header.kind);
  bool written = std::fwrite(&header, sizeof header, 1, out.get()) == 1;
  for (const std::span<const float> part : parts) {
    written =
        written && std::fwrite(part.data(), 1, part.size_bytes(), out.get()) == part.size_bytes();
  }
  written = written && std::fflush(out.get()) == 0 && ::fsync(::fileno(out.get())) == 0;
  if (!written || std::rename(beside.c_str(), file.c_str()) != 0) {
    const int error = errno;
    ::unlink(beside.c_str());
    fail(file, fmt::format("cannot be written: {}", std::strerror(error)));
  }
}

std::uint64_t restore_floats(const std::filesystem::path& file, const CheckpointMark& mark,
                             std::uint64_t most, std::span<const std::span<float>> parts) {
  const InputFile in(file);
  Header header;
  if (in.size() < sizeof header) fail(file, "is too short for a checkpoint; train anew");
  in.read(0, reinterpret_cast<char*>(&header), sizeof header);
  const std::string_view kind(header.kind, std::find(header.kind, header.kind + 8, '\0'));
  if (kind != mark.kind) fail(file, fmt::format("is no checkpoint of this model ({})", mark.kind));
  if (header.fingerprint != mark.fingerprint || header.next > most) {
    fail(file, "belongs to another text or other options; give the same, or train anew");
  }
  std::uint64_t size = sizeof header;
  for (const std::span<float> part : parts) size += part.size_bytes();
  if (in.size() != size) fail(file, "is cut or has bytes too many; train anew");
  std::uint64_t at = sizeof header;
  for (const std::span<float> part : parts) {
    in.read(at, reinterpret_cast<char*>(part.data()), part.size_bytes());
    at += part.size_bytes();
  }
  return header.next;
}

}  // namespace glassformer
