#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/memory_option.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "core/decode/decode.h"
#include "core/formats/mapped_file.h"
#include "core/models/golden.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

// Whether a model computes here what another program computed with it.
namespace glassformer {

namespace {

struct Arguments {
  std::string model, golden;
  double tolerance = 1e-4;
  bool json = false;
};

std::string told(const GoldenDifference& first) {
  return fmt::format("{}{}, row {}, column {}: {:.6g} here, {:.6g} there", first.value,
                     first.path.empty() || first.path == first.value ? "" : " (" + first.path + ")",
                     first.row, first.col, first.made, first.wanted);
}

std::string nothing_to_compare(const std::string& golden, const GoldenResult& result) {
  return fmt::format(
      "{}: has ids, but nothing to compare{}; give logits, attentions or "
      "hidden_states that another program computed",
      golden,
      result.unknown.empty()
          ? ""
          : fmt::format(" ({}: not known here)", fmt::join(result.unknown, ", ")));
}

int run(const Arguments& a) {
  const CheckpointPtr model = open_model(a.model);
  const std::vector<GoldenCase> cases = read_golden(a.golden);
  nlohmann::ordered_json json{
      {"model", a.model}, {"golden", a.golden}, {"cases", nlohmann::json::array()}};
  std::string text;
  bool same = true;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const GoldenResult result = check_golden(*model, cases[i], a.tolerance);
    if (result.values == 0) throw UserError(nothing_to_compare(a.golden, result));
    same = same && !result.first;
    text += fmt::format("{}: {} and {}, ", number_of(cases[i].ids.size(), "id"),
                        number_of(result.values, "value"), number_of(result.cells, "number"));
    if (result.first) {
      text += "first difference in " + told(*result.first) + "\n";
    } else {
      text += fmt::format("largest difference {:.2g}\n", result.largest);
    }
    for (const std::string& name : result.unknown) {
      text += fmt::format("  {}: is not compared; no such value is known here\n", name);
    }
    nlohmann::ordered_json one{{"ids", cases[i].ids.size()},
                               {"values", result.values},
                               {"numbers", result.cells},
                               {"largest_difference", result.largest},
                               {"not_compared", result.unknown}};
    if (result.first) {
      one["first_difference"] = {{"value", result.first->value}, {"path", result.first->path},
                                 {"row", result.first->row},     {"column", result.first->col},
                                 {"here", result.first->made},   {"there", result.first->wanted}};
    }
    json["cases"].push_back(std::move(one));
  }
  check_mapped_files();
  json["same"] = same;
  print(a.json ? json.dump(2) + "\n" : text + (same ? "the same\n" : "not the same\n"));
  return same ? 0 : 1;
}

std::function<int()> declare(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  app.add_option("model", a->model, "A language model: a file, a folder, or a shipped one's name")
      .type_name("MODEL")
      .required();
  app.add_option("--golden", a->golden,
                 "What another program computed: .json, .npz or .safetensors with ids and logits, "
                 "attentions, hidden_states …")
      .type_name("FILE")
      .required();
  app.add_option("--tolerance", a->tolerance,
                 "Largest difference that is none, relative to numbers that are larger than 1")
      .range(0.0, 1.0)
      .shows_default();
  declare_memory(app);
  app.add_flag("--json", a->json, "As JSON");
  return [a] { return run(*a); };
}

const RegisterCommand registered{
    {.name = "check",
     .summary = "Compare a model's numbers with those that another program computed, and name the "
                "first that differs",
     .examples = "  glassformer check ~/models/gpt2/ --golden gpt2.npz",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
