// What the texts of shipped lessons say of recordings, of the small world and of translations: no
// matrix of a run holds it, so no "expect" of a lesson can.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

#include "core/decode/evaluate.h"
#include "core/formats/recording_file.h"
#include "core/lesson/lesson.h"
#include "core/lesson/living_text.h"
#include "core/lesson/stage.h"
#include "core/models/checkpoint.h"
#include "core/scenes/records/who_is_it.h"
#include "core/text/tokenize.h"
#include "core/train/pair_data.h"
#include "core/train/race_recording.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

Lesson shipped(const std::string& id) {
  return read_lesson(testing::source_dir() / "assets" / "lessons" / (id + ".json"));
}

// With the title that it has with the lesson's own data.
std::size_t place_of(const Lesson& lesson, std::string_view title) {
  const auto found = std::ranges::find(
      lesson.steps, title, [](const Step& step) { return with_conditions(step.title, true); });
  EXPECT_NE(found, lesson.steps.end()) << lesson.id << " has no step called " << title;
  return found == lesson.steps.end() ? 0 : static_cast<std::size_t>(found - lesson.steps.begin());
}

Step step_of(const Lesson& lesson, std::string_view title) {
  return lesson.steps[place_of(lesson, title)];
}

bool says(const std::string& text, std::string_view words) {
  return text.find(words) != text.npos;
}

std::size_t racer(const RaceMoment& moment, std::string_view name) {
  const auto found = std::ranges::find(moment.names, name);
  EXPECT_NE(found, moment.names.end()) << name;
  return static_cast<std::size_t>(found - moment.names.begin()) % moment.names.size();
}

TEST(LessonClaims, EightRightLooksAreAsRareAsTheTextSays) {
  const Step step = step_of(shipped("hard-and-soft"), "Over a GRU");
  const auto moments = read_race(recording_file("hard-attention"), "");
  const RaceMoment& moment = moments.at(static_cast<std::size_t>(step.set.moment.value()));
  const RaceStanding& one = moment.standings.at(racer(moment, "over a GRU"));
  EXPECT_EQ(one.steps, 160);
  EXPECT_NEAR(one.exact_match, 0.4, 0.05);
  ASSERT_TRUE(one.aligned);
  EXPECT_NEAR(*one.aligned, 5.0 / 8, 0.01);
  EXPECT_NEAR(1 / std::pow(*one.aligned, 8), 40, 5);
  ASSERT_TRUE(step.ask);
  EXPECT_TRUE(says(step.ask->answer, "about one number of forty."));
}

// "so has a wider vector, from 16 numbers to 64. The widest lags behind"
TEST(LessonClaims, AWiderVectorHelpsUntilItHasNoTimeToLearn) {
  const auto moments = read_race(recording_file("bottleneck"), "");
  const RaceMoment& last = moments.back();
  const auto of = [&](std::string_view name) { return last.standings.at(racer(last, name)); };
  const RaceStanding narrow = of("vector of 16"), middle = of("vector of 64"),
                     wide = of("vector of 256"), attention = of("attention, 64");
  for (std::size_t bin = 1; bin < last.bins.size(); ++bin) {
    EXPECT_LE(wide.by_length[bin], middle.by_length[bin]) << last.bins[bin];
    EXPECT_LE(narrow.by_length[bin], middle.by_length[bin]) << last.bins[bin];
    EXPECT_GE(attention.by_length[bin], middle.by_length[bin]) << last.bins[bin];
  }
  EXPECT_LT(wide.exact_match, middle.exact_match);
  EXPECT_LT(narrow.exact_match, middle.exact_match);
  EXPECT_GT(wide.seconds / static_cast<double>(wide.steps),
            4 * middle.seconds / static_cast<double>(middle.steps))
      << "many times as long for each step";
  EXPECT_GT(last.parameters.at(racer(last, "attention, 64")),
            last.parameters.at(racer(last, "vector of 64")))
      << "it reads in both directions";
  EXPECT_TRUE(says(step_of(shipped("bottleneck"), "Can a vector hold any sentence?").text,
                   "reads in both directions, so it has more weights"));
}

// "Nearly all words of the other sentences they have met"
TEST(LessonClaims, TheHeldOutSentencesAreMadeOfWordsOfThreeHundred) {
  const PairData data = task_data({});
  constexpr std::size_t kPairs = 300;  // trained with, and scored
  std::set<std::string> met;
  for (std::size_t i = 0; i < kPairs; ++i) {
    for (const std::string* text : {&data.train.at(i).source, &data.train.at(i).target}) {
      for (const std::string& word : tokenize(*text)) met.insert(word);
    }
  }
  int words = 0, unknown = 0;
  for (std::size_t i = 0; i < kPairs; ++i) {
    for (const std::string* text : {&data.held_out.at(i).source, &data.held_out.at(i).target}) {
      for (const std::string& word : tokenize(*text)) {
        ++words;
        unknown += met.contains(word) ? 0 : 1;
      }
    }
  }
  EXPECT_LT(unknown, words / 20);
  const std::string answer = step_of(shipped("how-much-data"), "Three hundred pairs").ask->answer;
  EXPECT_TRUE(says(answer, "Nearly all words of the other sentences they have met")) << answer;
}

