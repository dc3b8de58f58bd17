#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/json_object.h"

namespace glassformer {

// Cuts a stretch into pieces: the "model" of a tokenizer.json.
class PieceModel {
 public:
  using Ids = std::unordered_map<std::string, int>;

  virtual ~PieceModel() = default;
  // Adds the ids of the stretch's pieces. Throws UserError for what has no id where none is
  // unknown.
  virtual void cut(std::string_view stretch, std::vector<int>& ids) const = 0;

  int id(const std::string& piece) const {  // −1: it is none
    const auto found = ids_.find(piece);
    return found == ids_.end() ? -1 : found->second;
  }
  const Ids& ids() const { return ids_; }
  int unknown() const { return unknown_; }  // −1: there is none

 protected:
  explicit PieceModel(Ids ids) : ids_(std::move(ids)) {}
  [[noreturn]] static void refuse_unknown(std::string_view stretch);

  Ids ids_;
  int unknown_ = -1;
};
using PieceModelPtr = std::shared_ptr<const PieceModel>;

// BPE, WordPiece, Unigram and WordLevel with all that their entries say. Throws NotDone for others
// and for `dropout`, by name; UserError naming line and path of what is broken.
PieceModelPtr read_piece_model(const JsonObject& model);

// Each for itself.
PieceModelPtr read_bpe_model(const JsonObject& model, PieceModel::Ids ids);
PieceModelPtr read_word_piece_model(const JsonObject& model, PieceModel::Ids ids);
PieceModelPtr read_word_level_model(const JsonObject& model, PieceModel::Ids ids);
PieceModelPtr read_unigram_model(const JsonObject& model);

// The ids of "<0x00>" … "<0xFF>", where all of them are pieces; else none.
std::vector<int> byte_pieces_in(const PieceModel::Ids& ids);

}  // namespace glassformer
