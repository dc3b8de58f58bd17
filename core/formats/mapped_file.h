#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

namespace glassformer {

// An ordinary file as memory: its pages come when they are touched and go when memory is short. The
// file must not be made shorter while it is mapped; files that we write are replaced whole.
class MappedFile {
 public:
  // Throws UserError.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  MappedFile() = default;
  std::string_view bytes_;
};

}  // namespace glassformer
