// The Llama family: a naive twin in double of the tensors as their files name them, the three ways
// to run it, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/file.h"
#include "core/models/checkpoint.h"
#include "core/models/golden.h"
#include "core/models/gpt.h"
#include "core/models/hugging_face.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "tests/core/models/small_llama.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::shared_data;
using testing::small_llama;
using testing::small_llama_json;
using testing::TemporaryFolder;

using Row = std::vector<double>;

const std::vector<int> ids{1, 7, 4, 10, 4, 0};

Checkpoint imported(const std::vector<NamedTensor>& tensors = small_llama(),
                    const std::string& config = small_llama_json) {
  return import_hugging_face(config, "config.json", tensors, "model.safetensors");
}

std::string with(std::string config, const std::string& from, const std::string& to) {
  const std::size_t at = config.find(from);
  EXPECT_NE(at, config.npos) << from;
  return config.replace(at, from.size(), to);
}

Mat traced(const Checkpoint& model, const std::vector<int>& of = ids) {
  Tape tape;
  Pass pass = Pass::traced(tape, model.params);
  Tokens tokens;
  tokens.add(of);
  return tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
}

Mat packed(const Checkpoint& model) {
  Tape tape;
  Pass pass = Pass::packed(tape, model.params);
  Tokens tokens;
  tokens.add({3, 3, 8});
  tokens.add(ids);
  const Mat all = tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
  Mat last(static_cast<int>(ids.size()), all.cols());
  for (int r = 0; r < last.rows(); ++r) std::ranges::copy(all.row(r + 3), last.row(r).begin());
  return last;
}

Mat stepped(Decoder& decoder, const std::vector<int>& of = ids) {
  decoder.start(std::vector<std::vector<int>>(1));
  Mat all(static_cast<int>(of.size()), decoder.vocab_size());
  for (int r = 0; r < all.rows(); ++r) {
    const Mat& logits = decoder.step(std::vector{of[static_cast<std::size_t>(r)]});
    std::ranges::copy(logits.row(0), all.row(r).begin());
  }
  return all;
}

Mat cached(const Checkpoint& model) {
  return stepped(*make_decoder(next_token_network(model), model.params, {}));
}

// As Touvron et al. 2023, section 2.2, and the files have it.
class Twin {
 public:
  explicit Twin(const std::vector<NamedTensor>& tensors, Row frequencies = {1, 0.1})
      : frequencies_(std::move(frequencies)) {
    for (const NamedTensor& tensor : tensors) {
      std::string name = tensor.name;
      if (const auto at = name.find("model."); at != name.npos) name = name.substr(at + 6);
      tensors_[name] = &tensor.value;
    }
  }

  std::vector<Row> logits() const {
    std::vector<Row> x;
    for (const int id : ids) x.push_back(row("embed_tokens.weight", id));
    for (int l = 0; l < 2; ++l) x = layer(x, "layers." + std::to_string(l) + ".");
    std::vector<Row> made;
    const bool tied = !tensors_.contains("lm_head.weight");
    for (const Row& h : x) {
      made.push_back(linear(norm(h, "norm.weight"), tied ? "embed_tokens" : "lm_head"));
    }
    return made;
  }

