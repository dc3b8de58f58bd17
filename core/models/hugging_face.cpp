#include "core/models/hugging_face.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/models/bert.h"
#include "core/models/gpt.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/vocabulary_files.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_json = 64 << 20;  // bytes of a config.json or an index

// The sizes of a model have no default.
int size_of(const JsonObject& settings, std::string_view key) {
  if (!settings.find(key)) {
    settings.value().fail(
        fmt::format("has no \"{}\", so the sizes of the model are not known", key));
  }
  return settings.integer(key, 0);
}

// What this program computes in one way only.
void require(const JsonObject& settings, std::string_view key, bool wanted) {
  if (settings.toggle(key, wanted) == wanted) return;
  settings.find(key)->fail(
      fmt::format("is {}, which this program does not compute; choose a model where it is {}",
                  !wanted, wanted));
}

Activation activation(const JsonObject& settings, std::string_view key,
                      std::string_view otherwise) {
  const std::string name = settings.text(key, otherwise);
  if (name == "relu") return Activation::relu;
  if (name == "gelu") return Activation::gelu;
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::gelu_tanh;
  settings.find(key)->fail(
      fmt::format("is \"{}\", but this program computes relu, gelu, gelu_new and gelu_pytorch_tanh",
                  excerpt(name, 40)));
}

// The network of those sizes; what it refuses are the sizes in that file.
template <class Made, class Config>
NetworkPtr network_of(const Config& config, const std::string& file) {
  try {
    return std::make_shared<Made>(config);
  } catch (const UserError& error) {
    throw UserError(file + ": " + error.what());
  }
}

// The tensors of the file by their names without the model's prefix; each is taken once.
class Tensors {
 public:
  Tensors(std::vector<NamedTensor> tensors, std::string_view prefix, std::string file)
      : stored_(stored_types(tensors)), file_(std::move(file)) {
    for (NamedTensor& tensor : tensors) {
      if (tensor.value.empty()) continue;  // the format allows it; nothing is in it
      std::string name = tensor.name;
      if (name.starts_with(prefix)) name.erase(0, prefix.size());
      if (!named_.emplace(name, std::move(tensor)).second) {
        throw UserError(
            fmt::format("{}: holds the tensor {} twice, with and without \"{}\" before "
                        "its name",
                        file_, name, prefix));
      }
    }
  }
  bool has(const std::string& name) const { return named_.contains(name); }
  Mat take(const std::string& name) {
    const auto found = named_.find(name);
    if (found == named_.end()) {
      throw UserError(
          fmt::format("{}: the tensor {} is missing; config.json describes a model that "
                      "has it",
                      file_, name));
    }
    Mat value = std::move(found->second.value);
    named_.erase(found);
    return value;
  }
  void drop(const std::string& name) { named_.erase(name); }
  // Both are there and hold the same numbers, as tied weights do that were saved twice.
  bool equal(const std::string& a, const std::string& b) const {
    const auto one = named_.find(a), other = named_.find(b);
    return one != named_.end() && other != named_.end() && one->second.value == other->second.value;
  }
  // Names that end so are not learned: masks and numbers of positions that some versions saved.
  void drop_buffers(std::initializer_list<std::string_view> endings) {
    std::erase_if(named_, [&](const auto& entry) {
      return std::ranges::any_of(
          endings, [&](std::string_view ending) { return entry.first.ends_with(ending); });
    });
  }
  const std::string& file() const { return file_; }
  const std::set<std::string>& stored() const { return stored_; }
  void refuse_rest() const {
    if (named_.empty()) return;
    throw UserError(fmt::format("{}: nothing of the model that config.json describes is called {}",
                                file_, named_.begin()->second.name));
  }

 private:
  std::map<std::string, NamedTensor> named_;
  std::set<std::string> stored_;
  std::string file_;
};

Mat transposed(const Mat& m) {
  Mat turned(m.cols(), m.rows());
  for (int r = 0; r < m.rows(); ++r) {
    for (int c = 0; c < m.cols(); ++c) turned(c, r) = m(r, c);
  }
  return turned;
}

// Which of their tensors is ours.
struct Names {
  std::string ours, theirs;
  bool transposed = false;  // they write a linear map as [outputs, inputs]
};

Params taken(Tensors& tensors, const std::vector<Names>& names) {
  Params params;
  for (const auto& [ours, theirs, turned] : names) {
    Mat value = tensors.take(theirs);
    params.add(ours, turned ? transposed(value) : std::move(value));
  }
  return params;
}

// All tensors must be part of the network.
Checkpoint checkpoint_of(NetworkPtr network, Tensors& tensors, const std::vector<Names>& names) {
  const Params given = taken(tensors, names);
  tensors.refuse_rest();
  Checkpoint made;
  made.params = matched_params(network->parameters(), given, tensors.file());
  made.network = std::move(network);
  made.stored = tensors.stored();
  return made;
}

void add_norm(std::vector<Names>& names, const std::string& ours, const std::string& theirs) {
  names.push_back({ours + ".gamma", theirs + ".weight"});
  names.push_back({ours + ".beta", theirs + ".bias"});
}

