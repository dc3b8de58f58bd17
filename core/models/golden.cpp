#include "core/models/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "core/models/decoder.h"
#include "core/models/gpt.h"
#include "core/nn/pass.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// A value, or a matrix of one that holds several, and the node that it is to be equal to.
struct Item {
  std::string value, path;
  Var node;
  int first_row = 0;  // of the node
  Shape shape;        // at most as many columns as the node has
  const double* cells = nullptr;
};

// The numbers between the parts of a name: "attention_l0_h3" of {"attention_l", "_h", ""}.
bool numbers_in(std::string_view name, std::initializer_list<std::string_view> parts,
                std::vector<int>& numbers) {
  numbers.clear();
  const auto* part = parts.begin();
  if (!name.starts_with(*part)) return false;
  name.remove_prefix(part->size());
  for (++part; part != parts.end(); ++part) {
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || number < 0) return false;
    name.remove_prefix(static_cast<std::size_t>(end - name.data()));
    if (!name.starts_with(*part)) return false;
    name.remove_prefix(part->size());
    numbers.push_back(number);
  }
  return name.empty();
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t side : shape) text += (text.empty() ? "" : " × ") + std::to_string(side);
  return text.empty() ? "a number" : text;
}

class Comparison {
 public:
  Comparison(const Checkpoint& model, const GoldenCase& golden)
      : network_(dynamic_cast<const Gpt*>(model.network.get())),
        params_(model.params),
        golden_(golden) {
    if (network_ == nullptr) {
      throw UserError(fmt::format(
          "a network of the architecture \"{}\" cannot be checked; GPT, Llama and their kin can",
          model.network->architecture()));
    }
    for (const int id : golden.ids) {
      if (id >= 0 && id < network_->vocab_size()) continue;
      throw UserError(
          fmt::format("ids: the model has {} pieces, and there is a piece with the "
                      "number {}",
                      network_->vocab_size(), id));
    }
    if (golden.ids.empty()) throw UserError("ids: there are none, so there is nothing to compute");
    Tokens tokens;
    tokens.add(golden.ids);
    Pass pass = Pass::traced(tape_, model.params);
    logits_ = network_->logits(pass, {}, {}, tokens);
  }

  GoldenResult run(double tolerance) {
    GoldenResult result;
    for (const GoldenValue& value : golden_.values) {
      const std::size_t before = items_.size() + own_.size();
      find(value);
      if (items_.size() + own_.size() == before) result.unknown.push_back(value.name);
    }
    std::ranges::stable_sort(items_, {}, [](const Item& item) { return item.node.index; });
    for (const Item& item : items_) compare(item, tolerance, result);
    for (const auto& [value, made, wanted] : own_) {
      ++result.values;
      take({value, "", 0, 0, made, wanted}, tolerance, result);
    }
    return result;
  }

 private:
  int rows() const { return static_cast<int>(golden_.ids.size()); }
  std::string layer(int number, const char* part) const {
    return fmt::format("decoder.{}.{}", number, part);
  }
  std::string head(int of_layer, int number) const {
    return fmt::format("decoder.{}.self_attention.head.{}.weights", of_layer, number + 1);
  }
  std::string input() const {
    return tape_.find("decoder.input") ? "decoder.input" : "decoder.embedding";
  }

  Var node_of(const std::string& named, const std::string& path) const {
    if (const Var node = tape_.find(path)) return node;
    throw UserError(fmt::format("{}: the model has no {}", named, path));
  }