 private:
  Row row(const std::string& name, int r) const {
    const auto cells = tensors_.at(name)->row(r);
    return {cells.begin(), cells.end()};
  }
  Row linear(const Row& x, const std::string& name) const {
    const Mat& w = *tensors_.at(name + ".weight");
    Row y;
    for (int o = 0; o < w.rows(); ++o) {
      double sum = tensors_.contains(name + ".bias") ? (*tensors_.at(name + ".bias"))(0, o) : 0;
      for (int i = 0; i < w.cols(); ++i) sum += x[static_cast<std::size_t>(i)] * w(o, i);
      y.push_back(sum);
    }
    return y;
  }
  Row norm(Row x, const std::string& name) const {
    double squares = 0;
    for (const double cell : x) squares += cell * cell / static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] *= row(name, 0)[i] / std::sqrt(squares + 1e-6);
    }
    return x;
  }
  // A head has four columns: the first is turned with the third, the second with the fourth.
  void turn(Row& x, std::size_t position) const {
    for (std::size_t head = 0; head < x.size(); head += 4) {
      for (std::size_t pair = 0; pair < 2; ++pair) {
        const double angle = static_cast<double>(position) * frequencies_[pair];
        const double a = x[head + pair], b = x[head + pair + 2];
        x[head + pair] = a * std::cos(angle) - b * std::sin(angle);
        x[head + pair + 2] = b * std::cos(angle) + a * std::sin(angle);
      }
    }
  }
  std::vector<Row> layer(std::vector<Row> x, const std::string& in) const {
    std::vector<Row> q, k, v;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Row y = norm(x[i], in + "input_layernorm.weight");
      q.push_back(linear(y, in + "self_attn.q_proj"));
      k.push_back(linear(y, in + "self_attn.k_proj"));
      v.push_back(linear(y, in + "self_attn.v_proj"));
      turn(q.back(), i);
      turn(k.back(), i);
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      Row context(16);
      for (std::size_t h = 0; h < 4; ++h) {
        const std::size_t own = 4 * h, shared = 4 * (h / 2);
        Row weights;
        double all = 0;
        for (std::size_t j = 0; j <= i; ++j) {
          double score = 0;
          for (std::size_t c = 0; c < 4; ++c) score += q[i][own + c] * k[j][shared + c];
          weights.push_back(std::exp(score / 2));
          all += weights.back();
        }
        for (std::size_t j = 0; j <= i; ++j) {
          for (std::size_t c = 0; c < 4; ++c) {
            context[own + c] += weights[j] / all * v[j][shared + c];
          }
        }
      }
      const Row attended = linear(context, in + "self_attn.o_proj");
      for (std::size_t c = 0; c < 8; ++c) x[i][c] += attended[c];
      const Row y = norm(x[i], in + "post_attention_layernorm.weight");
      Row gate = linear(y, in + "mlp.gate_proj");
      const Row up = linear(y, in + "mlp.up_proj");
      for (std::size_t c = 0; c < gate.size(); ++c) gate[c] *= up[c] / (1 + std::exp(-gate[c]));
      const Row fed = linear(gate, in + "mlp.down_proj");
      for (std::size_t c = 0; c < 8; ++c) x[i][c] += fed[c];
    }
    return x;
  }

  std::map<std::string, const Mat*> tensors_;
  Row frequencies_;  // 100^(-2i / 4)
};

void expect_twin(const Mat& made, const std::vector<Row>& wanted) {
  ASSERT_EQ(made.rows(), static_cast<int>(wanted.size()));
  for (int r = 0; r < made.rows(); ++r) {
    for (int c = 0; c < made.cols(); ++c) {
      ASSERT_NEAR(made(r, c), wanted[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)],
                  3e-5)
          << r << ", " << c;
    }
  }
}

TEST(Llama, ComputesWhatItsFilesMean) {
  const auto plain = small_llama();
  expect_twin(traced(imported(plain)), Twin(plain).logits());
}

TEST(Llama, BiasesWhereThereAre) {
  const auto biased = small_llama("model.", true);
  expect_twin(traced(imported(biased, with(small_llama_json, "\"llama\"", "\"qwen2\""))),
              Twin(biased).logits());
}

TEST(Llama, ATiedOutputLayerIsTheEmbedding) {
  const auto tied = small_llama("model.", false, true);
  const Checkpoint model =
      imported(tied, with(small_llama_json, "embeddings\": false", "embeddings\": true"));
  expect_twin(traced(model), Twin(tied).logits());
  EXPECT_EQ(model.params.find("output"), -1);
  EXPECT_TRUE(model.notes.empty());
}

TEST(Llama, NamesMayHaveAnyPrefix) {
  const Mat plain = traced(imported());
  for (const char* const prefix :
       {"", "_orig_mod.model.", "module.model.", "module._orig_mod.model.", "transformer.model."}) {
    EXPECT_EQ(traced(imported(small_llama(prefix))), plain) << prefix;
  }
}

TEST(Llama, TracedPackedAndCachedAgree) {
  for (const bool biases : {false, true}) {
    const Checkpoint model = imported(small_llama("model.", biases));
    const Mat of_trace = traced(model);
    EXPECT_LT(largest_difference(of_trace, packed(model)), 2e-5);
    EXPECT_LT(largest_difference(of_trace, cached(model)), 2e-5);
    for (const WeightWidth width : {WeightWidth::f32, WeightWidth::bf16, WeightWidth::int8}) {
      Checkpoint rounded = model;
      rounded.params = as_decoded(model.network->parameters(), model.params, width);
      EXPECT_LT(largest_difference(traced(rounded), stepped(*make_decoder(model, width))), 3e-5)
          << name(width);
    }
  }
}

