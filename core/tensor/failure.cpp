#include "core/tensor/failure.h"

#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::string_view refused = "there is not enough memory for this; ";

std::string no_memory(std::string_view instead) {
  return std::string(refused).append(instead);
}

}  // namespace

bool tells_of_memory(std::string_view told) {
  return told.starts_with(refused);
}

std::string told_of_failure(std::string_view instead) {
  try {
    throw;
  } catch (const UserError& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return no_memory(instead);
  } catch (const std::length_error&) {  // of a vector: more than any memory holds
    return no_memory(instead);
  } catch (const std::filesystem::filesystem_error& error) {
    return error.path1().string() + ": " + error.code().message() +
           "; look at the folder and its permissions";
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::resource_unavailable_try_again) {
      return "the system starts no further thread for this; close other programs and try again";
    }
    return "the system refuses this: " + error.code().message();
  } catch (const std::exception& error) {
    return std::string("something failed inside: ") + error.what();
  } catch (...) {
    return "something failed inside, and nothing says what";
  }
}

}  // namespace glassformer
