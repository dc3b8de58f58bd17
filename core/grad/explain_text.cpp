#include "core/grad/explain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "core/grad/number_text.h"

namespace glassformer {

namespace {

constexpr std::size_t max_in_a_line = 16;  // parts of one quotient
constexpr NumberSigns plain_signs{"-", "inf"};

// The explanations of the ops write a true minus sign.
std::string plain(std::string text) {
  const std::string_view minus = "−", infinity = "∞";
  if (text.find(minus.front()) == text.npos) return text;  // both begin with the same byte
  for (auto at = text.find(minus); at != text.npos; at = text.find(minus, at)) {
    text.replace(at, minus.size(), plain_signs.minus);
  }
  for (auto at = text.find(infinity); at != text.npos; at = text.find(infinity, at)) {
    text.replace(at, infinity.size(), plain_signs.infinity);
  }
  return text;
}

void append(std::string& text, std::int64_t whole) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), whole);
  text.append(digits.data(), end.ptr);
}

void append_digits(std::string& text, double value, int significant) {
  // Counts are read digit by digit: 1048576 rather than 1.04858e6.
  if (significant >= 4 && std::abs(value) < 1e10 && value == std::floor(value)) {
    append(text, static_cast<std::int64_t>(value));
  } else {
    text += number_text(value, significant, plain_signs);
  }
}

void append_cell(std::string& text, const Tape& tape, const Cell& cell) {
  const Node& node = tape.node(cell.var);
  if (!node.path.empty()) {
    text += node.path;
  } else if (node.op != nullptr) {
    text.append("(").append(node.op->name).append(")");
  } else {
    text += "(input)";
  }
  text += '[';
  append(text, cell.row);
  text += ',';
  append(text, cell.col);
  text += ']';
}

std::string short_digits(double value) {
  return number_text(value, 4, plain_signs);
}

std::string axis_text(const char* what, const Axis& axis, int i, int count) {
  std::string name = axis.name;
  if (axis.labels.size() == static_cast<std::size_t>(count)) {
    name += (name.empty() ? "\"" : " \"") + axis_label(axis, i) + "\"";
  } else {
    name += (name.empty() ? "" : " ") + axis_label(axis, i);
  }
  return fmt::format("{} {} of {} ({})", what, i, count, name);
}

TermText term_text(const Tape& tape, const Term& term, double running, int significant) {
  constexpr std::size_t usual = 64;  // bytes
  TermText text;
  text.cells.reserve(usual);
  text.numbers.reserve(usual);
  for (const Cell& factor : term.factors) {
    const bool first = text.cells.empty();
    const auto by = first ? std::nullopt : divisor(tape, factor);
    const Cell& cell = by ? *by : factor;
    const char* sign = first ? "" : by ? " ÷ " : " × ";
    append_cell(text.cells.append(sign), tape, cell);
    append_digits(text.numbers.append(sign), tape.value(cell.var)(cell.row, cell.col), significant);
  }
  // "× 0.125" and "÷ 5.17" go on with the product; anything else says itself what was done to the
  // factors.
  const std::string what = plain(term.what);
  if (what.starts_with("× ") || what.starts_with("÷ ")) {
    text.cells += " " + what;
    text.numbers += " " + what;
  } else if (!what.empty()) {
    text.numbers = what;
  }
  text.value = term.value;
  text.running = running;
  return text;
}

// The parts of a quotient as the equation writes them: e^14 of a softmax, else the numbers.
std::string share_part(const Tape& tape, const Term& term, bool of_powers) {
  if (!of_powers || term.factors.size() != 1) return short_digits(term.value);
  const Cell& cell = term.factors.front();
  const double power = tape.value(cell.var)(cell.row, cell.col);
  return power < 0 ? "e^(" + short_digits(power) + ")" : "e^" + short_digits(power);
}

// "−0.25 = −0.03125 × 8"; what is handed on as it is needs no more words.
std::string sum_text(const std::string& value, const std::vector<TermText>& terms) {
  if (terms.size() > 1) return fmt::format("{} = the sum of the {} terms", value, terms.size());
  if (terms.empty() || terms[0].numbers.empty()) return value;
  const std::string& numbers = terms[0].numbers;
  if (numbers == value || numbers == value + " × 1" || numbers == "1 × " + value) return value;
  return value + " = " + terms[0].numbers;
}

// "3 = max(3, −2)".
std::string largest_text(const std::string& value, const std::vector<Term>& terms) {
  if (terms.size() > max_in_a_line) {
    return fmt::format("{} = the largest of the {} terms", value, terms.size());
  }
  std::string all;
  for (const Term& term : terms) all += (all.empty() ? "" : ", ") + short_digits(term.value);
  return fmt::format("{} = max({})", value, all);
}

