#include "core/models/attention_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/assets.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/part.h"
#include "core/scenes/records/attention_file.h"
#include "core/scenes/scene.h"
#include "core/scenes/transformer/aggregates.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

// What any model attended to, from a file that any program wrote (core/models/attention_file.h).
// Nodes: layer.L.head.H.weights [n, n], layers from 0 and heads from 1; aggregate.mean, .max and
// .rollout (aggregates.h); habits.first, .previous, .itself, .next and .last [layers, heads], which
// Clark et al. 2019 ("What does BERT look at?", section 3.1) counted of BERT; habits.strongest;
// hidden.L [n, d], L = 0 being the embeddings, and similar [n, layers], where the file has them.
namespace glassformer {

namespace {

constexpr std::string_view kCellsStay =
    "these numbers come from a file: they can be looked at, but there is no model here that could "
    "compute with others";

AttentionFilePtr shipped() {
  static std::mutex mutex;
  static AttentionFilePtr kept;
  const std::lock_guard lock(mutex);
  if (!kept) kept = read_attention_file(assets_folder() / "attentions" / "encoder.safetensors");
  return kept;
}

class Shown {
 public:
  explicit Shown(const Inputs& inputs) : inputs_(inputs) {
    file_ = inputs.resources.get(slots::attention);
    if (!file_) file_ = shipped();
    tokens_ = {"token", file_->tokens, 0};
  }

  Run run() {
    // The maps, what is added up and compared to take them together, and the states.
    const auto n = static_cast<double>(file_->tokens.size());
    const double heads = static_cast<double>(file_->weights.size());
    check_memory(inputs_, 8 * heads * n * n,
                 fmt::format("{} and {}", number_of(file_->tokens.size(), "token"),
                             number_of(file_->weights.size(), "head")));
    run_.tape = Tape(inputs_.edits);
    run_.tokens[0] = file_->tokens;
    name_heads();
    const auto stack = run_.sites.front().place.stack;
    TransformerRecord transformer;
    {
      const Tape::Scope scope(run_.tape, "aggregate");
      const auto place = static_cast<std::size_t>(file_->causal ? 1 : 0);
      transformer.together.at(place) =
          record_together(run_, stack, AttentionPlace::Kind::self, file_->heads);
      run_.output = transformer.together.at(place).rollout;
    }
    measure_habits();
    if (!file_->hidden.empty()) compare_states();
    run_.records.add(std::move(transformer));
    run_.records.add(record_);
    run_.notes.push_back(
        fmt::format("{}: numbers that were computed elsewhere. They can be looked at, not changed.",
                    file_->name));
    return std::move(run_);
  }

 private:
  void name_heads() {
    Tape& tape = run_.tape;
    const auto n = static_cast<int>(file_->tokens.size());
    Var mask;
    if (file_->causal) {
      Mat visible(n, n);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) visible(i, j) = 1;
      }
      mask = constant(tape, std::move(visible));
    }
    for (int layer = 0; layer < file_->layers; ++layer) {
      for (int head = 0; head < file_->heads; ++head) {
        const Tape::Scope scope(tape, fmt::format("layer.{}.head.{}", layer, head + 1));
        AttentionSite site;
        site.place = {
            file_->causal ? AttentionPlace::Stack::decoder : AttentionPlace::Stack::encoder, layer,
            AttentionPlace::Kind::self, head + 1};
        site.name = to_string(site.place);
        site.mask = mask;
        site.weights = put(
            tape, file_->head(layer, head),
            {"weights", fmt::format("A_{{{}}}", head + 1), Role::probability, as("query", tokens_),
             as("key", tokens_), all_cells("A number of the file " + file_->name + ".")});
        run_.sites.push_back(std::move(site));
      }
    }
  }

  // A share of the weights of one head: `of(A, i)` for the tokens from `begin` on, `end` of them
  // being left out.
  struct Habit {
    const char* name;
    const char* symbol;
    const char* where;  // "on the first token"
    int begin, end;
    int (*key)(int query, int tokens);
  };

