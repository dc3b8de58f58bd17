#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/lesson/lesson.h"

namespace glassformer {

// What one start leaves to the next: the open lesson as it stands, and the files whose model,
// word vectors, questions and attentions it shows. In session.json and opened.json of a folder.
struct KeptSession {
  Lesson lesson;
  std::string model;    // a file's whole path, or a shipped model's name; empty: the lesson's own
  std::string vectors;  // a file; empty: the lesson's own
  std::string questions, rated_pairs, attention;  // likewise
};

bool names_file(const std::string& model);  // and no shipped model

// All of it as one text, to see whether it is still the same.
std::string session_text(const KeptSession& kept);
// One file of them, or of what is kept beside them. Throws UserError, also for a pipe: what reads
// it may read slowly, and a window that closes does not wait for it.
void write_kept(const std::filesystem::path& file, const std::string& bytes);
// Makes the folder if need be. Throws UserError.
void write_session(const std::filesystem::path& folder, const KeptSession& kept);
// Nothing if there is none, or none that can be read: it is a convenience. A file that is gone is
// left out.
std::optional<KeptSession> read_session(const std::filesystem::path& folder);
// Renames both files, session.json to the first of session-1.json, session-2.json … that is free,
// and says to which; empty: it could not be done.
std::filesystem::path set_session_aside(const std::filesystem::path& folder);

}  // namespace glassformer
