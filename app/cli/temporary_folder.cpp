#include "app/cli/temporary_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/formats/unfinished.h"
#include "core/tensor/error.h"

namespace glassformer {

TemporaryFolder::TemporaryFolder() {
  const auto measurement = std::filesystem::temp_directory_path() / "glassformer-bench";
  remove_unfinished_folders(measurement);
  std::string name = unfinished_name(measurement);
  if (::mkdtemp(name.data()) == nullptr) {
    throw UserError(
        fmt::format("{}: cannot be made: {}; make room there or name another folder "
                    "in TMPDIR",
                    name, std::strerror(errno)));
  }
  folder = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code none;
  std::filesystem::remove_all(folder, none);
}

}  // namespace glassformer
