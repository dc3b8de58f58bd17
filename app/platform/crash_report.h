#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace glassformer {

// From here on a crash (SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, an uncaught exception) leaves
// crash-TIME-PID.txt in the folder: what happened, where, these facts, and what was noted last.
// Then the program ends by its signal as it would have. The folder is made by the first report;
// where it cannot be, nothing is left. For the whole program, once, and early: drivers crash too.
void report_crashes(const std::filesystem::path& folder, std::string_view facts);

// More facts, which were not known then.
void add_crash_facts(std::string_view more);

// The last notes, of at most 100 bytes each, go into a report. For one thread.
void note_for_crash(std::string_view what);

// The same report of what ended the program without a signal. Does nothing before report_crashes().
void report_failure(const char* what);

// The newest report that is newer than `seen`, a file name; empty: there is none. Of older ones the
// last few stay.
std::filesystem::path newest_crash(const std::filesystem::path& folder, const std::string& seen);

// Whether that process left one of them.
bool has_report_of(const std::filesystem::path& folder, int process);

}  // namespace glassformer
