#pragma once

#include <vector>

#include "app/views/parts/matrix_panel.h"
#include "core/scenes/records/alignments.h"

namespace glassformer {

// Where several decoders looked, or several layers of one: the one that the step is about is large,
// the others stand beside it.
class DecoderMaps {
 public:
  void draw(Ui& ui, Session& session, const std::vector<AlignmentsRecord::Decoder>& decoders,
            Rect area);

 private:
  void draw_large(Ui& ui, Session& session, const AlignmentsRecord::Decoder& decoder, Rect area);
  void draw_small(Ui& ui, Session& session, const AlignmentsRecord::Decoder& decoder, Rect area);

  MatrixPanel panel_;
};

}  // namespace glassformer
