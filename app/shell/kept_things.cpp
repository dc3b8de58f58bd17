#include "app/shell/kept_things.h"

#include "app/kept/kept_model.h"

namespace glassformer {

void take_kept_model(App& app, const std::filesystem::path& folder) {
  const KeptModel kept = kept_model(folder);
  if (!kept.model) return;
  app.add_model(kept.name, kept.model);
  if (!kept.is_news) return;
  app.notify(
      {"The model that was trained in the last window is kept: lessons that show a model "
       "list it as “" +
       kept.name + "”."});
}

void take_kept_vectors(App& app, const std::filesystem::path& folder) {
  const KeptVectors kept = kept_vectors(folder);
  if (!kept.is_news || kept.file.empty()) return;
  app.recent().add(kept.file.string(), RecentFiles::Kind::vectors);
  app.notify(
      {"The word vectors that were trained in the last window are kept: Open (Ctrl O) lists them "
       "first, as " +
       kept.file.filename().string() + "."});
}

void take_kept_pretraining(App& app, const std::filesystem::path& folder) {
  const KeptPretraining kept = kept_pretraining(folder);
  if (!kept.is_news || kept.file.empty()) return;
  app.recent().add(kept.file.string(), RecentFiles::Kind::recording);
  app.notify(
      {"The pre-training of the last window is kept, with its moments: Open (Ctrl O) lists it as " +
       kept.file.filename().string() + "."});
}

}  // namespace glassformer
