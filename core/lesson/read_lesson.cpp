#include <algorithm>

#include "core/formats/file.h"
#include "core/lesson/fields.h"
#include "core/lesson/keys.h"
#include "core/lesson/lesson.h"
#include "core/lesson/read_inputs.h"

namespace glassformer {

namespace {

constexpr std::size_t largest_file = 16'000'000;  // bytes
constexpr std::size_t max_steps = 1000;
constexpr std::size_t max_expectations = 1000;
constexpr std::size_t max_printed_cells = 10'000;
constexpr int last_place = 1'000'000;  // of a lesson in the list

std::string read_id(Json::Value value) {
  const std::string id = read_text(value);
  const bool fits = !id.empty() && id.size() <= 80 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
  if (!fits) {
    value.fail("an id is 1 to 80 of the characters a–z, 0–9 and -, as in \"masked-scores\", not " +
               value.described());
  }
  return id;
}

Step read_step(Json::Value value) {
  const Fields fields(value, keys::step);
  Step step;
  step.title = read_text(fields.need("title", "it names the step in the timeline"));
  step.text = optional_text(fields.find("text"));
  step.focus = optional_text(fields.find("focus"));
  step.formula = optional_text(fields.find("formula"));
  if (const auto cell = fields.find("cell")) {
    if (step.focus.empty()) cell->fail("a cell needs a \"focus\" that says of which matrix");
    const auto [row, col] = read_place(*cell);
    step.cell = CellEdit{row, col, 0};
  }
  return step;
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

Printed read_printed(Json::Value value) {
  const Fields fields(value, keys::printed);
  Printed printed;
  printed.path = read_text(fields.need("path", "it names the matrix, for example \"weights\""));
  printed.why = optional_text(fields.find("why"));
  const Json::Value rows = fields.need("values", "it holds the numbers as printed, as texts");
  check_list(rows, max_printed_cells);
  rows.each([&](Json::Value row) {
    printed.values.push_back(read_texts(row, max_printed_cells));
    const std::size_t cols = printed.values.front().size();
    if (printed.values.back().size() != cols) {
      row.fail("the row has " + cells_text(row.size()) + ", the first row has " + cells_text(cols) +
               "; write \"\" where nothing was printed");
    }
    if (printed.values.size() * cols > max_printed_cells) {
      rows.fail("holds more than " + std::to_string(max_printed_cells) + " cells");
    }
  });
  if (printed.values.empty() || printed.values.front().empty()) {
    rows.fail("holds no cells; give it at least one");
  }
  return printed;
}

}  // namespace

Lesson parse_lesson(std::string_view json, const std::filesystem::path& named) {
  const Json document = Json::parse(json, named);
  const Fields fields(document.root(), keys::lesson);
  Lesson lesson;
  lesson.file = named;
  lesson.id = read_id(fields.need("id", "it names the lesson on the command line"));
  lesson.title = read_text(fields.need("title", "it names the lesson in the list"));
  lesson.group = optional_text(fields.find("group"));
  lesson.source = optional_text(fields.find("source"));
  lesson.view = optional_text(fields.find("view"));
  if (const auto order = fields.find("order")) lesson.order = read_integer(*order, 0, last_place);
  lesson.inputs = read_inputs(fields);
  if (const auto steps = fields.find("steps")) {
    check_list(*steps, max_steps);
    steps->each([&](Json::Value step) { lesson.steps.push_back(read_step(step)); });
  }
  if (const auto list = fields.find("expect")) {
    check_list(*list, max_expectations);
    list->each([&](Json::Value expect) { lesson.expect.push_back(read_expectation(expect)); });
  }
  if (const auto list = fields.find("printed")) {
    check_list(*list, max_expectations);
    list->each([&](Json::Value printed) { lesson.printed.push_back(read_printed(printed)); });
  }
  if (const auto step = fields.find("step")) {
    const int last = std::max(0, static_cast<int>(lesson.steps.size()) - 1);
    lesson.at_step = read_integer(*step, 0, last);
  }
  return lesson;
}

Lesson read_lesson(const std::filesystem::path& file) {
  return parse_lesson(read_file(file, largest_file), file);
}

}  // namespace glassformer