// A GPT-2's linear maps are [inputs, outputs] like ours ("Conv1D").
std::vector<Names> gpt_names(const GptConfig& config, bool first_gpt) {
  std::vector<Names> names{{"embedding", first_gpt ? "tokens_embed.weight" : "wte.weight"},
                           {"positions", first_gpt ? "positions_embed.weight" : "wpe.weight"}};
  for (int i = 0; i < config.layers; ++i) {
    const std::string ours = fmt::format("decoder.{}.", i), theirs = fmt::format("h.{}.", i);
    const auto both = [&](const char* weight, const char* bias, const char* name) {
      names.push_back({ours + weight, theirs + name + ".weight"});
      names.push_back({ours + bias, theirs + name + ".bias"});
    };
    both("self_attention.wqkv", "self_attention.bqkv", "attn.c_attn");
    both("self_attention.wo", "self_attention.bo", "attn.c_proj");
    add_norm(names, ours + "norm_1", theirs + "ln_1");
    both("ffn.w1", "ffn.b1", "mlp.c_fc");
    both("ffn.w2", "ffn.b2", "mlp.c_proj");
    add_norm(names, ours + "norm_2", theirs + "ln_2");
  }
  if (config.pre_norm) add_norm(names, "decoder.norm", "ln_f");
  if (!config.tied) names.push_back({"output", "lm_head.weight"});
  return names;
}

Checkpoint import_gpt(const JsonObject& settings, const std::string& config_name, Tensors tensors,
                      bool first_gpt) {
  GptConfig config;
  config.vocab_size = size_of(settings, "vocab_size");
  config.max_len = size_of(settings, "n_positions");
  config.d_model = size_of(settings, "n_embd");
  config.heads = size_of(settings, "n_head");
  config.layers = size_of(settings, "n_layer");
  config.d_ff = settings.integer("n_inner", 4 * config.d_model);
  // What the first GPT calls gelu is the approximation by tanh.
  config.activation =
      first_gpt && settings.text("afn", "gelu") == "gelu"
          ? Activation::gelu_tanh
          : activation(settings, first_gpt ? "afn" : "activation_function", "gelu_new");
  config.pre_norm = !first_gpt;
  config.epsilon = settings.real("layer_norm_epsilon", 1e-5);
  config.dropout = settings.real("resid_pdrop", 0.1);
  require(settings, "scale_attn_weights", true);
  require(settings, "scale_attn_by_inverse_layer_idx", false);
  require(settings, "add_cross_attention", false);
  const char* const embedding = first_gpt ? "tokens_embed.weight" : "wte.weight";
  config.tied = !tensors.has("lm_head.weight") || (settings.toggle("tie_word_embeddings", true) &&
                                                   tensors.equal("lm_head.weight", embedding));
  if (config.tied) tensors.drop("lm_head.weight");
  tensors.drop_buffers({".attn.bias", ".attn.masked_bias"});
  return checkpoint_of(network_of<Gpt>(config, config_name), tensors, gpt_names(config, first_gpt));
}

// A BERT's linear maps are [outputs, inputs].
std::vector<Names> bert_names(const BertConfig& config) {
  std::vector<Names> names{{"embedding", "embeddings.word_embeddings.weight"},
                           {"positions", "embeddings.position_embeddings.weight"},
                           {"segments", "embeddings.token_type_embeddings.weight"}};
  const auto linear = [&](const std::string& weight, const std::string& bias,
                          const std::string& theirs) {
    names.push_back({weight, theirs + ".weight", true});
    names.push_back({bias, theirs + ".bias"});
  };
  add_norm(names, "embedding_norm", "embeddings.LayerNorm");
  for (int i = 0; i < config.layers; ++i) {
    const std::string ours = fmt::format("encoder.{}.", i);
    const std::string attention = ours + "self_attention.";
    const std::string theirs = fmt::format("encoder.layer.{}.", i);
    linear(attention + "wq", attention + "bq", theirs + "attention.self.query");
    linear(attention + "wk", attention + "bk", theirs + "attention.self.key");
    linear(attention + "wv", attention + "bv", theirs + "attention.self.value");
    linear(attention + "wo", attention + "bo", theirs + "attention.output.dense");
    add_norm(names, ours + "norm_1", theirs + "attention.output.LayerNorm");
    linear(ours + "ffn.w1", ours + "ffn.b1", theirs + "intermediate.dense");
    linear(ours + "ffn.w2", ours + "ffn.b2", theirs + "output.dense");
    add_norm(names, ours + "norm_2", theirs + "output.LayerNorm");
  }
  if (config.pooler) linear("pooler.w", "pooler.b", "pooler.dense");
  if (config.masked_words) {
    linear("mlm.w", "mlm.b", "cls.predictions.transform.dense");
    add_norm(names, "mlm.norm", "cls.predictions.transform.LayerNorm");
    names.push_back({"mlm.bias", "cls.predictions.bias"});
  }
  if (config.next_sentence) linear("nsp.w", "nsp.b", "cls.seq_relationship");
  return names;
}

