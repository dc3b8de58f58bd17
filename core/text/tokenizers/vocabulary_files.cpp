#include "core/text/tokenizers/vocabulary_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/byte_bpe.h"
#include "core/text/tokenizers/pipeline/not_done.h"
#include "core/text/tokenizers/pipeline/pipeline.h"
#include "core/text/tokenizers/sentencepiece/sentencepiece.h"
#include "core/text/tokenizers/word_piece.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
using Value = Json::Value;
using Kind = Json::Kind;

constexpr std::size_t max_file_bytes = 64 << 20;

// visit(number of the line from 1, line) for each line, without its end.
template <class Visit>
void each_line(std::string_view text, const Visit& visit) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(number, line);
  }
}

[[noreturn]] void fail(const std::string& file, std::size_t line, const std::string& sentence) {
  throw UserError(fmt::format("{}:{}: {}", file, line, sentence));
}

// Pieces by their ids, which must be 0, 1, 2 … without gaps. A piece that was added by hand may
// stand in both lists.
class PiecesById {
 public:
  void add(std::string_view piece, Value id) {
    const double number = id.is(Kind::number) ? id.number() : -1;
    if (!(number >= 0 && number < Tokenizer::max_pieces) || number != std::floor(number)) {
      id.fail(fmt::format("must be the id of a piece, 0 to {}, not {}",
                          int{Tokenizer::max_pieces} - 1, id.described()));
    }
    const auto at = static_cast<std::size_t>(number);
    entries_.emplace_back(at, piece);
  }
  // `from` is named where something is wrong.
  std::vector<std::string> taken(Value from) {
    std::vector<std::string> pieces(entries_.size());
    std::unordered_set<std::string> known;
    std::size_t count = 0;
    for (auto& [id, piece] : entries_) {
      if (id >= pieces.size()) {
        from.fail(
            fmt::format("gives {} the id {}, but there are only {} pieces; ids must go from "
                        "0 up without a gap",
                        json_string(excerpt(piece, 40)), id, pieces.size()));
      }
      if (pieces[id] == piece) continue;
      if (!pieces[id].empty()) {
        from.fail(fmt::format("gives both {} and {} the id {}",
                              json_string(excerpt(pieces[id], 40)), json_string(excerpt(piece, 40)),
                              id));
      }
      if (!known.insert(piece).second) {
        from.fail(fmt::format("gives {} two ids; each piece must stand once",
                              json_string(excerpt(piece, 40))));
      }
      pieces[id] = std::move(piece);
      ++count;
    }
    pieces.resize(count);
    for (std::size_t id = 0; id < count; ++id) {
      if (pieces[id].empty()) {
        from.fail(fmt::format("gives no piece the id {}; ids must go from 0 up without a gap", id));
      }
    }
    return pieces;
  }

 private:
  std::vector<std::pair<std::size_t, std::string>> entries_;
};

std::vector<std::string> vocabulary(const JsonObject& object) {
  PiecesById pieces;
  object.value().each_member([&](std::string_view piece, Value id) { pieces.add(piece, id); });
  return pieces.taken(object.value());
}

}  // namespace

TokenizerPtr byte_bpe_from(std::string_view vocab_json, const std::string& vocab_name,
                           std::string_view merges_txt, const std::string& merges_name) {
  const Json json = Json::parse(vocab_json, vocab_name);
  const std::vector<std::string> pieces = vocabulary(JsonObject(json.root()));
  if (!ByteBpe::has_all_bytes(pieces)) return nullptr;
  std::vector<ByteBpe::Merge> merges;
  std::vector<std::size_t> lines;
  each_line(merges_txt, [&](std::size_t number, std::string_view line) {
    if (line.empty() || (number == 1 && line.starts_with("#version"))) return;
    const std::size_t space = line.find(' ');
    if (broken_utf8(line) != std::string_view::npos) {
      fail(merges_name, number, "the line is not UTF-8 text; save the file as UTF-8");
    }
    if (space == 0 || space == std::string_view::npos || space + 1 == line.size()) {
      fail(merges_name, number,
           fmt::format("must be two pieces with a space between them, not {}",
                       json_string(excerpt(line, 40))));
    }
    merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    lines.push_back(number);
  });
  return std::make_shared<const ByteBpe>(pieces, merges, vocab_name,
                                         [&](std::size_t which, const std::string& sentence) {
                                           fail(merges_name, lines[which], sentence);
                                         });
}

TokenizerPtr word_piece_from(std::string_view vocab_txt, bool lower_case,
                             const std::string& named) {
  std::vector<std::string> pieces;
  std::unordered_set<std::string_view> known;
  each_line(vocab_txt, [&](std::size_t number, std::string_view line) {
    if (pieces.size() == Tokenizer::max_pieces) {
      fail(named, number,
           fmt::format("there are more than {} pieces; give a smaller vocabulary",
                       int{Tokenizer::max_pieces}));
    }
    if (line.empty()) {
      fail(named, number, "the line is blank; each line must hold one piece, so remove it");
    }
    if (broken_utf8(line) != std::string_view::npos) {
      fail(named, number, "the piece is not UTF-8 text; save the file as UTF-8");
    }
    if (!known.insert(line).second) {
      fail(named, number,
           fmt::format("{} is there already; each piece must stand once",
                       json_string(excerpt(line, 40))));
    }
    pieces.emplace_back(line);
  });
  return std::make_shared<const WordPiece>(std::move(pieces), lower_case, named);
}

bool is_lower_case(std::string_view vocab_txt) {
  bool small = true;
  each_line(vocab_txt, [&](std::size_t, std::string_view line) {
    if (line.starts_with('[') || line.starts_with('<')) return;
    small = small && std::ranges::none_of(line, [](char c) { return c >= 'A' && c <= 'Z'; });
  });
  return small;
}

TokenizerPtr tokenizer_json_from(std::string_view text, const std::string& named,
                                 std::string* why) {
  try {
    return Pipeline::read(text, named);
  } catch (const NotDone& error) {
    if (why != nullptr) *why = error.what();
    return nullptr;
  }
}

TokenizerPtr tokenizer_beside(const fs::path& folder, std::string* why) {
  std::error_code none;
  const auto exists = [&](const char* name) { return fs::is_regular_file(folder / name, none); };
  const auto text = [&](const char* name) { return read_file(folder / name, max_file_bytes); };
  const auto name = [&](const char* file) { return (folder / file).string(); };
  if (exists("tokenizer.json")) {
    return tokenizer_json_from(text("tokenizer.json"), name("tokenizer.json"), why);
  }
  if (exists("vocab.json") && exists("merges.txt")) {
    return byte_bpe_from(text("vocab.json"), name("vocab.json"), text("merges.txt"),
                         name("merges.txt"));
  }
  if (exists("vocab.txt")) {
    const std::string vocabulary = text("vocab.txt");
    bool small = is_lower_case(vocabulary);
    if (exists("tokenizer_config.json")) {
      const Json json = Json::parse(text("tokenizer_config.json"), name("tokenizer_config.json"));
      const JsonObject settings(json.root());
      small = settings.toggle("do_lower_case", small);
      if (settings.toggle("strip_accents", small) != small) return nullptr;
    }
    return word_piece_from(vocabulary, small, name("vocab.txt"));
  }
  for (const char* const file : {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model"}) {
    if (exists(file)) return SentencePiece::read(text(file), name(file));
  }
  return nullptr;
}

}  // namespace glassformer
