#include "core/formats/zip_source.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/formats/json.h"
#include "core/formats/known_kind.h"
#include "core/formats/zip_names.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Close {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using Archive = std::unique_ptr<zip_t, Close>;
using Entry = std::unique_ptr<zip_file_t, Close>;

[[noreturn]] void fail(const std::string& named, const std::string& what) {
  throw UserError(named + ": " + what);
}

std::string_view method_name(unsigned method) {
  switch (method) {
    case ZIP_CM_DEFLATE64:
      return "Deflate64";
    case ZIP_CM_BZIP2:
      return "bzip2";
    case ZIP_CM_LZMA:
      return "LZMA";
    case 93:
      return "Zstandard";
    case ZIP_CM_XZ:
      return "XZ";
    case ZIP_CM_PPMD:
      return "PPMd";
    default:
      return "an unusual method";
  }
}

class ZipSource : public ByteSource {
 public:
  ZipSource(Archive archive, Entry entry, std::uint64_t size, std::string named)
      : archive_(std::move(archive)),
        entry_(std::move(entry)),
        size_(size),
        named_(std::move(named)) {}

  std::size_t read_some(char* to, std::size_t max) override {
    const zip_int64_t n = zip_fread(entry_.get(), to, max);
    if (n < 0) {
      fail(named_, fmt::format("the archive is damaged ({}, after {} bytes); get it again",
                               zip_file_strerror(entry_.get()), read_));
    }
    read_ += static_cast<std::uint64_t>(n);
    return static_cast<std::size_t>(n);
  }

  double done() const override {
    return size_ == 0 ? 1.0
                      : std::min(1.0, static_cast<double>(read_) / static_cast<double>(size_));
  }

 private:
  Archive archive_;  // outlives the entry
  Entry entry_;
  std::uint64_t size_;
  std::uint64_t read_ = 0;
  std::string named_;
};

Archive open_archive(const std::filesystem::path& file) {
  int code = 0;
  Archive archive(zip_open(file.c_str(), ZIP_RDONLY, &code));
  if (archive != nullptr) return archive;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  fail(file.string(), "begins like a zip archive, but is none that can be read (" + reason +
                          "); it may be cut short, get it again");
}

std::string names(zip_t* archive) {
  constexpr zip_int64_t shown = 12;
  const zip_int64_t count = zip_get_num_entries(archive, 0);
  std::string listed;
  for (zip_int64_t i = 0; i < std::min(count, shown); ++i) {
    const char* const name = zip_get_name(archive, static_cast<zip_uint64_t>(i), 0);
    if (name != nullptr) listed += (listed.empty() ? "" : ", ") + excerpt(name, 80);
  }
  return count > shown ? fmt::format("{} and {} more", listed, count - shown) : listed;
}

std::vector<std::string> first_names(zip_t* archive) {
  constexpr zip_int64_t enough = 1000;
  std::vector<std::string> names;
  for (zip_int64_t i = 0; i < std::min(zip_get_num_entries(archive, 0), enough); ++i) {
    const char* const name = zip_get_name(archive, static_cast<zip_uint64_t>(i), 0);
    if (name != nullptr) names.emplace_back(name);
  }
  return names;
}

// Its number, or -1. Folders within the archive are no entries.
zip_int64_t only_file(zip_t* archive) {
  zip_int64_t only = -1;
  for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
    const char* const name = zip_get_name(archive, static_cast<zip_uint64_t>(i), 0);
    if (name == nullptr || std::string_view(name).ends_with('/')) continue;
    if (only >= 0) return -1;
    only = i;
  }
  return only;
}

}  // namespace

std::vector<std::string> zip_names(const std::filesystem::path& file) {
  int code = 0;
  const Archive archive(zip_open(file.c_str(), ZIP_RDONLY, &code));
  return archive != nullptr ? first_names(archive.get()) : std::vector<std::string>{};
}

std::unique_ptr<ByteSource> zip_entry(const std::filesystem::path& file, const std::string& entry) {
  Archive archive = open_archive(file);
  if (entry.empty()) {
    if (const auto kind = known_archive(first_names(archive.get()), file))
      fail(file.string(), *kind);
  }
  const zip_int64_t index =
      entry.empty() ? only_file(archive.get()) : zip_name_locate(archive.get(), entry.c_str(), 0);
  if (index < 0 && zip_get_num_entries(archive.get(), 0) == 0) {
    fail(file.string(), "is an archive without any file in it; get it again");
  }
  if (index < 0) {
    fail(file.string(),
         entry.empty()
             ? fmt::format("holds several files ({0}); name one after the archive, as in {1}/{2}",
                           names(archive.get()), file.string(),
                           excerpt(zip_get_name(archive.get(), 0, 0), 80))
             : fmt::format("holds no {}; it holds {}", excerpt(entry, 80), names(archive.get())));
  }
  const auto number = static_cast<zip_uint64_t>(index);
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_stat_index(archive.get(), number, 0, &status) != 0) {
    fail(file.string(), "its list of files is damaged; get it again");
  }
  const std::string named =
      file.string() + "/" + excerpt(zip_get_name(archive.get(), number, 0), 80);
  if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE) {
    fail(named, "is encrypted; unpack it with its password first");
  }
  if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
    fail(named, fmt::format("is packed with {} (method {}), which is not read; unpack it first",
                            method_name(status.comp_method), status.comp_method));
  }
  Entry opened(zip_fopen_index(archive.get(), number, 0));
  if (opened == nullptr) {
    fail(named, fmt::format("cannot be unpacked ({}); get the archive again",
                            zip_strerror(archive.get())));
  }
  return std::make_unique<ZipSource>(std::move(archive), std::move(opened), status.size, named);
}

}  // namespace glassformer
