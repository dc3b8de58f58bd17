#include "app/views/parts/made_of.h"

#include "app/views/parts/highlight.h"
#include "app/widgets/motion.h"

namespace glassformer {

namespace {

bool is_masked(const Tape& tape, Var var) {
  const Node& node = tape.node(var);
  return node.inputs.size() == 2 && tape.node(node.inputs[1]).label.role == Role::mask;
}

}  // namespace

Var made_of(const Tape& tape, Var var, const std::string& seen) {
  const Node& node = tape.node(var);
  if (node.op == nullptr || node.op->copies || node.inputs.empty()) return {};
  if (node.inputs.size() != 1 && !is_masked(tape, var)) return {};
  const OpMakes usual;
  if (node.op->makes.rows != usual.rows || node.op->makes.cols != usual.cols) return {};
  Var source = node.inputs[0];
  const bool masked = tape.node(source).op != nullptr && is_masked(tape, source);
  if (masked && tape.node(source).path != seen) source = tape.node(source).inputs[0];
  // What has no name has been seen nowhere.
  const bool named = !tape.node(source).path.empty();
  return named && tape.shape(source) == tape.shape(var) ? source : Var{};
}

MatrixTouch draw_made(Ui& ui, const Session& session, const Reveal& reveal, Var var,
                      const MatrixSpec& spec, const MatrixLayout& layout) {
  if (var == reveal.focus() && reveal.built() < 1) {
    const RunPtr run = session.run();
    const std::string seen = session.step > 0 ? focus_path(session, session.step - 1) : "";
    if (const Var source = made_of(run->tape, var, seen)) {
      const Melting melting{matrix_spec(session, *run, nullptr, source, spec.transposed, {}, 0),
                            eased(static_cast<double>(reveal.built()))};
      return draw_melting(ui, spec, layout, melting);
    }
  }
  return draw_matrix(ui, spec, layout);
}

}  // namespace glassformer
