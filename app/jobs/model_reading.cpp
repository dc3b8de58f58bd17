#include "app/jobs/model_reading.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

namespace glassformer {

namespace {

// In one go, without anyone who watches.
ModelReading::Ptr read(const std::string& file, const ModelReading::Watch&) {
  return std::make_shared<const Checkpoint>(load_checkpoint(file));
}

std::string described(const std::string& file, const Checkpoint& checkpoint,
                      const std::string& wrong) {
  std::string text = fmt::format("{}: {}, {} and {} pieces", file, checkpoint.network->summary(),
                                 checkpoint.source().size(), checkpoint.target().size());
  if (!wrong.empty()) text += fmt::format("; {}, so what it predicts may mean nothing", wrong);
  for (const std::string& note : checkpoint.notes) text += "; " + note;
  return text;
}

}  // namespace

ModelReading::ModelReading(std::string file)
    : ModelReading(std::move(file), std::make_shared<std::string>()) {}

ModelReading::ModelReading(std::string file, const std::shared_ptr<std::string>& wrong)
    : FileReading(std::move(file), read,
                  [wrong](const std::string& named, const Checkpoint& checkpoint) {
                    *wrong = not_finite(checkpoint);
                    return described(named, checkpoint, *wrong);
                  }),
      wrong_(wrong) {}

std::string ModelReading::name() const {
  return std::filesystem::path(file()).stem().string();
}

}  // namespace glassformer
