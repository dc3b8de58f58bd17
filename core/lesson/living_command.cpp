#include "core/lesson/living_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/lesson/cells.h"
#include "core/scenes/facts.h"
#include "core/tensor/error.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

struct CommandSpec {
  std::string_view name;
  std::size_t arguments;
};
constexpr std::array<CommandSpec, 22> commands{
    {{"value", 3},  {"percent", 3}, {"grad", 3},    {"gradnorm", 3},  {"sum", 3},    {"mean", 3},
     {"max", 3},    {"min", 3},     {"norm", 3},    {"argmax", 3},    {"argmin", 3}, {"rank", 3},
     {"count", 4},  {"share", 4},   {"row", 2},     {"col", 2},       {"rows", 1},   {"cols", 1},
     {"option", 1}, {"model", 1},   {"vectors", 1}, {"gradargmax", 1}}};

constexpr std::array<std::string_view, 6> kComparisons{"<=", ">=", "!=", "=", "<", ">"};

bool compared(double a, std::string_view sign, double b) {
  if (sign == "=") return a == b;
  if (sign == "!=") return a != b;
  if (sign == "<") return a < b;
  if (sign == ">") return a > b;
  return sign == "<=" ? a <= b : a >= b;
}

std::string_view trimmed_of(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<double> number_in(std::string_view text) {
  text = trimmed_of(text);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return number;
}

// "< 0": a sign and a number. Throws UserError.
bool is_so(double value, std::string_view test) {
  test = trimmed_of(test);
  for (const std::string_view sign : kComparisons) {
    if (!test.starts_with(sign)) continue;
    const auto bound = number_in(test.substr(sign.size()));
    if (bound) return compared(value, sign, *bound);
  }
  throw UserError(fmt::format("\"{}\" is no test of a number; write \"< 0\" or \"= 1\"", test));
}

std::string written(double value, int digits, bool formula) {
  if (formula) return format_markup(value, digits == 0 ? 3 : digits);
  return digits == 0 ? format_cell(value) : format_digits(value, digits);
}

// The gradient of the run's loss by these cells. Throws UserError where the loss does not depend on
// the matrix, or there is none.
std::vector<double> gradients_of(const Tape& tape, const Cells& cells) {
  const Mat& gradient = tape.grad(cells.var);
  if (gradient.empty()) {
    throw UserError(fmt::format("no loss of this run depends on {}, so it has no gradient",
                                tape.node(cells.var).path));
  }
  std::vector<double> values;
  values.reserve(cells.size());
  for (const int row : cells.rows) {
    for (const int col : cells.cols) values.push_back(gradient(row, col));
  }
  return values;
}

// Of rows that follow one another.
int longest_row(const std::vector<double>& values, std::size_t width) {
  int longest = 0;
  double most = -1;
  for (std::size_t at = 0; at + width <= values.size(); at += width) {
    const auto row = values.begin() + static_cast<std::ptrdiff_t>(at);
    const double length =
        std::inner_product(row, row + static_cast<std::ptrdiff_t>(width), row, 0.0);
    if (length <= most) continue;
    most = length;
    longest = static_cast<int>(at / width);
  }
  return longest;
}

double total(std::string_view name, const std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (name == "sum") return sum;
  if (name == "mean") return sum / static_cast<double>(values.size());
  if (name == "max") return *std::max_element(values.begin(), values.end());
  if (name == "min") return *std::min_element(values.begin(), values.end());
  if (name == "norm" || name == "gradnorm") {
    return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
  }
  return values.front();
}

// Without the space that a piece which begins a word carries.
Spoken word(std::string_view text, bool formula) {
  if (text.size() > 1 && text.starts_with(' ')) text.remove_prefix(1);
  if (formula) return {fmt::format("\\text{{{}}}", text), {}};
  std::string plain;  // a word may hold the signs of the markup
  for (const char c : text) {
    if (c == '$' || c == '*') plain += '\\';
    plain += c;
  }
  return {plain, {}};
}

Spoken counted(double count) {
  return {format_count(count), count};
}

Spoken percentage(double share, bool formula) {
  return {format_digits(100 * share, 3) + (formula ? "\\,\\%" : " %"), share};
}

Spoken option_of(const Inputs& inputs, const std::string& name, bool formula) {
  const Option value = option_value(inputs, name);
  if (const auto* number = std::get_if<double>(&value)) {
    return {written(*number, 6, formula), *number};
  }
  return word(std::get<std::string>(value), formula);
}

Spoken fact_of(const LivingCommand& command, const Inputs& inputs, bool formula) {
  const std::string& name = command.arguments.front();
  const std::optional<Fact> fact =
      command.name == "model" ? model_fact(inputs, name) : vectors_fact(inputs, name);
  if (!fact) throw UserError(fmt::format("\"{}\" is not known here", name));
  return fact->number ? counted(*fact->number) : word(fact->text, formula);
}

}  // namespace

