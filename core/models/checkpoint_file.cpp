#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/formats/assets.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/models/checkpoint.h"
#include "core/models/hugging_face.h"
#include "core/models/llm_c.h"
#include "core/models/lstm_files.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr std::string_view format = "glassformer model 1";
// What earlier versions wrote: a Transformer with the tokenizers "source" and "target", "made_by"
// for its origin.
constexpr std::string_view translator_format = "glassformer translator 1";

const std::string& metadata(const TensorFile& file, const std::string& key,
                            const std::string& named) {
  const auto found = file.metadata.find(key);
  if (found != file.metadata.end()) return found->second;
  throw UserError(
      fmt::format("{}: its metadata has no \"{}\", so it is no model of glassformer "
                  "train translate",
                  named, key));
}

// Where a text of the metadata stands, for what is wrong in it.
std::string entry(const std::string& named, std::string_view key) {
  return fmt::format("{} ({})", named, key);
}

std::string tokenizer_key(std::size_t which) {
  return fmt::format("tokenizer.{}", which);
}

TokenizerPtr read_tokenizer(const TensorFile& file, const std::string& key,
                            const std::string& named) {
  return Tokenizer::from_json(metadata(file, key, named), entry(named, key));
}

// What the matrices are of, without them.
Checkpoint read_description(const TensorFile& file, const std::string& named) {
  const std::string& found = metadata(file, "format", named);
  Checkpoint made;
  if (found == translator_format) {
    made.network =
        make_network("transformer", metadata(file, "config", named), entry(named, "config"));
    made.tokenizers = {read_tokenizer(file, "source", named),
                       read_tokenizer(file, "target", named)};
    made.origin = metadata(file, "made_by", named);
    return made;
  }
  if (found != format) {
    throw UserError(fmt::format("{}: its format is \"{}\", but this program reads \"{}\"", named,
                                excerpt(found, 40), format));
  }
  made.network = make_network(metadata(file, "architecture", named),
                              metadata(file, "config", named), entry(named, "config"));
  while (file.metadata.contains(tokenizer_key(made.tokenizers.size()))) {
    made.tokenizers.push_back(read_tokenizer(file, tokenizer_key(made.tokenizers.size()), named));
  }
  made.origin = metadata(file, "origin", named);
  const auto* const network = dynamic_cast<const NextTokenNetwork*>(made.network.get());
  if (network != nullptr && network->has_encoder() && made.tokenizers.size() < 2) {
    metadata(file, tokenizer_key(made.tokenizers.size()), named);  // says that it is missing
  }
  return made;
}

}  // namespace

TensorRefs tensor_refs(const Checkpoint& checkpoint) {
  TensorRefs file;
  file.metadata = {{"format", std::string(format)},
                   {"architecture", std::string(checkpoint.network->architecture())},
                   {"config", checkpoint.network->config()},
                   {"origin", checkpoint.origin}};
  for (std::size_t i = 0; i < checkpoint.tokenizers.size(); ++i) {
    file.metadata[tokenizer_key(i)] = checkpoint.tokenizers[i]->to_json();
  }
  for (int i = 0; i < checkpoint.params.size(); ++i) {
    const Mat& value = checkpoint.params.value(i);
    std::vector<std::int64_t> shape{value.rows(), value.cols()};
    if (value.rows() == 1) shape = {value.cols()};
    file.tensors.push_back({checkpoint.params.name(i), std::move(shape), &value});
  }
  return file;
}

TensorFile to_tensors(const Checkpoint& checkpoint) {
  TensorRefs refs = tensor_refs(checkpoint);
  TensorFile file{std::move(refs.metadata), {}};
  for (TensorRef& ref : refs.tensors) {
    file.tensors.push_back({std::move(ref.name), std::move(ref.shape), *ref.value});
  }
  return file;
}

