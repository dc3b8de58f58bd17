#include <fmt/format.h>

#include "app/jobs/projection.h"
#include "app/platform/picture.h"
#include "app/shell/app.h"
#include "app/trace_text.h"
#include "core/embed/files/write_vectors.h"
#include "core/formats/file.h"
#include "core/formats/npy.h"
#include "core/scenes/chosen.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

const Node& chosen_node(const Session& session, const std::filesystem::path& file) {
  const Tape& tape = session.run()->tape;
  const Var var = session.chosen ? tape.find(session.chosen->path) : Var{};
  if (!var) {
    throw UserError(file.string() +
                    ": no matrix is chosen; click one of its cells, then save again");
  }
  return tape.node(var);
}

// On the frame's path: what takes longer than a moment is for the command line.
std::string save_vectors(const Session& session, const std::filesystem::path& file,
                         VectorFormat format) {
  constexpr std::size_t max_bytes = 128 << 20;
  const WordVectorsPtr vectors = chosen_vectors(session.shown());
  const std::size_t numbers = vectors->words.size() * vectors->dim();
  if (numbers * sizeof(float) > max_bytes) {
    throw UserError(
        fmt::format("{}: {} words of {} numbers are too much to be written while you wait; use "
                    "glassformer vectors convert",
                    file.string(), vectors->words.size(), vectors->dim()));
  }
  return write_vectors(file, *vectors, format);
}

}  // namespace

std::string App::save(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  const Tape& tape = session_.run()->tape;
  if (ending == ".png") {
    write_png(target_->read(), file);
  } else if (ending == ".svg") {
    write_file(file, to_svg(canvas_, background()));
  } else if (ending == ".csv") {
    const Node& node = chosen_node(session_, file);
    write_file(file, trace_csv(node, tape.value(tape.find(node.path))));
  } else if (ending == ".npy") {
    write_file(file, npy_bytes(tape.value(tape.find(chosen_node(session_, file).path))));
  } else if (ending == ".json") {
    write_file(file, write_lesson(session_.snapshot()));
  } else if (const auto format = format_for(file)) {
    return save_vectors(session_, file, *format);
  } else {
    throw UserError(
        fmt::format("{}: the ending “{}” says no format; use .png, .svg, .csv, .npy, .json, or for "
                    "word vectors .safetensors, .bin, .vec, .txt, .tsv",
                    file.string(), ending));
  }
  return {};
}

}  // namespace glassformer
