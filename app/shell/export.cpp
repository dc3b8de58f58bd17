#include <fmt/format.h>

#include <utility>

#include "app/jobs/projection.h"
#include "app/platform/pdf.h"
#include "app/platform/picture.h"
#include "app/platform/picture_clipboard.h"
#include "app/platform/picture_part.h"
#include "app/session/trace_text.h"
#include "app/shell/app.h"
#include "app/shell/own_model.h"
#include "app/views/parts/matrix_panel.h"
#include "core/embed/files/write_vectors.h"
#include "core/formats/file.h"
#include "core/formats/npy.h"
#include "core/formats/safetensors.h"
#include "core/models/checkpoint.h"
#include "core/scenes/chosen.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

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

// As large as it would be on a stage of its own, whether it is on the stage now or not.
Canvas App::picture_of_matrix(Var var, float times) {
  Canvas drawn(canvas_.fonts());
  Ui ui(drawn, ui_.theme);
  const Rect room{0, 0, std::max(shell_.stage().w, 640.0F), std::max(shell_.stage().h, 480.0F)};
  Input input;
  input.still = true;
  ui.begin(input, room);
  MatrixPanel panel;
  panel.begin(ui, session_);
  const MatrixLayout layout = panel.draw(ui, session_, var, room, {});
  ui.end();
  return part_of(drawn, layout.bounds, ui_.theme.px(16), times, false);
}

Canvas App::picture_of(const SaveWish& wish) {
  const float times = static_cast<float>(wish.pixels);
  const float margin = ui_.theme.px(16);
  using Which = PicturePart::Which;
  if (wish.part.which == Which::window) return part_of(canvas_, canvas_.whole(), 0, times, true);
  if (wish.part.which == Which::stage)
    return part_of(canvas_, shell_.stage(), margin, times, false);
  std::vector<std::string> names;
  for (const Panel& panel : shell_.panels()) {
    if (panel.name == wish.part.panel) return part_of(canvas_, panel.rect, 0, times, false);
    names.push_back(panel.name);
  }
  const Tape& tape = session_.run()->tape;
  if (const Var matrix = tape.find(wish.part.panel)) return picture_of_matrix(matrix, times);
  for (std::string& path : tape.paths()) names.push_back(std::move(path));
  throw UserError(fmt::format("there is no panel '{}'{}", wish.part.panel,
                              instead_of(wish.part.panel, "panels are", names)));
}

std::string App::save(const SaveWish& wish) {
  const std::filesystem::path file(wish.file);
  if (wish.to_clipboard) {
    copy_picture(png_bytes(target_->picture(picture_of(wish), background())));
    return {};
  }
  const std::string ending = file.extension().string();
  const Tape& tape = session_.run()->tape;
  if (ending == ".png") {
    const bool as_shown = wish.part.which == PicturePart::Which::window && wish.pixels == 1;
    write_png(as_shown ? target_->read() : target_->picture(picture_of(wish), background()), file);
  } else if (ending == ".svg") {
    write_file(file, to_svg(picture_of(wish), background()));
  } else if (ending == ".pdf") {
    write_file(file, to_pdf(picture_of(wish), target_->fonts(), background()));
  } else if (ending == ".csv") {
    const Node& node = chosen_node(session_, file);
    write_file(file, trace_csv(node, tape.value(tape.find(node.path))));
  } else if (ending == ".npy") {
    write_file(file, npy_bytes(tape.value(tape.find(chosen_node(session_, file).path))));
  } else if (ending == ".json") {
    write_file(file, write_lesson(session_.snapshot()));
  } else if (const CheckpointPtr model = ending == ".safetensors" ? own_model(session_) : nullptr) {
    // Word vectors end so too: the model that was trained here is meant where there is one.
    write_safetensors(file, tensor_refs(*model));
  } else if (const auto format = format_for(file)) {
    return save_vectors(session_, file, *format);
  } else {
    throw UserError(fmt::format(
        "{}: the ending “{}” says no format; use .png, .svg, .pdf, .csv, .npy, .json, or for "
        "word vectors .safetensors, .bin, .vec, .txt, .tsv",
        file.string(), ending));
  }
  return {};
}

}  // namespace glassformer
