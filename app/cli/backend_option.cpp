#include "app/cli/backend_option.h"

#include <cstdio>

#include "app/cli/command_options.h"
#include "app/gpu/card.h"
#include "app/platform/egl_cards.h"
#include "app/platform/folders.h"
#include "app/platform/target.h"

namespace glassformer {

void declare_backend(const CommandOptions& app, std::string& word) {
  app.add_option("--backend", word,
                 "Where it is computed: cpu, gpu (OpenGL compute shaders), or auto, which takes a "
                 "graphics card that is one")
      .one_of({"auto", "cpu", "gpu"})
      .shows_default();
}

std::shared_ptr<Backend> chosen_backend(const std::string& word) {
  const Where where = where_of(word);
  if (where == Where::cpu) return nullptr;
  if (where == Where::automatic && !may_have_card()) return nullptr;
  const GraphicsCard card =
      make_graphics_card([] { return make_compute_context(); }, measured_card_file());
  if (!card.backend && where == Where::gpu) {
    std::fprintf(stderr, "glassformer: %s\n", card.why_not.c_str());
  }
  return backend_for(where, card);
}

void tell_failure(const Run& run) {
  if (!current_backend() || run.on_device) return;
  std::fprintf(stderr, "glassformer: %s\n", run.notes.back().c_str());
}

}  // namespace glassformer
