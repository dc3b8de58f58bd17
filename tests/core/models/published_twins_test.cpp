// GPT-2, the first GPT and BERT once more, naively and in double, from the tensors as their files
// name them: which is which, what is turned, what is normalised where.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "core/models/bert.h"
#include "core/models/gpt.h"
#include "core/models/hugging_face.h"
#include "tests/core/models/small_gpt2.h"
#include "tests/core/models/traced_model.h"

namespace glassformer {
namespace {

using testing::one_sentence;
using testing::traced;

using Row = std::vector<double>;
using Rows = std::vector<Row>;

class Twin {
 public:
  Twin(const std::vector<NamedTensor>& tensors, std::string prefix, double epsilon)
      : prefix_(std::move(prefix)), epsilon_(epsilon) {
    for (const NamedTensor& tensor : tensors) tensors_[tensor.name] = &tensor.value;
  }

  const Mat& at(const std::string& name) const { return *tensors_.at(prefix_ + name); }

  Row row(const std::string& name, int r) const {
    const auto cells = at(name).row(r);
    return {cells.begin(), cells.end()};
  }

  // x W + b; `turned`: the file has W as [outputs, inputs].
  Rows linear(const Rows& x, const std::string& name, bool turned) const {
    const Mat &w = at(name + ".weight"), &b = at(name + ".bias");
    const int outputs = turned ? w.rows() : w.cols();
    Rows y;
    for (const Row& from : x) {
      Row& to = y.emplace_back();
      for (int c = 0; c < outputs; ++c) {
        double sum = b.cells()[static_cast<std::size_t>(c)];
        for (std::size_t k = 0; k < from.size(); ++k) {
          const int in = static_cast<int>(k);
          sum += from[k] * (turned ? w(c, in) : w(in, c));
        }
        to.push_back(sum);
      }
    }
    return y;
  }

  Rows norm(const Rows& x, const std::string& name) const {
    Rows y = x;
    for (Row& cells : y) {
      double mean = 0, variance = 0;
      for (const double cell : cells) mean += cell / static_cast<double>(cells.size());
      for (const double cell : cells) {
        variance += (cell - mean) * (cell - mean) / static_cast<double>(cells.size());
      }
      for (std::size_t c = 0; c < cells.size(); ++c) {
        cells[c] =
            (cells[c] - mean) / std::sqrt(variance + epsilon_) * at(name + ".weight").cells()[c] +
            at(name + ".bias").cells()[c];
      }
    }
    return y;
  }

