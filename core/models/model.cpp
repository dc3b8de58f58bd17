#include "core/models/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::vector<const Model*>& table() {
  static std::vector<const Model*> models;  // filled before main, in any order; kept sorted
  return models;
}

const Model& model_of(const Inputs& inputs) {
  if (const Model* model = find_model(inputs.model)) return *model;
  std::vector<std::string_view> names;
  for (const Model* model : all_models()) names.push_back(model->name);
  throw UserError(fmt::format("there is no model \"{}\"; the models are: {}", inputs.model,
                              fmt::join(names, ", ")));
}

const OptionSpec& spec_of(const Model& model, std::string_view option) {
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : model.options) {
    if (spec.name == option) return spec;
    names.push_back(spec.name);
  }
  throw UserError(fmt::format("{}: there is no option \"{}\"; the options are: {}", model.name,
                              option, fmt::join(names, ", ")));
}

[[noreturn]] void out_of_range(const Model& model, const OptionSpec& spec, double value) {
  const char* kind = spec.kind == OptionSpec::Kind::integer ? "a whole number" : "a number";
  throw UserError(fmt::format("{}: {} = {} cannot be: it must be {} from {} to {}", model.name,
                              spec.name, value, kind, spec.least, spec.most));
}

void check_number(const Model& model, const OptionSpec& spec, double value) {
  if (spec.kind == OptionSpec::Kind::toggle) {
    if (value == 0 || value == 1) return;
    throw UserError(fmt::format("{}: {} = {} cannot be: it is a switch, 0 (off) or 1 (on)",
                                model.name, spec.name, value));
  }
  const bool whole = spec.kind != OptionSpec::Kind::integer || value == std::floor(value);
  if (!(value >= spec.least && value <= spec.most) || !whole) out_of_range(model, spec, value);
}

void check_choice(const Model& model, const OptionSpec& spec, const std::string& value) {
  if (std::find(spec.choices.begin(), spec.choices.end(), value) != spec.choices.end()) return;
  throw UserError(fmt::format("{}: {} = \"{}\" cannot be: it must be one of {}", model.name,
                              spec.name, value, fmt::join(spec.choices, ", ")));
}

// The option as it stands, checked for kind and range.
const Option& checked(const Inputs& inputs, const Model& model, const OptionSpec& spec) {
  const auto found = inputs.options.find(spec.name);
  if (found == inputs.options.end()) return spec.initial;
  const bool words = spec.kind == OptionSpec::Kind::choice || spec.kind == OptionSpec::Kind::text;
  if (const double* value = std::get_if<double>(&found->second)) {
    if (spec.kind == OptionSpec::Kind::text) {
      throw UserError(
          fmt::format("{}: {} = {} cannot be: it must be a text", model.name, spec.name, *value));
    }
    if (words) {
      throw UserError(fmt::format("{}: {} = {} cannot be: it must be one of {}", model.name,
                                  spec.name, *value, fmt::join(spec.choices, ", ")));
    }
    check_number(model, spec, *value);
  } else {
    const std::string& word = std::get<std::string>(found->second);
    if (!words) {
      throw UserError(fmt::format("{}: {} = \"{}\" cannot be: it must be a number from {} to {}",
                                  model.name, spec.name, word, spec.least, spec.most));
    }
    if (spec.kind == OptionSpec::Kind::choice) check_choice(model, spec, word);
  }
  return found->second;
}

void check(const Inputs& inputs, const Model& model) {
  for (const auto& [name, value] : inputs.options) checked(inputs, model, spec_of(model, name));
  for (const auto& [name, leaf] : inputs.given) {
    if (std::find(model.givens.begin(), model.givens.end(), name) == model.givens.end()) {
      throw UserError(fmt::format("{}: \"{}\" cannot be given; what can be given is: {}",
                                  model.name, name, fmt::join(model.givens, ", ")));
    }
    if (!leaf || leaf->value.empty()) {
      throw UserError(
          fmt::format("{}: the given \"{}\" is an empty matrix; it needs at least one "
                      "row and one column",
                      model.name, name));
    }
  }
  for (int which = model.sentences; which < 2; ++which) {
    if (!inputs.text[static_cast<std::size_t>(which)].empty()) {
      throw UserError(fmt::format("{} takes {} sentence{}; sentence {} must be left out",
                                  model.name, model.sentences, model.sentences == 1 ? "" : "s",
                                  which + 1));
    }
  }
  if (!inputs.order.empty() && !model.takes_order) {
    throw UserError(
        fmt::format("{} cannot shuffle its tokens; use the model permutation", model.name));
  }
}

void check_edits(const Run& run, const Model& model) {
  const std::vector<std::string> unused = run.tape.unused_edits();
  if (unused.empty()) return;
  throw UserError(
      fmt::format("{}: no matrix is named \"{}\", so its cells cannot be set; the "
                  "matrices are: {}",
                  model.name, unused.front(), fmt::join(run.tape.paths(), ", ")));
}

// The pass, until its device is done; where that fails in the end, the CPU does all of it. The last
// note says why a pass that was to be computed on a device was not.
Run computed(const Model& model, const Inputs& inputs) {
  Run made = model.run(inputs);
  const auto backend = current_backend();
  if (!backend) return made;
  made.on_device = made.tape.on_device();
  std::string failure = made.tape.device_failure();
  try {
    backend->finish();
  } catch (const DeviceError& error) {
    const OnBackend on_cpu(nullptr);
    made = model.run(inputs);
    made.on_device = false;
    failure = error.what();
  }
  if (!failure.empty()) made.notes.push_back(failure);
  return made;
}

}  // namespace

RegisterModel::RegisterModel(const Model& model) {
  auto& models = table();
  const auto place =
      std::lower_bound(models.begin(), models.end(), &model,
                       [](const Model* a, const Model* b) { return a->name < b->name; });
  models.insert(place, &model);
}

std::span<const Model* const> all_models() {
  return table();
}

const Model* find_model(std::string_view name) {
  for (const Model* model : all_models()) {
    if (model->name == name) return model;
  }
  return nullptr;
}

RunPtr run(const Inputs& inputs) {
  const Model& model = model_of(inputs);
  check(inputs, model);
  const auto begin = std::chrono::steady_clock::now();
  Run made = computed(model, inputs);
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
  made.milliseconds = spent.count();
  check_edits(made, model);
  return std::make_shared<const Run>(std::move(made));
}

double number(const Inputs& inputs, std::string_view option) {
  const Model& model = model_of(inputs);
  return std::get<double>(checked(inputs, model, spec_of(model, option)));
}

std::string choice(const Inputs& inputs, std::string_view option) {
  return text(inputs, option);
}

std::string text(const Inputs& inputs, std::string_view option) {
  const Model& model = model_of(inputs);
  return std::get<std::string>(checked(inputs, model, spec_of(model, option)));
}

}  // namespace glassformer