std::size_t end_of_group(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string_view command_name_at(std::string_view text, std::size_t backslash) {
  std::size_t end = backslash + 1;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
  return text.substr(backslash + 1, end - backslash - 1);
}

std::optional<LivingCommand> groups_at(std::string_view text, std::size_t backslash,
                                       std::size_t count) {
  const std::string_view name = command_name_at(text, backslash);
  LivingCommand command{name, {}, 0, backslash + 1 + name.size()};
  for (std::size_t i = 0; i < count; ++i) {
    const bool open = text.substr(command.end, 1) == "{";
    const std::size_t close = open ? end_of_group(text, command.end) : text.npos;
    if (close == text.npos) return std::nullopt;
    command.arguments.emplace_back(text.substr(command.end + 1, close - command.end - 1));
    command.end = close + 1;
  }
  return command;
}

std::optional<LivingCommand> command_at(std::string_view text, std::size_t backslash,
                                        std::string* flaw) {
  const std::string_view name = command_name_at(text, backslash);
  const auto spec = std::find_if(commands.begin(), commands.end(),
                                 [&](const CommandSpec& one) { return one.name == name; });
  if (spec == commands.end()) return std::nullopt;
  LivingCommand command{name, {}, 0, backslash + 1 + name.size()};
  if ((name == "value" || name == "grad") && text.substr(command.end, 1) == "[") {
    const std::size_t close = text.find(']', command.end);
    if (close != text.npos && close == command.end + 2)
      command.digits = text[command.end + 1] - '0';
    if (command.digits < 1 || command.digits > 9) {
      if (flaw) *flaw = fmt::format("\\{}[…] takes one digit from 1 to 9", name);
      return std::nullopt;
    }
    command.end = close + 1;
  }
  for (std::size_t i = 0; i < spec->arguments; ++i) {
    // \max and \min are also functions of formulas: without braces they are left to these.
    const bool open = text.substr(command.end, 1) == "{";
    const std::size_t close = open ? end_of_group(text, command.end) : text.npos;
    if (close == text.npos) {
      const bool function = i == 0 && (name == "max" || name == "min" || name == "sum");
      if (flaw && !function) {
        *flaw = fmt::format("\\{} takes {} groups in braces", name, spec->arguments);
      }
      return std::nullopt;
    }
    command.arguments.emplace_back(text.substr(command.end + 1, close - command.end - 1));
    command.end = close + 1;
  }
  return command;
}

Spoken spoken(const LivingCommand& command, const LivingText& from, bool formula) {
  const std::string& first = command.arguments.front();
  if (command.name == "option") return option_of(*from.inputs, first, formula);
  if (command.name == "model" || command.name == "vectors") {
    return fact_of(command, *from.inputs, formula);
  }
  const Tape& tape = from.run->tape;
  const bool by_col = command.name == "col";
  const bool axis_only = command.arguments.size() < 3;
  const Selector row{axis_only && (by_col || command.arguments.size() < 2) ? "*"
                                                                           : command.arguments[1]};
  const Selector col{axis_only ? (by_col ? command.arguments[1] : "*") : command.arguments[2]};
  const Cells cells = find_cells(tape, {first, row, col});
  const Label& label = tape.node(cells.var).label;
  if (command.name == "rows") return counted(static_cast<double>(cells.rows.size()));
  if (command.name == "cols") return counted(static_cast<double>(cells.cols.size()));
  if (command.name == "row") return word(axis_label(label.rows, cells.rows.front()), formula);
  if (command.name == "col") return word(axis_label(label.cols, cells.cols.front()), formula);
  const bool gradient = command.name.starts_with("grad");
  const std::vector<double> values = gradient ? gradients_of(tape, cells) : values_of(tape, cells);
  if (command.name == "gradargmax") {
    return word(axis_label(label.rows, longest_row(values, cells.cols.size())), formula);
  }
  if (command.name == "argmax" || command.name == "argmin") {
    const auto best = command.name == "argmax" ? std::max_element(values.begin(), values.end())
                                               : std::min_element(values.begin(), values.end());
    const auto at = static_cast<std::size_t>(best - values.begin());
    // Along the axis of which several are selected, or could be: a matrix may have a single row.
    const bool down = cells.cols.size() == 1 && row == Selector{} && col != Selector{};
    if (down || cells.rows.size() > 1) {
      return word(axis_label(label.rows, cells.rows[at / cells.cols.size()]), formula);
    }
    return word(axis_label(label.cols, cells.cols[at]), formula);
  }
  if (command.name == "rank") {
    const auto row_values = values_of(tape, find_cells(tape, {first, row, {}}));
    const auto above = std::count_if(row_values.begin(), row_values.end(),
                                     [&](double other) { return other > values.front(); });
    return {std::to_string(above + 1), static_cast<double>(above + 1)};
  }
  if (command.name == "count" || command.name == "share") {
    const auto so =
        static_cast<double>(std::count_if(values.begin(), values.end(), [&](double value) {
          return is_so(value, command.arguments[3]);
        }));
    return command.name == "count" ? counted(so)
                                   : percentage(so / static_cast<double>(values.size()), formula);
  }
  if (command.name == "percent") return percentage(values.front(), formula);
  const double number = total(command.name, values);
  return {written(number, command.digits, formula), number};
}

namespace {

// Where the word stands in the condition, outside of braces; npos: nowhere.
std::size_t find_word(std::string_view text, std::string_view word) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}') --depth;
    if (depth == 0 && text.substr(i).starts_with(word)) return i;
  }
  return text.npos;
}

