#pragma once

#include <string>
#include <vector>

#include "core/models/seq2seq.h"
#include "tests/core/models/small_sentences.h"

// Every kind of recurrent encoder–decoder, small.
namespace glassformer::testing {

struct Seq2SeqCase {
  std::string name;
  Seq2SeqConfig config;
};

inline Seq2SeqConfig small_seq2seq() {
  Seq2SeqConfig config;
  config.source_vocab_size = 9;
  config.target_vocab_size = 8;
  config.max_len = 12;
  config.d_embedding = 3;
  config.width = 4;
  return config;
}

inline std::vector<Seq2SeqCase> seq2seq_cases() {
  using C = Seq2SeqConfig;
  std::vector<Seq2SeqCase> cases;
  const auto add = [&](std::string name, const auto& change) {
    C config = small_seq2seq();
    change(config);
    cases.push_back({std::move(name), config});
  };
  const auto luong = [](C& c, AlignmentScore score) {
    c.score = score;
    c.asks = C::Asks::after;
    c.bidirectional = false;
  };
  add("bahdanau", [](C&) {});
  add("bahdanau_lstm", [](C& c) { c.cell = CellKind::lstm; });
  add("bahdanau_plain_forward", [](C& c) {
    c.cell = CellKind::plain;
    c.bidirectional = false;
  });
  add("once", [](C& c) {
    c.score = AlignmentScore::none;
    c.fed = C::Fed::once;
    c.cell = CellKind::lstm;
  });
  add("each_step", [](C& c) { c.score = AlignmentScore::none; });
  add("dot", [&](C& c) { luong(c, AlignmentScore::dot); });
  add("general", [&](C& c) {
    luong(c, AlignmentScore::general);
    c.bidirectional = true;
  });
  add("concat", [&](C& c) { luong(c, AlignmentScore::additive); });
  add("location", [&](C& c) { luong(c, AlignmentScore::location); });
  add("local_m", [&](C& c) {
    luong(c, AlignmentScore::dot);
    c.window = AlignmentWindow::local_m;
    c.reach = 1;
  });
  add("local_p", [&](C& c) {
    luong(c, AlignmentScore::general);
    c.window = AlignmentWindow::local_p;
    c.reach = 2;
  });
  add("input_feeding", [&](C& c) {
    luong(c, AlignmentScore::general);
    c.input_feeding = true;
    c.cell = CellKind::lstm;
  });
  add("direct", [&](C& c) {
    luong(c, AlignmentScore::dot);
    c.cell = CellKind::lstm;
    c.reversed = true;
    c.first_state = C::FirstState::handed_over;
    c.output = C::Output::direct;
  });
  add("reversed", [](C& c) {
    c.score = AlignmentScore::none;
    c.bidirectional = false;
    c.reversed = true;
    c.encoder_layers = 2;
  });
  add("stacked", [&](C& c) {
    luong(c, AlignmentScore::general);
    c.bidirectional = c.residual = c.input_feeding = true;
    c.encoder_layers = 3;
    c.decoder_layers = 3;
    c.cell = CellKind::gru_reset_after;
  });
  add("hard_bahdanau", [](C& c) { c.pick = AlignmentPick::hard; });
  add("hard_positions", [&](C& c) {
    luong(c, AlignmentScore::additive);
    c.encoder = C::Encoder::positions;
    c.pick = AlignmentPick::hard;
  });
  add("hard_fed_in", [&](C& c) {
    luong(c, AlignmentScore::general);
    c.input_feeding = true;
    c.pick = AlignmentPick::hard;
  });
  add("uniform", [&](C& c) {
    luong(c, AlignmentScore::uniform);
    c.bidirectional = true;
  });
  add("positions", [](C& c) { c.encoder = C::Encoder::positions; });
  add("stacked_bahdanau", [](C& c) {
    c.encoder_layers = 2;
    c.decoder_layers = 2;
    c.residual = true;
  });
  return cases;
}

}  // namespace glassformer::testing
