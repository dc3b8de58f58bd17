#include "app/cli/file_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/files/file_look.h"
#include "app/files/model_facts.h"
#include "app/files/opening.h"
#include "app/kept/recent_files.h"
#include "core/embed/files/read_vectors.h"
#include "core/formats/byte_source.h"
#include "core/formats/recording_file.h"
#include "core/lesson/lesson.h"
#include "core/models/attention_file.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/open_tokenizer.h"

namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;
using As = Opening::As;

// As it is written in a shell.
std::string quoted(const std::string& path) {
  const bool plain = std::ranges::all_of(path, [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 ||
           std::string_view("/._-+=:@%,~").find(static_cast<char>(c)) != std::string_view::npos;
  });
  // What begins like an option is no option.
  if (plain) return path.starts_with('-') ? "./" + path : path;
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

class Facts {
 public:
  Facts(const std::string& path, std::string_view is) : path_(quoted(path)) {
    made_["file"] = path;
    made_["is"] = is;
    made_["facts"] = Object::object();
    made_["commands"] = Object::array();
  }
  Facts& fact(const char* name, Object value) {
    made_["facts"][name] = std::move(value);
    return *this;
  }
  // `command` has {} where the file stands.
  Facts& reads(const std::string& command, const std::string& what) {
    made_["commands"].push_back(
        {{"command", "glassformer " + fmt::format(fmt::runtime(command), path_)}, {"does", what}});
    return *this;
  }
  Object made() const { return made_; }

 private:
  std::string path_;
  Object made_;
};

Object of_lesson(const std::string& path) {
  const Lesson lesson = read_lesson(path);
  const bool session = kind_of(lesson) == RecentFiles::Kind::session;
  Facts facts(path, session ? "a session: a lesson as somebody left it" : "a lesson");
  facts.fact("title", lesson.title)
      .fact("model", lesson.inputs.scene)
      .fact("steps", lesson.steps.size());
  if (session) facts.fact("left at step", lesson.at_step + 1);
  return facts.reads("gui {}", "opens it")
      .reads("show {} -o step.png", "draws one of its steps")
      .reads("trace {}", "prints its matrices")
      .reads("lessons --check {}", "says whether what it claims is so")
      .made();
}

Object of_vectors(const std::string& path) {
  const VectorFormat format = recognise_vectors(path);
  const WordVectorsPtr first = read_vectors(path, {.limit = 1, .words = {}, .watch = {}});
  return Facts(path, "word vectors")
      .fact("format", std::string(name_of(format)))
      .fact("numbers for each word", first->dim())
      .reads("gui {}", "opens them")
      .reads("vectors info {}", "says how many words they have, and more")
      .reads("vectors neighbours {} WORD", "lists the words that are near one")
      .reads("eval analogies {} QUESTIONS", "measures them")
      .made();
}

Object of_questions(const std::string& path) {
  const bool rated = FileLook(path).questions() == QuestionFormat::rated_pairs;
  return Facts(path, rated ? "pairs of words, rated by people" : "analogy questions")
      .reads("gui {}", "asks them the vectors of a lesson")
      .reads(rated ? "eval similarity VECTORS {}" : "eval analogies VECTORS {}",
             "asks them a file of vectors")
      .made();
}

Object of_text(const std::string& path) {
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(path, unknown);
  Facts facts(path, "a text");
  if (!unknown) facts.fact("bytes", bytes);
  return facts.reads("gui {}", "opens it where words are learned from it")
      .reads("train vectors {} -o words.safetensors", "learns a vector for each word")
      .reads("train language {} -o language.safetensors", "learns to continue it")
      .made();
}

Object of_pairs(const std::string& path) {
  return Facts(path, "pairs of sentences")
      .reads("gui {}", "opens them where a translator learns from them")
      .reads("train translate {} -o translator.safetensors", "trains one")
      .made();
}

Object of_recording(const std::string& path) {
  const RecordingKind says = recording_kind(path);
  return Facts(path, "a recorded training")
      .fact("recorded", says.kind)
      .fact("made by", says.made_by)
      .reads("gui {}", "plays it in its lesson")
      .made();
}

Object of_attention(const std::string& path) {
  const AttentionFilePtr read = read_attention_file(path);
  return Facts(path, "attentions of a model")
      .fact("tokens", read->tokens.size())
      .fact("layers", read->layers)
      .fact("heads of each", read->heads)
      .fact("sees later tokens", read->causal ? "no" : "yes")
      .fact("hidden states", read->hidden.empty() ? "no" : "yes")
      .reads("gui {}", "opens them")
      .reads("show attention-file --attentions {} -o step.png", "draws a step of their lesson")
      .reads("trace attention-file --attentions {}", "prints what is made of them")
      .made();
}

// The files that a tokenizer's folder has, as train tokenizer writes them.
Object of_tokenizer(const std::string& path, const Tokenizer& tokenizer) {
  Facts facts(path, "a tokenizer");
  facts.fact("kind", std::string(tokenizer.kind())).fact("pieces", tokenizer.size());
  std::string files;
  for (const char* const name :
       {"tokenizer.json", "tokenizer_config.json", "vocab.json", "merges.txt", "vocab.txt"}) {
    std::error_code none;
    if (!std::filesystem::exists(std::filesystem::path(path) / name, none)) continue;
    files += (files.empty() ? "" : ", ") + std::string(name);
  }
  if (!files.empty()) facts.fact("files", files);
  return facts.reads("tokens TEXT --tokenizer {}", "cuts a text into its pieces")
      .reads("train language FILE --tokens {} -o language.safetensors",
             "learns to continue a text of such pieces")
      .made();
}

// Null: there is none, or it cannot be read.
TokenizerPtr tokenizer_in(const std::string& path) {
  try {
    return open_tokenizer(path);
  } catch (const UserError&) {
    return nullptr;
  }
}

std::optional<Object> facts_of(const std::string& named) {
  std::error_code none;
  const std::string path = without_tilde(named);
  if (!std::filesystem::exists(path, none) && !names_bytes(path)) return std::nullopt;
  const Opening opening = opening_of(path);
  switch (opening.as) {
    case As::lesson:
      return of_lesson(opening.path);
    case As::vectors:
      return of_vectors(opening.path);
    case As::questions:
      return of_questions(opening.path);
    case As::text:
      return of_text(opening.path);
    case As::sentences:
      return of_pairs(opening.path);
    case As::attention:
      return of_attention(opening.path);
    case As::recording:
      return of_recording(opening.path);
    case As::nothing:
      // What weights lack to be a model's is known best by who reads these.
      if (FileLook(path).is_weights()) return std::nullopt;
      if (const TokenizerPtr tokenizer = tokenizer_in(path)) return of_tokenizer(path, *tokenizer);
      throw UserError(opening.why);
    case As::model:
      break;
  }
  return std::nullopt;
}

std::string table_of(const Object& facts) {
  std::string text = fmt::format("{}: {}\n\n", facts.at("file").get<std::string>(),
                                 facts.at("is").get<std::string>());
  std::size_t widest = 0;
  for (const auto& [name, value] : facts.at("facts").items())
    widest = std::max(widest, name.size());
  for (const auto& [name, value] : facts.at("facts").items()) {
    const std::string said =
        value.is_string() ? value.get<std::string>() : grouped(value.get<std::int64_t>());
    text += fmt::format("{:<{}}  {}\n", name, widest, said);
  }
  if (!facts.at("facts").empty()) text += "\n";
  widest = 0;
  for (const auto& one : facts.at("commands")) {
    widest = std::max(widest, one.at("command").get<std::string>().size());
  }
  for (const auto& one : facts.at("commands")) {
    text += fmt::format("{:<{}}  {}\n", one.at("command").get<std::string>(), widest,
                        one.at("does").get<std::string>());
  }
  return text;
}

}  // namespace

std::optional<std::string> file_facts(const std::string& named, bool json) {
  const std::optional<Object> facts = facts_of(named);
  if (!facts) return std::nullopt;
  // A path need not be UTF-8.
  return json ? facts->dump(2, ' ', false, Object::error_handler_t::replace) + "\n"
              : table_of(*facts);
}

}  // namespace glassformer
