#include "core/scenes/language/tuned_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "core/grad/ops.h"
#include "core/models/asked.h"
#include "core/nn/axes.h"
#include "core/scenes/part.h"
#include "core/text/words.h"

namespace glassformer {

namespace {

constexpr int kMostWritten = 24;  // tokens

// The logits of each token of a text that is read, [tokens, vocabulary].
Mat logits_of(const Checkpoint& model, const std::vector<int>& ids) {
  Tape tape;
  Pass pass = Pass::packed(tape, model.params);
  Tokens tokens;
  tokens.add(ids);
  return tape.value(next_token_network(model).logits(pass, {}, {}, tokens));
}

// As labels; the end mark in words.
std::vector<std::string> labels_of(const Checkpoint& model, const std::vector<int>& ids) {
  std::vector<std::string> labels = piece_labels(model.target(), ids);
  const int end = model.target().special().end;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == end) labels[i] = "(end)";
  }
  return labels;
}

// Of a row of logits: log softmax at one column.
double log_probability(std::span<const Real> logits, int id) {
  const double most = *std::ranges::max_element(logits);
  double sum = 0;
  for (const Real cell : logits) sum += std::exp(double{cell} - most);
  return double{logits[static_cast<std::size_t>(id)]} - most - std::log(sum);
}

void name_place(Sheet& sheet, AssistantRecord::Side& side, const Checkpoint& model,
                const std::string& named, const Asked& asked) {
  const Tokenizer& tokenizer = model.target();
  AskedIds ids = asked_ids(model, asked.question, asked.answer);
  const std::string before = first_words(asked.answer, asked.at);
  std::vector<int> so_far = ids.question;
  if (!before.empty()) {
    const std::vector<int> more = tokenizer.encode(" " + before);
    so_far.insert(so_far.end(), more.begin(), more.end());
  }
  side.before_place = labels_of(model, so_far);
  const Mat logits = logits_of(model, so_far);
  const auto row = logits.row(logits.rows() - 1);
  const SpecialIds& special = tokenizer.special();
  std::vector<int> order;
  for (int id = 0; id < std::min(tokenizer.size(), logits.cols()); ++id) {
    if (id != special.padding && id != special.begin && id != special.unknown) order.push_back(id);
  }
  std::ranges::stable_sort(order, [&](int a, int b) {
    return row[static_cast<std::size_t>(a)] > row[static_cast<std::size_t>(b)];
  });
  Mat z(1, static_cast<int>(order.size()));
  for (int i = 0; i < z.cols(); ++i) {
    z(0, i) = row[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
  }
  const Axis pieces{tokenizer.splits_into_words() ? "word" : "piece",
                    Labels(labels_of(model, order)), -1};
  const Part scores =
      sheet.put(std::move(z), {named + ".z", "z", Role::score, axes::none, pieces,
                               all_cells("The score that the model gives this piece.")});
  side.p = softmax(scores).as(named + ".p", "p",
                              {.role = Role::probability, .rows = axes::none, .cols = pieces});
  // What the answer has there.
  const std::vector<int> all = ids.together();
  if (so_far.size() < all.size()) {
    const auto found = std::ranges::find(order, all[so_far.size()]);
    if (found != order.end()) side.wanted = static_cast<int>(found - order.begin());
  }
}

void name_losses(Sheet& sheet, AssistantRecord::Side& side, const Checkpoint& model,
                 const std::string& named, const Asked& asked) {
  const AskedIds ids = asked_ids(model, asked.question, asked.answer);
  const std::vector<int> all = ids.together();
  side.learned = labels_of(model, all);
  side.given = static_cast<int>(ids.question.size());
  const Mat logits = logits_of(model, {all.begin(), all.end() - 1});
  const int count = static_cast<int>(all.size()) - 1;
  Mat p(1, count), counts(1, count);
  for (int i = 0; i < count; ++i) {
    const int next = all[static_cast<std::size_t>(i) + 1];
    p(0, i) = static_cast<Real>(std::exp(log_probability(logits.row(i), next)));
    counts(0, i) = i + 1 >= side.given ? 1 : 0;
  }
  const Axis tokens{
      "token", Labels(std::vector<std::string>{side.learned.begin() + 1, side.learned.end()}), -1};
  const auto said = [&](Role role) {
    return Said{.role = role, .rows = axes::none, .cols = tokens};
  };
  const Part seen =
      sheet.put(std::move(p), {named + ".seen", "p", Role::probability, axes::none, tokens,
                               all_cells("How probable the model found this token, "
                                         "given those before it.")});
  const Part losses = (-1.0 * log(seen)).as(named + ".losses", "\\ell", said(Role::plain));
  const Part mask =
      sheet.put(std::move(counts), {named + ".mask", "m", Role::mask, axes::none, tokens,
                                    all_cells("0: the token is given with the question. 1: it is "
                                              "to be learned.")});
  const Part counted = multiply(mask, losses).as(named + ".counted", "m \\ell", said(Role::plain));
  side.losses = losses;
  side.mask = mask;
  side.loss = (1.0 / (count - side.given + 1) * sum(counted))
                  .as(named + ".loss", "L", {.rows = axes::none, .cols = axes::none});
}

// log p of each token of the answer.
Mat answer_logs(const Checkpoint& model, const AskedIds& ids) {
  const std::vector<int> all = ids.together();
  const Mat logits = logits_of(model, {all.begin(), all.end() - 1});
  Mat logs(1, static_cast<int>(ids.answer.size()));
  for (int i = 0; i < logs.cols(); ++i) {
    const int row = static_cast<int>(ids.question.size()) - 1 + i;
    logs(0, i) = static_cast<Real>(
        log_probability(logits.row(row), ids.answer[static_cast<std::size_t>(i)]));
  }
  return logs;
}

Mat added_up(const Mat& row) {
  return Mat{{std::accumulate(row.row(0).begin(), row.row(0).end(), 0.0)}};
}

void name_answer(Sheet& sheet, AssistantRecord::Answer& answer, const std::string& named,
                 const Checkpoint& reference, const Checkpoint& policy,
                 const std::string& question) {
  const AskedIds of_reference = asked_ids(reference, question, answer.text),
                 of_policy = asked_ids(policy, question, answer.text);
  answer.tokens = labels_of(policy, of_policy.answer);
  Mat before = answer_logs(reference, of_reference), after = answer_logs(policy, of_policy);
  // Two tokenizers: only the whole answers can be compared.
  if (labels_of(reference, of_reference.answer) != answer.tokens) {
    answer.token_by_token = false;
    answer.tokens = {"all of it"};
    before = added_up(before);
    after = added_up(after);
  }
  const Tape::Scope scope(sheet.tape(), named);
  const Axis tokens{"token", Labels(answer.tokens), -1};
  const auto put = [&](Mat logs, const char* name, const char* symbol, const char* whose) {
    return sheet.put(std::move(logs),
                     {name, symbol, Role::score, axes::none, tokens,
                      all_cells(std::string("The logarithm of the probability that ") + whose +
                                " gives this token of the answer.")});
  };
  const Part ref = put(std::move(before), "reference", "\\log \\pi_{ref}",
                       "the model before learning preferences");
  const Part now = put(std::move(after), "policy", "\\log \\pi", "the model after it");
  answer.reference = ref;
  answer.policy = now;
  answer.gain = (now - ref).as("gain", "\\log \\frac{\\pi}{\\pi_{ref}}",
                               {.role = Role::score, .rows = axes::none, .cols = tokens});
}

}  // namespace