 private:
  std::map<std::string, const Mat*> tensors_;
  std::string prefix_;
  double epsilon_;
};

Rows sum(const Rows& a, const Rows& b) {
  Rows made = a;
  for (std::size_t r = 0; r < a.size(); ++r) {
    for (std::size_t c = 0; c < a[r].size(); ++c) made[r][c] += b[r][c];
  }
  return made;
}

Rows applied(Rows x, double (*f)(double)) {
  for (Row& row : x) {
    for (double& cell : row) cell = f(cell);
  }
  return x;
}

double gelu_by_tanh(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}
double gelu_exactly(double x) {
  return 0.5 * x * (1 + std::erf(x / std::sqrt(2)));
}

Rows attention(const Rows& q, const Rows& k, const Rows& v, std::size_t heads, bool causal) {
  const std::size_t width = q[0].size() / heads;
  Rows made(q.size(), Row(q[0].size()));
  for (std::size_t h = 0; h < heads; ++h) {
    for (std::size_t i = 0; i < q.size(); ++i) {
      const std::size_t seen = causal ? i + 1 : k.size();
      Row weights;
      double all = 0;
      for (std::size_t j = 0; j < seen; ++j) {
        double score = 0;
        for (std::size_t c = h * width; c < (h + 1) * width; ++c) score += q[i][c] * k[j][c];
        weights.push_back(std::exp(score / std::sqrt(static_cast<double>(width))));
        all += weights.back();
      }
      for (std::size_t j = 0; j < seen; ++j) {
        for (std::size_t c = h * width; c < (h + 1) * width; ++c) {
          made[i][c] += weights[j] / all * v[j][c];
        }
      }
    }
  }
  return made;
}

// Columns of all rows.
Rows part(const Rows& x, std::size_t begin, std::size_t count) {
  Rows made;
  for (const Row& row : x) {
    const auto from = row.begin() + static_cast<std::ptrdiff_t>(begin);
    made.emplace_back(from, from + static_cast<std::ptrdiff_t>(count));
  }
  return made;
}

void expect_near(const Mat& made, const Rows& wanted, const std::string& what) {
  ASSERT_EQ(made.rows(), static_cast<int>(wanted.size())) << what;
  for (int r = 0; r < made.rows(); ++r) {
    for (int c = 0; c < made.cols(); ++c) {
      ASSERT_NEAR(made(r, c), wanted[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)],
                  2e-5)
          << what << " " << r << ", " << c;
    }
  }
}

// Radford et al. 2019: norms before the parts, and one at the end; 2018: behind the parts.
Rows gpt_logits(const Twin& twin, const std::vector<int>& ids, const std::string& words,
                const std::string& places, bool first_gpt) {
  Rows x;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    x.push_back(sum({twin.row(words, ids[i])}, {twin.row(places, static_cast<int>(i))})[0]);
  }
  const auto attend = [&](const Rows& y) {
    const Rows all = twin.linear(y, "h.0.attn.c_attn", false);
    const std::size_t d = y[0].size();
    return twin.linear(attention(part(all, 0, d), part(all, d, d), part(all, 2 * d, d), 2, true),
                       "h.0.attn.c_proj", false);
  };
  const auto feed = [&](const Rows& y) {
    return twin.linear(applied(twin.linear(y, "h.0.mlp.c_fc", false), gelu_by_tanh),
                       "h.0.mlp.c_proj", false);
  };
  if (first_gpt) {
    x = twin.norm(sum(x, attend(x)), "h.0.ln_1");
    x = twin.norm(sum(x, feed(x)), "h.0.ln_2");
  } else {
    x = sum(x, attend(twin.norm(x, "h.0.ln_1")));
    x = sum(x, feed(twin.norm(x, "h.0.ln_2")));
    x = twin.norm(x, "ln_f");
  }
  Rows logits;
  for (const Row& h : x) {
    Row& to = logits.emplace_back();
    for (int word = 0; word < twin.at(words).rows(); ++word) {
      double score = 0;
      for (std::size_t c = 0; c < h.size(); ++c) score += h[c] * twin.row(words, word)[c];
      to.push_back(score);
    }
  }
  return logits;
}

Mat logits_of(const Checkpoint& model, const std::vector<int>& ids) {
  Tape tape;
  return tape.value(traced(tape, model, ids));
}

TEST(PublishedTwins, Gpt2) {
  const auto tensors = testing::small_tensors("transformer.");
  const Checkpoint model =
      import_hugging_face(testing::small_gpt2_json, "config.json", tensors, "model.safetensors");
  EXPECT_EQ(dynamic_cast<const Gpt&>(*model.network).sizes().epsilon, 1e-5);
  const std::vector<int> ids{1, 4, 0, 2, 3};
  expect_near(
      logits_of(model, ids),
      gpt_logits(Twin(tensors, "transformer.", 1e-5), ids, "wte.weight", "wpe.weight", false),
      "logits");
}

