#include "core/formats/folder.h"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <string_view>

#include "core/formats/because.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

struct Close {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

std::vector<std::filesystem::path> names_in(const std::filesystem::path& folder) {
  const std::unique_ptr<DIR, Close> open(::opendir(folder.c_str()));
  if (!open) throw UserError(folder.string() + ": cannot be read: " + because(errno));
  std::vector<std::filesystem::path> names;
  while (const dirent* const entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

}  // namespace glassformer