Checkpoint import_bert(const JsonObject& settings, const std::string& config_name,
                       Tensors tensors) {
  BertConfig config;
  config.vocab_size = size_of(settings, "vocab_size");
  config.max_len = size_of(settings, "max_position_embeddings");
  config.segments = settings.integer("type_vocab_size", 2);
  config.d_model = size_of(settings, "hidden_size");
  config.heads = size_of(settings, "num_attention_heads");
  config.layers = size_of(settings, "num_hidden_layers");
  config.d_ff = size_of(settings, "intermediate_size");
  config.activation = activation(settings, "hidden_act", "gelu");
  config.epsilon = settings.real("layer_norm_eps", 1e-12);
  config.dropout = settings.real("hidden_dropout_prob", 0.1);
  require(settings, "is_decoder", false);
  require(settings, "add_cross_attention", false);
  if (const auto kind = settings.find("position_embedding_type");
      kind && settings.text("position_embedding_type", "") != "absolute") {
    kind->fail("must be \"absolute\"; this program adds positions to the embedding of a BERT");
  }
  config.pooler = tensors.has("pooler.dense.weight");
  config.masked_words = tensors.has("cls.predictions.bias");
  config.next_sentence = tensors.has("cls.seq_relationship.weight");
  // Tied to the embedding and to cls.predictions.bias.
  tensors.drop("cls.predictions.decoder.weight");
  tensors.drop("cls.predictions.decoder.bias");
  tensors.drop_buffers({"embeddings.position_ids", "embeddings.token_type_ids"});
  return checkpoint_of(network_of<Bert>(config, config_name), tensors, bert_names(config));
}

// The shards that an index names, each once.
std::set<std::string> shards(const fs::path& index) {
  const Json json = Json::parse(read_file(index, max_json), index.string());
  std::set<std::string> files;
  const auto map = JsonObject(json.root()).find("weight_map");
  if (!map || !map->is(Json::Kind::object)) {
    json.root().fail("has no \"weight_map\" that says which file holds which tensor");
  }
  map->each_member([&](std::string_view, Json::Value value) {
    const std::string_view file = value.is(Json::Kind::string) ? value.string() : "";
    if (file.empty() || file.find('/') != file.npos || file.find('\\') != file.npos) {
      value.fail("must be the name of a file in the same folder, not " + value.described());
    }
    files.emplace(file);
  });
  return files;
}

std::vector<NamedTensor> read_tensors(const fs::path& folder, const fs::path& model) {
  std::error_code none;
  const fs::path index = folder / "model.safetensors.index.json";
  const fs::path single = folder / "model.safetensors";
  if (!fs::is_directory(model, none)) return read_safetensors(model).tensors;
  if (fs::exists(single, none)) return read_safetensors(single).tensors;
  if (!fs::exists(index, none)) {
    throw UserError(fmt::format(
        "{}: has neither model.safetensors nor model.safetensors.index.json; if the weights lie in "
        "pytorch_model.bin, save them as safetensors first (save_pretrained(…, "
        "safe_serialization=True))",
        folder.string()));
  }
  std::vector<NamedTensor> all;
  for (const std::string& shard : shards(index)) {
    TensorFile file = read_safetensors(folder / shard);
    std::ranges::move(file.tensors, std::back_inserter(all));
  }
  return all;
}

fs::path folder_of(const fs::path& model) {
  std::error_code none;
  return fs::is_directory(model, none) ? model : model.parent_path();
}

}  // namespace

bool is_hugging_face(const fs::path& model) {
  std::error_code none;
  return fs::is_regular_file(folder_of(model) / "config.json", none);
}

Checkpoint import_hugging_face(std::string_view config, const std::string& config_name,
                               std::vector<NamedTensor> tensors, const std::string& tensors_name) {
  const Json json = Json::parse(config, config_name);
  const JsonObject settings(json.root());
  const std::string type = settings.text("model_type", "");
  if (type == "gpt2" || type == "openai-gpt") {
    return import_gpt(settings, config_name,
                      Tensors(std::move(tensors), "transformer.", tensors_name),
                      type == "openai-gpt");
  }
  if (type == "bert") {
    return import_bert(settings, config_name, Tensors(std::move(tensors), "bert.", tensors_name));
  }
  if (type.empty())
    json.root().fail("has no \"model_type\"; this program opens gpt2, openai-gpt and bert");
  settings.find("model_type")
      ->fail(fmt::format("is \"{}\"; this program opens gpt2, openai-gpt and bert",
                         excerpt(type, 40)));
}

Checkpoint import_hugging_face(const fs::path& model) {
  const fs::path folder = folder_of(model), config = folder / "config.json";
  const std::string settings = read_file(config, max_json);
  Checkpoint made =
      import_hugging_face(settings, config.string(), read_tensors(folder, model), model.string());
  made.origin = "imported from " + model.string();
  if (TokenizerPtr found = tokenizer_beside(folder)) made.tokenizers.push_back(std::move(found));
  check_tokenizers(made, folder.string());
  return made;
}

}  // namespace glassformer
