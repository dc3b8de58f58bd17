#include "core/text/tokenizers/pipeline/added_tokens.h"

#include <algorithm>

#include "core/text/tokenizers/pipeline/scalars.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

namespace {

bool ends_in_word(std::string_view text) {
  return !text.empty() && is_word_scalar(last_scalar(text).code);
}

bool begins_with_word(std::string_view text) {
  return !text.empty() && is_word_scalar(first_scalar(text).code);
}

}  // namespace

AddedTokens::AddedTokens(const JsonObject& root, const Normalizer& normalizer) {
  const auto list = root.find("added_tokens");
  if (!list) return;
  list->each([&](Json::Value entry) {
    const JsonObject fields(entry);
    AddedToken token;
    token.text = fields.at("content", Json::Kind::string).string();
    token.id = whole_number(fields.at("id", Json::Kind::number), 0, Tokenizer::max_pieces - 1);
    if (token.text.empty()) return;  // nothing is found as it
    token.special = fields.toggle("special", false);
    token.single_word = fields.toggle("single_word", false);
    token.strip_left = fields.toggle("lstrip", false);
    token.strip_right = fields.toggle("rstrip", false);
    token.normalized = fields.toggle("normalized", !token.special);
    token.found_as = token.normalized ? normalizer(token.text) : token.text;
    if (token.found_as.empty()) return;
    const std::size_t kind = token.normalized ? 1 : 0;
    any_[kind] = true;
    begin_with_[kind][static_cast<unsigned char>(token.found_as[0])].push_back(
        static_cast<int>(tokens_.size()));
    tokens_.push_back(std::move(token));
  });
}

const AddedToken* AddedTokens::longest(std::string_view text, bool normalized) const {
  const AddedToken* found = nullptr;
  const auto begin = static_cast<unsigned char>(text[0]);
  for (const int which : begin_with_[normalized ? 1 : 0][begin]) {
    const AddedToken& token = tokens_[static_cast<std::size_t>(which)];
    if (!text.starts_with(token.found_as)) continue;
    if (found == nullptr || token.found_as.size() > found->found_as.size()) found = &token;
  }
  return found;
}

std::vector<AddedStretch> AddedTokens::stretches(std::string_view text, bool normalized,
                                                 bool special) const {
  std::vector<AddedStretch> found;
  std::size_t done = 0;
  for (std::size_t at = any(normalized) ? 0 : text.size(); at < text.size();) {
    const AddedToken* const longest = this->longest(text.substr(at), normalized);
    if (longest == nullptr) {
      ++at;
      continue;
    }
    std::size_t begin = at, end = at + longest->found_as.size();
    at = end;
    if (longest->special && !special) continue;
    if (longest->single_word &&
        (ends_in_word(text.substr(0, begin)) || begins_with_word(text.substr(end)))) {
      continue;
    }
    while (longest->strip_left && begin > done) {
      const Scalar before = last_scalar(text.substr(0, begin));
      if (!is_space_scalar(before.code)) break;
      begin -= before.bytes.size();
    }
    begin = std::max(begin, done);
    while (longest->strip_right && end < text.size()) {
      const Scalar next = first_scalar(text.substr(end));
      if (!is_space_scalar(next.code)) break;
      end += next.bytes.size();
    }
    if (begin > done) found.push_back({done, begin, -1});
    found.push_back({begin, end, longest->id});
    at = done = end;
  }
  if (done < text.size()) found.push_back({done, text.size(), -1});
  return found;
}

}  // namespace glassformer
