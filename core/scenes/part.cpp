#include "core/scenes/part.h"

#include <utility>

namespace glassformer {

namespace {

std::vector<Var> vars(const std::vector<Part>& parts) {
  return {parts.begin(), parts.end()};
}

}  // namespace

Part Part::as(std::string name, std::string symbol, Said said) const {
  Made made = made_of(*tape_, var_);
  Label label{std::move(name), std::move(symbol), said.role.value_or(made.role)};
  label.rows = said.rows ? std::move(*said.rows) : std::move(made.rows);
  label.cols = said.cols ? std::move(*said.cols) : std::move(made.cols);
  label.origin = std::move(said.origin);
  tape_->name(var_, std::move(label));
  return *this;
}

Part Part::as(std::string name, std::string symbol, Role role) const {
  return as(std::move(name), std::move(symbol), {.role = role});
}

Part put(Tape& tape, Mat value, Label label) {
  return {tape, tape.name(tape.input(std::move(value)), std::move(label))};
}

Part put(Tape& tape, LeafPtr leaf, Label label) {
  return {tape, tape.name(tape.input(std::move(leaf)), std::move(label))};
}

Part constant(Tape& tape, Mat value) {
  return {tape, tape.input(std::move(value))};
}
Part ones(Tape& tape, Shape shape) {
  return constant(tape, Mat(shape, 1));
}
Part zeros(Tape& tape, Shape shape) {
  return constant(tape, Mat(shape));
}

Part operator*(Part a, Part b) {
  return {a.tape(), matmul(a.tape(), a, b)};
}
Part operator*(Part a, Transposed b) {
  return {a.tape(), matmul_nt(a.tape(), a, b.part)};
}
Part operator*(Transposed a, Part b) {
  return {b.tape(), matmul_tn(b.tape(), a.part, b)};
}
Part affine(Part x, Part w, Part b) {
  return {x.tape(), affine(x.tape(), x, w, b)};
}
Part transpose(Part x) {
  return {x.tape(), transpose(x.tape(), x)};
}

Part operator+(Part a, Part b) {
  return {a.tape(), add(a.tape(), a, b)};
}
Part operator-(Part a, Part b) {
  return {a.tape(), subtract(a.tape(), a, b)};
}
Part operator*(double factor, Part x) {
  return {x.tape(), scale(x.tape(), x, factor)};
}
Part operator/(Part x, int number) {
  return {x.tape(), divide(x.tape(), x, number)};
}
Part operator/(Part a, Part b) {
  return multiply(a, reciprocal(b));
}
Part add_row(Part a, Part row) {
  return {a.tape(), add_row(a.tape(), a, row)};
}
Part multiply(Part a, Part b) {
  return {a.tape(), multiply(a.tape(), a, b)};
}
Part relu(Part x) {
  return {x.tape(), relu(x.tape(), x)};
}
Part tanh(Part x) {
  return {x.tape(), tanh(x.tape(), x)};
}
Part sigmoid(Part x) {
  return {x.tape(), sigmoid(x.tape(), x)};
}
Part log_sigmoid(Part x) {
  return {x.tape(), log_sigmoid(x.tape(), x)};
}
Part exp(Part x) {
  return {x.tape(), exp(x.tape(), x)};
}
Part log(Part x) {
  return {x.tape(), log(x.tape(), x)};
}
Part reciprocal(Part x) {
  return {x.tape(), reciprocal(x.tape(), x)};
}

Part sinusoid(Part x) {
  return {x.tape(), sinusoid(x.tape(), x)};
}

Part mask(Part scores, Part visible) {
  return {scores.tape(), mask(scores.tape(), scores, visible)};
}
Part softmax(Part x) {
  return {x.tape(), softmax(x.tape(), x)};
}
Part log_softmax(Part x) {
  return {x.tape(), log_softmax(x.tape(), x)};
}
Part share(Part x) {
  return {x.tape(), share(x.tape(), x)};
}
Part cross_entropy(Part logits, std::vector<int> targets) {
  return {logits.tape(), cross_entropy(logits.tape(), logits, std::move(targets))};
}
Part unit_rows(Part x) {
  return {x.tape(), unit_rows(x.tape(), x)};
}
Part rotate_pairs(Part x, Part angle) {
  return {x.tape(), rotate_pairs(x.tape(), x, angle)};
}
Part maxout(Part x) {
  return {x.tape(), maxout(x.tape(), x)};
}
Part hardmax(Part x) {
  return {x.tape(), hardmax(x.tape(), x)};
}
Part distance(Part a, Part b) {
  return {a.tape(), distance(a.tape(), a, b)};
}
Part lengths(Part x) {
  return distance(x, zeros(x.tape(), {1, x.shape().cols}));
}

Part sum_rows(Part x) {
  return {x.tape(), sum_rows(x.tape(), x)};
}
Part sum_cols(Part x) {
  return {x.tape(), sum_cols(x.tape(), x)};
}
Part mean_rows(Part x) {
  return {x.tape(), mean_rows(x.tape(), x)};
}
Part mean_cols(Part x) {
  return {x.tape(), mean_cols(x.tape(), x)};
}
Part sum(Part x) {
  return {x.tape(), sum(x.tape(), x)};
}

Part gather(Part table, std::vector<int> ids) {
  return {table.tape(), gather(table.tape(), table, std::move(ids))};
}
Part concat_cols(const std::vector<Part>& parts) {
  Tape& tape = parts.front().tape();
  return {tape, concat_cols(tape, vars(parts))};
}
Part concat_rows(const std::vector<Part>& parts) {
  Tape& tape = parts.front().tape();
  return {tape, concat_rows(tape, vars(parts))};
}
Part slice_cols(Part x, int begin, int count) {
  return {x.tape(), slice_cols(x.tape(), x, begin, count)};
}
Part slice_rows(Part x, int begin, int count) {
  return {x.tape(), slice_rows(x.tape(), x, begin, count)};
}

}  // namespace glassformer
