#include "app/shell/use_model.h"

#include <cstdint>
#include <string>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "core/text/tasks.h"

namespace glassformer {

namespace {

bool reads(const Checkpoint& model, const std::string& sentence) {
  try {
    source_ids(model, sentence);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

// One of each small task; drawn, so the same every time.
std::vector<std::string> small_inputs() {
  constexpr std::uint64_t seed = 1;
  return {date_pairs(1, seed).front().source, sum_pairs(1, 3, seed).front().source,
          reversal_pairs(1, 5, 5, seed).front().source};
}

}  // namespace

void use_model(Session& session, const CheckpointPtr& model) {
  session.use(slots::model, model);
  const Scene* const scene = find_scene(session.inputs().scene);
  if (model == nullptr || scene == nullptr || scene->sentences == 0) return;
  const std::string& now = session.inputs().text[0];
  if (now.empty() || reads(*model, now)) return;
  for (const std::string& sentence : small_inputs()) {
    if (reads(*model, sentence)) return session.post(SetText{0, sentence});
  }
}

}  // namespace glassformer
