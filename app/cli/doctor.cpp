#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/gpu/card_painter.h"
#include "app/platform/egl_cards.h"
#include "app/platform/folders.h"
#include "app/platform/libraries.h"
#include "app/platform/processor.h"
#include "app/platform/target.h"
#include "app/platform/trusted_card.h"
#include "core/lesson/lesson.h"
#include "core/tensor/failure.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;

// What a look at one thing says, or why it cannot be had: doctor itself never fails.
template <typename Look>
Object looked_at(Look look) {
  try {
    return look();
  } catch (...) {
    return {{"missing", told_of_failure()}};
  }
}

Object picture() {
  const auto target = make_offscreen(16, 16, 1);
  const GlFacts facts = gl_facts();
  return {{"OpenGL", facts.version},
          {"renderer", facts.renderer},
          {"vendor", facts.vendor},
          {"drawn by", facts.software ? "the processor (software)" : "the graphics card"},
          {"compute shaders", facts.compute}};
}

std::ptrdiff_t hardware_cards() {
  return std::ranges::count(egl_cards(), false, &EglCard::software);
}

// What paints the matrices that lie on the card.
std::string heat_maps() {
  const auto target = make_offscreen(16, 16, 1);  // a current context
  CardPainter painter;
  const std::string refusal = painter.compile();
  return refusal.empty() ? "painted by the card" : "painted by the processor: " + refusal;
}

// GLASSFORMER_CARD counts the cards as they stand here.
Object computing_here() {
  const TrustedCard trusted([] { return make_compute_context(); }, measured_card_file(),
                            std::nullopt);
  const GraphicsCard& card = trusted.card();
  Object all;
  if (card.backend) {
    all = {{"graphics card", card.name},
           {"with --backend auto",
            backend_for(Where::automatic, card) ? "the graphics card" : "the processor"},
           {"largest binding", fmt::format("{:.0f} MB", card.max_megabytes)}};
  } else {
    all = {{"missing", card.why_not}};
  }
  all["self-test"] = card.self_test;
  if (card.backend) all["heat maps"] = heat_maps();
  return all;
}

// The list of cards stands there whatever is wrong with the one that is taken.
Object computing() {
  Object all;
  try {
    all = computing_here();
  } catch (...) {
    all = {{"missing", told_of_failure()}};
  }
  int count = 0;
  for (const std::string& line : card_lines()) all[fmt::format("card {}", count++)] = line;
  if (hardware_cards() > 1) {
    all["to choose"] =
        "GLASSFORMER_CARD=N in the environment computes on card N; DRI_PRIME=1 (Mesa), or "
        "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia (NVIDIA), gives the window "
        "the other one too";
  }
  return all;
}

Object display() {
  const auto named = [](const char* variable) {
    const char* value = std::getenv(variable);
    return std::string(value != nullptr ? value : "");
  };
  const std::string x11 = named("DISPLAY"), wayland = named("WAYLAND_DISPLAY");
  if (!x11.empty()) return {{"X11", x11}};
  if (!wayland.empty()) return {{"Wayland", wayland}};
  return {{"missing",
           "neither DISPLAY nor WAYLAND_DISPLAY is set: no window, but `show` and `tour` draw to "
           "files"}};
}

Object processor() {
  const Processor facts = this_processor();
  return {{"model", facts.model.empty() ? "the system does not say" : facts.model},
          {"threads", facts.threads},
          {"widest vectors", facts.widest},
          {"vectors in use", facts.vectors},
          {"beyond them", facts.beyond.empty() ? "nothing" : facts.beyond}};
}

Object fonts() {
  Object list = Object::object();
  for (const std::string& line : Fonts::load()->files()) {
    const std::size_t colon = line.find(": ");
    list[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return list;
}

// Which font draws which script, and what to install for those that none draws.
Object scripts() {
  Object list = Object::object();
  for (const auto& [script, font, package] : Fonts::load()->scripts()) {
    list[script] = font.empty() ? "no font: install the package " + package : font;
  }
  return list;
}

Object folders() {
  const auto text = [](const std::filesystem::path& path) {
    return path.empty() ? std::string("none: there is no home folder") : path.string();
  };
  return {{"assets", assets_folder().string()},
          {"lessons", std::to_string(shipped_lessons().size()) + " shipped"},
          {"settings and last session", text(config_folder())},
          {"cache", text(cache_folder())}};
}

Object libraries() {
  Object list = Object::object();
  for (const auto& [name, version] : library_versions()) list[name] = version;
  return list;
}

Object everything() {
  return {{"picture", looked_at(picture)},     {"display", looked_at(display)},
          {"computing", looked_at(computing)}, {"processor", looked_at(processor)},
          {"fonts", looked_at(fonts)},         {"scripts", looked_at(scripts)},
          {"folders", looked_at(folders)},     {"libraries", looked_at(libraries)}};
}

std::string words(const Object& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.dump();
}

std::string in_words(const Object& all) {
  std::size_t widest = 0;
  for (const auto& [section, entries] : all.items()) {
    for (const auto& [name, value] : entries.items()) {
      widest = std::max(widest, characters(name).size());
    }
  }
  std::string text;
  for (const auto& [section, entries] : all.items()) {
    text += (text.empty() ? "" : "\n") + section + "\n";
    for (const auto& [name, value] : entries.items()) {
      text += "  " + name + std::string(widest + 2 - characters(name).size(), ' ') + words(value) +
              "\n";
    }
  }
  return text;
}

std::function<int()> declare(const CommandOptions& app) {
  const auto as_json = std::make_shared<bool>(false);
  app.add_flag("--json", *as_json, "The same as JSON");
  return [as_json] {
    const Object all = everything();
    print(*as_json ? all.dump(2, ' ', false, Object::error_handler_t::replace) + "\n"
                   : in_words(all));
    return 0;
  };
}

const RegisterCommand registered{
    {.name = "doctor",
     .summary = "Report what this machine offers, and what the program uses of it",
     .examples = "  glassformer doctor\n"
                 "  glassformer doctor --json | jq -r .picture.renderer",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