// Something that is compared: what a command says, or a number or a word as it is written.
Spoken operand(std::string_view text, const LivingText& from) {
  text = trimmed_of(text);
  if (!text.starts_with('\\')) {
    return {std::string(text), number_in(text)};
  }
  std::string flaw;
  const auto command = command_at(text, 0, &flaw);
  if (!command || command->end != text.size()) {
    throw std::invalid_argument(flaw.empty() ? fmt::format("\"{}\" is no command", text) : flaw);
  }
  return spoken(*command, from, false);
}

// "~": what a reader sees of both is the same, however they are rounded.
constexpr std::string_view kAlike = "~";
constexpr std::array<std::string_view, 7> kSigns{"<=", ">=", "!=", "=", "<", ">", kAlike};

bool same_word(std::string_view a, std::string_view b) {
  return trimmed_of(a) == trimmed_of(b);
}

bool term_holds(std::string_view term, const LivingText& from, std::vector<std::string>* lacking) {
  term = trimmed_of(term);
  if (term.starts_with("not ")) return !term_holds(term.substr(4), from, lacking);
  if (term == "ours") return from.own.all;
  if (term == "our text") return from.own.text;
  if (term == "our model") return from.own.model;
  if (term == "our vectors") return from.own.vectors;
  if (term == "our recording") return from.own.recording;
  for (const std::string_view sign : kSigns) {
    const std::size_t at = find_word(term, fmt::format(" {} ", sign));
    if (at == term.npos) continue;
    try {
      const Spoken left = operand(term.substr(0, at), from),
                   right = operand(term.substr(at + sign.size() + 2), from);
      if (sign == kAlike) return same_word(left.text, right.text);
      if (left.number && right.number) return compared(*left.number, sign, *right.number);
      if (sign == "=") return same_word(left.text, right.text);
      if (sign == "!=") return !same_word(left.text, right.text);
    } catch (const UserError& error) {
      if (lacking) lacking->push_back(error.what());
      return false;
    }
    throw std::invalid_argument(fmt::format("\"{}\" compares words by their size", term));
  }
  if (!term.starts_with('\\')) {
    throw std::invalid_argument(fmt::format(
        "\"{}\" is no condition; one is \"our text\", \"\\rows{{x}} > 2\" and the like", term));
  }
  try {
    operand(term, from);
    return true;
  } catch (const UserError&) {
    return false;  // it asks just that
  }
}

}  // namespace

bool holds(std::string_view condition, const LivingText& from, std::vector<std::string>* lacking) {
  if (const std::size_t at = find_word(condition, " or "); at != condition.npos) {
    const bool first = holds(condition.substr(0, at), from, lacking);
    return holds(condition.substr(at + 4), from, lacking) || first;
  }
  if (const std::size_t at = find_word(condition, " and "); at != condition.npos) {
    const bool first = term_holds(condition.substr(0, at), from, lacking);
    return holds(condition.substr(at + 5), from, first ? lacking : nullptr) && first;
  }
  return term_holds(condition, from, lacking);
}

}  // namespace glassformer
