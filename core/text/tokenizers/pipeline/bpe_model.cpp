#include <fmt/format.h>

#include <cstdint>
#include <queue>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/bpe.h"
#include "core/text/tokenizers/json_members.h"
#include "core/text/tokenizers/pipeline/not_done.h"
#include "core/text/tokenizers/pipeline/piece_model.h"
#include "core/text/tokenizers/pipeline/scalars.h"

namespace glassformer {

namespace {

struct Merge {
  int rank = 0, made = -1;
};
using Merges = std::unordered_map<std::uint64_t, Merge>;  // both ids in one key

// Byte pair encoding over characters (Sennrich, Haddow and Birch 2016, section 3.2): of the pairs
// that some merge joins, the one of the earliest merge becomes one piece, the leftmost first, until
// none is left.
class BpeModel : public PieceModel {
 public:
  BpeModel(const JsonObject& model, Ids ids)
      : PieceModel(std::move(ids)),
        prefix_(model.text("continuing_subword_prefix", "")),
        suffix_(model.text("end_of_word_suffix", "")),
        fuse_(model.toggle("fuse_unk", false)),
        ignore_merges_(model.toggle("ignore_merges", false)) {
    if (const auto dropout = model.find("dropout"); dropout && model.real("dropout", 0) != 0) {
      not_done(*dropout,
               fmt::format("is {}, so that merges are left out at random, which is not done here; "
                           "make it null",
                           model.real("dropout", 0)));
    }
    if (model.toggle("byte_fallback", false)) bytes_ = byte_pieces_in(this->ids());
    if (const auto name = model.find("unk_token")) {
      unknown_ = id(model.text("unk_token", ""));
      if (unknown_ < 0) name->fail("is no piece of \"vocab\"");
    }
    read_merges(model.at("merges", Json::Kind::array));
  }

  void cut(std::string_view stretch, std::vector<int>& ids) const override {
    if (ignore_merges_) {
      if (const int whole = id(std::string(stretch)); whole >= 0) {
        ids.push_back(whole);
        return;
      }
    }
    std::vector<int> symbols = letters(stretch);
    merge(symbols);
    ids.insert(ids.end(), symbols.begin(), symbols.end());
  }

 private:
  void read_merges(Json::Value list) {
    const auto pairs = json_byte_merges(list);
    merges_.reserve(pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto& [left, right] = pairs[k];
      const auto known = [&](const std::string& piece, const char* what) {
        const int found = id(piece);
        if (found < 0) {
          list[k].fail(fmt::format("{} {}, which is no piece of \"vocab\"; take both from one file",
                                   what, json_string(excerpt(piece, 40))));
        }
        return found;
      };
      const int first = known(left, "joins"), second = known(right, "joins");
      const bool marked = !prefix_.empty() && right.starts_with(prefix_);
      const int made = known(left + right.substr(marked ? prefix_.size() : 0), "makes");
      merges_[bpe::key(first, second)] = {static_cast<int>(k), made};
    }
  }

  // The ids of the characters, what is unknown as its bytes where there are pieces for these.
  std::vector<int> letters(std::string_view stretch) const {
    std::vector<int> symbols;
    bool before = false;  // the last one was unknown
    std::size_t at = 0;
    each_scalar(stretch, [&](const Scalar& c) {
      std::string letter = at > 0 ? prefix_ : "";
      letter += c.bytes;
      at += c.bytes.size();
      if (at == stretch.size()) letter += suffix_;
      const int found = id(letter);
      if (found >= 0) {
        symbols.push_back(found);
      } else if (!bytes_.empty()) {
        for (const char byte : letter) symbols.push_back(bytes_[static_cast<unsigned char>(byte)]);
      } else if (unknown_ >= 0) {
        if (!(fuse_ && before)) symbols.push_back(unknown_);
      }  // else it is left out, as the library does it
      before = found < 0;
    });
    return symbols;
  }

  void merge(std::vector<int>& symbols) const {
    struct Candidate {
      int rank = 0, at = 0, made = 0;
      bool operator<(const Candidate& other) const {  // the smallest goes first
        return rank != other.rank ? rank > other.rank : at > other.at;
      }
    };
    const int count = static_cast<int>(symbols.size());
    std::vector<int> next(symbols.size()), before(symbols.size());
    std::priority_queue<Candidate> queue;
    const auto found = [&](int i) -> const Merge* {
      const int right = next[static_cast<std::size_t>(i)];
      if (right >= count) return nullptr;
      const auto merge = merges_.find(
          bpe::key(symbols[static_cast<std::size_t>(i)], symbols[static_cast<std::size_t>(right)]));
      return merge == merges_.end() ? nullptr : &merge->second;
    };
    const auto offer = [&](int i) {
      if (const Merge* const merge = found(i)) queue.push({merge->rank, i, merge->made});
    };
    for (int i = 0; i < count; ++i) {
      next[static_cast<std::size_t>(i)] = i + 1;
      before[static_cast<std::size_t>(i)] = i - 1;
    }
    for (int i = 0; i < count; ++i) offer(i);
    constexpr int gone = -1;
    while (!queue.empty()) {
      const Candidate best = queue.top();
      queue.pop();
      const auto at = static_cast<std::size_t>(best.at);
      if (symbols[at] == gone) continue;
      const Merge* const now = found(best.at);
      if (now == nullptr || now->made != best.made) continue;  // something of it was merged since
      const auto right = static_cast<std::size_t>(next[at]);
      symbols[at] = best.made;
      symbols[right] = gone;
      next[at] = next[right];
      if (next[at] < count) before[static_cast<std::size_t>(next[at])] = best.at;
      if (before[at] >= 0) offer(before[at]);
      offer(best.at);
    }
    std::erase(symbols, gone);
  }

  std::string prefix_, suffix_;
  bool fuse_ = false, ignore_merges_ = false;
  std::vector<int> bytes_;  // empty: what is unknown does not fall into bytes
  Merges merges_;
};

}  // namespace

PieceModelPtr read_bpe_model(const JsonObject& model, PieceModel::Ids ids) {
  return std::make_shared<const BpeModel>(model, std::move(ids));
}

}  // namespace glassformer