Checkpoint from_tensors(TensorFile file, const std::string& named) {
  Checkpoint made = read_description(file, named);
  fit_tokenizers(made, named);
  made.stored = stored_types(file.tensors);
  Params given;
  for (NamedTensor& tensor : file.tensors) given.add(tensor.name, std::move(tensor.value));
  made.params = matched_params(made.network->parameters(), std::move(given), named);
  return made;
}

namespace {

Checkpoint loaded_from(const std::filesystem::path& model) {
  std::error_code none;
  if (std::filesystem::is_directory(model, none)) {
    if (is_lstm_file(model)) return import_lstm(model);
    if (is_hugging_face(model)) return import_hugging_face(model);
    throw UserError(model.string() +
                    ": is a folder without the config.json that says what model is in it; name the "
                    "folder that has it beside the weights, or a file of weights");
  }
  if (is_llm_c(model)) return import_llm_c(model);
  {
    const LazyTensorFile file = map_safetensors(model);
    const auto found = file.metadata.find("format");
    const bool ours = found != file.metadata.end() && found->second.starts_with("glassformer");
    if (!ours && is_hugging_face(model)) return import_hugging_face(model);
    if (!ours && is_lstm_file(model)) return import_lstm(model);
    if (!ours && !file.tensors.empty() && !file.metadata.contains("architecture")) {
      throw UserError(fmt::format(
          "{}: holds weights ({} and others), but no config.json beside it says of what model they "
          "are; get the whole folder that they belong to",
          model.string(), json_string(excerpt(file.tensors.front().name, 60))));
    }
  }
  return from_tensors(read_safetensors(model), model.string());
}

// Whether files of that name hold vectors of words, which are no model.
bool holds_network(const std::filesystem::path& file) {
  try {
    const InputFile in(file);
    std::string start(1 << 16, '\0');  // our metadata stand first
    start.resize(in.read_some(0, start.data(), start.size()));
    return start.find("\"config\"") != start.npos;
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace

// What is wrong is said of the file, also where it is found out by what is made of it.
Checkpoint load_checkpoint(const std::filesystem::path& model) {
  try {
    Checkpoint loaded = loaded_from(model);
    loaded.called = (loaded.file_names.empty() ? model.stem() : model.filename()).string();
    return loaded;
  } catch (const UserError& error) {
    const std::string what = error.what();
    if (what.find(model.string()) != what.npos) throw;
    throw UserError(model.string() + ": " + what);
  }
}

bool is_shipped_model(std::string_view name) {
  const std::filesystem::path file =
      assets_folder() / "weights" / (std::string(name) + ".safetensors");
  std::error_code error;
  return name.find('/') == name.npos && std::filesystem::is_regular_file(file, error) &&
         holds_network(file);
}

CheckpointPtr load_shipped(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, CheckpointPtr, std::less<>> loaded;
  const std::scoped_lock lock(mutex);
  if (const auto found = loaded.find(name); found != loaded.end()) return found->second;
  const std::filesystem::path folder = assets_folder() / "weights";
  const std::filesystem::path file = folder / (std::string(name) + ".safetensors");
  std::error_code error;
  if (!is_shipped_model(name)) {
    std::vector<std::string> names;
    for (std::filesystem::directory_iterator i(folder, error), end; !error && i != end;
         i.increment(error)) {
      if (i->path().extension() == ".safetensors" && holds_network(i->path())) {
        names.push_back(i->path().stem().string());
      }
    }
    std::sort(names.begin(), names.end());
    // No shipped model has an ending: a file was meant.
    throw UserError((std::filesystem::path(name).has_extension()
                         ? "there is no file '" + std::string(name) + "', nor a shipped model"
                         : "there is no shipped model '" + std::string(name) + "'") +
                    instead_of(name, "models are", names) +
                    "; of yours, name a file of weights or a folder that is there");
  }
  auto made = std::make_shared<const Checkpoint>(load_checkpoint(file));
  loaded.emplace(name, made);
  return made;
}

}  // namespace glassformer