// int8: a row's largest cell is 127 steps, and a cell is at most half a step off. bf16: 8 bits.
TEST(Llama, RoundedWeightsAreAsNearAsTheirWidthAllows) {
  const Checkpoint model = imported();
  const auto parameters = model.network->parameters();
  const Params in_8 = as_decoded(parameters, model.params, WeightWidth::int8),
               in_16 = as_decoded(parameters, model.params, WeightWidth::bf16);
  double farthest = 0;  // in halves of a step
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const auto of_outputs = [&](const Params& params) {
      const Mat& m = params.value(static_cast<int>(p));
      return parameters[p].is_table ? m : transpose(m);
    };
    const Mat given = of_outputs(model.params), bytes = of_outputs(in_8),
              halves = of_outputs(in_16);
    for (int r = 0; r < given.rows(); ++r) {
      double largest = 0;
      for (const Real cell : given.row(r)) largest = std::max(largest, std::abs(double{cell}));
      for (int c = 0; c < given.cols(); ++c) {
        const double half = largest / 127 / 2, off = std::abs(double{bytes(r, c)} - given(r, c));
        farthest = std::max(farthest, off / half);
        ASSERT_LE(off, half * 1.0001) << model.params.name(static_cast<int>(p));
        ASSERT_NEAR(halves(r, c), given(r, c), std::abs(given(r, c)) / 256);
      }
    }
  }
  EXPECT_GT(farthest, 0.9) << "of hundreds of cells some lie between two steps";
}

// Two pairs, ω = 1 and 0.1; 32 tokens turn them 5.09 and 0.509 times. Of 1 … 8 times the first has
// (5.09 − 1) / 7 of its own and the rest of a quarter; the second turns less than once.
TEST(Llama, TurnsByTheFrequenciesForLongerTexts) {
  const auto tensors = small_llama();
  const Checkpoint model =
      imported(tensors, with(small_llama_json, "\"rope_theta\": 100.0",
                             R"("rope_theta": 100.0, "rope_scaling": {"rope_type": "llama3",
         "factor": 4, "low_freq_factor": 1, "high_freq_factor": 8,
         "original_max_position_embeddings": 32})"));
  const double keeps = (32 / (2 * std::numbers::pi) - 1) / 7;
  const Twin twin(tensors, {keeps + (1 - keeps) / 4, 0.1 / 4});
  expect_twin(traced(model), twin.logits());
  EXPECT_LT(largest_difference(traced(model), packed(model)), 2e-5);
  EXPECT_LT(largest_difference(traced(model), cached(model)), 2e-5);
}

// What a key/value head less costs is what the cache is smaller by.
TEST(Llama, TheCacheHoldsTheSharedHeadsAlone) {
  const Checkpoint model = imported();
  const auto decoder = make_decoder(next_token_network(model), model.params, {});
  stepped(*decoder);
  EXPECT_EQ(decoder->bytes(), 2 * 2 * ids.size() * 8 * sizeof(Real));
}

TEST(Llama, FrequenciesForLongerTexts) {
  const Rotary plain{.base = 10000};
  Rotary linear = plain, llama3 = plain;
  linear.scaling = Rotary::Scaling::linear;
  linear.factor = llama3.factor = 8;
  llama3.scaling = Rotary::Scaling::llama3;
  llama3.original = 8192;
  for (int pair = 0; pair < 32; ++pair) {
    const double own = plain.frequency(pair, 64);
    EXPECT_NEAR(linear.frequency(pair, 64), own / 8, 1e-12);
    // As published: by the wavelength, smoothed between the two limits.
    const double wave = 2 * std::numbers::pi / own;
    const double smooth = (8192 / wave - 1) / (4 - 1);
    const double wanted = wave < 8192.0 / 4   ? own
                          : wave > 8192.0 / 1 ? own / 8
                                              : (1 - smooth) * own / 8 + smooth * own;
    EXPECT_NEAR(llama3.frequency(pair, 64), wanted, 1e-9) << pair;
  }
}

