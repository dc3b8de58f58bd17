#include "app/views/parts/plan.h"

#include <algorithm>

namespace glassformer {

namespace {

std::string scope_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? std::string{} : path.substr(0, dot);
}

// A picture of the same numbers twice teaches nothing.
bool is_identity(const Node& node) {
  return node.op != nullptr && node.op->writing.is_identity != nullptr &&
         node.op->writing.is_identity(node.attr) && node.edits.empty();
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

std::string above_arrow(const Node& node) {
  if (node.op->writing.word != nullptr) return node.op->writing.word(node.attr);
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
  return node.op->writing.product && std::ranges::any_of(node.inputs, [&](Var input) {
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
    const OpWriting& writing = node.op->writing;
    const std::string sign = takes_parts(tape, node) ? "" : std::string(writing.sign);
    // A result that is used at once goes on in the same line.
    if (equations.empty() || !(equations.back().result == operands[0])) {
      equations.push_back({scope, {}, {}});
      place(equations.back(), {"", false, operands[0], writing.first_transposed});
    }
    Equation& equation = equations.back();
    for (std::size_t k = 1; k < operands.size(); ++k) {
      if (sign.empty() && operands[k] == operands[0]) continue;
      place(equation,
            {sign.empty() ? "\\text{,}" : sign, false, operands[k], writing.second_transposed});
    }
    // Of two operands that a sign would join one may have no name: then the arrow says no word.
    const bool equals = operands.size() > 1 && !sign.empty();
    const bool half = node.inputs.size() > 1 && operands.size() == 1 && !sign.empty();
    // A distance from what has no name is one from 0.
    const bool length = node.op->name == "distance" && operands.size() == 1;
    const std::string word = equals   ? "="
                             : half   ? std::string()
                             : length ? "\\text{length}"
                                      : above_arrow(node);
    place(equation, {word, !equals, Var{i}, false});
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
