#include "core/models/translator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/formats/assets.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr std::string_view format = "glassformer translator 1";

std::vector<int> checked_ids(const Translator& translator, const Tokenizer& tokenizer,
                             std::string_view sentence) {
  std::vector<int> ids = tokenizer.encode(sentence);
  const int most = translator.config.longest - 1;
  if (static_cast<int>(ids.size()) > most) {
    throw UserError(
        fmt::format("the sentence \"{}\" has {} pieces, and this model takes at most "
                    "{}; shorten it, or train with a larger --longest",
                    excerpt(sentence, 40), ids.size(), most));
  }
  return ids;
}

const std::string& metadata(const TensorFile& file, const std::string& key,
                            const std::string& named) {
  const auto found = file.metadata.find(key);
  if (found != file.metadata.end()) return found->second;
  throw UserError(
      fmt::format("{}: its metadata has no \"{}\", so it is no model of glassformer "
                  "train translate",
                  named, key));
}

void check_words(const std::string& named, const char* side, int words,
                 const Tokenizer& tokenizer) {
  if (words == tokenizer.size()) return;
  throw UserError(fmt::format("{}: the {} vocabulary has {} pieces, but the configuration says {}",
                              named, side, tokenizer.size(), words));
}

}  // namespace

std::vector<int> source_ids(const Translator& translator, std::string_view sentence) {
  std::vector<int> ids = checked_ids(translator, translator.source, sentence);
  if (ids.empty()) throw UserError("the sentence is empty: type at least one word");
  ids.push_back(Tokenizer::end);
  return ids;
}

std::vector<int> target_ids(const Translator& translator, std::string_view sentence) {
  std::vector<int> ids = checked_ids(translator, translator.target, sentence);
  ids.insert(ids.begin(), Tokenizer::begin);
  return ids;
}

std::vector<int> answers(const std::vector<int>& target_ids) {
  std::vector<int> next(target_ids.begin() + 1, target_ids.end());
  next.push_back(Tokenizer::end);
  return next;
}

std::vector<std::string> piece_labels(const Tokenizer& tokenizer, const std::vector<int>& ids) {
  std::vector<std::string> labels;
  for (int id : ids) labels.push_back(tokenizer.pieces()[static_cast<std::size_t>(id)]);
  return labels;
}

TensorFile to_tensors(const Translator& translator) {
  TensorFile file;
  file.metadata = {{"format", std::string(format)},
                   {"config", to_json(translator.config)},
                   {"source", translator.source.to_json()},
                   {"target", translator.target.to_json()},
                   {"made_by", translator.made_by}};
  for (int i = 0; i < translator.params.size(); ++i) {
    const Mat& value = translator.params.value(i);
    std::vector<std::int64_t> shape{value.rows(), value.cols()};
    if (value.rows() == 1) shape = {value.cols()};
    file.tensors.push_back({translator.params.name(i), std::move(shape), value});
  }
  return file;
}

Translator from_tensors(const TensorFile& file, const std::string& named) {
  if (metadata(file, "format", named) != format) {
    throw UserError(fmt::format("{}: its format is \"{}\", but this program reads \"{}\"", named,
                                excerpt(metadata(file, "format", named), 40), format));
  }
  Translator made{config_from_json(metadata(file, "config", named), named),
                  {},
                  Tokenizer::from_json(metadata(file, "source", named), named),
                  Tokenizer::from_json(metadata(file, "target", named), named),
                  metadata(file, "made_by", named)};
  check_words(named, "source", made.config.source_words, made.source);
  check_words(named, "target", made.config.target_words, made.target);
  Params given;
  for (const NamedTensor& tensor : file.tensors) given.add(tensor.name, tensor.value);
  check_params(made.config, given, named);
  // In the order of the configuration, whatever that of the file.
  for (const ParameterSpec& spec : parameter_specs(made.config)) {
    made.params.add(spec.name, given.value(given.find(spec.name)));
  }
  return made;
}

Translator load_translator(const std::filesystem::path& file) {
  return from_tensors(read_safetensors(file), file.string());
}

std::shared_ptr<const Translator> load_shipped(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const Translator>, std::less<>> loaded;
  const std::scoped_lock lock(mutex);
  if (const auto found = loaded.find(name); found != loaded.end()) return found->second;
  const std::filesystem::path folder = assets_folder() / "weights";
  const std::filesystem::path file = folder / (std::string(name) + ".safetensors");
  std::error_code error;
  if (name.find('/') != name.npos || !std::filesystem::is_regular_file(file, error)) {
    std::vector<std::string> names;
    for (std::filesystem::directory_iterator i(folder, error), end; !error && i != end;
         i.increment(error)) {
      if (i->path().extension() == ".safetensors") names.push_back(i->path().stem().string());
    }
    std::sort(names.begin(), names.end());
    throw UserError("there is no shipped model '" + std::string(name) + "'" +
                    instead_of(name, "models are", names) + "; they lie in " + folder.string());
  }
  auto made = std::make_shared<const Translator>(load_translator(file));
  loaded.emplace(name, made);
  return made;
}

}  // namespace glassformer
