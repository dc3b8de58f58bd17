#include "core/embed/rows_file.h"

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

std::uint64_t bytes_of(const RowsBuilder& rows) {
  return std::uint64_t{rows.count()} * rows.stride() * sizeof(float);
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw UserError(fmt::format("{}: {}", file.string(), what));
}

}  // namespace

void save_rows(const std::filesystem::path& file, const RowsMark& mark,
               std::span<const RowsBuilder* const> rows) {
  const std::string beside = file.string() + ".partial";
  std::unique_ptr<std::FILE, Closer> out(std::fopen(beside.c_str(), "wb"));
  if (!out) fail(file, fmt::format("cannot be written: {}", std::strerror(errno)));
  Header header{{}, mark.fingerprint, mark.next};
  std::copy_n(mark.kind.begin(), std::min(mark.kind.size(), sizeof header.kind), header.kind);
  bool written = std::fwrite(&header, sizeof header, 1, out.get()) == 1;
  for (const RowsBuilder* part : rows) {
    const std::uint64_t bytes = bytes_of(*part);
    written = written && std::fwrite(part->data(), 1, bytes, out.get()) == bytes;
  }
  written = written && std::fflush(out.get()) == 0 && ::fsync(::fileno(out.get())) == 0;
  if (!written || std::rename(beside.c_str(), file.c_str()) != 0) {
    const int error = errno;
    ::unlink(beside.c_str());
    fail(file, fmt::format("cannot be written: {}", std::strerror(error)));
  }
}

std::uint64_t restore_rows(const std::filesystem::path& file, const RowsMark& mark,
                           std::uint64_t most, std::span<RowsBuilder* const> rows) {
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
  for (const RowsBuilder* part : rows) size += bytes_of(*part);
  if (in.size() != size) fail(file, "is cut or has bytes too many; train anew");
  std::uint64_t at = sizeof header;
  for (RowsBuilder* part : rows) {
    in.read(at, reinterpret_cast<char*>(part->data()), bytes_of(*part));
    at += bytes_of(*part);
  }
  return header.next;
}

}  // namespace glassformer
