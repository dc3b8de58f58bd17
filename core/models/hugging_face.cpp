#include "core/models/hugging_face.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/formats/known_kind.h"
#include "core/models/bert.h"
#include "core/models/config_json.h"
#include "core/models/gpt.h"
#include "core/models/hugging_face_llama.h"
#include "core/models/hugging_face_settings.h"
#include "core/models/hugging_face_tensors.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/vocabulary_files.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_json = 64 << 20;  // bytes of a config.json or an index

enum class GptFiles { gpt2, first_gpt, nano };

// A GPT-2's linear maps are [inputs, outputs] like ours ("Conv1D"); nanoGPT's are turned, and may
// lack their biases.
std::vector<TensorNames> gpt_names(const GptConfig& config, GptFiles files) {
  const bool first_gpt = files == GptFiles::first_gpt, turned = files == GptFiles::nano;
  std::vector<TensorNames> names{
      {"embedding", first_gpt ? "tokens_embed.weight" : "wte.weight"},
      {"positions", first_gpt ? "positions_embed.weight" : "wpe.weight"}};
  for (int i = 0; i < config.layers; ++i) {
    const std::string ours = fmt::format("decoder.{}.", i), theirs = fmt::format("h.{}.", i);
    const auto both = [&](const char* weight, const char* bias, const char* name) {
      names.push_back({ours + weight, theirs + name + ".weight", turned});
      if (config.attention_biases) names.push_back({ours + bias, theirs + name + ".bias"});
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

GptConfig gpt_config(const JsonObject& settings, bool first_gpt) {
  GptConfig config;
  config.vocab_size = size_of(settings, "vocab_size", config_limits::vocab_size);
  // The first files say n_ctx alone.
  const char* const places = settings.find("n_positions") ? "n_positions" : "n_ctx";
  config.max_len =
      size_of(settings, settings.find(places) ? places : "n_positions", config_limits::max_len);
  config.d_model = size_of(settings, "n_embd", config_limits::d_model);
  config.heads = size_of(settings, "n_head", config_limits::heads);
  config.layers = size_of(settings, "n_layer", config_limits::layers);
  config.d_ff = settings.find("n_inner") ? size_of(settings, "n_inner", config_limits::d_ff)
                                         : 4 * config.d_model;
  // What the first GPT calls gelu is the approximation by tanh.
  config.activation =
      first_gpt && settings.text("afn", "gelu") == "gelu"
          ? Activation::gelu_tanh
          : activation_of(settings, first_gpt ? "afn" : "activation_function", "gelu_new");
  config.pre_norm = !first_gpt;
  config.epsilon = settings.real("layer_norm_epsilon", 1e-5);
  config.dropout = settings.real("resid_pdrop", 0.1);
  require(settings, "scale_attn_weights", true);
  require(settings, "scale_attn_by_inverse_layer_idx", false);
  require(settings, "add_cross_attention", false);
  return config;
}

Checkpoint import_gpt(const JsonObject& settings, const std::string& config_name,
                      HuggingFaceTensors tensors, bool first_gpt) {
  GptConfig config = gpt_config(settings, first_gpt);
  const char* const embedding = first_gpt ? "tokens_embed.weight" : "wte.weight";
  config.tied = !tensors.has("lm_head.weight") || (settings.toggle("tie_word_embeddings", true) &&
                                                   tensors.equal("lm_head.weight", embedding));
  if (config.tied) tensors.drop("lm_head.weight");
  tensors.drop_buffers({".attn.bias", ".attn.masked_bias"});
  const NetworkPtr network = network_of<Gpt>(config, config_name);
  Checkpoint made = tensors.checkpoint(
      network, gpt_names(config, first_gpt ? GptFiles::first_gpt : GptFiles::gpt2));
  if (config.tied && !settings.toggle("tie_word_embeddings", true)) {
    made.notes.push_back(fmt::format(
        "{} says tie_word_embeddings: false, but there is no lm_head.weight; the embedding {} is "
        "taken for the output layer as well",
        config_name, tensors.named(embedding)));
  }
  return made;
}

// What docs/files.md makes of a nanoGPT's checkpoint: its own names, and its arguments as
// config.json.
GptConfig nano_config(const JsonObject& settings) {
  GptConfig config;
  config.vocab_size = size_of(settings, "vocab_size", config_limits::vocab_size);
  config.max_len = size_of(settings, "block_size", config_limits::max_len);
  config.d_model = size_of(settings, "n_embd", config_limits::d_model / 4);
  config.heads = size_of(settings, "n_head", config_limits::heads);
  config.layers = size_of(settings, "n_layer", config_limits::layers);
  config.d_ff = 4 * config.d_model;
  config.activation = Activation::gelu;
  config.dropout = settings.real("dropout", 0);
  config.attention_biases = config.output_bias = config.feed_forward_biases =
      settings.toggle("bias", true);
  return config;
}

Checkpoint import_nano(const JsonObject& settings, const std::string& config_name,
                       HuggingFaceTensors tensors) {
  const GptConfig config = nano_config(settings);
  tensors.drop("lm_head.weight");  // the embedding once more
  tensors.drop_buffers({".attn.bias"});
  if (!config.attention_biases) {
    const Shape row{1, config.d_model};
    for (int i = 0; i < config.layers; ++i) {
      for (const char* const norm : {"ln_1", "ln_2"}) {
        tensors.add_zeros(fmt::format("h.{}.{}.bias", i, norm), row);
      }
    }
    tensors.add_zeros("ln_f.bias", row);
  }
  return tensors.checkpoint(network_of<Gpt>(config, config_name),
                            gpt_names(config, GptFiles::nano));
}

// A BERT's linear maps are [outputs, inputs].
std::vector<TensorNames> bert_names(const BertConfig& config) {
  std::vector<TensorNames> names{{"embedding", "embeddings.word_embeddings.weight"},
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

BertConfig bert_config(const JsonObject& settings) {
  BertConfig config;
  config.vocab_size = size_of(settings, "vocab_size", config_limits::vocab_size);
  config.max_len = size_of(settings, "max_position_embeddings", config_limits::max_len);
  config.segments = settings.integer("type_vocab_size", 2);
  config.d_model = size_of(settings, "hidden_size", config_limits::d_model);
  config.heads = size_of(settings, "num_attention_heads", config_limits::heads);
  config.layers = size_of(settings, "num_hidden_layers", config_limits::layers);
  config.d_ff = size_of(settings, "intermediate_size", config_limits::d_ff);
  config.activation = activation_of(settings, "hidden_act", "gelu");
  config.epsilon = settings.real("layer_norm_eps", 1e-12);
  config.dropout = settings.real("hidden_dropout_prob", 0.1);
  require(settings, "is_decoder", false);
  require(settings, "add_cross_attention", false);
  if (const auto kind = settings.find("position_embedding_type");
      kind && settings.text("position_embedding_type", "") != "absolute") {
    kind->fail("must be \"absolute\"; this program adds positions to the embedding of a BERT");
  }
  return config;
}

Checkpoint import_bert(const JsonObject& settings, const std::string& config_name,
                       HuggingFaceTensors tensors) {
  BertConfig config = bert_config(settings);
  config.pooler = tensors.has("pooler.dense.weight");
  config.masked_words = tensors.has("cls.predictions.bias");
  config.next_sentence = tensors.has("cls.seq_relationship.weight");
  // Tied to the embedding and to cls.predictions.bias.
  tensors.drop("cls.predictions.decoder.weight");
  tensors.drop("cls.predictions.decoder.bias");
  tensors.drop_buffers({"embeddings.position_ids", "embeddings.token_type_ids"});
  return tensors.checkpoint(network_of<Bert>(config, config_name), bert_names(config));
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

std::vector<LazyTensor> read_tensors(const fs::path& folder, const fs::path& model) {
  std::error_code none;
  const fs::path index = folder / "model.safetensors.index.json";
  const fs::path single = folder / "model.safetensors";
  if (!fs::is_directory(model, none)) return map_safetensors(model).tensors;
  if (fs::exists(single, none)) return map_safetensors(single).tensors;
  if (!fs::exists(index, none)) {
    const bool keras = fs::exists(folder / "tf_model.h5", none);
    const bool other = keras || fs::exists(folder / "pytorch_model.bin", none);
    throw UserError(fmt::format(
        "{}: has neither model.safetensors nor model.safetensors.index.json; {}", folder.string(),
        other ? fmt::format("the weights in {} are not read, so convert the folder: {}",
                            keras ? "tf_model.h5" : "pytorch_model.bin",
                            saving_as_safetensors(folder, keras ? ", from_tf=True" : ""))
              : "get the weights of the model into it as well"));
  }
  std::vector<LazyTensor> all;
  for (const std::string& shard : shards(index)) {
    if (!fs::exists(folder / shard, none)) {
      throw UserError(fmt::format(
          "{}: names {}, which is not in the folder; get the missing part of the weights as well",
          index.string(), shard));
    }
    LazyTensorFile file = map_safetensors(folder / shard);
    std::ranges::move(file.tensors, std::back_inserter(all));
  }
  return all;
}

enum class PublishedKind { gpt2, first_gpt, nano, bert, llama };

PublishedKind published_kind(const JsonObject& settings) {
  const std::string type = settings.text("model_type", "");
  constexpr std::string_view opened =
      "this program opens gpt2, openai-gpt, bert, llama, mistral "
      "and qwen2";
  if (type == "gpt2") return PublishedKind::gpt2;
  if (type == "openai-gpt") return PublishedKind::first_gpt;
  if (type == "nanogpt") return PublishedKind::nano;
  if (type == "bert") return PublishedKind::bert;
  if (type == "llama" || type == "mistral" || type == "qwen2") return PublishedKind::llama;
  if (type.empty()) settings.value().fail(fmt::format("has no \"model_type\"; {}", opened));
  settings.find("model_type")->fail(fmt::format("is \"{}\"; {}", excerpt(type, 40), opened));
}

// Refuses what cannot be built before the weights are read.
void check_config(std::string_view config, const std::string& config_name) {
  const Json json = Json::parse(config, config_name);
  const JsonObject settings(json.root());
  const PublishedKind kind = published_kind(settings);
  try {
    if (kind == PublishedKind::bert) return bert_config(settings).check();
    if (kind == PublishedKind::llama) return llama_config(settings).check();
    if (kind == PublishedKind::nano) return nano_config(settings).check();
    gpt_config(settings, kind == PublishedKind::first_gpt).check();
  } catch (const UserError& error) {
    const std::string what = error.what();
    if (what.starts_with(config_name)) throw;
    throw UserError(config_name + ": " + what);
  }
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
  return import_hugging_face(config, config_name,
                             std::vector<LazyTensor>(std::make_move_iterator(tensors.begin()),
                                                     std::make_move_iterator(tensors.end())),
                             tensors_name);
}

Checkpoint import_hugging_face(std::string_view config, const std::string& config_name,
                               std::vector<LazyTensor> tensors, const std::string& tensors_name) {
  const Json json = Json::parse(config, config_name);
  const JsonObject settings(json.root());
  const auto named_after = [&](const char* anchor) {
    return HuggingFaceTensors(std::move(tensors), anchor, tensors_name);
  };
  switch (published_kind(settings)) {
    case PublishedKind::bert:
      return import_bert(settings, config_name, named_after("embeddings.word_embeddings.weight"));
    case PublishedKind::llama:
      return import_llama(settings, config_name, named_after("embed_tokens.weight"));
    case PublishedKind::nano:
      return import_nano(settings, config_name, named_after("wte.weight"));
    case PublishedKind::first_gpt:
      return import_gpt(settings, config_name, named_after("tokens_embed.weight"), true);
    case PublishedKind::gpt2:
      break;
  }
  return import_gpt(settings, config_name, named_after("wte.weight"), false);
}

Checkpoint import_hugging_face(const fs::path& model) {
  const fs::path folder = folder_of(model), config = folder / "config.json";
  const std::string settings = read_file(config, max_json);
  check_config(settings, config.string());
  Checkpoint made =
      import_hugging_face(settings, config.string(), read_tensors(folder, model), model.string());
  made.origin = "imported from " + model.string();
  if (TokenizerPtr found = tokenizer_beside(folder, &made.no_tokenizer)) {
    made.tokenizers.push_back(std::move(found));
  }
  fit_tokenizers(made, folder.string());
  return made;
}

}  // namespace glassformer
