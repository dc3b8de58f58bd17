#include "core/text/tokenizers/pipeline/piece_model.h"

#include <fmt/format.h>

#include <cmath>

#include "core/tensor/error.h"
#include "core/text/tokenizers/pipeline/not_done.h"
#include "core/text/tokenizers/pipeline/scalars.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

namespace {

PieceModel::Ids read_vocabulary(Json::Value vocab) {
  PieceModel::Ids ids;
  vocab.each_member([&](std::string_view piece, Json::Value id) {
    ids.emplace(piece, whole_number(id, 0, Tokenizer::max_pieces - 1));
  });
  if (ids.empty()) vocab.fail("holds no pieces; a vocabulary is expected");
  return ids;
}

// Older files do not say which model it is: its entries do.
std::string model_type(const JsonObject& model) {
  if (model.find("type")) return type_of(model);
  if (model.find("merges")) return "BPE";
  const auto vocab = model.find("vocab");
  if (vocab && vocab->is(Json::Kind::array)) return "Unigram";
  return model.find("continuing_subword_prefix") ? "WordPiece" : "WordLevel";
}

// What the tables of WordPiece and of whole words share.
int unknown_id(const JsonObject& model, const PieceModel& made, std::string_view otherwise) {
  return made.id(model.text("unk_token", otherwise));
}

// The longest piece that begins what is left, again and again; all but the first marked by a
// prefix (Wu et al. 2016, section 4.1). A word that cannot be cut so is unknown as a whole.
class WordPieceModel : public PieceModel {
 public:
  WordPieceModel(const JsonObject& model, Ids ids) : PieceModel(std::move(ids)) {
    prefix_ = model.text("continuing_subword_prefix", "##");
    most_ = static_cast<std::size_t>(model.integer("max_input_chars_per_word", 100));
    unknown_ = unknown_id(model, *this, "[UNK]");
  }

  void cut(std::string_view stretch, std::vector<int>& ids) const override {
    std::vector<std::size_t> ends;
    std::size_t end = 0;
    each_scalar(stretch, [&](const Scalar& c) { ends.push_back(end += c.bytes.size()); });
    const std::size_t before = ids.size();
    bool whole = ends.size() <= most_;
    std::size_t begin = 0, first = 0;  // in bytes, and in characters
    while (whole && begin < stretch.size()) {
      int longest = -1;
      std::size_t next = 0;
      std::string piece = begin > 0 ? prefix_ : "";
      std::size_t taken = begin;
      for (std::size_t i = first; i < ends.size(); ++i) {
        piece += stretch.substr(taken, ends[i] - taken);
        taken = ends[i];
        if (const int found = id(piece); found >= 0) longest = found, next = i + 1;
      }
      whole = longest >= 0;
      if (!whole) break;
      ids.push_back(longest);
      begin = ends[next - 1];
      first = next;
    }
    if (whole) return;
    ids.resize(before);
    if (unknown_ < 0) refuse_unknown(stretch);
    ids.push_back(unknown_);
  }

 private:
  std::string prefix_;
  std::size_t most_ = 0;  // characters of a word
};

// A table of whole stretches.
class WordLevelModel : public PieceModel {
 public:
  WordLevelModel(const JsonObject& model, Ids ids) : PieceModel(std::move(ids)) {
    unknown_ = unknown_id(model, *this, "<unk>");
  }

  void cut(std::string_view stretch, std::vector<int>& ids) const override {
    const int found = id(std::string(stretch));
    if (found < 0 && unknown_ < 0) refuse_unknown(stretch);
    ids.push_back(found >= 0 ? found : unknown_);
  }
};

}  // namespace

void PieceModel::refuse_unknown(std::string_view stretch) {
  throw UserError(
      fmt::format("{} is in no piece of the tokenizer, and it has none for what is "
                  "unknown; leave that out, or choose another tokenizer",
                  json_string(excerpt(stretch, 40))));
}

PieceModelPtr read_word_piece_model(const JsonObject& model, PieceModel::Ids ids) {
  return std::make_shared<const WordPieceModel>(model, std::move(ids));
}

PieceModelPtr read_word_level_model(const JsonObject& model, PieceModel::Ids ids) {
  return std::make_shared<const WordLevelModel>(model, std::move(ids));
}

PieceModelPtr read_piece_model(const JsonObject& model) {
  const std::string type = model_type(model);
  if (type == "Unigram") return read_unigram_model(model);
  if (type != "BPE" && type != "WordPiece" && type != "WordLevel") {
    unknown_type(model, "BPE, WordPiece, Unigram and WordLevel");
  }
  PieceModel::Ids ids = read_vocabulary(model.at("vocab", Json::Kind::object));
  if (type == "BPE") return read_bpe_model(model, std::move(ids));
  if (type == "WordPiece") return read_word_piece_model(model, std::move(ids));
  return read_word_level_model(model, std::move(ids));
}

std::vector<int> byte_pieces_in(const PieceModel::Ids& ids) {
  std::vector<int> found;
  for (int byte = 0; byte < 256; ++byte) {
    const auto piece = ids.find(fmt::format("<0x{:02X}>", byte));
    if (piece == ids.end()) return {};
    found.push_back(piece->second);
  }
  return found;
}

}  // namespace glassformer
