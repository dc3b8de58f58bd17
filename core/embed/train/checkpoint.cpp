#include "core/embed/train/checkpoint.h"

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "core/embed/train/word2vec_state.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

struct Header {
  char magic[8] = {'G', 'F', 'w', '2', 'v', 'e', 'c', '1'};
  std::uint64_t fingerprint = 0;  // of text and config
  std::uint64_t next = 0;
  std::uint64_t inputs = 0, outputs = 0;  // floats
};

std::uint64_t floats(const RowsBuilder& rows) {
  return rows.count() * rows.stride();
}

std::uint64_t fingerprint(const Word2VecState& state) {
  const Word2VecConfig& c = state.config;
  std::uint64_t h = hash(fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", static_cast<int>(c.input),
      static_cast<int>(c.objective), c.subwords.on, c.subwords.shortest, c.subwords.longest,
      c.subwords.buckets, c.dim, c.window, c.dynamic_window, c.negative, c.noise_power, c.sample,
      c.epochs, c.alpha, c.whole_mean_gradient, c.seed, state.text->ids.size()));
  for (std::size_t i = 0; i < state.text->words.size(); ++i) {
    h = std::rotl(h, 5) ^ hash(state.text->words[i]) ^ state.text->counts[i];
  }
  return h;
}

Header header_of(const Word2VecState& state) {
  Header header;
  header.fingerprint = fingerprint(state);
  header.next = state.next;
  header.inputs = floats(state.inputs);
  header.outputs = floats(state.outputs);
  return header;
}

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw UserError(fmt::format("{}: {}", file.string(), what));
}

}  // namespace

void save_checkpoint(const Word2VecState& state, const std::filesystem::path& file) {
  const std::string beside = file.string() + ".partial";
  std::unique_ptr<std::FILE, Closer> out(std::fopen(beside.c_str(), "wb"));
  if (!out) fail(file, fmt::format("cannot be written: {}", std::strerror(errno)));
  const Header header = header_of(state);
  const auto write = [&](const void* bytes, std::size_t size) {
    return std::fwrite(bytes, 1, size, out.get()) == size;
  };
  const bool written = write(&header, sizeof header) &&
                       write(state.inputs.data(), header.inputs * sizeof(float)) &&
                       write(state.outputs.data(), header.outputs * sizeof(float)) &&
                       std::fflush(out.get()) == 0 && ::fsync(::fileno(out.get())) == 0;
  if (!written || std::rename(beside.c_str(), file.c_str()) != 0) {
    const int error = errno;
    ::unlink(beside.c_str());
    fail(file, fmt::format("cannot be written: {}", std::strerror(error)));
  }
}

void restore_checkpoint(Word2VecState& state, const std::filesystem::path& file) {
  const InputFile in(file);
  const Header expected = header_of(state);
  Header header;
  if (in.size() < sizeof header) fail(file, "is too short for a checkpoint; train anew");
  in.read(0, reinterpret_cast<char*>(&header), sizeof header);
  if (std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0) {
    fail(file, "is no checkpoint of a word2vec training");
  }
  if (header.fingerprint != expected.fingerprint || header.inputs != expected.inputs ||
      header.outputs != expected.outputs || header.next > state.pieces) {
    fail(file, "belongs to another text or other options; give the same, or train anew");
  }
  const std::uint64_t input_bytes = header.inputs * sizeof(float);
  const std::uint64_t output_bytes = header.outputs * sizeof(float);
  if (in.size() != sizeof header + input_bytes + output_bytes) {
    fail(file, "is cut or has bytes too many; train anew");
  }
  in.read(sizeof header, reinterpret_cast<char*>(state.inputs.data()), input_bytes);
  in.read(sizeof header + input_bytes, reinterpret_cast<char*>(state.outputs.data()), output_bytes);
  state.next = header.next;
}

}  // namespace glassformer
