#include <cmath>
#include <cstdlib>

#include "core/formats/json.h"
#include "core/lesson/lesson.h"

namespace glassformer {

namespace {

std::string in_json(double number) {
  if (std::isnan(number)) return std::signbit(number) ? "\"-nan\"" : "\"nan\"";
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

std::string in_json(const Option& option) {
  const auto* number = std::get_if<double>(&option);
  return number ? in_json(*number) : json_string(std::get<std::string>(option));
}

template <class Options>
std::string options_in_json(const Options& options) {
  Members members(", ");
  for (const auto& [name, option] : options) members.add(name, in_json(option));
  return "{" + members.text() + "}";
}

// As the matrix has it: a number beyond what its cells hold is infinite there.
double held(double value) {
  return std::isfinite(static_cast<float>(value)) ? value : static_cast<float>(value);
}

std::string in_json(const CellChange& cell) {
  return "[" + std::to_string(cell.row) + ", " + std::to_string(cell.col) + ", " +
         (cell.value ? in_json(held(*cell.value)) : "null") + "]";
}

// One for each sentence, or the first alone.
template <class Sentence, class Format>
void add_sentences(Members& members, const std::string& key,
                   const std::array<std::optional<Sentence>, 2>& both, Format format) {
  if (both[1]) {
    members.add(key, "[" + format(both[0].value_or(Sentence{})) + ", " + format(*both[1]) + "]");
  } else if (both[0]) {
    members.add(key, format(*both[0]));
  }
}

std::string in_json(const Changes& changes) {
  Members members(",\n      ");
  add_sentences(members, "text", changes.text, json_string);
  add_sentences(members, "tokens", changes.tokens, texts);
  if (!changes.options.empty()) members.add("config", options_in_json(changes.options));
  Members edits(", ");
  for (const auto& [path, cells] : changes.edits) {
    edits.add(path,
              "[" + in_list(cells, ", ", [](const CellChange& c) { return in_json(c); }) + "]");
  }
  if (!edits.empty()) members.add("edits", "{" + edits.text() + "}");
  if (changes.order) {
    const auto digits = [](int i) { return std::to_string(i); };
    members.add("permutation", "[" + in_list(*changes.order, ", ", digits) + "]");
  }
  if (changes.head) members.add("head", std::to_string(*changes.head + 1));
  if (!changes.view.empty()) members.add("view", options_in_json(changes.view));
  if (changes.moment) members.add("moment", std::to_string(*changes.moment));
  return "{" + members.text() + "}";
}

std::string in_json(const Spot& spot) {
  std::string text = "[" + json_string(spot.path);
  if (spot.row) text += ", " + std::to_string(*spot.row);
  if (spot.col) text += ", " + std::to_string(*spot.col);
  return text + "]";
}

std::string in_json(const std::vector<Spot>& spots) {
  return "[" + in_list(spots, ", ", [](const Spot& spot) { return in_json(spot); }) + "]";
}

std::string in_json(const StepTouch& touch) {
  std::vector<Spot> cells, rows;
  for (const Spot& spot : touch.spots) (spot.col ? cells : rows).push_back(spot);
  Members members(", ");
  if (!cells.empty()) members.add("cells", in_json(cells));
  if (!rows.empty()) members.add("rows", in_json(rows));
  if (!touch.words.empty()) members.add("words", texts(touch.words));
  return "{" + members.text() + "}";
}

std::string in_json(const Ask& ask) {
  Members members(",\n      ");
  members.add("question", json_string(ask.question));
  if (!ask.hide.empty()) members.add("hide", in_json(ask.hide));
  members.add("answer", json_string(ask.answer));
  members.add_text("line", ask.line);
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

std::string in_json(const CellsName& name) {
  const auto selector = [](const Selector& one) {
    const bool digits =
        !one.text.empty() && one.text.find_first_not_of("0123456789") == one.text.npos;
    return digits ? one.text : json_string(one.text);
  };
  return "[" + json_string(name.path) + ", " + selector(name.row) + ", " + selector(name.col) + "]";
}

std::string in_json(const Claim& claim) {
  Members members(", ");
  std::string cells = in_json(claim.cells.front());
  if (claim.cells.size() > 1) cells = "[" + cells + ", " + in_json(claim.cells[1]) + "]";
  members.add(std::string(key_of(claim.kind)), cells);
  if (claim.tolerance != 0) members.add("tolerance", in_json(claim.tolerance));
  return "{" + members.text() + "}";
}

void add_expect(Members& members, const std::vector<Expectation>& expect,
                const std::vector<Claim>& claims) {
  if (expect.empty() && claims.empty()) return;
  std::vector<std::string> all;
  for (const Expectation& one : expect) all.push_back(in_json(one));
  for (const Claim& one : claims) all.push_back(in_json(one));
  members.add("expect", "[\n    " + in_list(all, ",\n    ", [](const std::string& one) {
                          return one;
                        }) + "\n  ]");
}

std::string in_json(const StepCell& cell) {
  if (cell.col != StepCell::largest) return place(cell.row, cell.col);
  return "[" + std::to_string(cell.row) + ", \"largest\"]";
}

std::string in_json(const Places& places) {
  Members members(", ");
  members.add("hero", json_string(places.hero));
  members.add_text("side", places.side);
  members.add_text("under", places.under);
  return "{" + members.text() + "}";
}

std::string in_json(const Step& step) {
  Members members(",\n     ");
  members.add("title", json_string(step.title));
  members.add_text("text", step.text);
  members.add_text("line", step.line);
  members.add_text("focus", step.focus);
  if (step.cell) members.add("cell", in_json(*step.cell));
  members.add_text("formula", step.formula);
  if (!step.set.empty()) members.add("set", in_json(step.set));
  if (!step.touch.empty()) members.add("touch", in_json(step.touch));
  if (step.ask) members.add("ask", in_json(*step.ask));
  members.add_text("try", step.invitation);
  members.add_text("still", step.still);
  if (!step.new_scene.empty()) members.add("new_scene", in_json(step.new_scene));
  members.add_text("small", step.small);
  add_expect(members, step.expect, step.claims);
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
    config.add(name, in_json(option));
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
  if (!lesson.places.empty()) members.add("places", in_json(lesson.places));
  if (lesson.order != 0) members.add("order", std::to_string(lesson.order));
  add_inputs(members, lesson.inputs);
  add_list(members, "steps", lesson.steps);
  add_expect(members, lesson.expect, lesson.claims);
  add_list(members, "printed", lesson.printed);
  if (lesson.at_step != 0) members.add("step", std::to_string(lesson.at_step));
  if (!lesson.changes.empty()) members.add("changes", in_json(lesson.changes));
  return "{\n  " + members.text() + "\n}\n";
}

}  // namespace glassformer
