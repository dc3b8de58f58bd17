#include "core/lesson/read_inputs.h"

#include <algorithm>
#include <cmath>

#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr std::size_t max_tokens = 4096;
constexpr std::size_t max_edits = 1'000'000;

const Scene& read_model(Json::Value value) {
  const std::string name = read_text(value);
  if (const Scene* model = find_scene(name)) return *model;
  std::vector<std::string> names;
  for (const Scene* model : all_scenes()) names.emplace_back(model->name);
  value.fail("there is no model \"" + excerpt(name, 60) + "\"" +
             instead_of(name, "models are", names));
}

Option read_option(Json::Value value, const OptionSpec& spec) {
  switch (spec.kind) {
    case OptionSpec::Kind::toggle: {
      const bool is_number = value.is(Json::Kind::number);
      if (value.is(Json::Kind::boolean) ||
          (is_number && (value.number() == 0 || value.number() == 1))) {
        return value.boolean() ? 1.0 : 0.0;
      }
      value.fail("must be true or false, not " + value.described());
    }
    case OptionSpec::Kind::choice: {
      const bool is_text = value.is(Json::Kind::string);
      const std::string word = is_text ? std::string(value.string()) : "";
      if (is_text &&
          std::find(spec.choices.begin(), spec.choices.end(), word) != spec.choices.end()) {
        return word;
      }
      value.fail("must be one of " + listed(spec.choices) + ", not " + value.described());
    }
    case OptionSpec::Kind::text:
      return read_text(value);
    case OptionSpec::Kind::integer:
    case OptionSpec::Kind::number:
      break;
  }
  const bool whole = spec.kind == OptionSpec::Kind::integer;
  const bool is_number = value.is(Json::Kind::number);
  const double number = is_number ? value.number() : 0;
  if (!is_number || number < spec.min || number > spec.max ||
      (whole && number != std::floor(number))) {
    value.fail(std::string("must be a ") + (whole ? "whole " : "") + "number from " +
               shortest(spec.min) + " to " + shortest(spec.max) + ", not " + value.described());
  }
  return number;
}

void check_object(Json::Value value, const std::string& form) {
  if (!value.is(Json::Kind::object)) {
    value.fail("must be an object " + form + ", not " + value.described());
  }
}

void read_given(Json::Value given, const Scene& model, Inputs& inputs) {
  check_object(given, "{name: [[1, 2], [3, 4]]}");
  given.each_member([&](std::string_view key, Json::Value value) {
    const auto& names = model.givens;
    if (std::find(names.begin(), names.end(), key) == names.end()) {
      value.fail("the model \"" + inputs.scene + "\" takes no such matrix" +
                 instead_of(key, "matrices it takes are", names));
    }
    inputs.given[std::string(key)] = std::make_shared<const Leaf>(read_matrix(value));
  });
}

void read_edits(Json::Value edits, Inputs& inputs) {
  check_object(edits, "{path: [[row, column, value]]}");
  edits.each_member([&](std::string_view path, Json::Value cells) {
    check_list(cells, max_edits);
    std::vector<CellEdit>& list = inputs.edits[std::string(path)];
    cells.each([&](Json::Value cell) {
      if (!cell.is(Json::Kind::array) || cell.size() != 3) {
        cell.fail("must be [row, column, value], counted from 0, not " + cell.described());
      }
      constexpr int max = 1'000'000'000;
      list.push_back(
          {read_integer(cell[0], 0, max), read_integer(cell[1], 0, max), read_cell(cell[2])});
    });
  });
}

}  // namespace

std::map<std::string, Option> read_config(Json::Value config, const Scene& scene) {
  check_object(config, "{option: value}");
  std::map<std::string, Option> options;
  config.each_member([&](std::string_view key, Json::Value value) {
    const auto spec = std::find_if(scene.options.begin(), scene.options.end(),
                                   [&](const OptionSpec& option) { return option.name == key; });
    if (spec == scene.options.end()) {
      std::vector<std::string> names;
      for (const OptionSpec& option : scene.options) names.push_back(option.name);
      value.fail("the model \"" + std::string(scene.name) + "\" has no such option" +
                 instead_of(key, "options are", names));
    }
    options[spec->name] = read_option(value, *spec);
  });
  return options;
}

std::array<std::optional<std::string>, 2> read_sentences(Json::Value text) {
  std::array<std::optional<std::string>, 2> sentences;
  if (text.is(Json::Kind::string)) {
    sentences[0] = read_text(text);
    return sentences;
  }
  if (!text.is(Json::Kind::array)) {
    text.fail("must be a text in double quotes, or a list of two, not " + text.described());
  }
  const std::vector<std::string> list = read_texts(text, sentences.size());
  std::copy(list.begin(), list.end(), sentences.begin());
  return sentences;
}

std::array<std::optional<std::vector<std::string>>, 2> read_tokens(Json::Value tokens) {
  std::array<std::optional<std::vector<std::string>>, 2> labels;
  check_list(tokens, max_tokens);
  if (tokens.size() == 0 || !tokens[0].is(Json::Kind::array)) {
    labels[0] = read_texts(tokens, max_tokens);
    return labels;
  }
  check_list(tokens, labels.size());
  std::size_t which = 0;
  tokens.each([&](Json::Value list) { labels.at(which++) = read_texts(list, max_tokens); });
  return labels;
}

std::vector<int> read_permutation(Json::Value permutation) {
  check_list(permutation, max_tokens);
  std::vector<int> order;
  const int n = static_cast<int>(permutation.size());
  std::vector<bool> seen(permutation.size());
  permutation.each([&](Json::Value place) {
    const int from = read_integer(place, 0, n - 1);
    if (seen[static_cast<std::size_t>(from)]) {
      place.fail("the number " + std::to_string(from) + " stands twice; a permutation of " +
                 std::to_string(n) + " tokens holds each number from 0 to " +
                 std::to_string(n - 1) + " once");
    }
    seen[static_cast<std::size_t>(from)] = true;
    order.push_back(from);
  });
  return order;
}

Inputs read_inputs(const Fields& lesson) {
  Inputs inputs;
  const Scene& model =
      read_model(lesson.need("model", "it names what is computed, for example \"attention\""));
  inputs.scene = model.name;
  if (const auto config = lesson.find("config")) inputs.options = read_config(*config, model);
  if (const auto text = lesson.find("text")) {
    const auto sentences = read_sentences(*text);
    for (std::size_t i = 0; i < sentences.size(); ++i)
      inputs.text.at(i) = sentences.at(i).value_or("");
  }
  if (const auto tokens = lesson.find("tokens")) {
    const auto lists = read_tokens(*tokens);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (lists.at(i)) inputs.tokens.at(i) = *lists.at(i);
    }
  }
  if (const auto given = lesson.find("given")) read_given(*given, model, inputs);
  if (const auto edits = lesson.find("edits")) read_edits(*edits, inputs);
  if (const auto order = lesson.find("permutation")) inputs.order = read_permutation(*order);
  return inputs;
}

}  // namespace glassformer
