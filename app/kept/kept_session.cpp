#include "app/kept/kept_session.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t kLargest = std::size_t{64} * 1024;  // of opened.json: some names

std::string text_of(const nlohmann::json& root, const char* name) {
  if (!root.is_object()) return {};
  const auto found = root.find(name);
  return found != root.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

bool names_file(const std::string& model) {
  return model.find('/') != std::string::npos;
}

namespace {

std::string opened_text(const KeptSession& kept) {
  const nlohmann::json opened{{"model", kept.model},
                              {"vectors", kept.vectors},
                              {"questions", kept.questions},
                              {"rated_pairs", kept.rated_pairs},
                              {"attention", kept.attention}};
  using Json = nlohmann::json;
  // A name may hold bytes that are no UTF-8.
  return opened.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

void write_kept(const std::filesystem::path& file, const std::string& bytes) {
  std::error_code none;
  if (std::filesystem::is_fifo(file, none)) {
    throw UserError(fmt::format(
        "{}: is a pipe, whose reader could keep the window waiting; remove it", file.string()));
  }
  write_file(file, bytes);
}

std::string session_text(const KeptSession& kept) {
  return write_lesson(kept.lesson) + opened_text(kept);
}

void write_session(const std::filesystem::path& folder, const KeptSession& kept) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw UserError(fmt::format("{}: {}", folder.string(), failed.message()));
  write_kept(folder / "session.json", write_lesson(kept.lesson));
  write_kept(folder / "opened.json", opened_text(kept));
}

std::optional<KeptSession> read_session(const std::filesystem::path& folder) {
  std::error_code none;
  if (!std::filesystem::exists(folder / "session.json", none)) return std::nullopt;
  KeptSession kept;
  try {
    kept.lesson = read_lesson(folder / "session.json");
    if (!std::filesystem::exists(folder / "opened.json", none)) return kept;
    const std::string bytes = read_file(folder / "opened.json", kLargest);
    const auto root = nlohmann::json::parse(bytes, nullptr, false);
    kept.model = text_of(root, "model");
    kept.vectors = text_of(root, "vectors");
    kept.questions = text_of(root, "questions");
    kept.rated_pairs = text_of(root, "rated_pairs");
    kept.attention = text_of(root, "attention");
  } catch (const UserError&) {
    // Written by another version of the program, perhaps.
    if (kept.lesson.id.empty()) return std::nullopt;
  }
  if (names_file(kept.model) && !std::filesystem::exists(kept.model, none)) kept.model.clear();
  for (std::string* file : {&kept.vectors, &kept.questions, &kept.rated_pairs, &kept.attention}) {
    if (!names_bytes(*file)) file->clear();
  }
  return kept;
}

std::filesystem::path set_session_aside(const std::filesystem::path& folder) {
  if (folder.empty()) return {};
  for (int i = 1;; ++i) {
    const auto aside = folder / fmt::format("session-{}.json", i);
    std::error_code failed;
    if (std::filesystem::exists(aside, failed)) continue;
    if (!failed) std::filesystem::rename(folder / "session.json", aside, failed);
    if (failed) return {};
    // What it showed; without it the lesson shows its own.
    std::filesystem::rename(folder / "opened.json", folder / fmt::format("opened-{}.json", i),
                            failed);
    return aside;
  }
}

}  // namespace glassformer
