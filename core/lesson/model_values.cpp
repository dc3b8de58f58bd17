// What a lesson gives to its model. Names are held against the model; shapes are not: they depend
// on the options, and run() says what does not fit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/lesson/values.h"
#include "core/text/nearest.h"

namespace glassformer::kinds {

namespace {

// {name: value}, each read by the name that it has.
template <class Map>
Kind<Map> named(std::string schema, const char* form, std::string separator,
                std::function<void(Map&, std::string_view, Json::Value, const Scene*)> read,
                std::function<std::string(const typename Map::value_type&)> write) {
  return {"\"type\": \"object\", \"additionalProperties\": {" + schema + "}",
          [form, read = std::move(read)](Json::Value value, const Scene* scene) {
            if (!value.is(Json::Kind::object)) {
              value.fail(fmt::format("must be an object {}, not {}", form, value.described()));
            }
            Map map;
            value.each_member(
                [&](std::string_view key, Json::Value one) { read(map, key, one, scene); });
            return map;
          },
          [separator = std::move(separator), write = std::move(write)](const Map& held) {
            // Where each stands on a line of its own, so do the braces.
            const bool lines = separator.find('\n') != std::string::npos;
            std::string text = lines ? "{\n    " : "{";
            bool first = true;
            for (const auto& one : held) {
              text += (first ? "" : separator) + json_string(one.first) + ": " + write(one);
              first = false;
            }
            return text + (lines ? "\n  }" : "}");
          }};
}

constexpr const char* option_schema = "\"type\": [\"number\", \"string\", \"boolean\"]";

std::string write_option(const std::pair<const std::string, Option>& option) {
  const auto* number = std::get_if<double>(&option.second);
  return number ? in_json(*number) : json_string(std::get<std::string>(option.second));
}

Option read_option(Json::Value value, const OptionSpec& spec) {
  const bool is_number = value.is(Json::Kind::number), is_text = value.is(Json::Kind::string);
  const double number = is_number ? value.number() : 0;
  switch (spec.kind) {
    case OptionSpec::Kind::toggle:
      if (value.is(Json::Kind::boolean) || (is_number && (number == 0 || number == 1))) {
        return value.boolean() ? 1.0 : 0.0;
      }
      value.fail("must be true or false, not " + value.described());
    case OptionSpec::Kind::choice:
      if (is_text && std::ranges::find(spec.choices, value.string()) != spec.choices.end()) {
        return std::string(value.string());
      }
      value.fail("must be one of " + listed(spec.choices) + ", not " + value.described());
    case OptionSpec::Kind::text:
      return text().read(value, nullptr);
    case OptionSpec::Kind::integer:
    case OptionSpec::Kind::number:
      break;
  }
  const bool whole = spec.kind == OptionSpec::Kind::integer;
  if (!is_number || number < spec.min || number > spec.max ||
      (whole && number != std::floor(number))) {
    value.fail(fmt::format("must be a {}number from {} to {}, not {}", whole ? "whole " : "",
                           shortest(spec.min), shortest(spec.max), value.described()));
  }
  return number;
}

// One of what `kind` reads, or a list of two.
template <class T>
Kind<Two<T>> one_or_two(const Kind<T>& kind, std::function<bool(Json::Value)> is_list,
                        const char* none) {
  return {fmt::format(R"("anyOf": [{{{0}}}, {{"type": "array", "items": {{{0}}}, "maxItems": 2}}])",
                      kind.schema),
          [read = kind.read, is_list = std::move(is_list), none](Json::Value value,
                                                                 const Scene* scene) {
            Two<T> both;
            if (!is_list(value)) {
              both[0] = read(value, scene);
              return both;
            }
            if (none != nullptr && !value.is(Json::Kind::array)) {
              value.fail(fmt::format("must be {}, not {}", none, value.described()));
            }
            check_list(value, both.size());
            std::size_t which = 0;
            value.each([&](Json::Value one) { both.at(which++) = read(one, scene); });
            return both;
          },
          [write = kind.write](const Two<T>& both) -> std::string {
            if (both[1]) return "[" + write(both[0].value_or(T{})) + ", " + write(*both[1]) + "]";
            return both[0] ? write(*both[0]) : "";
          }};
}

}  // namespace

Kind<std::string> model() {
  Kind<std::string> kind = text();
  kind.read = [](Json::Value value, const Scene*) {
    const std::string name = text().read(value, nullptr);
    if (find_scene(name) != nullptr) return name;
    std::vector<std::string> names;
    for (const Scene* model : all_scenes()) names.emplace_back(model->name);
    value.fail("there is no model \"" + excerpt(name, 60) + "\"" +
               instead_of(name, "models are", names));
  };
  return kind;
}

Kind<Two<std::string>> sentences() {
  return one_or_two<std::string>(
      text(), [](Json::Value value) { return !value.is(Json::Kind::string); },
      "a text in double quotes, or a list of two");
}

Kind<Two<std::vector<std::string>>> labels() {
  Kind<std::vector<std::string>> one = texts(max_labels);
  one.schema = "\"$ref\": \"#/$defs/labels\"";
  return one_or_two<std::vector<std::string>>(
      one,
      [](Json::Value value) {
        return value.is(Json::Kind::array) && value.size() > 0 && value[0].is(Json::Kind::array);
      },
      nullptr);
}

Kind<std::map<std::string, Option>> config(std::string separator) {
  using Map = std::map<std::string, Option>;
  return named<Map>(
      option_schema, "{option: value}", std::move(separator),
      [](Map& options, std::string_view key, Json::Value value, const Scene* scene) {
        const auto spec = std::ranges::find(scene->options, key, &OptionSpec::name);
        if (spec == scene->options.end()) {
          std::vector<std::string> names;
          for (const OptionSpec& option : scene->options) names.push_back(option.name);
          value.fail(fmt::format("the model \"{}\" has no such option", scene->name) +
                     instead_of(key, "options are", names));
        }
        options[spec->name] = read_option(value, *spec);
      },
      write_option);
}

Kind<std::map<std::string, LeafPtr>> given() {
  using Map = std::map<std::string, LeafPtr>;
  return named<Map>(
      matrix().schema, "{name: [[1, 2], [3, 4]]}", ",\n    ",
      [](Map& given, std::string_view key, Json::Value value, const Scene* scene) {
        if (std::ranges::find(scene->givens, key) == scene->givens.end()) {
          value.fail(fmt::format("the model \"{}\" takes no such matrix", scene->name) +
                     instead_of(key, "matrices it takes are", scene->givens));
        }
        given[std::string(key)] = std::make_shared<const Leaf>(matrix().read(value, scene));
      },
      [](const Map::value_type& one) {
        return in_json(one.second->value, ",\n" + std::string(one.first.size() + 9, ' '));
      });
}

Kind<std::vector<int>> permutation() {
  return {
      fmt::format(
          R"("type": "array", "maxItems": {}, "uniqueItems": true, "items": {{"type": "integer", "minimum": 0, "maximum": {}}})",
          max_labels, max_labels - 1),
      [](Json::Value value, const Scene* scene) {
        check_list(value, max_labels);
        const int n = static_cast<int>(value.size());
        std::vector<int> order;
        std::vector<bool> seen(value.size());
        value.each([&](Json::Value place) {
          const int from = integer(0, n - 1).read(place, scene);
          if (seen[static_cast<std::size_t>(from)]) {
            place.fail(
                fmt::format("the number {} stands twice; a permutation of {} tokens "
                            "holds each number from 0 to {} once",
                            from, n, n - 1));
          }
          seen[static_cast<std::size_t>(from)] = true;
          order.push_back(from);
        });
        return order;
      },
      [](const std::vector<int>& held) {
        return in_list(held, ", ", [](int from) { return std::to_string(from); });
      }};
}

Kind<std::map<std::string, std::vector<CellChange>>> edits(std::size_t most, bool takes_back,
                                                           std::string separator) {
  using Map = std::map<std::string, std::vector<CellChange>>;
  const std::string cell = "{\"$ref\": \"#/$defs/cell\"}", index = "{\"$ref\": \"#/$defs/index\"}";
  const std::string third = takes_back ? "{\"anyOf\": [" + cell + ", {\"type\": \"null\"}]}" : cell;
  return named<Map>(
      fmt::format(
          R"("type": "array", "maxItems": {}, "items": {{"type": "array", "prefixItems": [{}, {}, {}], "items": false, "minItems": 3}})",
          most, index, index, third),
      "{path: [[row, column, value]]}", std::move(separator),
      [most, takes_back](Map& edits, std::string_view path, Json::Value cells, const Scene*) {
        check_list(cells, most);
        std::vector<CellChange>& list = edits[std::string(path)];
        cells.each([&](Json::Value cell) {
          if (!cell.is(Json::Kind::array) || cell.size() != 3) {
            cell.fail(fmt::format("must be [row, column, value], counted from 0,{} not {}",
                                  takes_back ? " with null for the value that is computed," : "",
                                  cell.described()));
          }
          CellChange change{read_index(cell[0]), read_index(cell[1]), {}};
          if (!takes_back || !cell[2].is(Json::Kind::null)) change.value = read_cell(cell[2]);
          list.push_back(change);
        });
      },
      [](const Map::value_type& one) {
        return in_list(one.second, ", ", [](const CellChange& cell) {
          // As the matrix has it: a number beyond what its cells hold is infinite there.
          const double value = cell.value.value_or(0);
          const double held =
              std::isfinite(static_cast<float>(value)) ? value : static_cast<float>(value);
          return fmt::format("[{}, {}, {}]", cell.row, cell.col,
                             cell.value ? in_json(held) : "null");
        });
      });
}

Kind<ViewState> view_state() {
  return named<ViewState>(
      option_schema, "{key: value}", ", ",
      [](ViewState& state, std::string_view key, Json::Value one, const Scene* scene) {
        if (one.is(Json::Kind::string)) {
          state.emplace(key, text().read(one, scene));
        } else if (one.is(Json::Kind::boolean)) {
          state.emplace(key, one.boolean() ? 1.0 : 0.0);
        } else if (one.is(Json::Kind::number)) {
          state.emplace(key, one.number());
        } else {
          one.fail("must be a number, a text, true or false, not " + one.described());
        }
      },
      write_option);
}

}  // namespace glassformer::kinds
