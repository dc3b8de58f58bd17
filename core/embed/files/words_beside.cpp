#include "core/embed/files/words_beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/embed/files/number_tokens.h"
#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_readers.h"
#include "core/formats/line_reader.h"
#include "core/formats/npy_reader.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

struct Guess {
  fs::path file;
  bool own = false;  // its name holds that of the vectors and says what it is
};

// Of an archive every name within it could be one; only that which is there is a guess.
bool is_there(const fs::path& file) {
  std::error_code none;
  if (fs::exists(file, none)) return names_bytes(file);
  if (!names_bytes(file)) return false;
  try {
    open_bytes(file);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

// Files beside the vectors, or of the same entry's neighbours in its archive.
std::vector<Guess> guesses(const fs::path& file) {
  const std::string stem = file.stem().string();
  std::vector<std::pair<std::string, bool>> names;
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"vectors", "metadata"},
                                 {"tensors", "labels"},
                                 {"tensors", "metadata"}}) {
    const std::size_t at = stem.rfind(from);
    if (at == std::string::npos) continue;
    names.emplace_back(std::string(stem).replace(at, from.size(), to) + ".tsv", true);
  }
  names.emplace_back(stem + ".metadata.tsv", true);
  names.emplace_back(stem + ".words.txt", true);
  for (const char* const ending : {".txt", ".vocab", ".tsv"}) {
    names.emplace_back(stem + ending, false);
  }
  for (const char* const name : {"metadata.tsv", "words.txt", "vocab.txt"}) {
    names.emplace_back(name, false);
  }
  std::vector<Guess> found;
  for (const auto& [name, own] : names) {
    fs::path beside = file.parent_path() / name;
    const bool again = std::any_of(found.begin(), found.end(),
                                   [&](const Guess& guess) { return guess.file == beside; });
    if (!again && beside != file && is_there(beside)) found.push_back({std::move(beside), own});
  }
  return found;
}

// How many rows the whole file has, though fewer were read.
std::uint64_t rows_of(const fs::path& file, VectorFormat format) {
  ByteReader in(open_bytes(file), file.string());
  return format == VectorFormat::npy ? read_npy_header(in).rows() : count_points(in);
}

// Why a file is no list of words but holds numbers; empty: it may be one.
std::string not_words(const fs::path& list) {
  ByteReader in(open_bytes(list), list.string());
  LineReader lines(in, list.string());
  std::size_t looked = 0, of_numbers = 0;
  for (std::string_view line; looked < 20 && lines.next(line); ++looked) {
    if (line.find('\t') != std::string_view::npos) return {};  // a table, which has its own checks
    if (numbers_behind_word(line) > 0) ++of_numbers;
  }
  return of_numbers * 2 > looked ? "its lines are words with numbers" : "";
}

void take(WordVectors& made, const fs::path& list, std::uint64_t all) {
  ByteReader in(open_bytes(list), list.string());
  read_word_table(in, made, all);
}

}  // namespace

void add_words(WordVectors& made, const fs::path& file, VectorFormat format,
               const VectorFileOptions& options) {
  const std::vector<Guess> found =
      options.words.empty() ? guesses(file) : std::vector<Guess>{{options.words, true}};
  if (found.empty()) return;
  const std::uint64_t all = options.limit == 0 ? made.words.size() : rows_of(file, format);
  if (!options.words.empty()) return take(made, options.words, all);
  std::vector<std::string> notes;
  for (const Guess& guess : found) {
    const std::string name = guess.file.filename().string();
    try {
      std::string why = not_words(guess.file);
      if (why.empty()) {
        take(made, guess.file, all);
        if (!guess.own) notes.push_back("the words are those of " + name + " beside it");
        notes.insert(notes.begin(), made.warning);
        made.warning = joined(notes);
        return;
      }
      notes.push_back(
          fmt::format("{} beside it is not taken for its list of words: {}", name, why));
    } catch (const UserError& error) {
      std::string why = error.what();
      const std::string path = guess.file.string() + ": ";
      if (why.starts_with(path)) why = why.substr(path.size());
      notes.push_back(fmt::format("{} beside it is not taken for its list of words: {}{}", name,
                                  why.starts_with("line ") ? "" : "it ", why));
    }
  }
  notes.emplace_back("name the list with --words");
  notes.insert(notes.begin(), made.warning);
  made.warning = joined(notes);
}

}  // namespace glassformer
