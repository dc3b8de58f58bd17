#include "tests/faults/failing_calls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace glassformer::testing {

namespace {

constexpr auto kinds = static_cast<std::size_t>(Call::count);
constexpr int never = -1;

std::array<std::atomic<int>, kinds> made{};
std::atomic<Call> failing = Call::count;
std::atomic<int> left = never;  // calls of that kind until the one that goes wrong
Fault how;

// Counts a call; whether it is the one that goes wrong.
bool goes_wrong(Call call) {
  ++made[static_cast<std::size_t>(call)];
  return failing == call && left > 0 && --left == 0;
}

// What a call that moves bytes does instead; `count` becomes what the real one is asked for.
bool refused(Call call, std::size_t& count, ssize_t& result) {
  if (!goes_wrong(call)) return false;
  if (how.kind == Fault::Kind::half) {
    count = count / 2 + count % 2;
    return false;
  }
  result = how.kind == Fault::Kind::none ? 0 : -1;
  errno = how.error;
  return true;
}

bool refused(Call call) {
  if (!goes_wrong(call)) return false;
  errno = how.error;
  return true;
}

}  // namespace

std::string name_of(Call call) {
  constexpr std::array<const char*, kinds> names{"open",  "fstat",  "fcntl",  "mkostemp",
                                                 "pread", "write",  "pwrite", "fchmod",
                                                 "fsync", "rename", "mmap"};
  return names.at(static_cast<std::size_t>(call));
}

FailingCall::FailingCall(Call call, int nth, Fault fault) {
  how = fault;
  left = nth;
  failing = call;
}

FailingCall::~FailingCall() {
  failing = Call::count;
  left = never;
}

bool FailingCall::happened() const {
  return left == 0;
}

CountedCalls::CountedCalls() {
  for (auto& count : made) count = 0;
}

int CountedCalls::of(Call call) const {
  return made[static_cast<std::size_t>(call)];
}

}  // namespace glassformer::testing

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {

using glassformer::testing::Call;

int __real_open(const char* file, int flags, ...);
int __wrap_open(const char* file, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  return glassformer::testing::refused(Call::open) ? -1 : __real_open(file, flags, mode);
}

int __real_fcntl(int file, int what, ...);
int __wrap_fcntl(int file, int what, ...) {
  std::va_list more;
  va_start(more, what);
  void* const value = va_arg(more, void*);
  va_end(more);
  return glassformer::testing::refused(Call::fcntl) ? -1 : __real_fcntl(file, what, value);
}

int __real_fstat(int file, struct stat* into);
int __wrap_fstat(int file, struct stat* into) {
  return glassformer::testing::refused(Call::fstat) ? -1 : __real_fstat(file, into);
}

int __real_mkostemp(char* name, int flags);
int __wrap_mkostemp(char* name, int flags) {
  return glassformer::testing::refused(Call::mkostemp) ? -1 : __real_mkostemp(name, flags);
}

ssize_t __real_pread(int file, void* to, std::size_t count, off_t at);
ssize_t __wrap_pread(int file, void* to, std::size_t count, off_t at) {
  ssize_t result = 0;
  if (glassformer::testing::refused(Call::pread, count, result)) return result;
  return __real_pread(file, to, count, at);
}

ssize_t __real_write(int file, const void* from, std::size_t count);
ssize_t __wrap_write(int file, const void* from, std::size_t count) {
  ssize_t result = 0;
  if (glassformer::testing::refused(Call::write, count, result)) return result;
  return __real_write(file, from, count);
}

ssize_t __real_pwrite(int file, const void* from, std::size_t count, off_t at);
ssize_t __wrap_pwrite(int file, const void* from, std::size_t count, off_t at) {
  ssize_t result = 0;
  if (glassformer::testing::refused(Call::pwrite, count, result)) return result;
  return __real_pwrite(file, from, count, at);
}

int __real_fchmod(int file, mode_t mode);
int __wrap_fchmod(int file, mode_t mode) {
  return glassformer::testing::refused(Call::fchmod) ? -1 : __real_fchmod(file, mode);
}

int __real_fsync(int file);
int __wrap_fsync(int file) {
  return glassformer::testing::refused(Call::fsync) ? -1 : __real_fsync(file);
}

int __real_rename(const char* from, const char* to);
int __wrap_rename(const char* from, const char* to) {
  return glassformer::testing::refused(Call::rename) ? -1 : __real_rename(from, to);
}

void* __real_mmap(void* at, std::size_t bytes, int right, int flags, int file, off_t offset);
void* __wrap_mmap(void* at, std::size_t bytes, int right, int flags, int file, off_t offset) {
  if (glassformer::testing::refused(Call::mmap)) return MAP_FAILED;
  return __real_mmap(at, bytes, right, flags, file, offset);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
