#include "core/embed/files/write_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/embed/files/write_our_vectors.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/json.h"
#include "core/formats/output_file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

std::string_view bytes_of(std::span<const float> row) {
  return {reinterpret_cast<const char*>(row.data()), row.size_bytes()};
}

template <class T>
std::string_view bytes_of(const std::vector<T>& cells) {
  return {reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(T)};
}

void write_rows(OutputFile& out, const Rows& rows) {
  for (std::size_t r = 0; r < rows.count(); ++r) out.write(bytes_of(rows[r]));
}

void write_numbers(OutputFile& out, std::span<const float> row, char before) {
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k > 0 || before != '\0') out.write({k == 0 ? &before : " ", 1});
    out.write(shortest(row[k]));
  }
  out.write("\n");
}

// What cannot be kept, for the message.
std::string lost(const WordVectors& v, bool keeps_columns) {
  std::vector<std::string> names;
  if (!v.outputs.empty()) names.emplace_back("output vectors");
  if (!v.counts.empty() && !keeps_columns) names.emplace_back("counts");
  if (!v.groups.empty() && !keeps_columns) names.emplace_back("groups");
  if (!v.columns.empty() && !keeps_columns) names.emplace_back("columns");
  if (v.subwords) names.emplace_back("n-grams");
  if (names.empty()) return {};
  std::string list = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    list += (i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return "this format has no place for " + list +
         ", which are left out; end the name in .safetensors to keep them";
}

// Words for one file, with "_" for what its format cannot keep; counts those that were changed.
class Cleaner {
 public:
  Cleaner(const WordVectors& v, std::string forbidden)
      : words_(v.words), forbidden_(std::move(forbidden)) {}

  std::string operator()(std::string_view word) { return counted(word, replaced(word)); }
  // The same for what is no word, and may be there before.
  std::string cell(std::string_view text) {
    std::string clean = replaced(text);
    if (clean != text) ++changed_;
    return clean;
  }
  // The same for what a file begins with, which must not look like another kind of file.
  std::string first(std::string_view word) {
    std::string clean = replaced(word);
    for (const std::string_view mark : {"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "\x1f\x8b",
                                        "PK\x03\x04", "\x93NUMPY", "<!DOCTYPE", "<html"}) {
      if (word.starts_with(mark)) clean.replace(0, mark.size(), "_");
    }
    return counted(word, clean);
  }

  // Which words were changed and why; empty: none.
  std::string told() const {
    if (changed_ == 0) return {};
    std::string told = fmt::format(
        "{} word{} a space, a control character, nothing, or what marks another kind of file, "
        "which this format cannot keep: written as \"_\"",
        changed_, changed_ == 1 ? " holds" : "s hold");
    if (doubled_ > 0) {
      told += fmt::format(", which makes {} of them a word that stands there already", doubled_);
    }
    return told;
  }

 private:
  std::string replaced(std::string_view word) const {
    std::string clean(word.empty() ? "_" : word);
    for (char& c : clean) {
      if (forbidden_.find(c) != std::string::npos) c = '_';
    }
    return clean;
  }
  std::string counted(std::string_view word, std::string clean) {
    if (clean == word) return clean;
    ++changed_;
    if (words_.find(clean) >= 0 || !made_.insert(clean).second) ++doubled_;
    return clean;
  }

  const WordList& words_;
  std::string forbidden_;
  std::unordered_set<std::string> made_;  // what words became
  std::size_t changed_ = 0, doubled_ = 0;
};

std::string both(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "; " + b;
}

// In a text any control character would make it look binary.
std::string forbidden_in(VectorFormat format) {
  std::string forbidden = " \t\n\r";
  for (char c = 0; c < ' ' && format != VectorFormat::word2vec_binary; ++c) forbidden += c;
  return forbidden;
}

std::string write_word2vec(OutputFile& out, const WordVectors& v, VectorFormat format) {
  if (format != VectorFormat::glove_text) {
    out.write(fmt::format("{} {}\n", v.words.size(), v.dim()));
  }
  Cleaner cleaned(v, forbidden_in(format));
  for (std::size_t i = 0; i < v.words.size(); ++i) {
    const bool begins = i == 0 && format == VectorFormat::glove_text;
    out.write(begins ? cleaned.first(v.words[i]) : cleaned(v.words[i]));
    if (format == VectorFormat::word2vec_binary) {
      out.write(" ");
      out.write(bytes_of(v.vectors[i]));
      out.write("\n");
    } else {
      write_numbers(out, v.vectors[i], ' ');
    }
  }
  return both(cleaned.told(), lost(v, false));
}

// The words of a table or an array. Several columns, and a header, only if there is more than
// words. Returns what was changed.
std::string write_words(OutputFile& out, const WordVectors& v, bool columns) {
  Cleaner cleaned(v, "\t\n\r");
  const bool counts = columns && !v.counts.empty(), groups = columns && !v.groups.empty();
  const bool more = columns && !v.columns.empty();
  const auto cell = [&](const std::string& text) {
    return "\t" + (text.empty() ? text : cleaned.cell(text));
  };
  // A heading of nothing would be hard to see.
  const auto heading = [&](const std::string& name) { return cell(name.empty() ? "-" : name); };
  const bool header = counts || groups || more;
  if (header) {
    out.write(fmt::format("word{}", counts ? "\tcount" : ""));
    if (groups) out.write(heading(v.group_name.empty() ? "group" : v.group_name));
    for (const WordColumn& column : v.columns) out.write(heading(column.name));
    out.write("\n");
  }
  for (std::size_t i = 0; i < v.words.size(); ++i) {
    out.write(i == 0 && !header ? cleaned.first(v.words[i]) : cleaned(v.words[i]));
    if (counts) out.write(fmt::format("\t{}", v.counts[i]));
    if (groups) out.write(cell(v.groups[i]));
    for (std::size_t c = 0; more && c < v.columns.size(); ++c)
      out.write(cell(v.columns[c].cells[i]));
    out.write("\n");
  }
  return cleaned.told();
}

std::string write_table(OutputFile& out, OutputFile& words, const WordVectors& v) {
  for (std::size_t i = 0; i < v.words.size(); ++i) {
    std::string line;
    for (const float number : v.vectors[i]) line += (line.empty() ? "" : "\t") + shortest(number);
    out.write(line + "\n");
  }
  return both(write_words(words, v, true), lost(v, true));
}

std::string write_npy(OutputFile& out, OutputFile& words, const WordVectors& v) {
  std::string header = fmt::format(
      "{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", v.words.size(), v.dim());
  constexpr std::size_t before = 10;  // magic, version, length
  header.append(63 - (before + header.size()) % 64, ' ');
  header += '\n';
  const auto length = static_cast<std::uint16_t>(header.size());
  out.write(std::string_view("\x93NUMPY\x01\x00", 8));
  out.write({reinterpret_cast<const char*>(&length), sizeof length});
  out.write(header);
  write_rows(out, v.vectors);
  return both(write_words(words, v, false), lost(v, false));
}

bool is_pair(VectorFormat format) {
  return format == VectorFormat::projector_table || format == VectorFormat::npy;
}

}  // namespace