  // The numbers of `value` from `offset` on, as that many rows of a node from `first_row` on.
  void add(const GoldenValue& value, std::string named, const std::string& path, std::size_t offset,
           int first_row, Shape shape) {
    const Var node = node_of(named, path);
    const Shape all = tape_.shape(node);
    if (shape.cols > all.cols || first_row + shape.rows > all.rows || shape.cells() == 0 ||
        offset + shape.cells() > value.cells.size()) {
      throw UserError(fmt::format("{} is {}, but {} is {} here", named, shape_text(value.shape),
                                  path, to_string(all)));
    }
    items_.push_back({std::move(named), path, node, first_row, shape, value.cells.data() + offset});
  }
  // A part of a matrix would pass for all of it.
  void add_matrix(const GoldenValue& value, const std::string& path) {
    const Shape shape = whole_of(value), all = tape_.shape(node_of(value.name, path));
    if (shape != all) {
      throw UserError(fmt::format(
          "{} is {}, but {} is {} here{}", value.name, shape_text(value.shape), path,
          to_string(all),
          path == "logits" ? "; give a row for each id, or the last one as logits_last" : ""));
    }
    add(value, value.name, path, 0, 0, shape);
  }
  void add_last(const GoldenValue& value, const std::string& path) {
    add(value, value.name, path, 0, rows() - 1, {1, static_cast<int>(value.cells.size())});
  }
  // The last side as columns, all others as rows; leading sides of 1 are a batch of one.
  static Shape whole_of(const GoldenValue& value) {
    if (value.shape.empty()) return {1, 1};
    const auto cols = static_cast<int>(value.shape.back());
    const auto count = static_cast<int>(value.cells.size());
    return {cols > 0 ? count / cols : 0, cols};
  }
  static std::vector<std::int64_t> without_batch(std::vector<std::int64_t> shape,
                                                 std::size_t sides) {
    while (shape.size() > sides && shape.front() == 1) shape.erase(shape.begin());
    return shape;
  }

  void find(const GoldenValue& value) {
    std::vector<int> numbers;
    const std::string& name = value.name;
    if (tape_.find(name)) return add_matrix(value, name);
    if (name == "logits_last") return add_last(value, "logits");
    if (name == "final_norm_last") return add_last(value, "decoder.norm");
    if (name == "hidden_last_layer_ln_f" && tape_.find("decoder.norm")) {
      return add_matrix(value, "decoder.norm");
    }
    if (name == "attentions") return find_attentions(value);
    if (name == "hidden_states") return find_hidden(value);
    if (name == "log_prob") return find_log_probability(value);
    if (name == "last_logits_top10") return find_pairs(value);
    if (name == "greedy") return find_greedy(value);
    if (numbers_in(name, {"attention_l", "_h", ""}, numbers)) {
      return add_matrix(value, head(numbers[0], numbers[1]));
    }
    if (numbers_in(name, {"attention_layer", "_head", "_last_row"}, numbers)) {
      return add_last(value, head(numbers[0], numbers[1]));
    }
    if (numbers_in(name, {"hidden_after_layer", "_last"}, numbers)) {
      return add_last(value, layer(numbers[0] - 1, "residual_2"));
    }
  }

  void find_attentions(const GoldenValue& value) {
    const auto shape = without_batch(value.shape, 4);
    const GptConfig& sizes = network_->sizes();
    if (shape != std::vector<std::int64_t>{sizes.layers, sizes.heads, rows(), rows()}) {
      throw UserError(fmt::format("attentions is {}, but here it would be {} × {} × {} × {}",
                                  shape_text(value.shape), sizes.layers, sizes.heads, rows(),
                                  rows()));
    }
    const std::size_t each = Shape{rows(), rows()}.cells();
    for (int l = 0; l < sizes.layers; ++l) {
      for (int h = 0; h < sizes.heads; ++h) {
        const auto which = static_cast<std::size_t>(l * sizes.heads + h);
        add(value, fmt::format("attentions[{}][{}]", l, h), head(l, h), which * each, 0,
            {rows(), rows()});
      }
    }
  }

