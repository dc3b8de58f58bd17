#include "app/files/opening.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "app/files/file_look.h"
#include "core/embed/files/read_vectors.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/known_kind.h"
#include "core/formats/zip_names.h"
#include "core/models/attention_file.h"
#include "core/models/hugging_face.h"
#include "core/models/llm_c.h"
#include "core/models/lstm_files.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
using As = Opening::As;

// What lies in a model's folder besides its weights.
constexpr std::array<std::string_view, 12> kParts{
    "config.json",       "generation_config.json",
    "tokenizer.json",    "tokenizer_config.json",
    "vocab.json",        "special_tokens_map.json",
    "vocab.txt",         "merges.txt",
    "added_tokens.json", "vocabulary.json",
    "encoder.json",      "model.safetensors.index.json"};

constexpr std::string_view kOfNoKind =
    "its first bytes are of no kind of file that is read here: lessons and sessions (.json), "
    "models (.safetensors, a Hugging Face folder, llm.c's .bin), word vectors (.bin, .vec, .txt, "
    ".tsv, .npy), attentions (.npz), recorded trainings, and texts in UTF-8; get it again if it "
    "should be one of these, or name another file";

bool is_model_folder(const fs::path& folder) {
  return is_hugging_face(folder) || is_lstm_file(folder);
}

std::string first_raw_bytes(const fs::path& file) {
  try {
    const InputFile in(file);
    std::string bytes(looked_at, '\0');
    bytes.resize(in.read_some(0, bytes.data(), bytes.size()));
    return bytes;
  } catch (const UserError&) {
    return {};  // whoever opens it says why
  }
}

Opening nothing(const std::string& path, std::string_view is) {
  return {As::nothing, path, fmt::format("{}: {}", path, is)};
}

// What it is that this program does not read; nothing: it may be read.
std::optional<std::string> foreign(const fs::path& file) {
  const auto known = known_kind(first_raw_bytes(file), file);
  return known ? known : known_ending(file);
}

// A folder is a model's, or holds one thing that opens.
Opening opening_of_folder(const std::string& path) {
  if (is_model_folder(path)) return {As::model, path};
  std::error_code failed;
  std::string only;
  for (fs::directory_iterator i(path, failed), end; !failed && i != end; i.increment(failed)) {
    if (!i->path().string().ends_with(".safetensors")) continue;
    if (!only.empty()) {
      return nothing(path, "is a folder with several files of weights; name the one that is meant");
    }
    only = i->path().string();
  }
  if (failed)
    return nothing(path, fmt::format("is a folder that cannot be listed ({})", failed.message()));
  if (!only.empty()) return opening_of(only);
  return nothing(path,
                 "is a folder, but not of a model: that has config.json, or vocabulary.json, and "
                 "model.safetensors; name one of its files");
}

Opening opening_of_weights(const std::string& path, const FileLook& look) {
  if (look.holds_model()) return {As::model, path};
  if (look.holds_word_vectors()) return {As::vectors, path};
  if (look.holds_recording()) return {As::recording, path};
  if (holds_attentions(path)) return {As::attention, path};
  const fs::path file(path);
  if (is_model_folder(file)) {
    const std::string name = file.filename().string();
    const bool of_folder = name == "model.safetensors" || name.find("-of-") != name.npos;
    return {As::model, of_folder ? file.parent_path().string() : path};
  }
  if (!look.can_be_read()) return {As::vectors, path};  // its reader says why
  return nothing(
      path,
      "has weights that do not say of which network they are; put the config.json (Hugging "
      "Face) or vocabulary.json (an LSTM) beside them that came with them, and open "
      "that folder");
}

// Nothing: its bytes say of no kind that they are of it.
std::optional<bool> holds_vectors(const std::string& path) {
  try {
    recognise_vectors(path);
    return true;
  } catch (const UnknownVectors&) {
    return std::nullopt;
  } catch (const UserError&) {
    return false;
  }
}

bool has_ending_of_vectors(std::string_view path) {
  constexpr std::array<std::string_view, 5> endings{".vec", ".bin", ".npy", ".tsv", ".gz"};
  return std::ranges::any_of(endings, [&](std::string_view e) { return path.ends_with(e); });
}

}  // namespace

std::string without_tilde(const std::string& path) {
  if (path != "~" && !path.starts_with("~/")) return path;
  const char* const home = std::getenv("HOME");
  return home == nullptr ? path : home + path.substr(1);
}

Opening opening_of(const std::string& named) {
  const std::string path = without_tilde(named);
  std::error_code none;
  if (fs::is_directory(path, none)) return opening_of_folder(path);
  const fs::path file(path);
  if (std::ranges::find(kParts, file.filename().string()) != kParts.end() &&
      fs::is_regular_file(file, none) && is_model_folder(file)) {
    const fs::path folder = file.parent_path();
    return {As::model, folder.empty() ? std::string(".") : folder.string()};
  }
  if (is_llm_c(file)) return {As::model, path};
  const FileLook look(path);
  if (look.holds_json_vectors()) return {As::vectors, path};
  if (look.is_weights()) return opening_of_weights(path, look);
  if (look.is_lesson()) return {As::lesson, path};
  if (holds_attentions(path)) return {As::attention, path};
  if (path.ends_with(".npz") && zip_names(file).size() > 1) {
    return nothing(path,
                   "holds no array \"attentions\", and of .npz files those of attentions are "
                   "opened; word vectors are saved with numpy.save, as .npy");
  }
  if (fs::is_regular_file(file, none)) {
    if (const auto is = foreign(file)) return nothing(path, *is);
  }
  if (look.is_blank()) return nothing(path, "is empty, or begins with nothing but white space");
  if (look.questions()) return {As::questions, path};
  // Running text is no table of numbers, whatever else could be read into it.
  const bool text = look.holds_text();
  const std::optional<bool> vectors = text ? false : holds_vectors(path);
  if (vectors.value_or(false)) return {As::vectors, path};
  if (look.holds_sentences()) return {As::sentences, path};
  if (look.is_text() || (text && !has_ending_of_vectors(path))) return {As::text, path};
  if (!vectors) return nothing(path, kOfNoKind);
  return {As::vectors, path};  // whose reader says what is wrong
}

}  // namespace glassformer
