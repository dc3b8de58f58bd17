#include <algorithm>

#include "core/formats/file.h"
#include "core/formats/known_json.h"
#include "core/lesson/lesson.h"
#include "core/lesson/schema.h"
#include "core/lesson/step_form.h"
#include "core/lesson/values.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using kinds::integer;
using kinds::text;

constexpr std::size_t largest_file = 16'000'000;  // bytes
constexpr std::size_t most_steps = 1000, most_printed = 1000, most_edits = 1'000'000;
constexpr int last_place = 1'000'000;  // of a lesson in the list

Kind<std::string> id() {
  Kind<std::string> kind = text();
  kind.schema = R"("type": "string", "pattern": "^[a-z0-9-]{1,80}$")";
  kind.read = [read = kind.read](Json::Value value, const Scene* scene) {
    std::string id = read(value, scene);
    const bool fits = !id.empty() && id.size() <= 80 && std::ranges::all_of(id, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
    if (!fits) {
      value.fail(
          "an id is 1 to 80 of the characters a–z, 0–9 and -, as in \"masked-scores\", not " +
          value.described());
    }
    return id;
  };
  return kind;
}

const Form<Printed>& printed_form() {
  static const Form<Printed> form =
      Form<Printed>("", ",\n     ")
          .needed("path", "The path of the matrix.", text(), &Printed::path,
                  "it names the matrix, for example \"weights\"")
          .needed("values",
                  "As printed, as texts; \"\" where nothing was. Rows of one length, from the "
                  "first cell of the matrix.",
                  kinds::printed(), &Printed::values, "it holds the numbers as printed, as texts")
          .some("why", "Why the printed numbers differ from the exact ones.", text(),
                &Printed::why);
  return form;
}

// What a lesson begins with is there or empty; what changes it, there or not.
template <class T>
kinds::Two<T> where_given(const std::array<T, 2>& both) {
  kinds::Two<T> given;
  for (std::size_t i = 0; i < both.size(); ++i) {
    if (!both.at(i).empty()) given.at(i) = both.at(i);
  }
  return given;
}

template <class T>
void add_sentences(Form<Lesson>& form, const char* key, const char* help,
                   const Kind<kinds::Two<T>>& kind, std::array<T, 2> Inputs::*member) {
  form.own(
      key, help, kind.schema,
      [kind, member](Lesson& lesson, Json::Value value, const Scene* scene) {
        const kinds::Two<T> both = kind.read(value, scene);
        for (std::size_t i = 0; i < both.size(); ++i) {
          (lesson.inputs.*member).at(i) = both.at(i).value_or(T{});
        }
      },
      [kind, member](const Lesson& lesson) {
        return kind.write(where_given(lesson.inputs.*member));
      });
}

void add_inputs(Form<Lesson>& form) {
  form.needed(
          "model", "What is computed: the name of a model, for example \"attention\".",
          kinds::model(), [](auto& lesson) -> auto& { return lesson.inputs.scene; },
          "it names what is computed, for example \"attention\"")
      .some(
          "config",
          "Options of the model that differ from their initial values: numbers, one of a list "
          "of words, or true and false for a switch.",
          kinds::config(",\n    "), [](auto& lesson) -> auto& { return lesson.inputs.options; });
  add_sentences(form, "text", "The sentence, or two sentences. The model splits it into tokens.",
                kinds::sentences(), &Inputs::text);
  add_sentences(form, "tokens", "Labels instead of a sentence: one list, or one for each sentence.",
                kinds::labels(), &Inputs::tokens);
  const auto edits = kinds::edits(most_edits, false, ",\n    ");
  form.some(
          "given",
          "Matrices by the names that the model takes (x, wq, scores …). What is not given is "
          "drawn from the seed.",
          kinds::given(), [](auto& lesson) -> auto& { return lesson.inputs.given; })
      .own(
          "edits",
          "Cells set by hand before anything that depends on them is computed: by path, [row, "
          "column, value].",
          edits.schema,
          [edits](Lesson& lesson, Json::Value value, const Scene* scene) {
            for (const auto& [path, cells] : edits.read(value, scene)) {
              std::vector<CellEdit>& list = lesson.inputs.edits[path];
              for (const CellChange& cell : cells)
                list.push_back({cell.row, cell.col, *cell.value});
            }
          },
          [edits](const Lesson& lesson) -> std::string {
            std::map<std::string, std::vector<CellChange>> all;
            for (const auto& [path, cells] : lesson.inputs.edits) {
              for (const CellEdit& cell : cells)
                all[path].push_back({cell.row, cell.col, cell.value});
            }
            return all.empty() ? "" : edits.write(all);
          })
      .some(
          "permutation",
          "Another order of the tokens: each number from 0 to n − 1 once. Place i shows token "
          "permutation[i].",
          kinds::permutation(), [](auto& lesson) -> auto& { return lesson.inputs.order; });
}

const Form<Lesson>& lesson_form() {
  static const Form<Lesson> form = [] {
    Form<Lesson> lesson(
        "One lesson: what is computed, from which numbers, the steps that walk through it, and "
        "the numbers that must come out. The program checks more than a schema can say: that "
        "options and matrices are those of the model (glassformer lessons --json lists them), "
        "that rows are equally long, that no key stands twice. A file has at most 16 MB and 32 "
        "levels of brackets, and is UTF-8.",
        ",\n  ");
    lesson
        .needed("id",
                "Names the lesson on the command line. A shipped lesson's file is called ID.json.",
                id(), &Lesson::id, "it names the lesson on the command line")
        .needed("title", "Names the lesson in the list.", text(), &Lesson::title,
                "it names the lesson in the list")
        .some("group", "The heading under which the lesson stands: Attention, Transformer …",
              text(), &Lesson::group)
        .some("source", "The lecture and the figure, or the paper and the section.", text(),
              &Lesson::source)
        .some("view", "The name of the view that draws it; without it, \"attention\".", text(),
              &Lesson::view)
        .some("places",
              "Who stands where on the stage as the lesson begins; without it the view divides "
              "the stage by itself.",
              places_form().kind("places"), &Lesson::places)
        .some("order", "The place in the list; lessons of one order stand by id.",
              integer(0, last_place), &Lesson::order);
    add_inputs(lesson);
    lesson.some("steps", "The walk: what is shown and said, one step after the other.",
                kinds::list(step_form().kind("step"), most_steps), &Lesson::steps);
    add_expect(lesson,
               "Numbers and claims that must hold as the lesson begins. The tests and glassformer "
               "trace --check hold the lesson to them.");
    const auto last_step = [](const Lesson& held) {
      return std::max(0, static_cast<int>(held.steps.size()) - 1);
    };
    lesson
        .some("printed", "What the lecture printed, shown beside what is exact.",
              kinds::list(printed_form().kind("printed"), most_printed), &Lesson::printed)
        .own(
            "step", "The step that is open first, counted from 0: where a saved session was.",
            integer(0, static_cast<int>(most_steps) - 1).schema,
            [last_step](Lesson& held, Json::Value value, const Scene* scene) {
              held.at_step = integer(0, last_step(held)).read(value, scene);
            },
            [](const Lesson& held) {
              return held.at_step == 0 ? "" : std::to_string(held.at_step);
            })
        .some("changes", "What the user had changed by hand, in a saved session.",
              changes_form().kind("changes"), &Lesson::changes);
    return lesson;
  }();
  return form;
}

// JSON that has other keys than a lesson, such as a program's settings.
bool is_something_else(Json::Value root) {
  bool any = false, known = false;
  root.each_member([&](std::string_view key, Json::Value) {
    any = true;
    known = known || key == "id" || key == "title" || key == "steps";
  });
  return any && !known;
}

}  // namespace

