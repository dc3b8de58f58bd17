#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/grad/choice_ops.h"
#include "core/grad/log_sigmoid.h"
#include "core/grad/made.h"
#include "core/grad/ops.h"

// The language of scenes: a matrix of the trace, written as in the paper.
//   const Part e = (s * w * transposed(h)).as("scores", "e");
//   const Part alpha = softmax(e).as("weights", "\\alpha");
// Its axes and its role follow from what it is made of (core/grad/made.h); as() says what does not.
namespace glassformer {

// What does not follow of a part, where it gets its name.
struct Said {
  std::optional<Role> role = {};
  std::optional<Axis> rows = {};
  std::optional<Axis> cols = {};
  Origin origin = {};
};

class Part {
 public:
  Part() = default;
  Part(Tape& tape, Var var) : tape_(&tape), var_(var) {}
  operator Var() const { return var_; }
  explicit operator bool() const { return static_cast<bool>(var_); }

  Tape& tape() const { return *tape_; }
  const Mat& value() const { return tape_->value(var_); }
  Shape shape() const { return tape_->shape(var_); }
  Axis rows() const { return made_of(*tape_, var_).rows; }
  Axis cols() const { return made_of(*tape_, var_).cols; }
  Role role() const { return made_of(*tape_, var_).role; }
  const std::string& path() const { return tape_->node(var_).path; }
  const std::string& name() const { return tape_->node(var_).label.name; }  // without the scope
  const std::string& symbol() const { return tape_->node(var_).label.symbol; }

  // Gives it its place in the trace: `name` in the tape's scope, and how a formula writes it.
  Part as(std::string name, std::string symbol, Said said = {}) const;
  Part as(std::string name, std::string symbol, Role role) const;

 private:
  Tape* tape_ = nullptr;
  Var var_;
};

// What x is: its role, rows and columns.
inline Said like(const Part& x) {
  return {.role = x.role(), .rows = x.rows(), .cols = x.cols()};
}

// A matrix that no op made, on the tape with its label.
Part put(Tape& tape, Mat value, Label label);
Part put(Tape& tape, LeafPtr leaf, Label label);
// Numbers that an equation has without a name.
Part constant(Tape& tape, Mat value);
Part ones(Tape& tape, Shape shape);
Part zeros(Tape& tape, Shape shape);

// Bᵀ, as a factor of a product and nowhere else: it is not computed.
struct Transposed {
  Part part;
};
inline Transposed transposed(Part x) {
  return {x};
}

// Every op that scenes use, of parts (core/grad/ops.h and its neighbours).
// Products
Part operator*(Part a, Part b);        // A B
Part operator*(Part a, Transposed b);  // A Bᵀ
Part operator*(Transposed a, Part b);  // Aᵀ B
Part affine(Part x, Part w, Part b);
Part transpose(Part x);  // computed

// Cell by cell
Part operator+(Part a, Part b);
Part operator-(Part a, Part b);
Part operator*(double factor, Part x);
Part operator/(Part x, int number);
Part operator/(Part a, Part b);  // a times 1 / b
Part add_row(Part a, Part row);
Part multiply(Part a, Part b);
Part relu(Part x);
Part tanh(Part x);
Part sigmoid(Part x);
Part log_sigmoid(Part x);
Part exp(Part x);
Part log(Part x);
Part reciprocal(Part x);
Part sinusoid(Part x);

// Rows
Part mask(Part scores, Part visible);
Part softmax(Part x);
Part log_softmax(Part x);
Part share(Part x);
Part cross_entropy(Part logits, std::vector<int> targets);
Part unit_rows(Part x);
Part rotate_pairs(Part x, Part angle);
Part maxout(Part x);
Part hardmax(Part x);
Part distance(Part a, Part b);
Part lengths(Part x);  // ‖x_i‖, as the distance to 0

// Reductions
Part sum_rows(Part x);
Part sum_cols(Part x);
Part mean_rows(Part x);
Part mean_cols(Part x);
Part sum(Part x);

// Rows and columns put together and taken apart
Part gather(Part table, std::vector<int> ids);
Part concat_cols(const std::vector<Part>& parts);
Part concat_rows(const std::vector<Part>& parts);
Part slice_cols(Part x, int begin, int count);
Part slice_rows(Part x, int begin, int count);

}  // namespace glassformer
