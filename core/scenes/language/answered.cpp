#include "core/scenes/language/answered.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <mutex>

#include "core/models/network.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Kind = AnswerTask::Kind;

constexpr int kAsked = 120;         // questions that the usual looks are taken from
constexpr std::uint64_t kSeed = 1;  // of the trainings

const std::array<AnswerModel, 3>& models() {
  static const std::array<AnswerModel, 3> all{
      {{"sort", "sort", {.kind = Kind::sort, .letters = 6, .kinds = 10}, 5000},
       {"add backwards",
        "add-backwards",
        {.kind = Kind::add, .digits = 2, .backwards = true},
        1000},
       {"add forwards",
        "add-forwards",
        {.kind = Kind::add, .digits = 2, .backwards = false},
        1000}}};
  return all;
}

UsualLooks computed(const AnswerModel& model) {
  const CheckpointPtr checkpoint = load_shipped(model.file);
  const AnswerTask& task = model.task;
  const std::vector<std::int64_t> apart = kept_apart(task, model.kept_apart, kSeed);
  const int groups = static_cast<int>(token_groups(task).size());
  UsualLooks usual;
  std::array<int, 2> counted{};
  for (int i = 0; i < kAsked; ++i) {
    const std::size_t at = apart.size() * static_cast<std::size_t>(i) / kAsked;
    const std::string line = task.line(apart[at]);
    Tape tape;
    const AnsweredPass pass = answered_pass(tape, *checkpoint, line);
    const int heads = static_cast<int>(pass.sites.size());
    if (i == 0) {
      usual.groups.assign(static_cast<std::size_t>(task.answer_length()), Mat(heads, groups));
      usual.carried = Mat(heads, 2);
    }
    bool carries = false;
    if (task.kind == Kind::add) {
      const int ones = task.digits - 1, others = 2 * task.digits;
      carries = line[static_cast<std::size_t>(ones)] - '0' +
                    line[static_cast<std::size_t>(others)] - '0' >
                9;
    }
    ++counted[carries ? 1 : 0];
    for (int head = 0; head < heads; ++head) {
      const Mat& weights = tape.value(pass.sites[static_cast<std::size_t>(head)].weights);
      for (int written = 0; written < task.answer_length(); ++written) {
        const int row = task.question_length() + written;
        for (int token = 0; token <= row; ++token) {
          const int group = group_of(task, line, written, token);
          usual.groups[static_cast<std::size_t>(written)](head, group) += weights(row, token);
          if (task.kind == Kind::add && column_written(task, written) == 1 && group == 1) {
            usual.carried(head, carries ? 1 : 0) += weights(row, token);
          }
        }
      }
    }
  }
  for (Mat& mean : usual.groups) {
    for (int head = 0; head < mean.rows(); ++head) {
      for (Real& cell : mean.row(head)) cell /= kAsked;
    }
  }
  for (int head = 0; head < usual.carried.rows(); ++head) {
    for (int way = 0; way < 2; ++way) {
      usual.carried(head, way) /=
          static_cast<Real>(std::max(1, counted[static_cast<std::size_t>(way)]));
    }
  }
  return usual;
}

std::string letters_of(const AnswerTask& task, std::string_view typed) {
  std::string found;
  const char last = static_cast<char>('a' + task.kinds - 1);
  for (const char one : typed) {
    if (one == ' ' || one == ',') continue;
    const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(one)));
    if (letter < 'a' || letter > last) {
      throw UserError(
          fmt::format("“{}” cannot be sorted here: this network knows the letters a to "
                      "{}; type {} of them",
                      typed, last, task.letters));
    }
    found += letter;
  }
  if (static_cast<int>(found.size()) != task.letters) {
    throw UserError(
        fmt::format("“{}” has {} letters, and this network sorts {}; type {} from a "
                    "to {}",
                    typed, found.size(), task.letters, task.letters, last));
  }
  return found;
}

std::string numbers_of(const AnswerTask& task, std::string_view typed) {
  std::vector<std::string> numbers;
  bool inside = false;
  for (const char one : typed) {
    const bool digit = one >= '0' && one <= '9';
    if (digit && !inside) numbers.emplace_back();
    if (digit) numbers.back() += one;
    inside = digit;
  }
  const auto fits = [&](const std::string& number) {
    return static_cast<int>(number.size()) <= task.digits;
  };
  if (numbers.size() != 2 || !std::ranges::all_of(numbers, fits)) {
    throw UserError(
        fmt::format("“{}” cannot be added here: type two numbers of at most {} digits, "
                    "such as “57 + 68”",
                    typed, task.digits));
  }
  for (std::string& number : numbers) {
    number.insert(0, static_cast<std::size_t>(task.digits) - number.size(), '0');
  }
  return numbers[0] + "+" + numbers[1];
}

}  // namespace

const AnswerModel& answer_model(std::string_view name) {
  for (const AnswerModel& model : models()) {
    if (model.name == name) return model;
  }
  throw UserError(fmt::format("there is no small decoder for “{}”", name));
}

std::vector<std::string> token_groups(const AnswerTask& task) {
  if (task.kind == Kind::sort) {
    return {"the letter written", "other letters", "the sign", "written before"};
  }
  return {"its column", "right of it", "left of it", "signs", "written before"};
}

int column_written(const AnswerTask& task, int written) {
  return task.backwards ? written : task.answer_length() - 1 - written;
}

int column_read(const AnswerTask& task, int token) {
  return token < task.digits ? task.digits - 1 - token : 2 * task.digits - token;
}

int group_of(const AnswerTask& task, std::string_view line, int written, int token) {
  const int question = task.question_length();
  if (task.kind == Kind::sort) {
    if (token == question) return 2;
    if (token > question) return 3;
    const char wanted = line[static_cast<std::size_t>(question + 1 + written)];
    return line[static_cast<std::size_t>(token)] == wanted ? 0 : 1;
  }
  if (token > question) return 4;
  if (token == question || token == task.digits) return 3;
  const int here = column_written(task, written), there = column_read(task, token);
  return there == here ? 0 : there < here ? 1 : 2;
}

std::string question_of(const AnswerTask& task, std::string_view typed) {
  return task.kind == Kind::sort ? letters_of(task, typed) : numbers_of(task, typed);
}

const UsualLooks& usual_looks(const AnswerModel& model) {
  static std::mutex mutex;
  static std::map<std::string, UsualLooks, std::less<>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(model.name);
  if (found != known.end()) return found->second;
  return known.emplace(model.name, computed(model)).first->second;
}

AnsweredPass answered_pass(Tape& tape, const Checkpoint& checkpoint, std::string_view line) {
  std::vector<int> ids = checkpoint.target().encode(line);
  ids.pop_back();
  Pass pass = Pass::traced(tape, checkpoint.params);
  AnsweredPass made;
  made.tokens = labelled_tokens(checkpoint.target(), ids, 0);
  made.logits = next_token_network(checkpoint).logits(pass, {}, {}, made.tokens);
  made.sites = pass.sites();
  return made;
}

}  // namespace glassformer
