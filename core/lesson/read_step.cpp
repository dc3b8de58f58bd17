#include "core/lesson/read_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "core/lesson/keys.h"
#include "core/lesson/read_inputs.h"

namespace glassformer {

namespace {

constexpr std::size_t max_expectations = 1000;
constexpr std::size_t max_spots = 1000;
constexpr std::size_t max_words = 1000;
constexpr std::size_t max_changes = 100'000;
constexpr int max_index = 1'000'000'000;
constexpr int max_head = 1024;
constexpr int max_moment = 1000;

// [path], [path, row] or [path, row, column], counted from 0.
Spot read_spot(Json::Value value, std::size_t least, std::size_t most) {
  const std::size_t size = value.is(Json::Kind::array) ? value.size() : 0;
  if (size < least || size > most || size == 0) {
    constexpr std::array forms{"[path]", "[path, row]", "[path, row, column]"};
    value.fail(fmt::format("must be {}{}, counted from 0, not {}", forms.at(least - 1),
                           most == least ? "" : fmt::format(" to {}", forms.at(most - 1)),
                           value.described()));
  }
  Spot spot;
  spot.path = read_text(value[0]);
  if (size > 1) spot.row = read_integer(value[1], 0, max_index);
  if (size > 2) spot.col = read_integer(value[2], 0, max_index);
  return spot;
}

std::vector<Spot> read_spots(Json::Value list, std::size_t least, std::size_t most) {
  check_list(list, max_spots);
  std::vector<Spot> spots;
  list.each([&](Json::Value one) { spots.push_back(read_spot(one, least, most)); });
  return spots;
}

StepTouch read_touch(Json::Value value) {
  const Fields fields(value, keys::touch);
  StepTouch touch;
  if (const auto cells = fields.find("cells")) touch.spots = read_spots(*cells, 3, 3);
  if (const auto rows = fields.find("rows")) {
    for (Spot& row : read_spots(*rows, 2, 2)) touch.spots.push_back(std::move(row));
  }
  if (const auto words = fields.find("words")) touch.words = read_texts(*words, max_words);
  return touch;
}

Ask read_ask(Json::Value value) {
  const Fields fields(value, keys::ask);
  Ask ask;
  ask.question = read_text(fields.need("question", "it is what the class is asked"));
  ask.answer = read_text(fields.need("answer", "it is shown by the next press of Space"));
  if (const auto hide = fields.find("hide")) ask.hide = read_spots(*hide, 1, 3);
  ask.line = optional_text(fields.find("line"));
  return ask;
}

std::vector<CellChange> read_cells(Json::Value cells) {
  check_list(cells, max_changes);
  std::vector<CellChange> list;
  cells.each([&](Json::Value cell) {
    if (!cell.is(Json::Kind::array) || cell.size() != 3) {
      cell.fail(
          "must be [row, column, value], counted from 0, with null for the value that is "
          "computed, not " +
          cell.described());
    }
    CellChange change{read_integer(cell[0], 0, max_index), read_integer(cell[1], 0, max_index), {}};
    if (!cell[2].is(Json::Kind::null)) change.value = read_cell(cell[2]);
    list.push_back(change);
  });
  return list;
}

ViewState read_view_state(Json::Value value) {
  if (!value.is(Json::Kind::object)) {
    value.fail("must be an object {key: value}, not " + value.described());
  }
  ViewState state;
  value.each_member([&](std::string_view key, Json::Value one) {
    if (one.is(Json::Kind::string)) {
      state.emplace(key, read_text(one));
    } else if (one.is(Json::Kind::number) || one.is(Json::Kind::boolean)) {
      state.emplace(key, one.is(Json::Kind::boolean) ? (one.boolean() ? 1.0 : 0.0) : one.number());
    } else {
      one.fail("must be a number, a text, true or false, not " + one.described());
    }
  });
  return state;
}

Selector read_selector(Json::Value value) {
  if (value.is(Json::Kind::string)) return {read_text(value)};
  return {std::to_string(read_integer(value, 0, max_index))};
}

// [path, row, column]; a row or a column is a number from 0, "last", "*" or a label.
CellsName read_cells_name(Json::Value value, std::size_t least) {
  const std::size_t size = value.is(Json::Kind::array) ? value.size() : 0;
  if (size < least || size > 3) {
    value.fail(
        "must be [path, row, column], where a row or a column is a number from 0, \"last\", "
        "\"*\" or a label, not " +
        value.described());
  }
  CellsName name{read_text(value[0]), {}, {"0"}};
  if (size > 1) name.row = read_selector(value[1]);
  if (size > 2) name.col = read_selector(value[2]);
  return name;
}

Claim read_claim(Json::Value value) {
  const Fields fields(value, keys::claim);
  using Kind = Claim::Kind;
  std::optional<Claim> claim;
  for (const Kind kind :
       {Kind::largest, Kind::smallest, Kind::greater, Kind::equal, Kind::falls, Kind::rises}) {
    const auto said = fields.find(key_of(kind));
    if (!said) continue;
    if (claim) value.fail("makes two claims; give each an object of its own");
    claim = Claim{kind, {}, 0};
    if (kind == Kind::greater || kind == Kind::equal) {
      check_list(*said, 2);
      if (said->size() != 2)
        said->fail("must name two cells: [[path, row, column], [path, row, column]]");
      claim->cells = {read_cells_name((*said)[0], 3), read_cells_name((*said)[1], 3)};
    } else {
      const bool along = kind == Kind::falls || kind == Kind::rises;
      claim->cells = {read_cells_name(*said, along ? 1 : 3)};
    }
  }
  if (!claim) {
    value.fail(
        "needs a \"path\" with \"values\", or a claim: largest, smallest, greater, equal, "
        "falls or rises");
  }
  if (const auto tolerance = fields.find("tolerance")) {
    if (!tolerance->is(Json::Kind::number) || tolerance->number() < 0) {
      tolerance->fail("must be a number from 0 up, not " + tolerance->described());
    }
    claim->tolerance = tolerance->number();
  }
  return *claim;
}

Expectation read_expectation(Json::Value value) {
  const Fields fields(value, keys::expect);
  Expectation expect;
  expect.path = read_text(fields.need("path", "it names the matrix, for example \"weights\""));
  expect.values = read_matrix(fields.need("values", "it holds the numbers that must come out"));
  if (const auto tolerance = fields.find("tolerance")) {
    if (!tolerance->is(Json::Kind::number) || tolerance->number() < 0) {
      tolerance->fail("must be a number from 0 up, not " + tolerance->described());
    }
    expect.tolerance = tolerance->number();
  }
  if (const auto at = fields.find("at")) {
    std::tie(expect.first_row, expect.first_col) = read_place(*at);
  }
  return expect;
}

bool claims(Json::Value value) {
  bool found = false;
  value.each_member([&](std::string_view key, Json::Value) {
    found = found || (key != "tolerance" &&
                      std::find(keys::claim.begin(), keys::claim.end(), key) != keys::claim.end());
  });
  return found;
}

// [row, column], or [row, "largest"].
StepCell read_step_cell(Json::Value value) {
  const bool largest = value.is(Json::Kind::array) && value.size() == 2 &&
                       value[1].is(Json::Kind::string) && value[1].string() == "largest";
  if (largest) return {read_integer(value[0], 0, largest_index), StepCell::largest};
  const auto [row, col] = read_place(value);
  return {row, col};
}

}  // namespace

void read_expect(Json::Value list, std::vector<Expectation>& expect, std::vector<Claim>& claimed) {
  check_list(list, max_expectations);
  list.each([&](Json::Value one) {
    if (claims(one)) {
      claimed.push_back(read_claim(one));
    } else {
      expect.push_back(read_expectation(one));
    }
  });
}

Places read_places(Json::Value value) {
  const Fields fields(value, keys::places);
  return {read_text(fields.need("hero", "it names the part that fills the stage, as in \"focus\"")),
          optional_text(fields.find("side")), optional_text(fields.find("under"))};
}

Changes read_changes(Json::Value value, const Scene& scene) {
  const Fields fields(value, keys::changes);
  Changes changes;
  if (const auto text = fields.find("text")) changes.text = read_sentences(*text);
  if (const auto tokens = fields.find("tokens")) changes.tokens = read_tokens(*tokens);
  if (const auto config = fields.find("config")) changes.options = read_config(*config, scene);
  if (const auto order = fields.find("permutation")) changes.order = read_permutation(*order);
  if (const auto edits = fields.find("edits")) {
    if (!edits->is(Json::Kind::object)) {
      edits->fail("must be an object {path: [[row, column, value]]}, not " + edits->described());
    }
    edits->each_member([&](std::string_view path, Json::Value cells) {
      changes.edits[std::string(path)] = read_cells(cells);
    });
  }
  if (const auto head = fields.find("head")) changes.head = read_integer(*head, 1, max_head) - 1;
  if (const auto view = fields.find("view")) changes.view = read_view_state(*view);
  if (const auto moment = fields.find("moment")) {
    changes.moment = read_integer(*moment, 0, max_moment);
  }
  return changes;
}

Step read_step(Json::Value value, const Scene& scene) {
  const Fields fields(value, keys::step);
  Step step;
  step.title = read_text(fields.need("title", "it names the step in the timeline"));
  step.text = optional_text(fields.find("text"));
  step.line = optional_text(fields.find("line"));
  step.focus = optional_text(fields.find("focus"));
  step.formula = optional_text(fields.find("formula"));
  if (const auto cell = fields.find("cell")) {
    if (step.focus.empty()) cell->fail("a cell needs a \"focus\" that says of which matrix");
    step.cell = read_step_cell(*cell);
  }
  if (const auto set = fields.find("set")) step.set = read_changes(*set, scene);
  if (const auto touch = fields.find("touch")) step.touch = read_touch(*touch);
  if (const auto ask = fields.find("ask")) step.ask = read_ask(*ask);
  step.invitation = optional_text(fields.find("try"));
  step.still = optional_text(fields.find("still"));
  if (const auto places = fields.find("new_scene")) step.new_scene = read_places(*places);
  step.small = optional_text(fields.find("small"));
  if (const auto list = fields.find("expect")) read_expect(*list, step.expect, step.claims);
  return step;
}

}  // namespace glassformer
