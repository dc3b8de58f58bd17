#include "core/lesson/living_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/lesson/cells.h"
#include "core/tensor/error.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view missing = "–";

// A command as it stands in the text.
struct Command {
  std::string_view name;
  std::vector<std::string> arguments;
  int digits = 0;       // of \value[6]; 0: as cells have them
  std::size_t end = 0;  // where the text goes on
};

struct CommandSpec {
  std::string_view name;
  std::size_t arguments;
};
constexpr std::array<CommandSpec, 17> commands{{{"value", 3},
                                                {"percent", 3},
                                                {"grad", 3},
                                                {"gradnorm", 3},
                                                {"sum", 3},
                                                {"mean", 3},
                                                {"max", 3},
                                                {"min", 3},
                                                {"norm", 3},
                                                {"argmax", 3},
                                                {"argmin", 3},
                                                {"rank", 3},
                                                {"row", 2},
                                                {"col", 2},
                                                {"rows", 1},
                                                {"cols", 1},
                                                {"option", 1}}};

// The end of the group whose "{" is at `open`; npos if none closes it.
std::size_t end_of_group(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string_view name_at(std::string_view text, std::size_t backslash) {
  std::size_t end = backslash + 1;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
  return text.substr(backslash + 1, end - backslash - 1);
}

// None if this is no command of ours, or not all of it is there; `flaw` says what is lacking.
std::optional<Command> command_at(std::string_view text, std::size_t backslash, std::string* flaw) {
  const std::string_view name = name_at(text, backslash);
  const auto spec = std::find_if(commands.begin(), commands.end(),
                                 [&](const CommandSpec& one) { return one.name == name; });
  if (spec == commands.end()) return std::nullopt;
  Command command{name, {}, 0, backslash + 1 + name.size()};
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

// One after the other, each with the spaces behind it. A group in braces and a formula are of one
// sentence.
std::vector<std::string> sentences_of(std::string_view text) {
  std::vector<std::string> sentences;
  std::size_t from = 0;
  int depth = 0;
  bool formula = false;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}') --depth;
    if (text[i] == '$' && (i == 0 || text[i - 1] != '\\')) formula = !formula;
    const bool ends = text[i] == '.' || text[i] == '?' || text[i] == '!';
    const bool within = formula || depth > 0 || text[i + 1] != ' ';
    if (!ends || within || (text[i + 2] >= 'a' && text[i + 2] <= 'z')) continue;
    sentences.emplace_back(text.substr(from, i + 2 - from));
    from = i + 2;
  }
  sentences.emplace_back(text.substr(from));
  return sentences;
}

class Filling {
 public:
  explicit Filling(const LivingText& from) : from_(from) {}

