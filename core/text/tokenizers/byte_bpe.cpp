#include "core/text/tokenizers/byte_bpe.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/tensor/error.h"
#include "core/text/bpe.h"
#include "core/text/tokenizers/json_members.h"
#include "core/text/tokenizers/pipeline/byte_level.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr int byte_count = 256;

std::vector<std::string> all_readable(const std::vector<std::string>& pieces) {
  std::vector<std::string> texts;
  for (const std::string& piece : pieces) texts.push_back(readable_bytes(bytes_of_letters(piece)));
  return texts;
}

enum class Class { space, letter, number, other };

Class class_of(std::string_view character) {
  if (is_white_space(character)) return Class::space;
  utf8proc_int32_t code = -1;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                   static_cast<utf8proc_ssize_t>(character.size()), &code);
  const auto category = utf8proc_category(code);
  if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) return Class::letter;
  if (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO) return Class::number;
  return Class::other;
}

// How many characters an English ending has that begins here, its apostrophe included; or 0.
std::size_t ending_length(std::string_view text) {
  constexpr std::array<std::string_view, 7> endings{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
  for (const std::string_view ending : endings) {
    if (text.starts_with(ending)) return ending.size();
  }
  return 0;
}

}  // namespace

std::vector<std::string_view> ByteBpe::pre_tokens(std::string_view text) {
  const std::vector<std::string_view> all = characters(text);
  std::vector<Class> classes(all.size());
  std::ranges::transform(all, classes.begin(), class_of);
  const auto offset = [&](std::size_t i) {
    return i < all.size() ? static_cast<std::size_t>(all[i].data() - text.data()) : text.size();
  };
  const auto end_of_run = [&](std::size_t i) {
    const Class run = classes[i];
    while (i < all.size() && classes[i] == run) ++i;
    return i;
  };
  std::vector<std::string_view> found;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const std::size_t word = begin + (all[begin] == " " ? 1 : 0);
    if (const std::size_t ending = ending_length(text.substr(offset(begin))); ending > 0) {
      end = begin + ending;
    } else if (word < all.size() && classes[word] != Class::space) {
      end = end_of_run(word);
    } else {
      end = end_of_run(begin);
      // The last white space before a word is left for it.
      if (end < all.size() && end - begin > 1) --end;
    }
    found.push_back(text.substr(offset(begin), offset(end) - offset(begin)));
  }
  return found;
}

bool ByteBpe::has_all_bytes(const std::vector<std::string>& written) {
  const std::unordered_set<std::string_view> known(written.begin(), written.end());
  return std::ranges::all_of(byte_letters(),
                             [&](const std::string& piece) { return known.contains(piece); });
}

ByteBpe::ByteBpe(const std::vector<std::string>& written, const std::vector<Merge>& merges,
                 const std::string& named, const Fail& fail)
    : Tokenizer(all_readable(written)), written_(written) {
  std::unordered_map<std::string_view, int> id_of, symbol_of;
  for (int id = 0; id < size(); ++id) id_of.emplace(written_[static_cast<std::size_t>(id)], id);
  if (const auto end = id_of.find(end_of_text); end != id_of.end()) end_ = end->second;
  for (int byte = 0; byte < byte_count; ++byte) {
    const std::string& piece = byte_letters()[static_cast<std::size_t>(byte)];
    const auto found = id_of.find(piece);
    if (found == id_of.end()) {
      throw UserError(fmt::format(
          "{}: the piece {} of the byte 0x{:02X} is missing; give the vocabulary of a byte-level "
          "BPE such as GPT-2's",
          named, json_string(piece), byte));
    }
    symbol_of.emplace(piece, byte);
    ids_.push_back(found->second);
  }
  const auto symbol = [&](std::size_t which, const std::string& piece) {
    const auto found = symbol_of.find(piece);
    if (found == symbol_of.end()) {
      fail(which, fmt::format("joins {}, which is neither a byte nor made by an earlier merge",
                              json_string(excerpt(piece, 40))));
    }
    return found->second;
  };
  for (std::size_t k = 0; k < merges.size(); ++k) {
    const auto& [left, right] = merges[k];
    const std::string made = left + right;
    const auto found = id_of.find(made);
    if (found == id_of.end()) {
      fail(k, fmt::format("makes {}, which is no piece of {}; take both files from one model",
                          json_string(excerpt(made, 40)), named));
    }
    const std::pair<int, int> pair{symbol(k, left), symbol(k, right)};
    const int next = static_cast<int>(ids_.size());
    if (!symbol_of.emplace(found->first, next).second) {
      fail(k, fmt::format("makes {}, as an earlier merge does", json_string(excerpt(made, 40))));
    }
    merges_.push_back(pair);
    ranks_.emplace(bpe::key(pair.first, pair.second), static_cast<int>(k));
    ids_.push_back(found->second);
  }
}

std::vector<int> ByteBpe::encode(std::string_view text) const {
  check_text(text);
  return encode_unlimited(text);
}

std::vector<SpecialText> ByteBpe::special_texts() const {
  if (end_ < 0) return {};
  return {{std::string(end_of_text), end_}};
}

std::string ByteBpe::written(int id) const {
  check_id(id);
  return written_[static_cast<std::size_t>(id)];
}

std::vector<int> ByteBpe::encode_unlimited(std::string_view text) const {
  check_utf8(text);
  std::vector<int> ids, symbols;
  for (const std::string_view token : pre_tokens(text)) {
    symbols.clear();
    for (const char byte : token) symbols.push_back(static_cast<unsigned char>(byte));
    bpe::merge(symbols, ranks_, byte_count);
    for (const int symbol : symbols) ids.push_back(ids_[static_cast<std::size_t>(symbol)]);
  }
  return ids;
}

std::vector<std::string> ByteBpe::split(std::string_view text) const {
  std::vector<std::string> texts;
  for (const int id : encode(text)) texts.push_back(pieces()[static_cast<std::size_t>(id)]);
  return texts;
}

std::string ByteBpe::decode(std::span<const int> ids) const {
  std::string bytes;
  for (const int id : ids) {
    check_id(id);
    if (id != end_) bytes += bytes_of_letters(written_[static_cast<std::size_t>(id)]);
  }
  return whole_characters(bytes);
}

std::string ByteBpe::to_json() const {
  std::string text = fmt::format("{{\"type\": \"{}\", \"pieces\": {}, \"merges\": [", type,
                                 pieces_as_json(written_));
  const auto piece = [&](int symbol) {
    return json_string(written_[static_cast<std::size_t>(ids_[static_cast<std::size_t>(symbol)])]);
  };
  for (std::size_t k = 0; k < merges_.size(); ++k) {
    text += fmt::format("{}[{}, {}]", k > 0 ? ", " : "", piece(merges_[k].first),
                        piece(merges_[k].second));
  }
  return text + "]}";
}

TokenizerPtr ByteBpe::from_json(const JsonObject& object) {
  const Json::Value list = object.at("merges", Json::Kind::array);
  return std::make_shared<const ByteBpe>(
      json_pieces(object.at("pieces", Json::Kind::array)), json_byte_merges(list), "tokenizer",
      [&](std::size_t k, const std::string& sentence) { list[k].fail(sentence); });
}

}  // namespace glassformer