// What was false, or hung in the air, once somebody typed a sentence of their own.
TEST(LessonClaims, WhatHoldsForTheLessonsWordsAloneIsNotSaidOfOthers) {
  struct Said {
    const char* lesson;
    const char* step;
    const char* words;
  };
  for (const Said& said : std::initializer_list<Said>{
           {"recurrent-state", "Both directions", "teddy"},
           {"multi-head", "What head 2 looks at", "elsewhere"},
           {"who-is-it", "How “it” feels", "feels"},
           {"decoding", "Before the noun is written", "finds the noun there"},
           {"decoding", "Teacher forcing", "Here it is fed"},
           {"cross-attention", "An alignment", "would be one"},
           {"cross-attention", "An accident", "luck"},
           {"heads", "What does this head do?", "needs that"},
           {"hard-and-soft", "Even weights", "for that"},
           {"hard-and-soft", "Your own weights", "two weights are set"},
           {"gradients", "Ask for another word", "would not give"},
           {"gradients", "To the source", "stands out"},
           {"convolutions", "The receptive field", "either side. "}}) {
    const Lesson lesson = shipped(said.lesson);
    const Step step = step_of(lesson, said.step);
    std::string all = without_own_data(step.text);
    if (step.ask) all += without_own_data(step.ask->question + " " + step.ask->answer);
    EXPECT_FALSE(says(all, said.words)) << said.lesson << ", " << said.step << ": " << said.words;
  }
}

// The line that stands in red: the text quotes it.
TEST(LessonClaims, WithoutBothHeadsSubjectAndVerbBreakToo) {
  const Lesson lesson = shipped("who-is-it");
  const std::size_t at = place_of(lesson, "Without both");
  const Step& step = lesson.steps[at];
  const RunPtr made = run(stage_inputs(lesson, static_cast<int>(at)));
  const auto& record = made->records.get<WhoIsItRecord>();
  EXPECT_TRUE(record.said.starts_with("L'animal n'a")) << record.said;
  EXPECT_TRUE(record.said_switched.starts_with("Les animal n'ont")) << record.said_switched;
  EXPECT_TRUE(says(step.text, "“Les animal n'ont”"));
}

// The table of what translators get right by length is counted, and not computed in the run.
TEST(LessonClaims, TheTableOfLengthsIsWhatIsCounted) {
  const Lesson lesson = shipped("permutation");
  const Mat& table = lesson.inputs.given.at("by_length")->value;
  const std::vector<std::string> networks{"en-fr", "gru-bahdanau", "gru-luong", "gru-vector"};
  const std::vector<int> longest{4, 8, 12, 16, 24};
  TaskChoice choice;
  choice.kind = PairTaskKind::joined;
  const std::vector<SentencePair> all = task_data(choice).held_out;
  for (std::size_t n = 0; n < networks.size(); ++n) {
    const CheckpointPtr checkpoint = load_shipped(networks[n]);
    std::vector<SentencePair> short_ones;
    std::vector<std::size_t> bin_of;
    std::vector<int> counts(longest.size()), exact(longest.size());
    int longer = 0;
    for (const SentencePair& pair : all) {
      const auto length = static_cast<int>(checkpoint->source().encode(pair.source).size());
      const auto bin = std::ranges::lower_bound(longest, length);
      if (bin == longest.end() && ++longer > 5) continue;  // of the longest a few will do
      short_ones.push_back(pair);
      bin_of.push_back(static_cast<std::size_t>(bin - longest.begin()));
    }
    const Evaluation made = evaluate(*checkpoint, short_ones, {});
    for (std::size_t i = 0; i < short_ones.size(); ++i) {
      const bool right = made.translations[i] == short_ones[i].target;
      if (bin_of[i] == longest.size()) {
        EXPECT_FALSE(right) << short_ones[i].source;
        continue;
      }
      ++counts[bin_of[i]];
      exact[bin_of[i]] += right ? 1 : 0;
    }
    for (std::size_t bin = 0; bin < longest.size(); ++bin) {
      // A machine that rounds otherwise may translate one sentence otherwise.
      EXPECT_NEAR(table(static_cast<int>(n), static_cast<int>(bin)),
                  static_cast<double>(exact[bin]) / counts[bin], 1.5 / counts[bin])
          << networks[n] << ", up to " << longest[bin];
    }
  }
}

}  // namespace
}  // namespace glassformer