Lesson parse_lesson(std::string_view json, const std::filesystem::path& named) {
  const Json document = Json::parse(json, named);
  if (const auto part = known_json(document.root())) {
    throw UserError(named.string() + ": " + *part);
  }
  if (is_something_else(document.root())) {
    document.root().fail(
        "is neither a lesson nor a session, which have an \"id\" and a \"title\", nor word "
        "vectors, which are {\"word\": [numbers], …}");
  }
  Lesson lesson = lesson_form().read(document.root(), nullptr);
  lesson.file = named;
  return lesson;
}

Lesson read_lesson(const std::filesystem::path& file) {
  return parse_lesson(read_file(file, largest_file), file);
}

std::string write_lesson(const Lesson& lesson) {
  const std::string members = lesson_form().write(lesson);
  return "{\n  " + members.substr(1, members.size() - 2) + "\n}\n";
}

std::string lesson_schema() {
  const std::string lesson = lesson_form().schema("");
  std::vector<std::pair<std::string, std::string>> all = kinds::definitions();
  all.emplace_back("printed", printed_form().schema(std::string(4, ' ')));
  for (auto& one : form_definitions()) all.push_back(std::move(one));
  std::string text = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://glassformer.invalid/lesson.schema.json",
  "title": "A lesson of glassformer",)";
  text += lesson.substr(1, lesson.size() - 3) + ",\n  \"$defs\": {";
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += (i == 0 ? "\n    " : ",\n    ") + json_string(all[i].first) + ": " + all[i].second;
  }
  return text + "\n  }\n}\n";
}

}  // namespace glassformer
