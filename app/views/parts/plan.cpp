#include "app/views/parts/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

std::string scope_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? std::string{} : path.substr(0, dot);
}

// A scale by 1 changes nothing, and a picture of the same numbers twice teaches nothing.
bool is_identity(const Node& node) {
  return node.op != nullptr && node.op->name == "scale" && node.attr.a == 1 && node.edits.empty();
}

// The nearest node that is drawn, among those that a node was made from without a second operand:
// unnamed helper steps and identities are left out.
Var named(const Tape& tape, Var var) {
  while ((tape.node(var).path.empty() || is_identity(tape.node(var))) &&
         tape.node(var).inputs.size() == 1) {
    var = tape.node(var).inputs[0];
  }
  return tape.node(var).path.empty() ? Var{} : var;
}

// "÷ √64" when the factor is one over the root of a whole number, as the lectures write it.
std::string scale_sign(double factor) {
  const double under_root = 1 / (factor * factor);
  if (factor > 0 && under_root < 1e6 &&
      std::abs(under_root - std::round(under_root)) < 1e-6 * under_root) {
    return fmt::format("\\div\\sqrt{{{:.0f}}}", std::round(under_root));
  }
  return fmt::format("\\times {:.4g}", factor);
}

// The sign between the operands of an op of two matrices; empty: there is none.
std::string between(std::string_view op) {
  if (op == "matmul" || op == "matmul_nt" || op == "matmul_tn") return "\\times";
  if (op == "add" || op == "add_row") return "+";
  if (op == "subtract") return "-";
  if (op == "multiply") return "\\circ";
  if (op == "mask") return "\\text{mask}";
  return {};
}

std::string above_arrow(const Node& node) {
  if (node.op->name == "scale") return scale_sign(node.attr.a);
  std::string words(node.op->name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return "\\text{" + words + "}";
}

bool shown(const std::string& path, int chosen) {
  const auto number = repeated_scope(path);
  return !number || *number == chosen;
}

std::vector<Var> operands_of(const Tape& tape, const Node& node, int chosen) {
  std::vector<Var> operands;
  for (const Var input : node.inputs) {
    const Var source = named(tape, input);
    if (source && shown(tape.node(source).path, chosen)) operands.push_back(source);
  }
  return operands;
}

// A product of parts of matrices is not one of these matrices: their shapes would not fit.
bool takes_parts(const Tape& tape, const Node& node) {
  return node.op->name.starts_with("matmul") && std::ranges::any_of(node.inputs, [&](Var input) {
           const Var source = named(tape, input);
           return source && tape.shape(source).cells() != tape.shape(input).cells();
         });
}

}  // namespace

std::vector<Equation> plan(const Run& run, int chosen) {
  const Tape& tape = run.tape;
  std::vector<Equation> equations;
  std::vector<bool> used(static_cast<std::size_t>(tape.size()), false);
  const auto place = [&](Equation& equation, Item item) {
    used[static_cast<std::size_t>(item.var.index)] = true;
    equation.items.push_back(std::move(item));
  };

  for (int i = 0; i < tape.size(); ++i) {
    const Node& node = tape.node(Var{i});
    if (node.op == nullptr || node.path.empty() || is_identity(node) || !shown(node.path, chosen)) {
      continue;
    }
    const std::vector<Var> operands = operands_of(tape, node, chosen);
    if (operands.empty()) continue;

    const std::string scope = scope_of(node.path);
    const std::string sign = takes_parts(tape, node) ? "" : between(node.op->name);
    // A result that is used at once goes on in the same line.
    if (equations.empty() || !(equations.back().result == operands[0])) {
      equations.push_back({scope, {}, {}});
      place(equations.back(), {"", false, operands[0], node.op->name == "matmul_tn"});
    }
    Equation& equation = equations.back();
    for (std::size_t k = 1; k < operands.size(); ++k) {
      if (sign.empty() && operands[k] == operands[0]) continue;
      place(equation,
            {sign.empty() ? "\\text{,}" : sign, false, operands[k], node.op->name == "matmul_nt"});
    }
    const bool equals = operands.size() > 1 && !sign.empty();
    place(equation, {equals ? "=" : above_arrow(node), !equals, Var{i}, false});
    equation.result = Var{i};
  }

  // Inputs that no op uses, and what is made of nothing that is drawn, still belong to the picture.
  for (int i = 0; i < tape.size(); ++i) {
    const Node& node = tape.node(Var{i});
    if (!node.path.empty() && !is_identity(node) && !used[static_cast<std::size_t>(i)] &&
        shown(node.path, chosen)) {
      equations.push_back({scope_of(node.path), {{"", false, Var{i}, false}}, Var{i}});
    }
  }
  return equations;
}

}  // namespace glassformer
