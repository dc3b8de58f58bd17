#include "core/lesson/step_form.h"

#include <algorithm>

#include "core/lesson/values.h"

namespace glassformer {

const char* const expect_schema =
    R"("type": "array", "maxItems": 1000, "items": {"anyOf": [{"$ref": "#/$defs/expect"}, {"$ref": "#/$defs/claim"}]})";

namespace {

using kinds::cells_name;
using kinds::integer;
using kinds::spots;
using kinds::text;
using kinds::texts;

constexpr std::size_t most_expected = 1000, most_words = 1000, most_changed = 100'000;

const Form<StepTouch>& touch_form() {
  static const Form<StepTouch> form = [] {
    Form<StepTouch> touch("", ", ");
    // Both are spots; a row has no column.
    const auto some = [&](const char* key, const char* help, bool cells) {
      const Kind<std::vector<Spot>> kind = cells ? spots(3, 3) : spots(2, 2);
      touch.own(
          key, help, kind.schema,
          [kind](StepTouch& held, Json::Value value, const Scene* scene) {
            for (Spot& spot : kind.read(value, scene)) held.spots.push_back(std::move(spot));
          },
          [kind, cells](const StepTouch& held) -> std::string {
            std::vector<Spot> these;
            std::ranges::copy_if(held.spots, std::back_inserter(these),
                                 [&](const Spot& spot) { return spot.col.has_value() == cells; });
            return these.empty() ? "" : kind.write(these);
          });
    };
    some("cells", "Cells: [path, row, column].", true);
    some("rows", "Rows: [path, row].", false);
    touch.some("words", "Words, wherever they stand.", texts(most_words), &StepTouch::words);
    return touch;
  }();
  return form;
}

const Form<Ask>& ask_form() {
  static const Form<Ask> form =
      Form<Ask>("", ",\n      ")
          .needed("question", "What the class is asked.", text(), &Ask::question,
                  "it is what the class is asked")
          .some("hide",
                "What stays hidden until it is answered: [path, row, column], [path, row] or "
                "[path].",
                spots(1, 3), &Ask::hide)
          .needed("answer", "The answer; numbers in it are living ones.", text(), &Ask::answer,
                  "it is shown by the next press of Space")
          .some("line",
                "The answer for the room, in at most 90 characters. Without it a presentation "
                "shows the question alone.",
                text(), &Ask::line);
  return form;
}

const Form<Expectation>& expectation_form() {
  static const Form<Expectation> form =
      Form<Expectation>("", ",\n     ")
          .needed("path", "The path of the matrix.", text(), &Expectation::path,
                  "it names the matrix, for example \"weights\"")
          .needed("values", "The numbers.", kinds::matrix(), &Expectation::values,
                  "it holds the numbers that must come out")
          .some("tolerance", "How far a cell may be from its number.", kinds::tolerance(1e-6),
                &Expectation::tolerance)
          .written([](const Expectation& held) { return kinds::in_json(held.tolerance); })
          .own(
              "at", "Where in the matrix the numbers lie; without it, [0, 0].",
              kinds::place().schema,
              [](Expectation& held, Json::Value value, const Scene* scene) {
                std::tie(held.first_row, held.first_col) = kinds::place().read(value, scene);
              },
              [](const Expectation& held) -> std::string {
                if (held.first_row == 0 && held.first_col == 0) return "";
                return kinds::place().write({held.first_row, held.first_col});
              });
  return form;
}

const Form<Claim>& claim_form() {
  static const Form<Claim> form = [] {
    Form<Claim> claims("Something that a text says of numbers without naming them.", ", ");
    const auto claim = [&](Claim::Kind said, const char* help, const Kind<CellsName>& cell,
                           bool two) {
      claims.own(
          key_of(said).data(), help,
          two ? "\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {" +
                    cell.schema + "}"
              : cell.schema,
          [=](Claim& held, Json::Value value, const Scene* scene) {
            if (!held.cells.empty()) {
              value.fail("makes two claims; give each an object of its own");
            }
            held.kind = said;
            if (!two) {
              held.cells = {cell.read(value, scene)};
              return;
            }
            kinds::check_list(value, 2);
            if (value.size() != 2) {
              value.fail("must name two cells: [[path, row, column], [path, row, column]]");
            }
            held.cells = {cell.read(value[0], scene), cell.read(value[1], scene)};
          },
          [=](const Claim& held) -> std::string {
            if (held.kind != said) return "";
            return two ? kinds::in_list(held.cells, ", ", cell.write)
                       : cell.write(held.cells.front());
          });
    };
    const Kind<CellsName> one = cells_name(3), several = cells_name(1);
    using enum Claim::Kind;
    claim(largest, "This cell is the largest of its row.", one, false);
    claim(smallest, "This cell is the smallest of its row.", one, false);
    claim(greater, "The first of the two cells is greater than the second.", one, true);
    claim(equal, "The two cells are equal, within the tolerance.", one, true);
    claim(falls,
          "Each of the selected cells is below the one before it. Without a column: the first.",
          several, false);
    claim(rises, "Each of the selected cells is above the one before it.", several, false);
    claims.some("tolerance", "How far two equal cells may be apart.", kinds::tolerance(0),
                &Claim::tolerance);
    return claims;
  }();
  return form;
}

}  // namespace

const Form<Places>& places_form() {
  static const Form<Places> form =
      Form<Places>(
          "Each place holds one part, which is one picture: \"focus\" (the matrix of the step's "
          "focus), \"equation\" (with its operands), a part of the view by its name, or a matrix "
          "by its path.",
          ", ")
          .needed("hero", "What the step is about; it fills the stage.", text(), &Places::hero,
                  "it names the part that fills the stage, as in \"focus\"")
          .some("side", "Beside it, small.", text(), &Places::side)
          .some("under", "Below it, low.", text(), &Places::under);
  return form;
}

const Form<Changes>& changes_form() {
  Kind<int> head = integer(1, 1024);  // in memory from 0
  head.read = [read = head.read](Json::Value value, const Scene* scene) {
    return read(value, scene) - 1;
  };
  head.write = [](const int& held) { return std::to_string(held + 1); };
  static const Form<Changes> form =
      Form<Changes>("What makes one state of the stage out of another.", ",\n      ")
          .own(
              "text",
              "Another sentence, or two. The cells and the order set before go with the old one.",
              kinds::sentences().schema,
              [](Changes& held, Json::Value value, const Scene* scene) {
                held.text = kinds::sentences().read(value, scene);
              },
              [](const Changes& held) { return kinds::sentences().write(held.text); })
          .own(
              "tokens", "Other labels instead of a sentence: one list, or one for each sentence.",
              kinds::labels().schema,
              [](Changes& held, Json::Value value, const Scene* scene) {
                held.tokens = kinds::labels().read(value, scene);
              },
              [](const Changes& held) { return kinds::labels().write(held.tokens); })
          .some("config",
                "Options of the model. A matrix that an option writes, such as the mask, is "
                "rewritten.",
                kinds::config(", "), &Changes::options)
          .some("edits",
                "Cells by path, [row, column, value]; null for the value that is computed, an "
                "empty list for the whole matrix as it is computed.",
                kinds::edits(most_changed, true, ", "), &Changes::edits)
          .some("permutation", "Another order of the tokens; an empty list for their own.",
                kinds::permutation(), &Changes::order)
          .some("head", "The head that is laid out, from 1.", head, &Changes::head)
          .some("view",
                "How the view stands: which tab is open, which bar is chosen. glassformer lessons "
                "--json lists what each view takes.",
                kinds::view_state(), &Changes::view)
          .some("moment", "The moment of a recorded training, from 0.", integer(0, 1000, -1),
                &Changes::moment);
  return form;
}

const Form<Step>& step_form() {
  static const Form<Step> form = [] {
    Form<Step> step("", ",\n     ");
    step.needed("title", "Names the step in the timeline.", text(), &Step::title,
                "it names the step in the timeline")
        .some("text",
              "A few sentences; formulas stand between $ and $. Numbers of the run are living, "
              "\\value{path}{row}{column} and the like, and a sentence may stand under a "
              "condition, \\if{condition}{text}{otherwise}: see core/lesson/living_text.h.",
              text(), &Step::text)
        .some("line",
              "The sentence for the room: what is to be seen, in at most 90 characters. Without "
              "it a presentation shows the title alone.",
              text(), &Step::line)
        .some("focus",
              "The path of the matrix that this step makes; without it, the whole picture.", text(),
              &Step::focus)
        .some("cell",
              "The cell of the focus on which the inspector opens. \"largest\" in place of a "
              "column is the largest number of the row, whatever word that stands for with "
              "another text or model, \"farthest\" the one farthest from 0; \"last\" is the last "
              "row or column, however many there are; "
              "a token's name is its row or column. A name stands under a condition as it does in "
              "the text, \\if{ours}{it}{last}; where the run lacks it, it is the last row, or the "
              "largest number of the row.",
              kinds::step_cell(), &Step::cell)
        .some("formula",
              "The formula of this step; without it, that of the op. Living numbers as in the "
              "text.",
              text(), &Step::formula)
        .some("set",
              "What the step changes on the stage. Later steps find it so; what is absent stays "
              "as it was.",
              changes_form().kind("changes"), &Step::set)
        .some("touch", "What lights on the stage as if it were touched.",
              touch_form().kind("touch"), &Step::touch)
        .some("ask",
              "A question before its answer. The next press of Space answers it, the one after "
              "goes on.",
              ask_form().kind("ask"), &Step::ask)
        .some("try", "What the user might try now, after the step has shown it.", text(),
              &Step::invitation)
        .some("still",
              "Why the stage stays as it was in the step before. At most one step in twenty may.",
              text(), &Step::still)
        .some("new_scene",
              "Who stands where from this step on. Without it, the places stay as they were.",
              places_form().kind("places"), &Step::new_scene)
        .some("small",
              "Why the hero of this step does not fill the stage: it is one formula, or one short "
              "row. At most one step in forty may.",
              text(), &Step::small);
    add_expect(step, "Numbers and claims that must hold in the state of this step.");
    step.check(
        [](Step& held, Json::Value value) {
          if (!held.cell || !held.focus.empty()) return;
          value.each_member([](std::string_view key, Json::Value cell) {
            if (key == "cell") cell.fail("a cell needs a \"focus\" that says of which matrix");
          });
        },
        "\"dependentRequired\": {\"cell\": [\"focus\"]}");
    return step;
  }();
  return form;
}

void read_expect(Json::Value list, std::vector<Expectation>& expect, std::vector<Claim>& claims) {
  kinds::check_list(list, most_expected);
  list.each([&](Json::Value one) {
    bool claimed = false;
    one.each_member([&](std::string_view key, Json::Value) {
      claimed = claimed || (key != "tolerance" && claim_form().knows(key));
    });
    if (claimed) {
      claims.push_back(claim_form().read(one, nullptr));
    } else {
      expect.push_back(expectation_form().read(one, nullptr));
    }
  });
}

std::string write_expect(const std::vector<Expectation>& expect, const std::vector<Claim>& claims) {
  std::vector<std::string> all;
  for (const Expectation& one : expect) all.push_back(expectation_form().write(one));
  for (const Claim& one : claims) all.push_back(claim_form().write(one));
  return all.empty() ? "" : kinds::in_lines(all);
}

std::vector<std::pair<std::string, std::string>> form_definitions() {
  const std::string indent(4, ' ');
  return {{"step", step_form().schema(indent)},         {"changes", changes_form().schema(indent)},
          {"touch", touch_form().schema(indent)},       {"ask", ask_form().schema(indent)},
          {"places", places_form().schema(indent)},     {"claim", claim_form().schema(indent)},
          {"expect", expectation_form().schema(indent)}};
}

}  // namespace glassformer
