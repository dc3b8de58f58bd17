#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/backend_option.h"
#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/lesson_arguments.h"
#include "app/cli/output.h"
#include "app/widgets/plain_formula.h"
#include "core/grad/explain_text.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;

struct Arguments {
  LessonArguments lesson;
  std::string path, row, col;
  std::string backend = "cpu";
  bool json = false;
};

// JSON has no infinities and no nan; they are texts, as in a trace.
Object in_json(double value) {
  if (std::isfinite(value)) return value;
  return digits(value);
}

std::string_view how_name(Explanation::How how) {
  switch (how) {
    case Explanation::How::given:
      return "given";
    case Explanation::How::sum:
      return "sum";
    case Explanation::How::share:
      return "share";
    case Explanation::How::apply:
      return "apply";
    case Explanation::How::largest:
      return "largest";
  }
  return "";
}

Object in_json(const Tape& tape, const Term& term, const TermText& text) {
  Object factors = Object::array();
  for (const Cell& cell : term.factors) {
    factors.push_back({{"path", tape.node(cell.var).path},
                       {"row", cell.row},
                       {"col", cell.col},
                       {"value", in_json(tape.value(cell.var)(cell.row, cell.col))}});
  }
  return {{"text", text.cells + " = " + text.numbers},
          {"factors", std::move(factors)},
          {"value", in_json(text.value)},
          {"sum", in_json(text.running)}};
}

std::string as_json(const Lesson& lesson, const Tape& tape, const Cell& cell,
                    const Explanation& explanation, const ExplanationText& text) {
  const Node& node = tape.node(cell.var);
  Object object = {{"lesson", lesson.id},
                   {"path", node.path},
                   {"row", cell.row},
                   {"col", cell.col},
                   {"row_label", axis_label(node.label.rows, cell.row)},
                   {"col_label", axis_label(node.label.cols, cell.col)},
                   {"value", in_json(explanation.value)},
                   {"how", how_name(explanation.how)}};
  if (node.op != nullptr) {
    object["op"] = node.op->name;
    object["formula"] = node.op->formula;
    object["source"] = node.op->source;
  }
  if (explanation.picked >= 0) object["picked"] = explanation.picked;
  if (!explanation.function_name.empty()) object["function"] = explanation.function_name;
  if (!explanation.note.empty()) object["note"] = explanation.note;
  object["terms"] = Object::array();
  for (std::size_t i = 0; i < text.terms.size(); ++i) {
    object["terms"].push_back(in_json(tape, explanation.terms[i], text.terms[i]));
  }
  object["result"] = text.result;
  return object.dump(2, ' ', false, Object::error_handler_t::replace) + "\n";
}

std::string as_words(const Tape& tape, const Cell& cell, const Explanation& explanation,
                     const ExplanationText& text) {
  const Node& node = tape.node(cell.var);
  std::string words = text.cell + " = " + digits(explanation.value) + "\n  " + text.place +
                      "; numbers of rows and columns count from 0\n";
  if (explanation.how == Explanation::How::given) {
    words += explanation.note.empty() ? "  an input: it was given, nothing made it\n" : "";
  } else {
    words += "  " + std::string(node.op->name) + ": " + plain_formula(node.op->formula) + "\n";
  }
  const bool sums = text.terms.size() > 1 && explanation.how != Explanation::How::largest;
  for (const TermText& term : text.terms) {
    words += "    ";
    if (!term.cells.empty()) words += term.cells + " = " + term.numbers + " = ";
    words += digits(term.value);
    if (sums) words += "    sum " + digits(term.running);
    words += "\n";
  }
  if (!text.terms.empty()) words += "  " + text.result + "\n";
  for (const Cell& part : quotient_cells(tape, cell, explanation)) {
    const std::string line = line_text(tape, part, tape.explain(part.var, part.row, part.col));
    if (!line.empty()) words += "    " + line + "\n";
  }
  if (!explanation.note.empty()) words += "  note: " + explanation.note + "\n";
  return words;
}

int explain(const Arguments& arguments) {
  const Lesson lesson = open_lesson(arguments.lesson);
  const OnBackend on(chosen_backend(arguments.backend));
  const RunPtr made = run_lesson(lesson, arguments.lesson);
  tell_failure(*made);
  tell_other_than_asked(lesson, arguments.lesson, inputs_of(lesson, arguments.lesson), *made);
  const Tape& tape = made->tape;
  const Cell cell{find_path(tape, arguments.path), parse_index(arguments.row, "ROW"),
                  parse_index(arguments.col, "COL")};
  const Explanation explanation = tape.explain(cell.var, cell.row, cell.col);
  const ExplanationText text = explanation_text(tape, cell, explanation);
  print(arguments.json ? as_json(lesson, tape, cell, explanation, text)
                       : as_words(tape, cell, explanation, text));
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  const auto arguments = std::make_shared<Arguments>();
  declare_lesson(app, arguments->lesson);
  app.add_option("--step", arguments->lesson.step,
                 "The lesson in the state of this step, from 1; 0: as it begins")
      .shows_default();
  declare_backend(app, arguments->backend);
  const auto add = [&](const char* name, std::string& value, const char* help) {
    app.add_option(name, value, help).type_name("").required();
  };
  add("PATH", arguments->path, "The matrix, by its path, for example weights or head.1.scores");
  add("ROW", arguments->row, "The row, counted from 0");
  add("COL", arguments->col, "The column, counted from 0");
  app.add_flag("--json", arguments->json, "The terms as JSON");
  return [arguments] { return explain(*arguments); };
}

const RegisterCommand registered{
    {.name = "explain",
     .summary = "Explain one cell: the products that make it, and their sum",
     .examples = "  glassformer explain self-attention-by-hand scores 0 1\n"
                 "  glassformer explain thinking-machines weights 0 0\n"
                 "  glassformer explain self-attention-by-hand output 1 2 --set x=1,0,5 --json\n"
                 "Rows and columns count from 0 here; in the window they count from 1.",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
