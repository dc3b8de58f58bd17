#include "core/text/tokenizers/vocabulary_files.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/byte_bpe.h"
#include "core/text/tokenizers/json_members.h"
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

// "type" of the part of a tokenizer.json, "" where there is no such part.
std::string type_of(const JsonObject& root, std::string_view part) {
  const auto found = root.find(part);
  return found ? JsonObject(*found).text("type", "") : "";
}

// "pre_tokenizer.type is \"Metaspace\", not \"ByteLevel\""; the first that is so.
class NotTaken {
 public:
  void unless(bool taken, std::string_view key, std::string_view found, std::string_view wanted) {
    if (taken || !why_.empty()) return;
    why_ = fmt::format("its {} is {}, and {} is read", key,
                       found.empty() ? "not given" : json_string(excerpt(found, 40)), wanted);
  }
  void unless(bool taken, std::string_view key, bool found) {
    if (taken || !why_.empty()) return;
    why_ = fmt::format("its {} is {}, and {} is read", key, found, !found);
  }
  const std::string& why() const { return why_; }

 private:
  std::string why_;
};

// "pre_tokenizer": ByteLevel, as GPT-2 has it, and nothing else.
void expect_gpt2(const JsonObject& root, NotTaken& not_taken) {
  not_taken.unless(!root.find("normalizer"), "normalizer", type_of(root, "normalizer"),
                   "none beside byte-level pieces");
  const std::string pre_type = type_of(root, "pre_tokenizer");
  not_taken.unless(pre_type == "ByteLevel", "pre_tokenizer.type", pre_type, "\"ByteLevel\"");
  if (!not_taken.why().empty()) return;
  const JsonObject pre(root.at("pre_tokenizer", Kind::object));
  const bool prefix = pre.toggle("add_prefix_space", true), regex = pre.toggle("use_regex", true);
  not_taken.unless(!prefix, "pre_tokenizer.add_prefix_space", prefix);
  not_taken.unless(regex, "pre_tokenizer.use_regex", regex);
}

// Accents go exactly when letters become small, and the marks are those of a BERT.
void expect_bert(const JsonObject& root, const JsonObject& model, NotTaken& not_taken) {
  const std::string normalizer_type = type_of(root, "normalizer"),
                    pre_type = type_of(root, "pre_tokenizer");
  not_taken.unless(normalizer_type == "BertNormalizer", "normalizer.type", normalizer_type,
                   "\"BertNormalizer\"");
  not_taken.unless(pre_type == "BertPreTokenizer", "pre_tokenizer.type", pre_type,
                   "\"BertPreTokenizer\"");
  if (!not_taken.why().empty()) return;
  const JsonObject normalizer(root.at("normalizer", Kind::object));
  const bool small = normalizer.toggle("lowercase", true);
  const bool accents = normalizer.toggle("strip_accents", small);
  not_taken.unless(accents == small, "normalizer.strip_accents", accents);
  for (const char* const key : {"clean_text", "handle_chinese_chars"}) {
    const bool on = normalizer.toggle(key, true);
    not_taken.unless(on, fmt::format("normalizer.{}", key), on);
  }
  const std::string prefix = model.text("continuing_subword_prefix", "##");
  not_taken.unless(prefix == "##", "model.continuing_subword_prefix", prefix, "\"##\"");
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

TokenizerPtr tokenizer_json_from(std::string_view text, const std::string& named,
                                 std::string* why) {
  const Json json = Json::parse(text, named);
  const JsonObject root(json.root()), model(root.at("model", Kind::object));
  const std::string type = model.text("type", "");
  const bool bytes = type == "BPE";
  NotTaken not_taken;
  not_taken.unless(bytes || type == "WordPiece", "model.type", type, "\"BPE\" or \"WordPiece\"");
  const auto refused = [&](const std::string& reason) {
    if (why != nullptr) *why = fmt::format("{}: {}", named, reason);
    return nullptr;
  };
  if (not_taken.why().empty() && bytes) expect_gpt2(root, not_taken);
  if (not_taken.why().empty() && !bytes) expect_bert(root, model, not_taken);
  if (!not_taken.why().empty()) return refused(not_taken.why());
  PiecesById by_id;
  const Value vocab = model.at("vocab", Kind::object);
  vocab.each_member([&](std::string_view piece, Value id) { by_id.add(piece, id); });
  if (const auto added = root.find("added_tokens")) {
    added->each([&](Value token) {
      const JsonObject fields(token);
      by_id.add(fields.at("content", Kind::string).string(), fields.at("id", Kind::number));
    });
  }
  std::vector<std::string> pieces = by_id.taken(vocab);
  if (!bytes) {
    const bool small = JsonObject(root.at("normalizer", Kind::object)).toggle("lowercase", true);
    return std::make_shared<const WordPiece>(std::move(pieces), small, named);
  }
  if (!ByteBpe::has_all_bytes(pieces)) {
    return refused("its model.vocab lacks some of the 256 bytes, so it is no byte-level BPE");
  }
  const Value list = model.at("merges", Kind::array);
  return std::make_shared<const ByteBpe>(
      pieces, json_byte_merges(list), named,
      [&](std::size_t which, const std::string& sentence) { list[which].fail(sentence); });
}

TokenizerPtr tokenizer_beside(const fs::path& folder, std::string* why) {
  std::error_code none;
  const auto exists = [&](const char* name) { return fs::is_regular_file(folder / name, none); };
  const auto text = [&](const char* name) { return read_file(folder / name, max_file_bytes); };
  const auto name = [&](const char* file) { return (folder / file).string(); };
  if (exists("vocab.json") && exists("merges.txt")) {
    return byte_bpe_from(text("vocab.json"), name("vocab.json"), text("merges.txt"),
                         name("merges.txt"));
  }
  if (exists("vocab.txt")) {
    bool small = true;
    if (exists("tokenizer_config.json")) {
      const Json json = Json::parse(text("tokenizer_config.json"), name("tokenizer_config.json"));
      const JsonObject settings(json.root());
      small = settings.toggle("do_lower_case", true);
      if (settings.toggle("strip_accents", small) != small) return nullptr;
    }
    return word_piece_from(text("vocab.txt"), small, name("vocab.txt"));
  }
  if (exists("tokenizer.json")) {
    return tokenizer_json_from(text("tokenizer.json"), name("tokenizer.json"), why);
  }
  return nullptr;
}

}  // namespace glassformer
