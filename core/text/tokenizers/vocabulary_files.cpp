#include "core/text/tokenizers/vocabulary_files.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <unordered_set>

#include "core/formats/file.h"
#include "core/formats/json.h"
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

std::optional<Value> find(Value object, std::string_view key) {
  std::optional<Value> found;
  object.each_member([&](std::string_view name, Value value) {
    if (name == key && !value.is(Kind::null)) found = value;
  });
  return found;
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
    // No more room than the file has pieces: a gap is found at the end.
    entries_.push_back({at, std::string(piece)});
  }
  std::vector<std::string> taken(Value from) {
    std::vector<std::string> pieces(entries_.size());
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

std::vector<std::string> vocabulary(Value object) {
  PiecesById pieces;
  object.each_member([&](std::string_view piece, Value id) { pieces.add(piece, id); });
  return pieces.taken(object);
}

bool toggle(Value object, std::string_view key, bool otherwise) {
  const auto value = find(object, key);
  if (!value) return otherwise;
  if (!value->is(Kind::boolean)) value->fail("must be true or false, not " + value->described());
  return value->boolean();
}

std::string_view type_of(std::optional<Value> object) {
  const auto type = object ? find(*object, "type") : std::nullopt;
  return type && type->is(Kind::string) ? type->string() : std::string_view{};
}

// "pre_tokenizer": ByteLevel, as GPT-2 has it, and nothing else.
bool splits_like_gpt2(Value root) {
  const auto pre = find(root, "pre_tokenizer");
  return type_of(pre) == "ByteLevel" && !toggle(*pre, "add_prefix_space", true) &&
         toggle(*pre, "use_regex", true) && !find(root, "normalizer");
}

// Accents go exactly when letters become small, and the marks are those of a BERT.
bool cleans_like_bert(Value root, Value model) {
  const auto normalizer = find(root, "normalizer");
  if (type_of(normalizer) != "BertNormalizer") return false;
  const bool small = toggle(*normalizer, "lowercase", true);
  const auto prefix = find(model, "continuing_subword_prefix");
  return toggle(*normalizer, "strip_accents", small) == small &&
         toggle(*normalizer, "clean_text", true) &&
         toggle(*normalizer, "handle_chinese_chars", true) &&
         (!prefix || (prefix->is(Kind::string) && prefix->string() == "##")) &&
         type_of(find(root, "pre_tokenizer")) == "BertPreTokenizer";
}

}  // namespace

TokenizerPtr byte_bpe_from(std::string_view vocab_json, const std::string& vocab_name,
                           std::string_view merges_txt, const std::string& merges_name) {
  const Json json = Json::parse(vocab_json, vocab_name);
  if (!json.root().is(Kind::object)) {
    json.root().fail("must be an object of pieces and their ids, not " + json.root().described());
  }
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
  return std::make_shared<const ByteBpe>(vocabulary(json.root()), merges, vocab_name,
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

TokenizerPtr tokenizer_json_from(std::string_view text, const std::string& named) {
  const Json json = Json::parse(text, named);
  const Value root = json.root();
  if (!root.is(Kind::object)) root.fail("must be an object, not " + root.described());
  const Value model = json_member(root, "model", Kind::object);
  const std::string_view type = type_of(model);
  const bool bytes = type == "BPE" && splits_like_gpt2(root);
  if (!bytes && !(type == "WordPiece" && cleans_like_bert(root, model))) return nullptr;
  PiecesById pieces;
  const Value vocab = json_member(model, "vocab", Kind::object);
  vocab.each_member([&](std::string_view piece, Value id) { pieces.add(piece, id); });
  if (const auto added = find(root, "added_tokens")) {
    added->each([&](Value token) {
      pieces.add(json_member(token, "content", Kind::string).string(),
                 json_member(token, "id", Kind::number));
    });
  }
  if (!bytes) {
    const bool small = toggle(*find(root, "normalizer"), "lowercase", true);
    return std::make_shared<const WordPiece>(pieces.taken(vocab), small, named);
  }
  const Value list = json_member(model, "merges", Kind::array);
  return std::make_shared<const ByteBpe>(
      pieces.taken(vocab), json_byte_merges(list), named,
      [&](std::size_t which, const std::string& sentence) { list[which].fail(sentence); });
}

TokenizerPtr tokenizer_beside(const fs::path& folder) {
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
      const Json settings =
          Json::parse(text("tokenizer_config.json"), name("tokenizer_config.json"));
      small = toggle(settings.root(), "do_lower_case", true);
      if (toggle(settings.root(), "strip_accents", small) != small) return nullptr;
    }
    return word_piece_from(text("vocab.txt"), small, name("vocab.txt"));
  }
  if (exists("tokenizer.json")) {
    return tokenizer_json_from(text("tokenizer.json"), name("tokenizer.json"));
  }
  return nullptr;
}

}  // namespace glassformer
