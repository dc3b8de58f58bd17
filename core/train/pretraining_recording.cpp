#include "core/train/pretraining_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/formats/recording_file.h"
#include "core/models/network.h"
#include "core/text/long_text.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

namespace {

constexpr std::array<std::int64_t, 8> kMoments{0, 10, 30, 100, 200, 300, 500, 1000};
constexpr std::size_t kFewBytes = 12'000;  // of text, read again and again
constexpr int kFewEvery = 50;              // steps

bool is_kept(std::int64_t step, int last) {
  return step == last || std::ranges::find(kMoments, step) != kMoments.end() ||
         (step > kMoments.back() && is_pretraining_moment(step));
}

double nats(const Checkpoint& model, const std::vector<int>& ids) {
  const std::vector<double> all = log_probabilities(model, ids);
  return -std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

// The same network, with the same vocabulary, on the beginning of the text.
Pretraining::Few few_of(const PretrainingPlan& plan, const TokenizerPtr& tokenizer,
                        const std::function<void(double)>& tell) {
  LanguageData data = language_data(pretraining_text(), "the small world");
  data.train = passages_of(data.train, kFewBytes).front();
  data.name = "a few sentences of the small world";
  LanguagePlan few = language_plan(plan);
  few.tokenizer = tokenizer;
  LanguageTraining training(few, data);
  std::vector<int> text = encode_long(*tokenizer, data.train), held_out = training.held_out();
  held_out.resize(std::min(held_out.size(), text.size()));
  Pretraining::Few made;
  made.tokens = static_cast<std::int64_t>(text.size());
  for (int step = 0; step <= plan.steps; ++step) {
    if (step > 0) training.step();
    if (step % kFewEvery != 0 && step != kFewEvery / 2) continue;
    made.steps.push_back(step);
    made.train.push_back(nats(training.checkpoint(), text));
    made.held_out.push_back(nats(training.checkpoint(), held_out));
    tell(static_cast<double>(step) / plan.steps);
  }
  return made;
}

Mat column(const std::vector<double>& all) {
  Mat made(static_cast<int>(all.size()), 1);
  for (int i = 0; i < made.rows(); ++i) {
    made(i, 0) = static_cast<Real>(all[static_cast<std::size_t>(i)]);
  }
  return made;
}

std::vector<double> numbers_of(const Mat& column) {
  std::vector<double> made;
  for (int i = 0; i < column.rows(); ++i) made.push_back(static_cast<double>(column(i, 0)));
  return made;
}

template <class Whole>
std::vector<int> as_ints(const Whole& all) {
  std::vector<int> made;
  for (const auto one : all) made.push_back(static_cast<int>(one));
  return made;
}

std::string prefix(std::size_t moment) {
  return fmt::format("moment.{}.", moment);
}

}  // namespace

Pretraining record_pretraining(const PretrainingPlan& plan,
                               const std::function<void(double)>& tell) {
  PretrainingRun run(plan);
  const bool own = !plan.file.empty();
  const double share = own ? 1 : 0.5;  // of the work
  while (run.steps() < plan.steps) {
    run.step();
    if (is_kept(run.steps(), plan.steps)) run.measure();
    tell(share * static_cast<double>(run.steps()) / plan.steps);
  }
  Pretraining made = run.now();
  made.made_by = pretraining_command;
  if (own) return made;
  made.few = few_of(plan, made.moments.front().model->tokenizers.front(),
                    [&](double done) { tell(0.5 + 0.5 * done); });
  return made;
}

void write_pretraining(const std::filesystem::path& file, const Pretraining& recording) {
  TensorFile content = begin_recording(pretraining_recording_kind, pretraining_command);
  const Checkpoint& first = *recording.moments.front().model;
  content.metadata["architecture"] = first.network->architecture();
  content.metadata["config"] = first.network->config();
  content.metadata["tokenizer"] = first.target().to_json();
  content.metadata["text"] = recording.text;
  content.metadata["prompt"] = recording.prompt;
  std::vector<std::int64_t> steps;
  Mat measured(static_cast<int>(recording.moments.size()), 1 + token_kinds);
  for (std::size_t m = 0; m < recording.moments.size(); ++m) {
    const PretrainingMoment& moment = recording.moments[m];
    steps.push_back(moment.step);
    const int row = static_cast<int>(m);
    measured(row, 0) = static_cast<Real>(moment.held_out);
    for (int kind = 0; kind < token_kinds; ++kind) {
      measured(row, 1 + kind) = static_cast<Real>(moment.right[static_cast<std::size_t>(kind)]);
    }
    const Params& params = moment.model->params;
    for (int p = 0; p < params.size(); ++p) {
      add_matrix(content, prefix(m) + params.name(p), params.value(p));
    }
  }
  content.metadata["steps"] = joined_lines(as_ints(steps));
  content.metadata["sizes"] = joined_lines(
      as_ints(std::array{recording.tokens, recording.scored, std::int64_t{recording.batch},
                         std::int64_t{recording.length}, recording.few.tokens}));
  content.metadata["kinds"] = joined_lines(as_ints(recording.kinds));
  add_matrix(content, "measured", std::move(measured));
  add_matrix(content, "losses", column(recording.losses));
  add_matrix(content, "counted", column({recording.counted.begin(), recording.counted.end()}));
  content.metadata["few.steps"] = joined_lines(as_ints(recording.few.steps));
  add_matrix(content, "few.train", column(recording.few.train));
  add_matrix(content, "few.held_out", column(recording.few.held_out));
  write_safetensors(file, content, Stored::f16);
}

PretrainingPtr read_pretraining(const std::filesystem::path& file) {
  const RecordingFile from(file, pretraining_recording_kind, pretraining_command);
  auto made = std::make_shared<Pretraining>();
  made->made_by = pretraining_command;
  made->text = from.text("text");
  made->prompt = from.text("prompt");
  const std::vector<int> steps = from.numbers("steps"), sizes = from.numbers("sizes"),
                         kinds = from.numbers("kinds"), few = from.numbers("few.steps");
  const Mat &measured = from.matrix("measured", 1 + token_kinds),
            &counted = from.matrix("counted", 1);
  if (steps.empty() || measured.rows() != static_cast<int>(steps.size()) || sizes.size() != 5 ||
      kinds.size() != token_kinds || counted.rows() != static_cast<int>(made->counted.size())) {
    from.fail("has not as many measurements as moments");
  }
  made->tokens = sizes[0];
  made->scored = sizes[1];
  made->batch = sizes[2];
  made->length = sizes[3];
  made->losses = numbers_of(from.matrix("losses", 1));
  std::ranges::copy(numbers_of(counted), made->counted.begin());
  std::ranges::copy(kinds, made->kinds.begin());
  made->few = {sizes[4],
               {few.begin(), few.end()},
               numbers_of(from.matrix("few.train", 1)),
               numbers_of(from.matrix("few.held_out", 1))};
  if (made->few.train.size() != few.size() || made->few.held_out.size() != few.size()) {
    from.fail("has not as many losses of few sentences as steps");
  }
  const NetworkPtr network =
      make_network(from.text("architecture"), from.text("config"), file.string());
  const TokenizerPtr tokenizer = Tokenizer::from_json(from.text("tokenizer"), file.string());
  for (std::size_t m = 0; m < steps.size(); ++m) {
    const int row = static_cast<int>(m);
    PretrainingMoment moment;
    moment.step = steps[m];
    moment.held_out = measured(row, 0);
    for (int kind = 0; kind < token_kinds; ++kind) {
      moment.right[static_cast<std::size_t>(kind)] = measured(row, 1 + kind);
    }
    auto model = std::make_shared<Checkpoint>();
    model->network = network;
    model->tokenizers = {tokenizer};
    model->origin = pretraining_command;
    Params given;
    for (const Parameter& parameter : network->parameters()) {
      given.add(parameter.name, from.matrix(prefix(m) + parameter.name, 0));
    }
    model->params = matched_params(network->parameters(), std::move(given), file.string());
    check_tokenizers(*model, file.string());
    moment.model = std::move(model);
    made->moments.push_back(std::move(moment));
  }
  return made;
}

const PretrainingPtr& shipped_pretraining() {
  static const PretrainingPtr shipped = read_pretraining(recording_file("pre-training"));
  return shipped;
}

}  // namespace glassformer
