#include "app/views/parts/plan.h"

#include <algorithm>

namespace glassformer {

namespace {

constexpr std::ptrdiff_t kMostParts = 4;  // of a matrix put together, all of which are drawn

std::string scope_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? std::string{} : path.substr(0, dot);
}

// A picture of the same numbers twice teaches nothing.
bool is_identity(const Node& node) {
  return node.op != nullptr && node.op->writing.is_identity != nullptr &&
         node.op->writing.is_identity(node.attr) && node.edits.empty();
}

// What is drawn in the place of an operand that has no name.
struct Operand {
  Var var;  // the nearest matrix that is drawn, or none
  enum class Is { whole, reciprocal, another } is = Is::whole;  // of its cells, in this order
};

// Unnamed helper steps and identities are left out, back to the first that has a second operand.
Operand operand_of(const Tape& tape, Var input) {
  Operand made{input};
  while (tape.node(made.var).path.empty() || is_identity(tape.node(made.var))) {
    const Node& node = tape.node(made.var);
    if (node.inputs.size() != 1) return {Var{}};
    if (!is_identity(node)) {
      const bool first = made.is == Operand::Is::whole;
      const bool turned = first && node.op->writing.reciprocal && node.edits.empty();
      made.is = turned ? Operand::Is::reciprocal : Operand::Is::another;
    }
    made.var = node.inputs[0];
  }
  return made;
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

std::vector<Operand> operands_of(const Tape& tape, const Node& node, int chosen) {
  std::vector<Operand> operands;
  // What stands side by side is seen to be made of all parts, as long as there is room for them.
  const bool all_parts = node.op->copies && std::ssize(node.inputs) <= kMostParts;
  for (const Var input : node.inputs) {
    const Operand operand = operand_of(tape, input);
    if (!operand.var) continue;
    if (all_parts || shown(tape.node(operand.var).path, chosen)) operands.push_back(operand);
  }
  return operands;
}

// The sign that makes of the drawn matrices what is drawn behind "=": of parts of them, or of what
// an unnamed step made of them, there is none.
std::string sign_between(const Node& node, const std::vector<Operand>& operands) {
  using Is = Operand::Is;
  const OpWriting& writing = node.op->writing;
  const auto whole = [](const Operand& operand) { return operand.is == Is::whole; };
  if (std::ranges::all_of(operands, whole)) return std::string(writing.sign);
  const bool quotient = writing.cell_product && operands.size() == 2 && whole(operands[0]) &&
                        operands[1].is == Is::reciprocal;
  return quotient ? "\\div" : "";
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
    const std::vector<Operand> operands = operands_of(tape, node, chosen);
    if (operands.empty()) continue;
    const Var first = operands[0].var;

    const std::string scope = scope_of(node.path);
    const OpWriting& writing = node.op->writing;
    const std::string sign = sign_between(node, operands);
    // A result that is used at once, as it stands there, goes on in the same line.
    if (equations.empty() || !(equations.back().result == first) || writing.first_transposed) {
      equations.push_back({scope, {}, {}});
      place(equations.back(), {"", false, first, writing.first_transposed});
    }
    Equation& equation = equations.back();
    for (std::size_t k = 1; k < operands.size(); ++k) {
      const Var other = operands[k].var;
      if (sign.empty() && other == first) continue;
      place(equation, {sign.empty() ? "\\text{,}" : sign, false, other, writing.second_transposed});
    }
    // Of two operands that a sign would join one may have no name: then the arrow says no word.
    const bool equals = operands.size() > 1 && !sign.empty();
    const bool half = node.inputs.size() > 1 && operands.size() == 1 && !writing.sign.empty();
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