std::string result_text(const Tape& tape, const Explanation& explanation,
                        const std::vector<TermText>& texts) {
  const std::string value = digits(explanation.value);
  const auto& terms = explanation.terms;
  switch (explanation.how) {
    case Explanation::How::given:
      return value;
    case Explanation::How::sum: {
      // Of a row that is hidden as a whole no weight is a sum: the note says what sets it to 0.
      const bool set = !explanation.note.empty() &&
                       std::ranges::all_of(terms, [](const Term& t) { return t.value == 0; });
      return set ? value : sum_text(value, texts);
    }
    case Explanation::How::apply: {
      double sum = 0;
      for (const Term& term : terms) sum += term.value;
      const std::string& name = explanation.function_name;
      return value + " = " + (name == "√" ? name + digits(sum) : name + "(" + digits(sum) + ")");
    }
    case Explanation::How::largest:
      return largest_text(value, terms);
    case Explanation::How::share:
      break;
  }
  std::string sum;
  if (terms.size() > max_in_a_line) {
    sum = fmt::format("the sum of the {} terms", terms.size());
  } else {
    for (const Term& term : terms) {
      sum += (sum.empty() ? "" : " + ") + share_part(tape, term, explanation.of_powers);
    }
  }
  const Term& picked = terms[static_cast<std::size_t>(explanation.picked)];
  return fmt::format("{} = {} / ({})", value, share_part(tape, picked, explanation.of_powers), sum);
}

}  // namespace

std::string cell_text(const Tape& tape, const Cell& cell) {
  std::string text;
  append_cell(text, tape, cell);
  return text;
}

std::optional<Cell> divisor(const Tape& tape, const Cell& cell) {
  const Node& node = tape.node(cell.var);
  if (node.op == nullptr || !node.op->writing.reciprocal || !node.edits.empty()) return {};
  return Cell{node.inputs.front(), cell.row, cell.col};
}

std::vector<Cell> quotient_cells(const Tape& tape, const Cell& cell,
                                 const Explanation& explanation) {
  const Node& node = tape.node(cell.var);
  if (node.op == nullptr || !node.op->writing.cell_product || explanation.terms.size() != 1)
    return {};
  const std::vector<Cell>& factors = explanation.terms.front().factors;
  const auto by = factors.size() == 2 ? divisor(tape, factors[1]) : std::nullopt;
  return by ? std::vector<Cell>{factors[0], *by} : std::vector<Cell>{};
}

std::string line_text(const Tape& tape, const Cell& cell, const Explanation& explanation,
                      int significant) {
  const bool sums = explanation.how == Explanation::How::sum;
  if (!sums || explanation.terms.empty() || explanation.terms.size() > max_in_a_line) return {};
  std::string line;
  for (const Term& term : explanation.terms) {
    const TermText text = term_text(tape, term, 0, significant);
    if (text.numbers.empty()) return {};
    line += (line.empty() ? "" : " + ") + text.numbers;
  }
  const std::string value = digits(tape.value(cell.var)(cell.row, cell.col), significant);
  return line == value ? std::string() : value + " = " + line;
}

std::string digits(double value, int significant) {
  std::string text;
  append_digits(text, value, significant);
  return text;
}

ExplanationText explanation_text(const Tape& tape, const Cell& cell, const Explanation& explanation,
                                 int significant) {
  const Node& node = tape.node(cell.var);
  const Shape shape = tape.shape(cell.var);
  ExplanationText text;
  text.cell = cell_text(tape, cell);
  text.place = axis_text("row", node.label.rows, cell.row, shape.rows) + ", " +
               axis_text("column", node.label.cols, cell.col, shape.cols);
  double running = 0;
  text.terms.reserve(explanation.terms.size());
  for (const Term& term : explanation.terms) {
    running += term.value;
    text.terms.push_back(term_text(tape, term, running, significant));
  }
  text.result = result_text(tape, explanation, text.terms);
  if (node.op != nullptr && node.op->writing.sign == "-" && text.terms.size() == 2) {
    const Cell& taken = explanation.terms.back().factors.front();
    std::string number = digits(tape.value(taken.var)(taken.row, taken.col), significant);
    if (number.starts_with('-')) number = "(" + number + ")";
    text.terms.back().numbers = "-" + number;
    text.result =
        fmt::format("{} = {} - {}", digits(explanation.value), text.terms.front().numbers, number);
  }
  return text;
}

}  // namespace glassformer