fs::path words_file_of(const fs::path& file, VectorFormat format) {
  const std::string stem = file.stem().string();
  fs::path beside = file.parent_path();
  if (format == VectorFormat::npy) return beside / (stem + ".words.txt");
  const std::size_t at = stem.rfind("vectors");
  if (at == std::string::npos) return beside / (stem + ".metadata.tsv");
  return beside / (std::string(stem).replace(at, 7, "metadata") + ".tsv");
}

std::vector<fs::path> files_of(const fs::path& file, VectorFormat format) {
  if (!is_pair(format)) return {file};
  return {file, words_file_of(file, format)};
}

std::optional<VectorFormat> format_for(const fs::path& file) {
  std::string ending = file.extension().string();
  if (ending == ".gz") {  // packed; not what is two files, or is read where it lies
    ending = file.stem().extension().string();
    if (ending != ".bin" && ending != ".txt" && ending != ".vec" && ending != ".glove") return {};
  }
  if (ending == ".safetensors") return VectorFormat::safetensors;
  if (ending == ".bin") return VectorFormat::word2vec_binary;
  if (ending == ".txt" || ending == ".vec") return VectorFormat::word2vec_text;
  if (ending == ".glove") return VectorFormat::glove_text;
  if (ending == ".tsv") return VectorFormat::projector_table;
  if (ending == ".npy") return VectorFormat::npy;
  return std::nullopt;
}