  Part measure(const Habit& habit) {
    const auto n = static_cast<int>(file_->tokens.size());
    Mat shares(file_->layers, file_->heads);
    for (int layer = 0; layer < file_->layers; ++layer) {
      for (int head = 0; head < file_->heads; ++head) {
        const Mat& weights = file_->head(layer, head)->value;
        double sum = 0;
        for (int i = habit.begin; i < n - habit.end; ++i) sum += weights(i, habit.key(i, n));
        shares(layer, head) = static_cast<Real>(sum / (n - habit.begin - habit.end));
      }
    }
    const auto origin = [where = std::string(habit.where), count = n - 1](int layer, int head) {
      return fmt::format("Head {} of layer {}: the mean weight that {} put {}.", head + 1,
                         layer + 1, count == 1 ? "one token" : fmt::format("{} tokens", count),
                         where);
    };
    const Part part = put(run_.tape, std::move(shares),
                          {habit.name, habit.symbol, Role::probability,
                           numbers("layer", file_->layers), numbers("head", file_->heads), origin});
    note_strongest(part);
    return part;
  }

  static Axis numbers(const char* axis, int count) {
    std::vector<std::string> labels;
    for (int i = 1; i <= count; ++i) labels.push_back(std::to_string(i));
    return {axis, std::move(labels), -1};
  }

  void note_strongest(const Part& shares) {
    int layer = 0, head = 0;
    const Mat& all = shares.value();
    for (int l = 0; l < all.rows(); ++l) {
      for (int h = 0; h < all.cols(); ++h) {
        if (all(l, h) > all(layer, head)) layer = l, head = h;
      }
    }
    strongest_.push_back(all(layer, head));
    strongest_heads_.push_back(fmt::format("layer {}, head {}", layer + 1, head + 1));
  }

  void measure_habits() {
    const Tape::Scope scope(run_.tape, "habits");
    record_.first =
        measure({"first", "\\text{first}", "on the first one", 1, 0, [](int, int) { return 0; }});
    record_.previous = measure({"previous", "\\text{the one before}", "on the one before it", 1, 0,
                                [](int i, int) { return i - 1; }});
    record_.itself =
        measure({"itself", "\\text{itself}", "on themselves", 1, 0, [](int i, int) { return i; }});
    if (!file_->causal) {
      record_.next = measure({"next", "\\text{the one after}", "on the one after it", 0, 1,
                              [](int i, int) { return i + 1; }});
      record_.last = measure(
          {"last", "\\text{last}", "on the last one", 0, 1, [](int, int n) { return n - 1; }});
    }
    Mat largest(static_cast<int>(strongest_.size()), 1);
    std::ranges::copy(strongest_, largest.data());
    record_.strongest = put(run_.tape, std::move(largest),
                            {"strongest",
                             "\\max",
                             Role::probability,
                             {"head", strongest_heads_, -1},
                             numbered(""),
                             all_cells("The largest share of all heads.")});
  }

  // How much of its direction each token keeps in each layer.
  void compare_states() {
    Tape& tape = run_.tape;
    std::vector<Part> states;
    {
      const Tape::Scope scope(tape, "hidden");
      for (std::size_t i = 0; i < file_->hidden.size(); ++i) {
        states.push_back(
            put(tape, file_->hidden[i],
                {std::to_string(i), fmt::format("H_{{{}}}", i), Role::plain, tokens_, numbered("d"),
                 all_cells("A number of the file " + file_->name + ".")}));
      }
    }
    std::vector<Part> cosines;
    for (std::size_t i = 0; i + 1 < states.size(); ++i) {
      cosines.push_back(sum_cols(multiply(unit_rows(states[i]), unit_rows(states[i + 1]))));
    }
    const Part together = cosines.size() == 1 ? 1 * cosines.front() : concat_cols(cosines);
    record_.similar = together.as(
        "similar", "\\cos",
        {.role = Role::plain, .rows = tokens_, .cols = numbers("layer", file_->layers)});
  }

  const Inputs& inputs_;
  AttentionFilePtr file_;
  Axis tokens_;
  Run run_;
  AttentionFileRecord record_;
  std::vector<Real> strongest_;
  std::vector<std::string> strongest_heads_;
};

Run run_attention_file(const Inputs& inputs) {
  return Shown(inputs).run();
}

const RegisterScene registered{
    {.name = "attention-file",
     .what = "The attentions of any model, from a file that any program wrote: every head, all of "
             "them together, and what each has for a habit.",
     .subject = Subject::transformer,
     .slots = {{.name = slots::attention.name}},
     .cells_stay = kCellsStay,
     .run = run_attention_file}};

}  // namespace

}  // namespace glassformer
