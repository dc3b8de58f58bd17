#include <algorithm>
#include <cmath>
#include <optional>

#include "core/text/tokenizers/pipeline/piece_model.h"
#include "core/text/tokenizers/tokenizer.h"
#include "core/text/unigram/unigram_cut.h"

namespace glassformer {

namespace {

// The most probable cut under a unigram model of pieces (Kudo 2018, section 3.1), as the library of
// Hugging Face computes it: what is unknown costs 10 more than the least probable piece, and a run
// of it is one unknown.
class UnigramModel : public PieceModel {
 public:
  explicit UnigramModel(const JsonObject& model) : PieceModel({}) {
    std::vector<std::string> pieces;
    std::vector<UnigramCut<double>::Piece> table;
    double least = 0;
    const auto given = model.find("vocab");
    if (given && !given->is(Json::Kind::array)) {
      given->fail("must be a list of pieces with their scores, as a Unigram has it, not " +
                  given->described());
    }
    const Json::Value vocab = model.at("vocab", Json::Kind::array);
    vocab.each([&](Json::Value entry) {
      if (!entry.is(Json::Kind::array) || entry.size() != 2 || !entry[0].is(Json::Kind::string) ||
          !entry[1].is(Json::Kind::number) || !std::isfinite(entry[1].number())) {
        entry.fail("must be a piece and its score, [\"▁the\", -3.2], not " + entry.described());
      }
      if (pieces.size() == Tokenizer::max_pieces) entry.fail("is one piece too many");
      ids_.emplace(entry[0].string(), static_cast<int>(pieces.size()));
      pieces.emplace_back(entry[0].string());
      table.push_back({entry[1].number()});
      least = pieces.size() == 1 ? entry[1].number() : std::min(least, entry[1].number());
    });
    if (pieces.empty()) vocab.fail("holds no pieces; a vocabulary is expected");
    if (const auto id = model.find("unk_id")) {
      unknown_ = whole_number(*id, 0, static_cast<int>(pieces.size()) - 1);
    }
    if (model.toggle("byte_fallback", false)) bytes_ = byte_pieces_in(ids_);
    constexpr double unknown_penalty = 10;
    cut_.emplace(pieces, std::move(table), least - unknown_penalty, 0);
  }

  void cut(std::string_view stretch, std::vector<int>& ids) const override {
    std::vector<UnigramCut<double>::Part> parts;
    double from = 0;
    cut_->cut(stretch, parts, from);
    bool before = false;
    for (const auto& part : parts) {
      const bool is_unknown = part.piece == UnigramCut<double>::unknown;
      if (!is_unknown) {
        ids.push_back(part.piece);
      } else if (!bytes_.empty()) {
        for (const char byte : stretch.substr(part.begin, part.end - part.begin)) {
          ids.push_back(bytes_[static_cast<unsigned char>(byte)]);
        }
      } else if (!before) {
        if (unknown_ < 0) refuse_unknown(stretch);
        ids.push_back(unknown_);
      }
      before = is_unknown;
    }
  }

 private:
  std::vector<int> bytes_;
  std::optional<UnigramCut<double>> cut_;
};

}  // namespace

PieceModelPtr read_unigram_model(const JsonObject& model) {
  return std::make_shared<const UnigramModel>(model);
}

}  // namespace glassformer