std::optional<VectorFormat> format_named(std::string_view name) {
  constexpr std::pair<std::string_view, VectorFormat> names[] = {
      {"safetensors", VectorFormat::safetensors},
      {"word2vec-bin", VectorFormat::word2vec_binary},
      {"word2vec-text", VectorFormat::word2vec_text},
      {"glove", VectorFormat::glove_text},
      {"tsv", VectorFormat::projector_table},
      {"npy", VectorFormat::npy}};
  for (const auto& [known, format] : names) {
    if (known == name) return format;
  }
  return std::nullopt;
}

double fewest_bytes(VectorFormat format, std::size_t words, std::size_t dim) {
  const bool binary = format == VectorFormat::safetensors || format == VectorFormat::npy ||
                      format == VectorFormat::word2vec_binary;
  constexpr double digits = 2;  // of a number as text, packed: there may be many zeros
  return static_cast<double>(words) * static_cast<double>(dim) * (binary ? sizeof(float) : digits);
}

std::string write_vectors(const fs::path& file, const WordVectors& vectors, VectorFormat format,
                          const std::function<bool()>& keep_going, RowNumbers numbers) {
  if (vectors.words.empty()) throw UserError(file.string() + ": there are no words to be written");
  if (file.extension() == ".zip") {
    throw UserError(file.string() + ": zip archives are read but not written; end the name in .gz");
  }
  if (file.extension() == ".gz" && format == VectorFormat::safetensors) {
    throw UserError(file.string() +
                    ": .safetensors is read where it lies, so it is not packed; leave out .gz");
  }
  if (numbers == RowNumbers::bytes && format != VectorFormat::safetensors) {
    throw UserError(
        file.string() +
        ": only our own format has rows of whole numbers; end the name in .safetensors");
  }
  const bool pair = is_pair(format);
  if (pair && is_stream(file)) {
    throw UserError(file.string() +
                    ": this format is two files, the vectors and their words; name an ordinary "
                    "file, or write word2vec's text");
  }
  OutputFile out(file, keep_going);
  std::optional<OutputFile> words;
  if (pair) words.emplace(words_file_of(file, format));
  std::string told;
  switch (format) {
    case VectorFormat::safetensors:
      told = write_our_vectors(out, vectors, numbers);
      break;
    case VectorFormat::word2vec_binary:
    case VectorFormat::word2vec_text:
    case VectorFormat::glove_text:
      told = write_word2vec(out, vectors, format);
      break;
    case VectorFormat::projector_table:
      told = write_table(out, *words, vectors);
      break;
    case VectorFormat::npy:
      told = write_npy(out, *words, vectors);
      break;
    case VectorFormat::fasttext_binary:
      throw UserError(file.string() +
                      ": fastText's binary format is read but not written; write "
                      "a .vec or our .safetensors");
    case VectorFormat::json:
      throw UserError(file.string() +
                      ": vectors as JSON are read but not written; write a .vec or our "
                      ".safetensors");
  }
  // A full disk must not leave the words of the one beside the vectors of the other.
  if (words) {
    OutputFile::finish_both(*words, out);
  } else {
    out.finish();
  }
  return told;
}

}  // namespace glassformer
