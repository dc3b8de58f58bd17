#include "app/shell/terms.h"

#include <fmt/format.h>

#include <cmath>

#include "app/widgets/theme.h"

namespace glassformer {

namespace {

double cell_value(const Run& run, const Cell& cell) {
  return run.tape.value(cell.var)(cell.row, cell.col);
}

std::string in_brackets(const std::string& number) {
  return number.starts_with("−") ? "(" + number + ")" : number;
}

std::string numbers_of(const Run& run, const Term& term) {
  if (!term.what.empty() && term.factors.size() != 1) return term.what;
  std::string text;
  for (const Cell& cell : term.factors) {
    const std::string number = format_exact(cell_value(run, cell));
    text += text.empty() ? number : " × " + in_brackets(number);
  }
  if (term.what.empty()) return text;
  // "× 0.125" continues the factor; "e^(14 − 14)" already says it.
  return term.what.starts_with("×") || term.what.starts_with("÷") ? text + " " + term.what
                                                                  : term.what;
}

}  // namespace

std::string cell_symbol(const Node& node, int row, int col) {
  const std::string symbol =
      node.label.symbol.empty() ? "\\text{" + node.label.name + "}" : node.label.symbol;
  return fmt::format("{}[{},{}]", symbol, row + 1, col + 1);
}

std::vector<TermLine> term_lines(const Run& run, const Explanation& explanation) {
  std::vector<TermLine> lines;
  double sum = 0;
  for (std::size_t i = 0; i < explanation.terms.size(); ++i) {
    const Term& term = explanation.terms[i];
    sum += term.value;
    TermLine line;
    for (const Cell& cell : term.factors) {
      if (!line.symbols.empty()) line.symbols += "\\cdot ";
      line.symbols += cell_symbol(run.tape.node(cell.var), cell.row, cell.col);
    }
    line.numbers = numbers_of(run, term);
    line.value = format_exact(term.value);
    line.running = format_exact(sum);
    line.picked =
        explanation.how == Explanation::How::share && static_cast<int>(i) == explanation.picked;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string in_one_line(const Run& run, const Explanation& explanation) {
  constexpr std::size_t kMost = 4;  // more terms than this do not fit into one line
  const auto& terms = explanation.terms;
  if (terms.empty()) return {};
  const auto cut = [&](const std::string& sign, const auto& of) {
    std::string text;
    for (std::size_t i = 0; i < std::min(terms.size(), kMost); ++i) {
      text += (text.empty() ? "" : sign) + of(terms[i]);
    }
    return terms.size() > kMost ? text + sign + "…" : text;
  };
  const auto numbers = [&](const Term& term) { return numbers_of(run, term); };
  const std::string result = format_exact(explanation.value);
  switch (explanation.how) {
    case Explanation::How::given:
      return {};
    case Explanation::How::sum:
      return result + " = " + cut(" + ", numbers);
    case Explanation::How::share:
      return result + " = " + numbers(terms[static_cast<std::size_t>(explanation.picked)]) +
             " / (" + cut(" + ", numbers) + ")";
    case Explanation::How::apply:
      return result + " = " + explanation.function_name + "(" + cut(" + ", numbers) + ")";
  }
  return {};
}

}  // namespace glassformer
