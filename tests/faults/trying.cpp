#include "tests/faults/trying.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <new>
#include <optional>
#include <span>
#include <sstream>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/faults/failing_calls.h"
#include "tests/faults/failing_memory.h"

namespace glassformer::testing {

namespace {

namespace fs = std::filesystem;

struct Outcome {
  std::optional<std::string> made;  // what came of it; nothing: it failed
  std::string sentence;             // of a UserError
  bool no_memory = false;           // std::bad_alloc
};

void prepare(const Tried& tried) {
  if (tried.before) tried.before();
}

std::string done(const Tried& tried) {
  prepare(tried);
  return tried.act();
}

// With the fault that is in place.
Outcome outcome_of(const Tried& tried) {
  Outcome outcome;
  try {
    outcome.made = tried.act();
  } catch (const std::bad_alloc&) {
    outcome.no_memory = true;
  } catch (const UserError& error) {
    outcome.sentence = error.what();
    EXPECT_FALSE(outcome.sentence.empty());
    expect_sentence(outcome.sentence);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another kind of exception: " << error.what();
  }
  return outcome;
}

int most_of(int most) {
  const char* const wished = std::getenv("GLASSFORMER_FAULTS");
  if (wished == nullptr || *wished == '\0') return most;
  if (std::string(wished) == "all") return 0;
  return std::max(std::atoi(wished), 1);
}

std::ptrdiff_t open_files() {
  return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

// Before the first fault: it goes well, twice the same, and what is kept for the next time is kept.
std::string undisturbed(const Tried& tried) {
  std::string made = done(tried);
  EXPECT_EQ(done(tried), made) << tried.what << " is not the same twice";
  return made;
}

void look_after(const Tried& tried, const Outcome& outcome, const std::string& wanted) {
  if (outcome.made && !(tried.says_so && tried.says_so(*outcome.made))) {
    EXPECT_EQ(*outcome.made, wanted);
  }
  if (tried.after) tried.after(outcome.made.has_value());
}

struct Way {
  Call call;
  Fault fault;
};

constexpr auto error = Fault::Kind::error;
const std::vector<Way>& ways() {
  static const std::vector<Way> all{
      {Call::open, {error, EMFILE}},       {Call::open, {error, EACCES}},
      {Call::fstat, {error, EIO}},         {Call::fcntl, {error, EMFILE}},
      {Call::mkostemp, {error, EACCES}},   {Call::mkostemp, {error, ENOSPC}},
      {Call::pread, {error, EIO}},         {Call::pread, {error, EINTR}},
      {Call::pread, {Fault::Kind::half}},  {Call::pread, {Fault::Kind::none}},
      {Call::write, {error, ENOSPC}},      {Call::write, {error, EIO}},
      {Call::write, {error, EINTR}},       {Call::write, {Fault::Kind::half}},
      {Call::pwrite, {error, ENOSPC}},     {Call::pwrite, {error, EINTR}},
      {Call::pwrite, {Fault::Kind::half}}, {Call::pwrite, {Fault::Kind::none}},
      {Call::fchmod, {error, EPERM}},      {Call::fsync, {error, EIO}},
      {Call::rename, {error, EACCES}},     {Call::mmap, {error, ENOMEM}}};
  return all;
}

bool goes_unnoticed(const Fault& fault) {
  return fault.kind == Fault::Kind::half || fault.error == EINTR;
}

}  // namespace

std::vector<std::int64_t> ordinals(std::int64_t count, int most) {
  std::vector<std::int64_t> taken;
  if (most <= 0 || count <= most) {
    for (std::int64_t n = 1; n <= count; ++n) taken.push_back(n);
    return taken;
  }
  Rng rng(7);
  for (std::int64_t part = 0; part < most; ++part) {
    const std::int64_t from = part * count / most, to = (part + 1) * count / most;
    taken.push_back(from + 1 +
                    static_cast<std::int64_t>(rng.uniform() * static_cast<double>(to - from)));
  }
  return taken;
}

void expect_sentence(const std::string& message) {
  for (const char* const word :
       {"bad_alloc", "std::", "basic_string", "vector::", "length_error", "out_of_range", "errno",
        "nullptr", "exception", "assert", "terminate", "segmentation", " 0x", "json.", "\n\n"}) {
    EXPECT_EQ(message.find(word), std::string::npos)
        << "a programmer's word (" << word << "): " << message;
  }
}

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ostringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    all[fs::relative(entry.path(), folder).string()] = bytes.str();
  }
  return all;
}

void every_request(const Tried& tried, int most) {
  SCOPED_TRACE(tried.what);
  const std::string wanted = undisturbed(tried);
  prepare(tried);
  const std::int64_t before = requests();
  EXPECT_EQ(tried.act(), wanted);
  const std::int64_t count = requests() - before;
  ASSERT_GT(count, 0) << "takes no memory";
  const std::int64_t held = live();
  const std::ptrdiff_t open = open_files();
  int refused = 0;
  for (const std::int64_t nth : ordinals(count, most_of(most))) {
    SCOPED_TRACE("request " + std::to_string(nth) + " of " + std::to_string(count));
    Outcome outcome;
    prepare(tried);
    {
      const FailingMemory fault(nth);
      outcome = outcome_of(tried);
    }
    refused += outcome.made ? 0 : 1;
    look_after(tried, outcome, wanted);
    ASSERT_EQ(open_files(), open) << "a file stays open";
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(refused, 0) << "nothing ever failed";
  EXPECT_EQ(done(tried), wanted) << "not what it was before the faults";
  // A buffer of a thread may have grown once.
  EXPECT_LE(live(), held + 8) << "memory is never given back";
}

void every_call(const Tried& tried, const std::string& named, int most) {
  SCOPED_TRACE(tried.what);
  const std::string wanted = undisturbed(tried);
  prepare(tried);
  const CountedCalls counted;
  EXPECT_EQ(tried.act(), wanted);
  std::map<Call, int> counts;
  for (const Way& way : ways()) counts[way.call] = counted.of(way.call);
  const std::ptrdiff_t open = open_files();
  int failed = 0;
  for (const Way& way : ways()) {
    for (const std::int64_t nth : ordinals(counts[way.call], most_of(most))) {
      SCOPED_TRACE(name_of(way.call) + " " + std::to_string(nth) + " of " +
                   std::to_string(counts[way.call]) + ", error " + std::to_string(way.fault.error) +
                   ", kind " + std::to_string(static_cast<int>(way.fault.kind)));
      Outcome outcome;
      prepare(tried);
      {
        const FailingCall fault(way.call, static_cast<int>(nth), way.fault);
        outcome = outcome_of(tried);
      }
      if (goes_unnoticed(way.fault)) {
        EXPECT_TRUE(outcome.made) << outcome.sentence;
      }
      if (outcome.no_memory || outcome.sentence.find("not enough memory") != std::string::npos) {
        EXPECT_EQ(way.fault.error, ENOMEM);
      } else if (!outcome.made) {
        ++failed;
        EXPECT_NE(outcome.sentence.find(named), std::string::npos)
            << "does not name the file: " << outcome.sentence;
        EXPECT_NE(outcome.sentence.find("; "), std::string::npos)
            << "does not say what to do: " << outcome.sentence;
      }
      look_after(tried, outcome, wanted);
      ASSERT_EQ(open_files(), open) << "a file stays open";
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(failed, 0) << "no call ever failed";
  EXPECT_EQ(done(tried), wanted) << "not what it was before the faults";
}

}  // namespace glassformer::testing
