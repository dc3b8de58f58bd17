#include "app/cli/backend_option.h"

#include <cstdio>
#include <string>
#include <string_view>

#include "app/cli/command_options.h"
#include "app/platform/egl_cards.h"
#include "app/platform/folders.h"
#include "app/platform/target.h"
#include "app/platform/trusted_card.h"

namespace glassformer {

void declare_backend(const CommandOptions& app, std::string& word) {
  app.add_option("--backend", word,
                 "What computes: cpu, gpu (OpenGL compute shaders), or auto: a real graphics card "
                 "if there is one, else the cpu")
      .one_of({"auto", "cpu", "gpu"})
      .shows_default();
}

GraphicsCard proved_card() {
  TrustedCard trusted([] { return make_compute_context(); }, measured_card_file(), own_self_test());
  if (trusted.is_testing()) {
    std::fprintf(stderr, "glassformer: %s is met for the first time; testing it …\n",
                 trusted.card().name.c_str());
  }
  trusted.wait();
  return trusted.card();
}

std::shared_ptr<Backend> chosen_backend(const std::string& word) {
  const Where where = where_of(word);
  if (where == Where::cpu) return nullptr;
  if (where == Where::automatic && !may_have_card()) return nullptr;
  const GraphicsCard card = proved_card();
  if (!card.warning.empty()) std::fprintf(stderr, "glassformer: %s\n", card.warning.c_str());
  if (!card.backend && card.warning.empty() && where == Where::gpu) {
    std::string why = card.why_not;
    constexpr std::string_view of_pictures = "No picture can be drawn: ";
    if (why.starts_with(of_pictures)) why.erase(0, of_pictures.size());
    why = why.substr(0, why.find(". "));  // the reason; what to install stands in `doctor`
    if (why.ends_with('.')) why.pop_back();
    std::fprintf(stderr,
                 "glassformer: --backend gpu: no graphics card computes here (%s); the processor "
                 "does\n",
                 why.c_str());
  }
  return backend_for(where, card);
}

void tell_failure(const Run& run) {
  if (!current_backend() || run.on_device) return;
  std::fprintf(stderr, "glassformer: %s\n", run.notes.back().c_str());
}

void tell_failure(const std::string& why) {
  if (why.empty()) return;
  std::fprintf(stderr, "glassformer: %s\n", why.c_str());
}

}  // namespace glassformer
