#include "core/text/tokenizers/sentencepiece/model_file.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "core/tensor/error.h"
#include "core/text/tokenizers/tokenizer.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

using Kind = SentencePieceModel::Kind;
using Type = SentencePieceModel::Type;

// The fields of a message, one after the other. A field is a number that says which it is and how
// it is stored, and its value: a varint (0), 8 bytes (1), so many bytes (2) or 4 bytes (5).
class Fields {
 public:
  Fields(std::string_view bytes, std::size_t offset, const std::string& named)
      : bytes_(bytes), offset_(offset), named_(named) {}

  bool next() {
    if (at_ == bytes_.size()) return false;
    begin_ = at_;
    const std::uint64_t key = varint();
    number_ = static_cast<int>(key >> 3 & 0x1FFFFFFF);
    stored_ = static_cast<int>(key & 7);
    if (number_ == 0) fail("a field without a number");
    if (stored_ == 0) {
      value_ = varint();
    } else if (stored_ == 1) {
      text_ = taken(8);
    } else if (stored_ == 2) {
      text_ = taken(varint());
    } else if (stored_ == 5) {
      text_ = taken(4);
    } else {
      fail(fmt::format("a field of the unknown kind {}", stored_));
    }
    return true;
  }

  int number() const { return number_; }
  std::uint64_t value() const {
    expect(0, "a number");
    return value_;
  }
  bool flag() const { return value() != 0; }
  std::string_view text() const {
    expect(2, "bytes");
    return text_;
  }
  float real() const {
    expect(5, "a number of 4 bytes");
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(text_[i])) << (8 * i);
    }
    return std::bit_cast<float>(bits);
  }
  // The message in it.
  Fields inside() const { return {text(), offset_ + at_ - text_.size(), named_}; }

  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(fmt::format(
        "{}: is no model of sentencepiece: {} at byte {}; get the file again, or give a "
        "tokenizer.json",
        named_, what, offset_ + begin_ + 1));
  }

 private:
  void expect(int stored, const char* what) const {
    if (stored_ != stored) fail(fmt::format("field {} holds no {}", number_, what));
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == bytes_.size()) fail("a number that does not end");
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    fail("a number of more than 10 bytes");
  }
  std::string_view taken(std::uint64_t count) {
    if (count > bytes_.size() - at_) {
      fail(fmt::format("a field of {} bytes where {} are left", count, bytes_.size() - at_));
    }
    const std::string_view text = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += text.size();
    return text;
  }

  std::string_view bytes_, text_;
  std::size_t offset_ = 0, at_ = 0, begin_ = 0;
  const std::string& named_;
  int number_ = 0, stored_ = 0;
  std::uint64_t value_ = 0;
};

SentencePieceModel::Piece read_piece(const Fields& entry) {
  SentencePieceModel::Piece piece;
  Fields fields = entry.inside();
  while (fields.next()) {
    if (fields.number() == 1) piece.text = fields.text();
    if (fields.number() == 2) piece.score = fields.real();
    if (fields.number() == 3) {
      const std::uint64_t kind = fields.value();
      if (kind < 1 || kind > 6) fields.fail(fmt::format("a piece of the unknown type {}", kind));
      piece.kind = static_cast<Kind>(kind);
    }
  }
  if (piece.text.empty()) entry.fail("an empty piece");
  if (broken_utf8(piece.text) != std::string::npos) entry.fail("a piece that is no UTF-8");
  if (!std::isfinite(piece.score)) entry.fail("a score that is no number");
  return piece;
}

void read_trainer(Fields fields, SentencePieceModel& model) {
  while (fields.next()) {
    if (fields.number() == 3) {
      const std::uint64_t type = fields.value();
      if (type < 1 || type > 4) fields.fail(fmt::format("the unknown model type {}", type));
      model.type = static_cast<Type>(type);
    }
    if (fields.number() == 24) model.space_behind = fields.flag();
    if (fields.number() == 35) model.byte_fallback = fields.flag();
  }
}

void read_normalizer(Fields fields, SentencePieceModel& model) {
  while (fields.next()) {
    if (fields.number() == 1) model.rules_name = fields.text();
    if (fields.number() == 2) model.rules = fields.text();
    if (fields.number() == 3) model.dummy_prefix = fields.flag();
    if (fields.number() == 4) model.remove_spaces = fields.flag();
    if (fields.number() == 5) model.escape_spaces = fields.flag();
  }
}

void put_varint(std::string& to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) to += static_cast<char>(value | 0x80);
  to += static_cast<char>(value);
}

void put_number(std::string& to, int field, std::uint64_t value) {
  put_varint(to, static_cast<std::uint64_t>(field) << 3);
  put_varint(to, value);
}

void put_text(std::string& to, int field, std::string_view text) {
  put_varint(to, static_cast<std::uint64_t>(field) << 3 | 2);
  put_varint(to, text.size());
  to += text;
}

}  // namespace

SentencePieceModel read_sentencepiece_model(std::string_view bytes, const std::string& named) {
  SentencePieceModel model;
  Fields fields(bytes, 0, named);
  while (fields.next()) {
    if (fields.number() == 1) {
      if (model.pieces.size() == Tokenizer::max_pieces) {
        fields.fail(fmt::format("more than {} pieces", int{Tokenizer::max_pieces}));
      }
      model.pieces.push_back(read_piece(fields));
    }
    if (fields.number() == 2) read_trainer(fields.inside(), model);
    if (fields.number() == 3) read_normalizer(fields.inside(), model);
  }
  if (model.pieces.empty()) fields.fail("no pieces");
  return model;
}

std::string sentencepiece_model_bytes(const SentencePieceModel& model) {
  std::string bytes;
  for (const auto& piece : model.pieces) {
    std::string entry;
    put_text(entry, 1, piece.text);
    put_varint(entry, 2 << 3 | 5);
    const auto bits = std::bit_cast<std::uint32_t>(piece.score);
    for (int i = 0; i < 4; ++i) entry += static_cast<char>(bits >> (8 * i) & 0xFF);
    if (piece.kind != Kind::normal) put_number(entry, 3, static_cast<std::uint64_t>(piece.kind));
    put_text(bytes, 1, entry);
  }
  std::string trainer, normalizer;
  put_number(trainer, 3, static_cast<std::uint64_t>(model.type));
  put_number(trainer, 24, model.space_behind ? 1 : 0);
  put_number(trainer, 35, model.byte_fallback ? 1 : 0);
  put_text(bytes, 2, trainer);
  put_text(normalizer, 1, model.rules_name);
  put_text(normalizer, 2, model.rules);
  put_number(normalizer, 3, model.dummy_prefix ? 1 : 0);
  put_number(normalizer, 4, model.remove_spaces ? 1 : 0);
  put_number(normalizer, 5, model.escape_spaces ? 1 : 0);
  put_text(bytes, 3, normalizer);
  return bytes;
}

bool looks_like_sentencepiece(std::string_view bytes) {
  // A first field of the pieces (tag 0x0A), with an entry whose first field is its text.
  return bytes.size() > 4 && bytes[0] == 0x0A && static_cast<unsigned char>(bytes[1]) < 0x80 &&
         bytes[2] == 0x0A &&
         static_cast<unsigned char>(bytes[3]) + 2 <= static_cast<unsigned char>(bytes[1]);
}

}  // namespace glassformer
