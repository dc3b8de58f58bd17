#include "app/jobs/model_reading.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace glassformer {

namespace {

// In one go, without anyone who watches.
ModelReading::Ptr read(const std::string& file, const ModelReading::Watch&) {
  return std::make_shared<const Checkpoint>(load_checkpoint(file));
}

std::string described(const std::string& file, const Checkpoint& checkpoint) {
  std::string text = fmt::format("{}: {}, {} and {} pieces", file, checkpoint.network->summary(),
                                 checkpoint.source().size(), checkpoint.target().size());
  if (const std::string wrong = not_finite(checkpoint); !wrong.empty()) {
    text += fmt::format("; {}, so what it predicts may mean nothing", wrong);
  }
  for (const std::string& note : checkpoint.notes) text += "; " + note;
  return text;
}

}  // namespace

ModelReading::ModelReading(std::string file) : FileReading(std::move(file), read, described) {}

std::string ModelReading::name() const {
  return std::filesystem::path(file()).stem().string();
}

}  // namespace glassformer
