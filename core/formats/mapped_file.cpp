#include "core/formats/mapped_file.h"

#include <sys/mman.h>

#include <cerrno>

#include "core/formats/because.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& file) {
  const InputFile in(file);  // refuses what is no file
  const auto size = static_cast<std::size_t>(in.size());
  std::shared_ptr<MappedFile> mapped(new MappedFile);  // before the memory that it is to give back
  if (size == 0) return mapped;
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, in.descriptor(), 0);
  if (memory == MAP_FAILED) {
    throw UserError(file.string() + ": cannot be read: " + because(errno));
  }
  mapped->bytes_ = {static_cast<const char*>(memory), size};
  return mapped;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace glassformer
