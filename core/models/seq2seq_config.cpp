#include "core/models/seq2seq.h"
#include "core/tensor/error.h"

namespace glassformer {

const ConfigWord<CellKind> cell_words[4] = {{"rnn", CellKind::plain},
                                            {"gru", CellKind::gru},
                                            {"gru-reset-after", CellKind::gru_reset_after},
                                            {"lstm", CellKind::lstm}};
const ConfigWord<AlignmentScore> score_words[6] = {
    {"none", AlignmentScore::none},         {"dot", AlignmentScore::dot},
    {"general", AlignmentScore::general},   {"additive", AlignmentScore::additive},
    {"location", AlignmentScore::location}, {"uniform", AlignmentScore::uniform}};
const ConfigWord<AlignmentWindow> window_words[3] = {{"global", AlignmentWindow::global},
                                                     {"local-m", AlignmentWindow::local_m},
                                                     {"local-p", AlignmentWindow::local_p}};

namespace {

using C = Seq2SeqConfig;
constexpr const char* a_seq2seq = "a recurrent encoder-decoder";

const ConfigWord<C::Asks> asks_words[] = {{"before", C::Asks::before}, {"after", C::Asks::after}};
const ConfigWord<C::FirstState> first_words[] = {{"learned", C::FirstState::learned},
                                                 {"handed-over", C::FirstState::handed_over}};
const ConfigWord<C::Output> output_words[] = {{"attentional", C::Output::attentional},
                                              {"direct", C::Output::direct}};
const ConfigWord<C::Fed> fed_words[] = {{"once", C::Fed::once}, {"each-step", C::Fed::each_step}};

const ConfigWord<C::Encoder> encoder_words[] = {{"recurrent", C::Encoder::recurrent},
                                                {"positions", C::Encoder::positions}};
const ConfigWord<AlignmentPick> pick_words[] = {{"soft", AlignmentPick::soft},
                                                {"hard", AlignmentPick::hard}};

const ConfigFields<C>& fields() {
  static const ConfigFields<C> table = ConfigFields<C>(a_seq2seq)
                                           .integer("source_vocab_size", &C::source_vocab_size)
                                           .integer("target_vocab_size", &C::target_vocab_size)
                                           .integer("max_len", &C::max_len)
                                           .integer("d_embedding", &C::d_embedding)
                                           .integer("width", &C::width)
                                           .integer("encoder_layers", &C::encoder_layers)
                                           .toggle("bidirectional", &C::bidirectional)
                                           .integer("decoder_layers", &C::decoder_layers)
                                           .toggle("residual", &C::residual)
                                           .choice("cell", &C::cell, cell_words)
                                           .choice("fed", &C::fed, fed_words)
                                           .choice("score", &C::score, score_words)
                                           .choice("window", &C::window, window_words)
                                           .integer("reach", &C::reach)
                                           .choice("asks", &C::asks, asks_words)
                                           .toggle("input_feeding", &C::input_feeding)
                                           .real("dropout", &C::dropout)
                                           .choice("encoder", &C::encoder, encoder_words)
                                           .came_later()
                                           .choice("pick", &C::pick, pick_words)
                                           .came_later()
                                           .integer("max_target", &C::max_target)
                                           .came_later()
                                           .toggle("reversed", &C::reversed)
                                           .came_later()
                                           .choice("first_state", &C::first_state, first_words)
                                           .came_later()
                                           .choice("output", &C::output, output_words)
                                           .came_later();
  return table;
}

}  // namespace

std::string to_json(const Seq2SeqConfig& config) {
  return fields().write(config);
}

Seq2SeqConfig seq2seq_config_from_json(std::string_view text, const std::string& named) {
  return fields().read(text, named);
}

void Seq2SeqConfig::check() const {
  check_range(a_seq2seq, "source_vocab_size", source_vocab_size, 1, 1 << 20);
  check_range(a_seq2seq, "target_vocab_size", target_vocab_size, 1, 1 << 20);
  check_range(a_seq2seq, "max_len", max_len, 1, 1 << 20);
  check_range(a_seq2seq, "max_target", max_target, 0, 1 << 20);
  check_range(a_seq2seq, "d_embedding", d_embedding, 1, 16384);
  check_range(a_seq2seq, "width", width, 1, 16384);
  check_range(a_seq2seq, "encoder_layers", encoder_layers, 1, 64);
  check_range(a_seq2seq, "decoder_layers", decoder_layers, 1, 64);
  check_range(a_seq2seq, "reach", reach, 1, 1 << 20);
  check_range(a_seq2seq, "dropout", dropout, 0, 0.99);
  if (score == AlignmentScore::dot && memory() != width) {
    throw UserError(fmt::format(
        "the dot score multiplies an encoder state of {} numbers by a decoder state of {}; use one "
        "direction, more encoder layers or the general score",
        memory(), width));
  }
  if (pick == AlignmentPick::hard && !has_attention()) {
    throw UserError("hard attention takes one encoder state by its weight; it needs a score");
  }
  if (reversed && bidirectional) {
    throw UserError(
        "an encoder that reads in both directions cannot be reversed too; use one direction");
  }
  if (output == Output::direct && (!has_attention() || asks == Asks::before || input_feeding)) {
    throw UserError(
        "the direct output puts what attention found beside the new state; it needs attention that "
        "asks after the step, without input feeding");
  }
  if (input_feeding && (!has_attention() || asks == Asks::before)) {
    throw UserError(
        "input feeding hands on what the new state has found; it needs attention that asks after "
        "the step, with the dot, general or location score");
  }
}

}  // namespace glassformer
