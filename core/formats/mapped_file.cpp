#include "core/formats/mapped_file.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is not of <csignal>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "core/formats/because.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// What a handler may read that can run at any moment, in any thread.
struct Mapping {
  std::atomic<std::uintptr_t> begin = 0, end = 0;  // 0: the place is free
  std::atomic<bool> shrunk = false;
};
constexpr std::size_t max_mapped = 256;
std::array<Mapping, max_mapped> mappings;
std::atomic<std::size_t> page_size = 4096;
struct sigaction before;  // who is asked about any other SIGBUS

// What is known of the file of each place, for whoever has the mutex.
struct Known {
  std::string name;
  int descriptor = -1;
  struct stat first {};  // when it was opened
  bool told = false;
};
std::mutex mutex;
std::array<Known, max_mapped> files;
std::string lost;  // a file that was closed since, and not told of

// Nothing is called but mmap and sigaction, which only ask the system.
void on_lost_page(int number, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Mapping& mapping : mappings) {
    const std::uintptr_t end = mapping.end;
    if (end == 0 || address < mapping.begin || address >= end) continue;
    mapping.shrunk = true;
    const std::uintptr_t page = address - address % page_size;
    void* const zeros = ::mmap(reinterpret_cast<void*>(page), page_size, PROT_READ,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros != MAP_FAILED) return;
  }
  if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr) {
    before.sa_sigaction(number, info, context);
    return;
  }
  ::sigaction(number, &before, nullptr);  // the instruction comes again and ends the program
}

// Whoever takes over the signal later is asked first, once the next file is mapped.
void catch_lost_pages() {
  struct sigaction now {};
  ::sigaction(SIGBUS, nullptr, &now);
  if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_lost_page) return;
  before = now;
  page_size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  struct sigaction ours {};
  ours.sa_sigaction = on_lost_page;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(SIGBUS, &ours, nullptr);
}

// Less than a page that is missing reads as zeros without a signal; and what is written over while
// it is read is neither the old file nor the new one.
bool was_changed(std::size_t place) {
  struct stat now {};
  const Known& file = files[place];
  if (mappings[place].shrunk || ::fstat(file.descriptor, &now) != 0) return mappings[place].shrunk;
  return now.st_size != file.first.st_size || now.st_mtim.tv_sec != file.first.st_mtim.tv_sec ||
         now.st_mtim.tv_nsec != file.first.st_mtim.tv_nsec;
}

[[noreturn]] void tell(const std::string& name) {
  throw UserError(name +
                  ": became shorter or was written over while it was read; open it again when it "
                  "is whole");
}

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& file) {
  const InputFile in(file);  // refuses what is no file
  const auto size = static_cast<std::size_t>(in.size());
  std::shared_ptr<MappedFile> mapped(new MappedFile);  // before the memory that it is to give back
  if (size == 0) return mapped;
  const std::scoped_lock lock(mutex);
  std::size_t place = 0;
  while (place < mappings.size() && mappings[place].end != 0) ++place;
  if (place == mappings.size()) {
    throw UserError(file.string() + ": cannot be opened beside " + std::to_string(max_mapped) +
                    " other files; close some");
  }
  catch_lost_pages();
  Known known{file.string(), ::dup(in.descriptor()), {}, false};
  if (known.descriptor < 0 || ::fstat(known.descriptor, &known.first) != 0) {
    const std::string why = because(errno);
    if (known.descriptor >= 0) ::close(known.descriptor);
    throw UserError(file.string() + ": cannot be read: " + why);
  }
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, in.descriptor(), 0);
  if (memory == MAP_FAILED) {
    const std::string why = because(errno);
    ::close(known.descriptor);
    throw UserError(file.string() + ": cannot be read: " + why);
  }
  files[place] = std::move(known);
  mapped->bytes_ = {static_cast<const char*>(memory), size};
  mapped->place_ = place;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  mappings[place].shrunk = false;
  mappings[place].begin = begin;
  mappings[place].end = begin + (size + page_size - 1) / page_size * page_size;
  return mapped;
}

MappedFile::~MappedFile() {
  if (bytes_.empty()) return;
  const std::scoped_lock lock(mutex);
  Mapping& mapping = mappings[place_];
  Known& file = files[place_];
  if (!file.told && was_changed(place_)) lost = std::move(file.name);
  ::close(file.descriptor);
  mapping.end = 0;
  mapping.begin = 0;
  ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

void MappedFile::check() const {
  if (bytes_.empty()) return;
  const std::scoped_lock lock(mutex);
  if (!was_changed(place_)) return;
  files[place_].told = true;
  tell(files[place_].name);
}

void check_mapped_files() {
  const std::scoped_lock lock(mutex);
  if (!lost.empty()) tell(std::exchange(lost, {}));
  for (std::size_t place = 0; place < mappings.size(); ++place) {
    if (mappings[place].end == 0 || files[place].told || !was_changed(place)) continue;
    files[place].told = true;
    tell(files[place].name);
  }
}

}  // namespace glassformer