TEST(Llama, ScalingIsReadInBothSpellings) {
  const auto sizes = [](const std::string& rope) {
    const Checkpoint model =
        imported(small_llama(), with(small_llama_json, "\"rope_theta\": 100.0", rope));
    return dynamic_cast<const Gpt&>(*model.network).sizes().rotary();
  };
  const Rotary old = sizes(R"("rope_theta": 5e5, "rope_scaling": {"type": "linear", "factor": 4})");
  EXPECT_EQ(old, (Rotary{5e5, true, Rotary::Scaling::linear, 4}));
  const Rotary now = sizes(
      R"("rope_parameters": {"rope_type": "llama3", "rope_theta": 5e5, "factor": 32,
         "low_freq_factor": 2, "high_freq_factor": 6, "original_max_position_embeddings": 4096})");
  EXPECT_EQ(now, (Rotary{5e5, true, Rotary::Scaling::llama3, 32, 2, 6, 4096}));
  const Rotary published = sizes(R"("rope_scaling": {"rope_type": "llama3", "factor": 8})");
  EXPECT_EQ(published, (Rotary{10000, true, Rotary::Scaling::llama3, 8, 1, 4, 8192}));
  EXPECT_NE(
      message_of([&] { sizes(R"("rope_scaling": {"type": "yarn", "factor": 4})"); }).find("yarn"),
      std::string::npos);
}

TEST(Llama, AWindowThatSlidesIsRefusedWhereItWouldMatter) {
  const Checkpoint model =
      imported(small_llama(), with(with(small_llama_json, "\"llama\"", "\"mistral\""),
                                   "\"rope_theta\"", "\"sliding_window\": 4, \"rope_theta\""));
  EXPECT_EQ(next_token_network(model).max_len(), 4);
  EXPECT_NO_THROW(traced(model, {1, 2, 3, 4}));
  EXPECT_EQ(message_of([&] {
              traced(model, {1, 2, 3, 4, 5});
            }),
            "the text has 5 tokens, but this model has a sliding window of 4, which is not "
            "computed; use a shorter text");
  ASSERT_EQ(model.notes.size(), 1U);
  EXPECT_NE(model.notes[0].find("sliding window"), std::string::npos);
}

TEST(Llama, AConfigThatLiesIsNamed) {
  const auto told = [](const std::string& from, const std::string& to) {
    return message_of([&] { imported(small_llama(), with(small_llama_json, from, to)); });
  };
  EXPECT_EQ(told("\"hidden_size\": 8", "\"hidden_size\": 16"),
            "model.safetensors: model.embed_tokens.weight is 11 × 8, but the configuration asks "
            "for 11 × 16");
  EXPECT_EQ(told("heads\": 2", "heads\": 3"),
            "config.json: 4 heads cannot share 3 key/value heads evenly; heads must be a multiple "
            "of kv_heads");
  EXPECT_EQ(told("heads\": 2", "heads\": 1"),
            "model.safetensors: model.layers.0.self_attn.k_proj.weight is 8 × 8, but the "
            "configuration asks for 4 × 8");
  EXPECT_EQ(told("layers\": 2", "layers\": 1"),
            "model.safetensors: nothing of the model that config.json describes is called "
            "model.layers.1.input_layernorm.weight");
  EXPECT_EQ(told("layers\": 2", "layers\": 3"),
            "model.safetensors: the tensor model.layers.2.input_layernorm.weight is missing; "
            "config.json describes a model that has it");
  EXPECT_NE(told("\"silu\"", "\"mish\"").find("mish"), std::string::npos);
  EXPECT_NE(told("\"llama\"", "\"mamba\"").find("llama, mistral and qwen2"), std::string::npos);
}

// Bytes of a safetensors file with the numbers as they are named.
void write_tensors(const std::filesystem::path& file, const std::vector<NamedTensor>& tensors,
                   const std::string& type) {
  std::string header, data;
  for (const NamedTensor& tensor : tensors) {
    const std::size_t begin = data.size();
    for (const Real cell : tensor.value.cells()) {
      const auto number = static_cast<float>(cell);
      const char* const bytes = reinterpret_cast<const char*>(&number);
      type == "BF16" ? data.append(bytes + 2, 2) : data.append(bytes, 4);
    }
    std::string shape;
    for (const std::int64_t side : tensor.shape) {
      shape += (shape.empty() ? "" : ",") + std::to_string(side);
    }
    header += (header.empty() ? "{\"" : ",\"") + tensor.name + "\":{\"dtype\":\"" + type +
              "\",\"shape\":[" + shape + "],\"data_offsets\":[" + std::to_string(begin) + "," +
              std::to_string(data.size()) + "]}";
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');  // as the reference implementation fills it up
  const std::uint64_t length = header.size();
  write_file(file, std::string(reinterpret_cast<const char*>(&length), 8) + header + data);
}

// Opening takes no memory; what is opened computes what the same numbers do when they are read.
TEST(Llama, FilesAreMapped) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json", small_llama_json);
  for (const char* const type : {"F32", "BF16"}) {
    write_tensors(folder.path() / "model.safetensors", small_llama(), type);
    const Checkpoint model = load_checkpoint(folder.path());
    EXPECT_EQ(model.stored, std::set<std::string>{type});
    for (int i = 0; i < model.params.size(); ++i) EXPECT_NE(model.params.stored(i), nullptr);
    // Decoding reads where the file lies.
    const Mat of_file = stepped(
        *make_decoder(model, type == std::string("F32") ? WeightWidth::f32 : WeightWidth::bf16));
    const Mat computed = traced(model);
    EXPECT_LT(largest_difference(of_file, computed), 2e-5);
    if (type == std::string("F32")) expect_twin(computed, Twin(small_llama()).logits());
    EXPECT_LT(largest_difference(computed, traced(imported())), 0.5);
  }
}

