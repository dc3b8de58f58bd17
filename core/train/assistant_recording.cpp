#include "core/train/assistant_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/formats/recording_file.h"
#include "core/models/asked.h"
#include "core/models/gpt.h"
#include "core/train/language_training.h"
#include "core/train/preferences.h"
#include "core/train/tuning.h"

namespace glassformer {

namespace {

using Group = FactQuestion::Group;

constexpr std::string_view kAssistant = "assistant";
constexpr int kMostWritten = 24;    // tokens of an answer
constexpr int kTimesAnswered = 6;   // examples of each question
constexpr int kTimesPreferred = 2;  // pairs of each question
constexpr int kVocabulary = 2000;   // more than there are words

TaskSettings settings_of(const AssistantPlan& plan, int steps, double rate) {
  TaskSettings made;
  made.schedule = TaskSettings::Schedule::constant;
  made.batch = plan.batch;
  made.rate = rate;
  made.steps = steps;
  made.decay = steps / 2;
  made.seed = plan.seed;
  return made;
}

Checkpoint after_reading(const AssistantPlan& plan, const FactQuestions& facts,
                         const std::function<void(double)>& tell) {
  LanguagePlan reading;
  GptConfig shape;
  shape.max_len = plan.length;
  shape.d_model = plan.d_model;
  shape.heads = plan.heads;
  shape.layers = plan.layers;
  shape.d_ff = 4 * plan.d_model;
  shape.dropout = 0;
  reading.gpt = shape;
  reading.tokens = LearnedTokenizer::Kind::word;
  reading.vocabulary = kVocabulary;
  reading.length = plan.length;
  reading.settings = settings_of(plan, plan.reading_steps, plan.reading_rate);
  reading.origin = assistant_command;
  LanguageTraining training(
      reading, language_data(facts.text(plan.paragraphs, plan.seed), "the text made from facts"));
  while (training.steps() < plan.reading_steps) {
    training.step();
    tell(static_cast<double>(training.steps()) / plan.reading_steps);
  }
  return training.checkpoint();
}

TuningPlan tuning_of(const AssistantPlan& plan, const Checkpoint& from, int steps, double rate,
                     std::vector<QuestionAnswer> learned) {
  TuningPlan made;
  made.from = from;
  made.learned = std::move(learned);
  made.settings = settings_of(plan, steps, rate);
  made.origin = assistant_command;
  return made;
}

// The steps of the moments: more of them at the beginning, where more happens.
std::vector<int> moments_of(int steps, int moments) {
  std::vector<int> made;
  for (int i = 0; i <= moments; ++i) {
    const double share = static_cast<double>(i) / moments;
    const int step = static_cast<int>(std::lround(steps * share * share));
    if (made.empty() || step > made.back()) made.push_back(step);
  }
  return made;
}

double of_read(const AssistantRecording& recording, const FactScores& scores) {
  double right = 0;
  int count = 0;
  for (const Group group : {Group::asked, Group::read}) {
    const auto at = static_cast<std::size_t>(group);
    right += scores.right[at] * recording.facts[at];
    count += recording.facts[at];
  }
  return right / count;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

FactScores fact_scores(const Checkpoint& model, const FactQuestions& facts, bool begun) {
  std::vector<std::string> prompts;
  for (const FactQuestion& one : facts.all()) prompts.push_back(begun ? one.stem : one.question);
  const std::vector<Written> written = written_behind(model, prompts, kMostWritten);
  FactScores made;
  std::array<int, FactQuestion::groups> counts{};
  int bare = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const FactQuestion& one = facts.all()[i];
    const auto group = static_cast<std::size_t>(one.group);
    const std::string text = begun ? one.stem + " " + written[i].text : written[i].text;
    ++counts[group];
    made.right[group] += one.is_answered_by(text) ? 1 : 0;
    made.form[group] += one.has_form(text) ? 1 : 0;
    bare += one.has_form(text) && !is_polite(text) ? 1 : 0;
  }
  for (std::size_t group = 0; group < counts.size(); ++group) {
    made.right[group] /= std::max(1, counts[group]);
    made.form[group] /= std::max(1, counts[group]);
  }
  made.bare = static_cast<double>(bare) / static_cast<double>(written.size());
  return made;
}

AssistantRecording record_assistant(const AssistantPlan& plan, AssistantModels& models,
                                    const std::function<void(double)>& tell) {
  const FactQuestions facts;
  AssistantRecording made;
  made.right = Mat(AssistantRecording::groups, 4);
  made.form = Mat(AssistantRecording::groups, 2);
  for (int g = 0; g < AssistantRecording::groups; ++g) {
    const auto group = static_cast<Group>(g);
    made.facts[static_cast<std::size_t>(g)] = static_cast<int>(facts.of(group).size());
    made.chance[static_cast<std::size_t>(g)] = facts.right_by_guessing(group);
  }
  const auto keep = [&](int column, const FactScores& scores) {
    for (int g = 0; g < AssistantRecording::groups; ++g) {
      made.right(g, column) = static_cast<Real>(scores.right[static_cast<std::size_t>(g)]);
    }
  };
  const auto keep_form = [&](int column, const FactScores& scores) {
    for (int g = 0; g < AssistantRecording::groups; ++g) {
      made.form(g, column) = static_cast<Real>(scores.form[static_cast<std::size_t>(g)]);
    }
  };

  models.read = after_reading(plan, facts, [&](double share) { tell(0.6 * share); });
  const FactScores before = fact_scores(models.read, facts);
  keep(0, before);
  keep_form(0, before);
  keep(1, fact_scores(models.read, facts, true));

  AnswerTuning tuning(tuning_of(plan, models.read, plan.tuning_steps, plan.tuning_rate,
                                facts.answers(Group::asked, kTimesAnswered, plan.seed)));
  made.tuning_steps = moments_of(plan.tuning_steps, plan.moments);
  made.answered = Mat(static_cast<int>(made.tuning_steps.size()), AssistantRecording::groups);
  for (int m = 0; m < made.answered.rows(); ++m) {
    while (tuning.steps() < made.tuning_steps[static_cast<std::size_t>(m)]) tuning.step();
    const FactScores scores = fact_scores(tuning.checkpoint(), facts);
    for (int g = 0; g < AssistantRecording::groups; ++g) {
      made.answered(m, g) = static_cast<Real>(scores.right[static_cast<std::size_t>(g)]);
    }
    tell(0.6 + 0.1 * (m + 1) / made.answered.rows());
  }
  models.tuned = tuning.checkpoint();
  const FactScores after = fact_scores(models.tuned, facts);
  keep(2, after);
  keep_form(1, after);

  made.betas = plan.betas;
  made.main_beta = plan.main_beta;
  made.preference_steps = moments_of(plan.preference_steps, plan.moments);
  const int moments = static_cast<int>(made.preference_steps.size()),
            betas = static_cast<int>(plan.betas.size());
  made.margins = made.ordered = made.bare = made.still_right = Mat(moments, betas);
  made.moved = Mat(moments, 2);
  const std::vector<QuestionAnswer> judged = facts.preferences(Group::read, 1, plan.seed + 1);
  for (int b = 0; b < betas; ++b) {
    PreferencePlan preferring;
    static_cast<TuningPlan&>(preferring) =
        tuning_of(plan, models.tuned, plan.preference_steps, plan.preference_rate,
                  facts.preferences(Group::asked, kTimesPreferred, plan.seed));
    preferring.beta = plan.betas[static_cast<std::size_t>(b)];
    PreferenceTraining training(std::move(preferring));
    for (int m = 0; m < moments; ++m) {
      while (training.steps() < made.preference_steps[static_cast<std::size_t>(m)]) {
        training.step();
      }
      const PreferenceMargins margins = training.margins(judged);
      double sum = 0, ordered = 0;
      for (std::size_t i = 0; i < judged.size(); ++i) {
        const double margin = margins.margin(i);
        sum += margin;
        ordered += margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
      }
      const auto count = static_cast<double>(judged.size());
      const FactScores scores = fact_scores(training.checkpoint(), facts);
      made.margins(m, b) = static_cast<Real>(sum / count * plan.betas[static_cast<std::size_t>(b)]);
      made.ordered(m, b) = static_cast<Real>(ordered / count);
      made.bare(m, b) = static_cast<Real>(scores.bare);
      made.still_right(m, b) = static_cast<Real>(of_read(made, scores));
      if (b == static_cast<int>(plan.main_beta)) {
        made.moved(m, 0) = static_cast<Real>(mean(margins.better));
        made.moved(m, 1) = static_cast<Real>(mean(margins.worse));
      }
      tell(0.7 + 0.3 * (b * moments + m + 1) / (betas * moments));
    }
    if (b == static_cast<int>(plan.main_beta)) {
      models.preferred = training.checkpoint();
      keep(3, fact_scores(models.preferred, facts));
    }
  }
  return made;
}

void write_assistant(const std::filesystem::path& file, const AssistantRecording& recording) {
  TensorFile content = begin_recording(kAssistant, assistant_command);
  const auto row = [](const auto& values) {
    Mat made(1, static_cast<int>(values.size()));
    for (int i = 0; i < made.cols(); ++i) {
      made(0, i) = static_cast<Real>(values[static_cast<std::size_t>(i)]);
    }
    return made;
  };
  content.metadata["tuning_steps"] = joined_lines(recording.tuning_steps);
  content.metadata["preference_steps"] = joined_lines(recording.preference_steps);
  content.metadata["main_beta"] = std::to_string(recording.main_beta);
  content.metadata["facts"] =
      joined_lines(std::vector<int>(recording.facts.begin(), recording.facts.end()));
  add_matrix(content, "chance", row(recording.chance));
  add_matrix(content, "betas", row(recording.betas));
  add_matrix(content, "right", recording.right);
  add_matrix(content, "form", recording.form);
  add_matrix(content, "answered", recording.answered);
  add_matrix(content, "margins", recording.margins);
  add_matrix(content, "ordered", recording.ordered);
  add_matrix(content, "bare", recording.bare);
  add_matrix(content, "still_right", recording.still_right);
  add_matrix(content, "moved", recording.moved);
  write_safetensors(file, content);
}

AssistantRecording read_assistant(const std::filesystem::path& file) {
  const RecordingFile from(file, kAssistant, assistant_command);
  AssistantRecording made;
  made.tuning_steps = from.numbers("tuning_steps");
  made.preference_steps = from.numbers("preference_steps");
  const std::vector<int> facts = from.numbers("facts"), main_beta = from.numbers("main_beta");
  const Mat &chance = from.matrix("chance", AssistantRecording::groups),
            &betas = from.matrix("betas", 0);
  const int count = betas.cols();
  if (facts.size() != made.facts.size() || main_beta.size() != 1 || main_beta[0] < 0 ||
      main_beta[0] >= count || chance.rows() != 1 || betas.rows() != 1) {
    from.fail("does not say how many facts and which β it has");
  }
  std::ranges::copy(facts, made.facts.begin());
  std::ranges::copy(chance.row(0), made.chance.begin());
  for (const Real beta : betas.row(0)) made.betas.push_back(beta);
  made.main_beta = static_cast<std::size_t>(main_beta[0]);
  made.right = from.matrix("right", 4);
  made.form = from.matrix("form", 2);
  made.answered = from.matrix("answered", AssistantRecording::groups);
  made.margins = from.matrix("margins", count);
  made.ordered = from.matrix("ordered", count);
  made.bare = from.matrix("bare", count);
  made.still_right = from.matrix("still_right", count);
  made.moved = from.matrix("moved", 2);
  const int moments = static_cast<int>(made.preference_steps.size());
  for (const Mat* const curve :
       {&made.margins, &made.ordered, &made.bare, &made.still_right, &made.moved}) {
    if (curve->rows() != moments) from.fail("has curves of another number of moments");
  }
  if (made.answered.rows() != static_cast<int>(made.tuning_steps.size()) || moments == 0 ||
      made.tuning_steps.empty() || made.right.rows() != AssistantRecording::groups ||
      made.form.rows() != AssistantRecording::groups) {
    from.fail("has not as many scores as steps or groups");
  }
  return made;
}

}  // namespace glassformer
