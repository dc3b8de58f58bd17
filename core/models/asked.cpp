#include "core/models/asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "core/grad/ops.h"
#include "core/models/decoder.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t kAtOnce = 128;  // questions side by side

std::vector<int> question_ids(const Checkpoint& checkpoint, std::string_view question) {
  const Tokenizer& tokenizer = checkpoint.target();
  std::vector<int> ids = tokenizer.frame().before;
  const std::vector<int> typed = tokenizer.encode(question);
  if (typed.empty()) throw UserError("a question has no words");
  ids.insert(ids.end(), typed.begin(), typed.end());
  return ids;
}

void check_length(const Checkpoint& checkpoint, std::size_t tokens) {
  const int most = next_token_network(checkpoint).max_len();
  if (static_cast<int>(tokens) <= most) return;
  throw UserError(fmt::format(
      "a question and its answer have {} tokens, and this model reads at most {}; shorten them",
      tokens, most));
}

// Questions of one length, in steps that they share.
void write_behind(Decoder& decoder, const Checkpoint& checkpoint,
                  std::span<const std::vector<int>> questions, int most,
                  std::span<Written* const> written) {
  const std::size_t rows = questions.size(), given = questions.front().size();
  const int end = checkpoint.target().special().end;
  decoder.start(std::vector<std::vector<int>>(rows));
  std::vector<int> next(rows);
  for (std::size_t at = 0; at + 1 < given + static_cast<std::size_t>(most); ++at) {
    if (static_cast<int>(at) >= decoder.max_len()) break;
    bool open = false;
    for (std::size_t row = 0; row < rows; ++row) {
      const Written& of_row = *written[row];
      next[row] = at < given                       ? questions[row][at]
                  : of_row.ids.empty()             ? 0
                  : at - given < of_row.ids.size() ? of_row.ids[at - given]
                                                   : of_row.ids.back();
      open = open || !of_row.ended;
    }
    if (!open) break;
    const Mat& logits = decoder.step(next);
    if (at + 1 < given) continue;
    for (std::size_t row = 0; row < rows; ++row) {
      Written& of_row = *written[row];
      if (of_row.ended) continue;
      const auto cells = logits.row(static_cast<int>(row));
      const int best = static_cast<int>(std::ranges::max_element(cells) - cells.begin());
      if (best == end) {
        of_row.ended = true;
      } else {
        of_row.ids.push_back(best);
      }
    }
  }
}

}  // namespace

std::vector<int> AskedIds::together() const {
  std::vector<int> all = question;
  all.insert(all.end(), answer.begin(), answer.end());
  return all;
}

AskedIds asked_ids(const Checkpoint& checkpoint, std::string_view question,
                   std::string_view answer) {
  AskedIds made{question_ids(checkpoint, question), {}};
  made.answer = checkpoint.target().encode(" " + std::string(answer));
  if (made.answer.empty()) throw UserError("an answer has no words");
  const int end = checkpoint.target().special().end;
  if (end >= 0) made.answer.push_back(end);
  check_length(checkpoint, static_cast<std::size_t>(made.rows()));
  return made;
}

Var log_probabilities(Pass& pass, const NextTokenNetwork& network,
                      std::span<const AskedIds* const> all) {
  Tokens tokens;
  for (const AskedIds* one : all) {
    std::vector<int> ids = one->together();
    ids.pop_back();  // nothing follows it
    tokens.add(ids);
  }
  Tape& tape = pass.tape();
  const Var logits = network.logits(pass, {}, {}, tokens);
  std::vector<Var> sums;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int count = static_cast<int>(all[i]->answer.size());
    // The last token of the question predicts the first one of the answer.
    const int first = tokens.begins[i] + static_cast<int>(all[i]->question.size()) - 1;
    const Var rows = slice_rows(tape, logits, first, count);
    sums.push_back(scale(tape, cross_entropy(tape, rows, all[i]->answer), -count));
  }
  return sums.size() == 1 ? sums.front() : concat_cols(tape, sums);
}

std::vector<double> log_probabilities(const Checkpoint& checkpoint,
                                      std::span<const AskedIds* const> all) {
  const NextTokenNetwork& network = next_token_network(checkpoint);
  std::vector<double> found;
  Tape tape;
  while (found.size() < all.size()) {
    const auto part =
        all.subspan(found.size(), std::min<std::size_t>(32, all.size() - found.size()));
    Pass pass = Pass::packed(tape, checkpoint.params);
    const Mat& sums = tape.value(log_probabilities(pass, network, part));
    for (int i = 0; i < sums.cols(); ++i) found.push_back(double{sums(0, i)});
  }
  return found;
}

std::vector<Written> written_behind(const Checkpoint& checkpoint,
                                    std::span<const std::string> questions, int most) {
  std::vector<Written> all(questions.size());
  std::map<std::size_t, std::vector<std::size_t>> by_length;
  std::vector<std::vector<int>> ids;
  for (const std::string& question : questions) {
    ids.push_back(question_ids(checkpoint, question));
    check_length(checkpoint, ids.back().size());
    by_length[ids.back().size()].push_back(ids.size() - 1);
  }
  const std::unique_ptr<Decoder> decoder = make_decoder(checkpoint);
  for (const auto& [length, which] : by_length) {
    for (std::size_t begin = 0; begin < which.size(); begin += kAtOnce) {
      std::vector<std::vector<int>> part;
      std::vector<Written*> written;
      for (std::size_t i = begin; i < std::min(which.size(), begin + kAtOnce); ++i) {
        part.push_back(ids[which[i]]);
        written.push_back(&all[which[i]]);
      }
      write_behind(*decoder, checkpoint, part, most, written);
    }
  }
  for (Written& one : all) one.text = checkpoint.target().decode(one.ids);
  return all;
}

}  // namespace glassformer
