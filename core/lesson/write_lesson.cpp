#include <cmath>
#include <cstdlib>

#include "core/formats/json.h"
#include "core/lesson/lesson.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::string in_json(double number) {
  if (std::isnan(number)) {
    throw UserError(
        "the lesson cannot be written: a cell is not a number (nan), which a file cannot hold; "
        "undo the edit that made it");
  }
  if (std::isinf(number)) return number > 0 ? "\"inf\"" : "\"-inf\"";
  return shortest(number);
}

// The shortest decimal of a 32-bit number, unless reading it as a double first would round it to a
// neighbour: then the longer decimal, which is exact.
std::string in_json(float number) {
  if (!std::isfinite(number)) return in_json(static_cast<double>(number));
  const std::string digits = shortest(number);
  const bool exact = static_cast<float>(std::strtod(digits.c_str(), nullptr)) == number;
  return exact ? digits : shortest(static_cast<double>(number));
}

template <class Items, class Format>
std::string in_list(const Items& items, const std::string& separator, Format format) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    text += format(item);
  }
  return text;
}

// One row on a line, at the indentation.
std::string in_json(const Mat& m, const std::string& indent) {
  std::string text;
  for (int r = 0; r < m.rows(); ++r) {
    text += r == 0 ? "[" : ",\n" + indent;
    text += "[" + in_list(m.row(r), ", ", [](Real x) { return in_json(x); }) + "]";
  }
  return text + "]";
}

std::string texts(const std::vector<std::string>& list) {
  return "[" + in_list(list, ", ", [](const std::string& s) { return json_string(s); }) + "]";
}

std::string place(int row, int col) {
  return "[" + std::to_string(row) + ", " + std::to_string(col) + "]";
}

// The members of an object that are there, in order.
class Members {
 public:
  void add(const std::string& key, const std::string& json) {
    if (!text_.empty()) text_ += separator_;
    text_ += json_string(key) + ": " + json;
  }
  void add_text(const std::string& key, const std::string& text) {
    if (!text.empty()) add(key, json_string(text));
  }
  explicit Members(std::string separator) : separator_(std::move(separator)) {}
  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  std::string separator_;
  std::string text_;
};

std::string in_json(const Step& step) {
  Members members(",\n     ");
  members.add("title", json_string(step.title));
  members.add_text("text", step.text);
  members.add_text("focus", step.focus);
  if (step.cell) members.add("cell", place(step.cell->row, step.cell->col));
  members.add_text("formula", step.formula);
  return "{" + members.text() + "}";
}

std::string in_json(const Expectation& expect) {
  Members members(",\n     ");
  members.add("path", json_string(expect.path));
  members.add("values", in_json(expect.values, "                "));
  members.add("tolerance", in_json(expect.tolerance));
  if (expect.first_row != 0 || expect.first_col != 0) {
    members.add("at", place(expect.first_row, expect.first_col));
  }
  return "{" + members.text() + "}";
}

std::string in_json(const Printed& printed) {
  Members members(",\n     ");
  members.add("path", json_string(printed.path));
  members.add("values", "[" + in_list(printed.values, ",\n                ", texts) + "]");
  members.add_text("why", printed.why);
  return "{" + members.text() + "}";
}

std::string in_json(const std::vector<CellEdit>& cells) {
  return "[" +
         in_list(cells, ", ",
                 [](const CellEdit& e) {
                   return "[" + std::to_string(e.row) + ", " + std::to_string(e.col) + ", " +
                          in_json(e.value) + "]";
                 }) +
         "]";
}

void add_inputs(Members& lesson, const Inputs& inputs) {
  lesson.add("model", json_string(inputs.scene));
  Members config(",\n    ");
  for (const auto& [name, option] : inputs.options) {
    const auto* number = std::get_if<double>(&option);
    config.add(name, number ? in_json(*number) : json_string(std::get<std::string>(option)));
  }
  if (!config.empty()) lesson.add("config", "{\n    " + config.text() + "\n  }");
  if (!inputs.text[1].empty()) {
    lesson.add("text", texts({inputs.text[0], inputs.text[1]}));
  } else {
    lesson.add_text("text", inputs.text[0]);
  }
  if (!inputs.tokens[1].empty()) {
    lesson.add("tokens", "[" + texts(inputs.tokens[0]) + ", " + texts(inputs.tokens[1]) + "]");
  } else if (!inputs.tokens[0].empty()) {
    lesson.add("tokens", texts(inputs.tokens[0]));
  }
  Members given(",\n    ");
  for (const auto& [name, leaf] : inputs.given) {
    given.add(name, in_json(leaf->value, std::string(name.size() + 9, ' ')));
  }
  if (!given.empty()) lesson.add("given", "{\n    " + given.text() + "\n  }");
  Members edits(",\n    ");
  for (const auto& [path, cells] : inputs.edits) {
    if (!cells.empty()) edits.add(path, in_json(cells));
  }
  if (!edits.empty()) lesson.add("edits", "{\n    " + edits.text() + "\n  }");
  if (!inputs.order.empty()) {
    const auto digits = [](int i) { return std::to_string(i); };
    lesson.add("permutation", "[" + in_list(inputs.order, ", ", digits) + "]");
  }
}

template <class Item>
void add_list(Members& lesson, const std::string& key, const std::vector<Item>& items) {
  if (items.empty()) return;
  const auto format = [](const Item& item) { return in_json(item); };
  lesson.add(key, "[\n    " + in_list(items, ",\n    ", format) + "\n  ]");
}

}  // namespace

std::string write_lesson(const Lesson& lesson) {
  Members members(",\n  ");
  members.add("id", json_string(lesson.id));
  members.add("title", json_string(lesson.title));
  members.add_text("group", lesson.group);
  members.add_text("source", lesson.source);
  members.add_text("view", lesson.view);
  if (lesson.order != 0) members.add("order", std::to_string(lesson.order));
  add_inputs(members, lesson.inputs);
  add_list(members, "steps", lesson.steps);
  add_list(members, "expect", lesson.expect);
  add_list(members, "printed", lesson.printed);
  if (lesson.at_step != 0) members.add("step", std::to_string(lesson.at_step));
  return "{\n  " + members.text() + "\n}\n";
}

}  // namespace glassformer
