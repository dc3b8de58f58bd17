#include "core/formats/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& file) {
  const auto size = static_cast<std::size_t>(InputFile(file).size());  // refuses what is no file
  if (size == 0) return std::shared_ptr<const MappedFile>(new MappedFile({}));
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  void* const memory =
      descriptor < 0 ? MAP_FAILED : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (memory == MAP_FAILED) {
    throw UserError(file.string() + ": cannot be read: " + std::strerror(error));
  }
  return std::shared_ptr<const MappedFile>(
      new MappedFile({static_cast<const char*>(memory), size}));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace glassformer
