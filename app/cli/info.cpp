#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/file_facts.h"
#include "app/cli/memory_option.h"
#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "app/files/model_facts.h"

// What a model is, without running it; what another file is, and which commands read it.
namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;

struct Arguments {
  std::string model;
  bool json = false;
};

std::string table(const Object& model) {
  std::string text = fmt::format("{}: {}, {}\n\n", model.at("model").get<std::string>(),
                                 model.at("architecture").get<std::string>(),
                                 model.at("summary").get<std::string>());
  const auto row = [&](const std::string& name, const std::string& value) {
    text += fmt::format("{:<20} {:>14}\n", name, value);
  };
  for (const auto& [name, value] : model.at("config").items()) {
    row(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  text += "\n";
  row("parameters", grouped(model.at("parameters").get<std::int64_t>()));
  for (const auto& part : model.at("parts")) {
    row("  " + part.at("part").get<std::string>(),
        grouped(part.at("parameters").get<std::int64_t>()));
  }
  std::string stored;
  for (const auto& type : model.at("stored")) {
    stored += (stored.empty() ? "" : ", ") + type.get<std::string>();
  }
  row("stored as", stored);
  text += "\n";
  if (const auto wrong = model.at("not_finite").get<std::string>(); !wrong.empty()) {
    text += fmt::format("warning: {}; whatever it computes is nan\n", wrong);
  }
  const auto& tokenizers = model.at("tokenizers");
  for (std::size_t i = 0; i < tokenizers.size(); ++i) {
    const std::string side = tokenizers.size() == 1 ? ""
                             : i == 0               ? " of the source"
                                                    : " of the target";
    std::string special;
    for (const auto& [name, which] : tokenizers[i].at("special").items()) {
      special += fmt::format("{}{} {} ({})", special.empty() ? "; " : ", ", name,
                             which.at("piece").get<std::string>(), which.at("id").get<int>());
    }
    text += fmt::format("tokenizer{}: {}, {} pieces{}\n", side,
                        tokenizers[i].at("kind").get<std::string>(),
                        grouped(tokenizers[i].at("size").get<std::int64_t>()), special);
  }
  if (tokenizers.empty())
    text += fmt::format("tokenizer: {}, so it takes ids, not text\n",
                        model.at("no_tokenizer").get<std::string>().empty()
                            ? "none that this program reads came with it"
                            : model.at("no_tokenizer").get<std::string>());
  text += fmt::format("origin: {}\n", model.at("origin").get<std::string>());
  return text;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("model", arguments->model,
                 "A shipped model's name, a file of weights, a Hugging Face folder, or any other "
                 "file that this program reads")
      .type_name("MODEL|FILE")
      .required();
  declare_memory(app);
  app.add_flag("--json", arguments->json, "The same as JSON");
  return [arguments] {
    if (is_model_file(arguments->model)) {
      if (const auto file = file_facts(arguments->model, arguments->json)) {
        print(*file);
        return 0;
      }
    }
    const Object model =
        Object::parse(model_facts(arguments->model, *open_model(arguments->model)));
    print(arguments->json ? model.dump(2) + "\n" : table(model));
    return 0;
  };
}

const RegisterCommand registered{
    {.name = "info",
     .summary =
         "Say what a model is: architecture, sizes, parameters, origin; and what another file is",
     .examples = "  glassformer info en-fr\n"
                 "  glassformer info my.safetensors --json\n"
                 "  glassformer info ~/models/gpt2/\n"
                 "  glassformer info glove.6B.50d.txt",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
