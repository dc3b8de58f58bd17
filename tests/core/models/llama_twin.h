#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/models/hugging_face.h"
#include "tests/core/models/small_llama.h"
#include "tests/core/models/traced_model.h"

// A naive twin of the Llama family in double, of the tensors as their files name them, and two ways
// to run the network itself on the same tokens.
namespace glassformer::testing {

using Row = std::vector<double>;

inline const std::vector<int> ids{1, 7, 4, 10, 4, 0};

inline Checkpoint imported(const std::vector<NamedTensor>& tensors = small_llama(),
                           const std::string& config = small_llama_json) {
  return import_hugging_face(config, "config.json", tensors, "model.safetensors");
}

inline Mat traced(const Checkpoint& model, const std::vector<int>& of = ids) {
  Tape tape;
  return tape.value(traced(tape, model, of));
}

inline Mat stepped(Decoder& decoder, const std::vector<int>& of = ids) {
  decoder.start(std::vector<std::vector<int>>(1));
  Mat all(static_cast<int>(of.size()), decoder.vocab_size());
  for (int r = 0; r < all.rows(); ++r) {
    const Mat& logits = decoder.step(std::vector{of[static_cast<std::size_t>(r)]});
    std::ranges::copy(logits.row(0), all.row(r).begin());
  }
  return all;
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

inline void expect_twin(const Mat& made, const std::vector<Row>& wanted) {
  ASSERT_EQ(made.rows(), static_cast<int>(wanted.size()));
  for (int r = 0; r < made.rows(); ++r) {
    for (int c = 0; c < made.cols(); ++c) {
      ASSERT_NEAR(made(r, c), wanted[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)],
                  3e-5)
          << r << ", " << c;
    }
  }
}

}  // namespace glassformer::testing
