#include <algorithm>

#include "core/formats/file.h"
#include "core/formats/known_json.h"
#include "core/lesson/fields.h"
#include "core/lesson/keys.h"
#include "core/lesson/lesson.h"
#include "core/lesson/read_inputs.h"
#include "core/lesson/read_step.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t largest_file = 16'000'000;  // bytes
constexpr std::size_t max_steps = 1000;
constexpr std::size_t max_printed = 1000;
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
    if (const auto part = known_json(document.root())) document.root().fail(*part);
    document.root().fail(
        "is neither a lesson nor a session, which have an \"id\" and a \"title\", nor word "
        "vectors, which are {\"word\": [numbers], …}");
  }
  const Fields fields(document.root(), keys::lesson);
  Lesson lesson;
  lesson.file = named;
  lesson.id = read_id(fields.need("id", "it names the lesson on the command line"));
  lesson.title = read_text(fields.need("title", "it names the lesson in the list"));
  lesson.group = optional_text(fields.find("group"));
  lesson.source = optional_text(fields.find("source"));
  lesson.view = optional_text(fields.find("view"));
  if (const auto order = fields.find("order")) lesson.order = read_integer(*order, 0, last_place);
  if (const auto places = fields.find("places")) lesson.places = read_places(*places);
  lesson.inputs = read_inputs(fields);
  const Scene& scene = *find_scene(lesson.inputs.scene);
  if (const auto steps = fields.find("steps")) {
    check_list(*steps, max_steps);
    steps->each([&](Json::Value step) { lesson.steps.push_back(read_step(step, scene)); });
  }
  if (const auto list = fields.find("expect")) {
    read_expect(*list, lesson.expect, lesson.claims);
  }
  if (const auto list = fields.find("printed")) {
    check_list(*list, max_printed);
    list->each([&](Json::Value printed) { lesson.printed.push_back(read_printed(printed)); });
  }
  if (const auto step = fields.find("step")) {
    const int last = std::max(0, static_cast<int>(lesson.steps.size()) - 1);
    lesson.at_step = read_integer(*step, 0, last);
  }
  if (const auto changes = fields.find("changes")) lesson.changes = read_changes(*changes, scene);
  return lesson;
}

Lesson read_lesson(const std::filesystem::path& file) {
  return parse_lesson(read_file(file, largest_file), file);
}

}  // namespace glassformer
