#include "app/platform/version.h"

namespace glassformer {

std::string program_version() {
  return GLASSFORMER_VERSION;
}

}  // namespace glassformer