// A mapping does not count as memory; what is made of it does.
TEST(Llama, OnlyWhatIsMadeOfAFileCountsAsMemory) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json", small_llama_json);
  write_tensors(folder.path() / "model.safetensors", small_llama(), "BF16");
  const std::uint64_t before = memory_limit();
  set_memory_limit(2000);
  std::string told_of_matrices, told_of_rows;
  std::size_t steps = 0;
  try {
    const Checkpoint model = load_checkpoint(folder.path());
    steps = static_cast<std::size_t>(stepped(*make_decoder(model, WeightWidth::bf16)).rows());
    told_of_matrices = message_of([&] { static_cast<void>(traced(model)); });
    told_of_rows = message_of([&] { make_decoder(model, WeightWidth::f32); });
  } catch (const UserError& error) {
    ADD_FAILURE() << error.what();
  }
  set_memory_limit(before);
  EXPECT_EQ(steps, ids.size());
  EXPECT_NE(told_of_matrices.find("--memory"), std::string::npos) << told_of_matrices;
  EXPECT_NE(told_of_rows.find("--memory"), std::string::npos) << told_of_rows;
}

TEST(Llama, ShardsAreFoundByTheirIndex) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json", small_llama_json);
  const auto tensors = small_llama();
  const std::size_t half = tensors.size() / 2;
  write_tensors(folder.path() / "a.safetensors", {tensors.begin(), tensors.begin() + half}, "F32");
  write_tensors(folder.path() / "b.safetensors", {tensors.begin() + half, tensors.end()}, "F32");
  std::string map;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    map += (map.empty() ? "\"" : ",\"") + tensors[i].name + "\":\"" + (i < half ? "a" : "b") +
           ".safetensors\"";
  }
  write_file(folder.path() / "model.safetensors.index.json", "{\"weight_map\":{" + map + "}}");
  expect_twin(traced(load_checkpoint(folder.path())), Twin(tensors).logits());
  std::filesystem::remove(folder.path() / "b.safetensors");
  const std::string told = message_of([&] { load_checkpoint(folder.path()); });
  EXPECT_NE(told.find("names b.safetensors, which is not in the folder"), std::string::npos)
      << told;
}

TEST(Llama, IsWrittenAndReadInOurOwnFormat) {
  const TemporaryFolder folder;
  const Checkpoint model = imported(small_llama("model.", true));
  write_safetensors(folder.path() / "own.safetensors", tensor_refs(model));
  const Checkpoint again = load_checkpoint(folder.path() / "own.safetensors");
  EXPECT_EQ(again.network->config(), model.network->config());
  EXPECT_EQ(traced(again), traced(model));
}

void expect_golden(const char* folder) {
  const auto found = shared_data(std::string("checkpoints/") + folder);
  if (!found) GTEST_SKIP() << "optional data is absent";
  const Checkpoint model = load_checkpoint(*found);
  for (const GoldenCase& golden : read_golden(*found / "model.safetensors.ref.json")) {
    const GoldenResult result = check_golden(model, golden, 1e-4);
    EXPECT_FALSE(result.first) << result.first->value << " " << result.first->made << " "
                               << result.first->wanted;
    EXPECT_TRUE(result.unknown.empty()) << result.unknown.front();
    EXPECT_GE(result.values, 6);
  }
}

TEST(Llama, PublishedFiguresOfALlama) {
  expect_golden("llama-synth");
}

TEST(Llama, PublishedFiguresOfAQwen2) {
  expect_golden("qwen2-synth");
}

}  // namespace
}  // namespace glassformer
