#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

// What every fault must leave behind, whatever it is put into.
namespace glassformer::testing {

// A thing that is done again and again, each time with another fault. Of several threads that take
// memory, which one is refused may differ from time to time.
struct Tried {
  std::string what;
  // Does it and returns what came of it, as text that is compared. Starts from the same state each
  // time, whatever the time before left. Throws what the code throws.
  std::function<std::string()> act;
  // Puts the state in place before each time; nothing fails in it. May be empty.
  std::function<void()> before = {};
  // What else may come of it, if it says so: a warning that something was left out. May be empty.
  std::function<bool(const std::string& made)> says_so = {};
  // Looks at what it left, whether it succeeded or not; adds failures of the test. May be empty.
  std::function<void(bool succeeded)> after = {};
};

// Each request for memory fails once: either nobody notices, or std::bad_alloc or a sentence of
// ours comes out; nothing leaks, no descriptor stays open, and afterwards it goes as ever. Of more
// than `most` requests that many are taken, one of each of as many equal parts, drawn with a fixed
// seed. GLASSFORMER_FAULTS in the environment is another `most`; "all": every one.
void every_request(const Tried& tried, int most = 300);

// Each call of core/formats to the system fails once in each of its ways, or comes up short once:
// what comes up short goes unnoticed; what fails says so in a sentence that names `named` (a part
// of the file's name) and what to do.
void every_call(const Tried& tried, const std::string& named, int most = 40);

// The ordinals 1 … count, or `most` of them.
std::vector<std::int64_t> ordinals(std::int64_t count, int most);

// A sentence as a person may read it: no word of the library's or the system's interior.
void expect_sentence(const std::string& message);

// All files of a folder and of those in it, by their names.
std::map<std::string, std::string> contents(const std::filesystem::path& folder);

}  // namespace glassformer::testing