std::string first_words(std::string_view text, int count) {
  std::vector<std::string> words = split_words(text);
  words.resize(std::min(words.size(), static_cast<std::size_t>(std::max(count, 0))));
  return join_words(words);
}

int count_words(std::string_view text) {
  return static_cast<int>(split_words(text).size());
}

AssistantRecord::Side written_side(const Checkpoint& model, std::string name, const Asked& asked) {
  using Verdict = AssistantRecord::Side::Verdict;
  AssistantRecord::Side side;
  side.name = std::move(name);
  std::vector<int> question = model.target().frame().before;
  const std::vector<int> typed = model.target().encode(asked.question);
  question.insert(question.end(), typed.begin(), typed.end());
  // The model must be able to read all of it, with the mark at its end.
  const int room = next_token_network(model).max_len() - static_cast<int>(question.size()) - 1;
  const Written written =
      written_behind(model, {&asked.question, 1}, std::clamp(room, 1, kMostWritten)).front();
  side.question = labels_of(model, question);
  side.written = labels_of(model, written.ids);
  side.text = written.text;
  side.ended = written.ended;
  // A text that asks back is no answer, nor is one that ends before it names anything.
  const bool names = asked.fact != nullptr && !asked.fact->stem.starts_with(side.text);
  const bool answers = names && side.text.find('?') == std::string::npos;
  if (answers) {
    side.verdict = asked.fact->is_answered_by(side.text) ? Verdict::right : Verdict::wrong;
  }
  return side;
}

void name_side(Sheet& sheet, AssistantRecord::Side& side, const Checkpoint& model,
               const std::string& named, const Asked& asked) {
  name_place(sheet, side, model, named, asked);
  name_losses(sheet, side, model, named, asked);
}

void name_preference(Sheet& sheet, AssistantRecord& record, const Checkpoint& reference,
                     const Checkpoint& policy, const std::string& question) {
  const std::array<const char*, 2> names{"better", "worse"};
  std::array<Part, 2> before, after;
  for (std::size_t i = 0; i < 2; ++i) {
    name_answer(sheet, record.answers[i], names[i], reference, policy, question);
    before[i] = sum_cols(sheet.at(record.answers[i].reference));
    after[i] = sum_cols(sheet.at(record.answers[i].policy));
  }
  const Axis answers{"answer", {names[0], names[1]}, -1};
  const Axis models{"model", {"before", "after"}, -1};
  const Part sums =
      concat_cols({concat_rows({before[0], before[1]}), concat_rows({after[0], after[1]})})
          .as("sums", "\\log \\pi(y)", {Role::score, answers, models, {}});
  const Part policies =
                 slice_cols(sums, 1, 1)
                     .as("policy_sum", "\\log \\pi(y)", {Role::score, answers, axes::none, {}}),
             references = slice_cols(sums, 0, 1)
                              .as("reference_sum", "\\log \\pi_{ref}(y)",
                                  {Role::score, answers, axes::none, {}});
  const Part gains = (policies - references)
                         .as("gains", "\\log \\frac{\\pi(y)}{\\pi_{ref}(y)}",
                             {Role::score, answers, axes::none, {}});
  const Said one{.rows = axes::none, .cols = axes::none};
  const Part margin =
      (record.beta * (slice_rows(gains, 0, 1) - slice_rows(gains, 1, 1))).as("margin", "m", one);
  const Part chosen = sigmoid(margin).as("chosen", "\\sigma(m)", one);
  record.sums = sums;
  record.gains = gains;
  record.margin = margin;
  record.chosen = chosen;
  record.loss = (-1.0 * log_sigmoid(margin)).as("preference", "L", one);
}

}  // namespace glassformer