  std::string fill(std::string_view text, bool formula) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '$' && (i == 0 || text[i - 1] != '\\')) formula = !formula;
      if (text[i] != '\\') {
        out += text[i];
        continue;
      }
      if (name_at(text, i) == "own") {
        const std::size_t open = i + 4;
        const std::size_t close =
            text.substr(open, 1) == "{" ? end_of_group(text, open) : text.npos;
        if (close == text.npos) {
          flaws.emplace_back("\\own takes one group in braces");
          out += text[i];
          continue;
        }
        if (from_.own_data) out += fill(text.substr(open + 1, close - open - 1), formula);
        i = close;
        continue;
      }
      std::string flaw;
      const auto command = command_at(text, i, &flaw);
      if (!flaw.empty()) flaws.push_back(flaw);
      if (!command) {
        out += text[i];
        continue;
      }
      out += said(*command, formula);
      i = command->end - 1;
    }
    return out;
  }

  std::vector<std::string> flaws;

 private:
  std::string said(const Command& command, bool formula) {
    try {
      return evaluated(command, formula);
    } catch (const UserError& error) {
      flaws.push_back(fmt::format("\\{}: {}", command.name, error.what()));
      return std::string(missing);
    }
  }

  std::string evaluated(const Command& command, bool formula) {
    const std::string& first = command.arguments.front();
    if (command.name == "option") return option(first, formula);
    const Tape& tape = from_.run->tape;
    const bool by_col = command.name == "col";
    const bool axis_only = command.arguments.size() < 3;
    const Selector row{
        axis_only && (by_col || command.arguments.size() < 2) ? "*" : command.arguments[1]};
    const Selector col{axis_only ? (by_col ? command.arguments[1] : "*") : command.arguments[2]};
    const Cells cells = find_cells(tape, {first, row, col});
    const Label& label = tape.node(cells.var).label;
    if (command.name == "rows") return format_count(static_cast<double>(cells.rows.size()));
    if (command.name == "cols") return format_count(static_cast<double>(cells.cols.size()));
    if (command.name == "row") return word(axis_label(label.rows, cells.rows.front()), formula);
    if (command.name == "col") return word(axis_label(label.cols, cells.cols.front()), formula);
    const bool gradient = command.name == "grad" || command.name == "gradnorm";
    const std::vector<double> values =
        gradient ? gradients_of(tape, cells) : values_of(tape, cells);
    if (command.name == "argmax" || command.name == "argmin") {
      const auto best = command.name == "argmax" ? std::max_element(values.begin(), values.end())
                                                 : std::min_element(values.begin(), values.end());
      const auto at = static_cast<std::size_t>(best - values.begin());
      // Along the axis of which several are selected.
      if (cells.rows.size() > 1) {
        return word(axis_label(label.rows, cells.rows[at / cells.cols.size()]), formula);
      }
      return word(axis_label(label.cols, cells.cols[at]), formula);
    }
    if (command.name == "rank") {
      const auto row_values = values_of(tape, find_cells(tape, {first, row, {}}));
      const auto above = std::count_if(row_values.begin(), row_values.end(),
                                       [&](double other) { return other > values.front(); });
      return std::to_string(above + 1);
    }
    if (command.name == "percent") {
      return format_digits(100 * values.front(), 3) + (formula ? "\\,\\%" : " %");
    }
    return written(total(command.name, values), command.digits, formula);
  }

  static double total(std::string_view name, const std::vector<double>& values) {
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

  std::string option(const std::string& name, bool formula) const {
    const Option value = option_value(*from_.inputs, name);
    if (const auto* number = std::get_if<double>(&value)) return written(*number, 6, formula);
    return word(std::get<std::string>(value), formula);
  }

  static std::string word(const std::string& text, bool formula) {
    if (formula) return "\\text{" + text + "}";
    std::string plain;  // a word may hold the signs of the markup
    for (const char c : text) {
      if (c == '$' || c == '*') plain += '\\';
      plain += c;
    }
    return plain;
  }

  const LivingText& from_;
};

}  // namespace

std::string filled(std::string_view text, const LivingText& from) {
  if (from.own_data) return Filling(from).fill(text, false);
  std::string out;
  for (const std::string& sentence : sentences_of(without_own_data(text))) {
    Filling filling(from);
    const std::string words = filling.fill(sentence, false);
    if (filling.flaws.empty()) out += words;
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string filled_formula(std::string_view formula, const LivingText& from) {
  return Filling(from).fill(formula, true);
}

std::vector<std::string> check_living(std::string_view text, const LivingText& from) {
  Filling filling(from);
  filling.fill(text, false);
  return std::move(filling.flaws);
}

std::vector<std::string> check_living_formula(std::string_view formula, const LivingText& from) {
  Filling filling(from);
  filling.fill(formula, true);
  return std::move(filling.flaws);
}

bool speaks_of_own_data(std::string_view text) {
  return text.find("\\own{") != std::string_view::npos;
}

bool speaks_only_of_own_data(std::string_view text) {
  return speaks_of_own_data(text) &&
         without_own_data(text).find_first_not_of(' ') == std::string::npos;
}

std::string without_own_data(std::string_view text) {
  constexpr std::string_view command = "\\own";
  std::string rest;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool opens = text.substr(i).starts_with("\\own{");
    const std::size_t close = opens ? end_of_group(text, i + command.size()) : text.npos;
    if (close != text.npos) {
      i = close;
    } else {
      rest += text[i];
    }
  }
  return rest;
}

}  // namespace glassformer
