#include "core/formats/because.h"

#include <cerrno>
#include <cstring>
#include <string_view>

namespace glassformer {

namespace {

std::string_view remedy(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "make room there, or choose another place";
    case EFBIG:
      return "it is larger than files may be here; choose another place, or ask ulimit -f";
    case EACCES:
    case EPERM:
      return "look at the permissions of the file and of its folder, or choose another place";
    case EROFS:
      return "nothing can be written there; choose another place";
    case EIO:
      return "the disk has a fault, or was taken away; try again, or another disk";
    case EMFILE:
    case ENFILE:
      return "too many files are open; close other programs and try again";
    case ENOMEM:
      return "close other programs and try again";
    case ENOENT:
    case ENOTDIR:
      return "check the name and its folder";
    case ENAMETOOLONG:
      return "choose a shorter name";
    case ELOOP:
      return "its links lead back to themselves; name the file itself";
    default:
      return "try again, or choose another place";
  }
}

}  // namespace

std::string because(int error) {
  return std::string(std::strerror(error)) + "; " + std::string(remedy(error));
}

}  // namespace glassformer