TEST(PublishedTwins, TheFirstGpt) {
  auto tensors = testing::small_tensors("");
  std::erase_if(tensors, [](const NamedTensor& t) { return t.name.starts_with("ln_f"); });
  tensors[0].name = "tokens_embed.weight";
  tensors[1].name = "positions_embed.weight";
  std::string config = testing::small_gpt2_json;
  config.replace(config.find("gpt2"), 4, "openai-gpt");
  const Checkpoint model = import_hugging_face(config, "config.json", tensors, "m.safetensors");
  const std::vector<int> ids{1, 4, 0, 2, 3};
  expect_near(logits_of(model, ids),
              gpt_logits(Twin(tensors, "", 1e-5), ids, "tokens_embed.weight",
                         "positions_embed.weight", true),
              "logits");
}

std::vector<NamedTensor> small_bert() {
  std::vector<NamedTensor> tensors;
  const auto add = [&](const std::string& name, int rows, int cols) {
    std::vector<std::int64_t> shape{rows, cols};
    if (rows == 1) shape = {cols};
    tensors.push_back({"bert." + name, shape, normal({rows, cols}, 0.5, hash(name))});
  };
  const auto linear = [&](const std::string& name, int outputs, int inputs) {
    add(name + ".weight", outputs, inputs);
    add(name + ".bias", 1, outputs);
  };
  const auto norm = [&](const std::string& name) {
    add(name + ".weight", 1, 4);
    add(name + ".bias", 1, 4);
  };
  add("embeddings.word_embeddings.weight", 5, 4);
  add("embeddings.position_embeddings.weight", 6, 4);
  add("embeddings.token_type_embeddings.weight", 2, 4);
  norm("embeddings.LayerNorm");
  const std::string layer = "encoder.layer.0.";
  for (const char* const name : {"query", "key", "value"}) {
    linear(layer + "attention.self." + name, 4, 4);
  }
  linear(layer + "attention.output.dense", 4, 4);
  norm(layer + "attention.output.LayerNorm");
  linear(layer + "intermediate.dense", 6, 4);
  linear(layer + "output.dense", 4, 6);
  norm(layer + "output.LayerNorm");
  return tensors;
}

// Devlin et al. 2019: words, places and sentences are added and normalised; norms behind the parts;
// all words see each other.
TEST(PublishedTwins, Bert) {
  const auto tensors = small_bert();
  const Checkpoint model = import_hugging_face(
      R"({"model_type": "bert", "vocab_size": 5, "max_position_embeddings": 6, "hidden_size": 4,
          "num_attention_heads": 2, "num_hidden_layers": 1, "intermediate_size": 6})",
      "config.json", tensors, "model.safetensors");
  const auto& bert = dynamic_cast<const Bert&>(*model.network);
  EXPECT_EQ(bert.sizes().epsilon, 1e-12);
  const std::vector<int> ids{1, 4, 0, 2}, kinds{0, 0, 1, 1};
  const Twin twin(tensors, "bert.", 1e-12);
  Rows x;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    x.push_back(sum(sum({twin.row("embeddings.word_embeddings.weight", ids[i])},
                        {twin.row("embeddings.position_embeddings.weight", static_cast<int>(i))}),
                    {twin.row("embeddings.token_type_embeddings.weight", kinds[i])})[0]);
  }
  x = twin.norm(x, "embeddings.LayerNorm");
  const std::string layer = "encoder.layer.0.", self = layer + "attention.self.";
  const Rows context =
      attention(twin.linear(x, self + "query", true), twin.linear(x, self + "key", true),
                twin.linear(x, self + "value", true), 2, false);
  x = twin.norm(sum(x, twin.linear(context, layer + "attention.output.dense", true)),
                layer + "attention.output.LayerNorm");
  const Rows inner = applied(twin.linear(x, layer + "intermediate.dense", true), gelu_exactly);
  x = twin.norm(sum(x, twin.linear(inner, layer + "output.dense", true)),
                layer + "output.LayerNorm");
  Tape tape;
  Pass pass = Pass::traced(tape, model.params);
  expect_near(tape.value(bert.encode(pass, one_sentence(ids), kinds)), x, "last layer");
}

}  // namespace
}  // namespace glassformer