  void find_hidden(const GoldenValue& value) {
    const auto shape = without_batch(value.shape, 3);
    const GptConfig& sizes = network_->sizes();
    if (shape != std::vector<std::int64_t>{sizes.layers + 1, rows(), sizes.d_model}) {
      throw UserError(fmt::format("hidden_states is {}, but here it would be {} × {} × {}",
                                  shape_text(value.shape), sizes.layers + 1, rows(),
                                  sizes.d_model));
    }
    const Shape each{rows(), sizes.d_model};
    for (int l = 0; l <= sizes.layers; ++l) {
      const bool last = l == sizes.layers;
      const std::string path = l == 0                   ? input()
                               : last && sizes.pre_norm ? "decoder.norm"
                               : sizes.pre_norm         ? layer(l - 1, "residual_2")
                                                        : layer(l - 1, "norm_2");
      add(value, fmt::format("hidden_states[{}]", l), path,
          static_cast<std::size_t>(l) * each.cells(), 0, each);
    }
  }

  void find_log_probability(const GoldenValue& value) {
    const Mat& logits = tape_.value(logits_);
    double sum = 0;
    for (int r = 0; r + 1 < logits.rows(); ++r) {
      double largest = -HUGE_VAL, all = 0;
      for (const Real logit : logits.row(r)) largest = std::max<double>(largest, logit);
      for (const Real logit : logits.row(r)) all += std::exp(logit - largest);
      sum += logits(r, golden_.ids[static_cast<std::size_t>(r) + 1]) - largest - std::log(all);
    }
    own_.push_back({value.name, sum, value.cells.empty() ? 0 : value.cells.front()});
  }

  // Each time the most probable piece, one step after the other.
  void find_greedy(const GoldenValue& value) {
    const auto decoder = make_decoder(*network_, params_, {});
    decoder->start(std::vector<std::vector<int>>(1));
    const Mat* logits = nullptr;
    for (const int id : golden_.ids) logits = &decoder->step(std::vector{id});
    for (std::size_t i = 0; i < value.cells.size(); ++i) {
      const auto row = logits->row(0);
      const auto next = static_cast<int>(std::ranges::max_element(row) - row.begin());
      own_.push_back({fmt::format("greedy[{}]", i), static_cast<double>(next), value.cells[i]});
      if (i + 1 < value.cells.size()) logits = &decoder->step(std::vector{next});
    }
  }

  void find_pairs(const GoldenValue& value) {
    const Mat& logits = tape_.value(logits_);
    for (std::size_t i = 0; i + 1 < value.cells.size(); i += 2) {
      const double id = value.cells[i];
      if (!(id >= 0 && id < logits.cols())) {
        throw UserError(fmt::format("{}: there is no piece {}", value.name, id));
      }
      own_.push_back({fmt::format("{} of piece {}", value.name, id),
                      logits(logits.rows() - 1, static_cast<int>(id)), value.cells[i + 1]});
    }
  }

  static void take(GoldenDifference cell, double tolerance, GoldenResult& result) {
    ++result.cells;
    const double difference =
        std::abs(cell.made - cell.wanted) / std::max(1.0, std::abs(cell.wanted));
    // Equal infinities differ by nan.
    const bool same = cell.made == cell.wanted || difference <= tolerance;
    if (difference > result.largest) result.largest = difference;
    if (!same && !result.first) result.first = std::move(cell);
  }

  void compare(const Item& item, double tolerance, GoldenResult& result) const {
    ++result.values;
    const Mat& made = tape_.value(item.node);
    for (int r = 0; r < item.shape.rows; ++r) {
      for (int c = 0; c < item.shape.cols; ++c) {
        const double wanted =
            item.cells[static_cast<std::size_t>(r) * static_cast<std::size_t>(item.shape.cols) +
                       static_cast<std::size_t>(c)];
        take({item.value, item.path, item.first_row + r, c, made(item.first_row + r, c), wanted},
             tolerance, result);
      }
    }
  }

  struct Own {
    std::string value;
    double made, wanted;
  };
  const Gpt* network_;
  const Params& params_;
  const GoldenCase& golden_;
  Tape tape_;
  Var logits_;
  std::vector<Item> items_;
  std::vector<Own> own_;
};

}  // namespace

GoldenResult check_golden(const Checkpoint& model, const GoldenCase& golden, double tolerance) {
  return Comparison(model, golden).run(tolerance);
}

}  // namespace glassformer
