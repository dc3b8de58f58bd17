#include "core/train/checkpoint_training.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/json.h"
#include "core/models/config_json.h"
#include "core/models/gpt.h"
#include "core/models/recurrent_lm.h"
#include "core/models/seq2seq.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

constexpr std::string_view format = "glassformer checkpoint 1";

// The weights, their gradient, the optimizer's two means, and at the end the best model, which is
// read back to be scored.
constexpr double copies_held = 5;
constexpr double copies_beside_scoring = 3;  // the weights and the two means

// A line for the patience, then of the best and of the last score a line of numbers and its words.
std::string to_text(const ScoreRecord& record) {
  std::string text = std::to_string(record.since_best);
  for (const HeldOutScore& score : {record.best, record.last}) {
    text += fmt::format("\n{}", score.step);
    for (const double merit : score.merit) text += fmt::format(" {:a}", merit);
    text += "\n" + score.text;
  }
  return text;
}

// Throws UserError for what to_text() does not write.
ScoreRecord record_of(std::string_view text, const std::filesystem::path& file) {
  const auto damaged = [&]() -> UserError {
    return UserError(file.string() + ": its scores are damaged; begin without --resume");
  };
  bool more = true;
  const auto line = [&] {
    if (!more) throw damaged();
    const std::size_t end = text.find('\n');
    std::string found(text.substr(0, end));
    more = end != text.npos;
    text.remove_prefix(more ? end + 1 : text.size());
    return found;
  };
  const auto numbers = [&](const std::string& written) {
    std::vector<double> all;
    const char* at = written.c_str();
    for (char* end = nullptr;; at = end) {
      const double number = std::strtod(at, &end);
      if (end == at) break;
      all.push_back(number);
    }
    if (*at != '\0' || all.empty() || !(std::abs(all[0]) < 1e15)) throw damaged();
    return all;
  };
  ScoreRecord record;
  record.since_best = static_cast<int>(std::clamp(numbers(line()).front(), 0.0, 1e9));
  for (HeldOutScore* score : {&record.best, &record.last}) {
    std::vector<double> all = numbers(line());
    score->step = static_cast<std::int64_t>(all.front());
    score->merit.assign(all.begin() + 1, all.end());
    score->text = line();
  }
  if (more || record.best.merit.size() != record.last.merit.size()) throw damaged();
  return record;
}

// What two plans do not have in common: "batch is 32 there and 64 here, seed 1 there and 2 here".
// Both are parts with "; " between, most of which begin with the name of an option.
std::string differences(std::string_view there, std::string_view here) {
  const auto parts_of = [](std::string_view plan) {
    std::vector<std::string> parts;
    while (!plan.empty()) {
      const std::size_t end = std::min(plan.find("; "), plan.size());
      parts.emplace_back(plan.substr(0, end));
      plan.remove_prefix(std::min(end + 2, plan.size()));
    }
    return parts;
  };
  const auto name_of = [](std::string_view part) {
    const std::size_t end = part.find(' ');
    const bool named = end != part.npos && part.front() >= 'a' && part.front() <= 'z';
    return named ? std::string(part.substr(0, end)) : std::string();
  };
  std::vector<std::string> theirs = parts_of(there), ours = parts_of(here), all;
  const std::vector<std::string> known = theirs;
  std::erase_if(theirs,
                [&](const std::string& part) { return std::ranges::count(ours, part) > 0; });
  std::erase_if(ours, [&](const std::string& part) { return std::ranges::count(known, part) > 0; });
  for (const std::string& part : theirs) {
    const std::string name = name_of(part);
    const auto same = std::ranges::find_if(
        ours, [&](const std::string& other) { return !name.empty() && name_of(other) == name; });
    if (same == ours.end()) {
      all.push_back(part + " there alone");
      continue;
    }
    const std::size_t value = name.size() + 1;
    all.push_back(
        fmt::format("{} {} there and {} here", name, part.substr(value), same->substr(value)));
    ours.erase(same);
  }
  for (const std::string& part : ours) all.push_back(part + " here alone");
  return fmt::format("{}", fmt::join(all, "; "));
}

// What --model says of a language model; of other networks nothing.
std::string_view model_word(const Network& network) {
  if (const auto* gpt = dynamic_cast<const Gpt*>(&network)) {
    return as_llama(gpt->sizes()) == gpt->sizes() ? "llama" : "gpt";
  }
  const auto* recurrent = dynamic_cast<const RecurrentLm*>(&network);
  return recurrent == nullptr ? "" : word_of(cell_words, recurrent->sizes().cell);
}

// The configs of two networks of one architecture, without what follows from another option: all
// that --model brings with it, and a width of the feed-forward layers that nobody chose.
std::pair<std::string, std::string> own_configs(const Network& there, const Network& here) {
  if (const auto* one = dynamic_cast<const RecurrentLm*>(&there),
      *other = dynamic_cast<const RecurrentLm*>(&here);
      one != nullptr && other != nullptr) {
    RecurrentLmConfig ours = other->sizes();
    ours.cell = one->sizes().cell;
    return {there.config(), to_json(ours)};
  }
  const auto *one = dynamic_cast<const Gpt*>(&there), *other = dynamic_cast<const Gpt*>(&here);
  if (one == nullptr || other == nullptr) return {there.config(), here.config()};
  GptConfig theirs = one->sizes(), ours = other->sizes();
  const bool usual = theirs.d_ff == usual_d_ff(theirs) && ours.d_ff == usual_d_ff(ours);
  if (usual) ours.d_ff = theirs.d_ff;
  if (model_word(there) != model_word(here)) {
    theirs = as_llama(theirs);
    ours = as_llama(ours);
  }
  return {to_json(theirs), to_json(ours)};
}

// The sizes of a config in the form of a plan.
std::string sizes_of(const std::string& config, const std::filesystem::path& file) {
  std::string parts;
  Json::parse(config, file).root().each_member([&](std::string_view key, Json::Value size) {
    const std::string value = size.is(Json::Kind::string)    ? std::string(size.string())
                              : size.is(Json::Kind::boolean) ? (size.boolean() ? "yes" : "no")
                              : size.is(Json::Kind::number)  ? shortest(size.number())
                                                             : "";
    if (!value.empty()) parts += fmt::format("{}{} {}", parts.empty() ? "" : "; ", key, value);
  });
  return parts;
}

// Throws UserError that tells all that differs, so that one need not try again and again.
void check_same(const Network& there, const Network& here, std::string_view plan_there,
                std::string_view plan_here, const std::filesystem::path& file) {
  const bool same_kind = there.architecture() == here.architecture();
  const std::string_view theirs = model_word(there), ours = model_word(here);
  std::vector<std::string> options, wrong;
  if (theirs != ours && !theirs.empty() && !ours.empty()) {
    options.push_back(fmt::format("--model {} there and {} here", theirs, ours));
  }
  if (plan_there != plan_here) options.push_back(differences(plan_there, plan_here));
  if (!options.empty()) {
    wrong.push_back(fmt::format("was begun with other options: {}", fmt::join(options, "; ")));
  }
  if (!same_kind && (theirs.empty() || ours.empty())) {
    wrong.push_back(fmt::format("holds a model of the architecture \"{}\", not \"{}\"",
                                there.architecture(), here.architecture()));
  }
  if (same_kind) {
    const auto [config_there, config_here] = own_configs(there, here);
    const std::string sizes =
        differences(sizes_of(config_there, file), sizes_of(config_here, file));
    if (!sizes.empty()) wrong.push_back("holds a model of another shape: " + sizes);
  }
  if (wrong.empty()) return;
  throw UserError(fmt::format("{}: {}. Give the same, or leave out --resume", file.string(),
                              fmt::join(wrong, "; and it ")));
}

}  // namespace

void check_training_memory(const std::vector<Parameter>& parameters) {
  double cells = 0;
  for (const Parameter& p : parameters) cells += static_cast<double>(p.shape.cells());
  check_memory(fmt::format("training {:.1f} million numbers", cells / 1e6),
               copies_held * cells * sizeof(Real), "make the model narrower or with fewer layers");
}

bool has_ended(const std::filesystem::path& checkpoint) {
  try {
    return read_safetensors_metadata(checkpoint).contains("ended");
  } catch (const UserError&) {
    return false;
  }
}

bool ScoreRecord::take(const HeldOutScore& score, bool counts) {
  const bool better = empty() || score.merit >= best.merit;
  const bool rose = empty() || score.merit.front() > best.merit.front();
  if (rose) {
    since_best = 0;
  } else if (counts) {
    ++since_best;
  }
  if (better) best = score;
  last = score;
  return better;
}

CheckpointTraining::CheckpointTraining(Checkpoint untrained, const MakeTask& make_task,
                                       AdamSettings adam)
    : checkpoint_(std::move(untrained)), task_(make_task(checkpoint_)), trainer_(*task_, adam) {
  task_->check_step_memory(copies_held * static_cast<double>(checkpoint_.params.cells()) *
                           sizeof(Real));
}

double CheckpointTraining::make_room() const {
  task_->rest();
  return copies_beside_scoring * static_cast<double>(checkpoint_.params.cells()) * sizeof(Real);
}

const std::vector<double>& CheckpointTraining::losses() const {
  for (const StepResult& result : trainer_.results()) losses_.push_back(result.loss);
  return losses_;
}

const Checkpoint& CheckpointTraining::checkpoint() const {
  trainer_.synchronise();
  return checkpoint_;
}

void CheckpointTraining::save_checkpoint(const std::filesystem::path& file, bool ended) const {
  TensorRefs out = tensor_refs(checkpoint());
  const Adam& adam = trainer_.adam();
  out.metadata["checkpoint"] = std::string(format);
  out.metadata["plan"] = fingerprint();
  out.metadata["steps"] = std::to_string(steps());
  if (ended) out.metadata["ended"] = "yes";
  if (std::string state = task_->state(); !state.empty()) out.metadata["task"] = std::move(state);
  const std::size_t params = out.tensors.size();
  for (std::size_t i = 0; i < params; ++i) {
    const TensorRef param = out.tensors[i];
    out.tensors.push_back({"first." + param.name, param.shape, &adam.first[i]});
    out.tensors.push_back({"second." + param.name, param.shape, &adam.second[i]});
  }
  // A loss is computed in double from shares in Real; kept as text, it comes back to the last bit.
  std::string losses;
  for (const double loss : this->losses()) losses += fmt::format("{:a} ", loss);
  out.metadata["losses"] = std::move(losses);
  out.metadata["scores"] = to_text(scores_);
  write_safetensors(file, out);
}

bool CheckpointTraining::resume(const std::filesystem::path& file) {
  TensorFile in = read_safetensors(file);
  const auto meta = [&](const std::string& key) {
    const auto found = in.metadata.find(key);
    return found == in.metadata.end() ? std::string() : found->second;
  };
  if (meta("checkpoint") != format) {
    throw UserError(file.string() +
                    ": is no checkpoint of a training; remove it and leave out --resume to begin "
                    "from the start");
  }
  std::map<std::string, Mat> moments;
  std::erase_if(in.tensors, [&](NamedTensor& tensor) {
    const bool moment = tensor.name.starts_with("first.") || tensor.name.starts_with("second.");
    if (moment) moments[tensor.name] = std::move(tensor.value);
    return moment;
  });
  const Checkpoint saved = from_tensors({in.metadata, std::move(in.tensors)}, file.string());
  const auto pieces = [](const Checkpoint& of) {
    return std::pair(of.source().pieces(), of.target().pieces());
  };
  check_same(*saved.network, *checkpoint_.network, meta("plan"), fingerprint(), file);
  if (pieces(saved) != pieces(checkpoint_)) {
    throw UserError(file.string() +
                    ": holds a model of another vocabulary; resume with the text and the tokens it "
                    "was begun with");
  }
  const bool has_scores = in.metadata.contains("scores");
  const ScoreRecord scores = has_scores ? record_of(meta("scores"), file) : ScoreRecord{};
  Adam& adam = trainer_.adam();
  for (int i = 0; i < saved.params.size(); ++i) {
    const auto which = static_cast<std::size_t>(i);
    for (auto& [part, all] : {std::pair<const char*, std::vector<Mat>&>{"first.", adam.first},
                              std::pair<const char*, std::vector<Mat>&>{"second.", adam.second}}) {
      const auto found = moments.find(part + saved.params.name(i));
      if (found == moments.end() || found->second.shape() != saved.params.value(i).shape()) {
        throw UserError(fmt::format("{}: {}{} is missing or of another shape", file.string(), part,
                                    saved.params.name(i)));
      }
      all[which] = std::move(found->second);
    }
    checkpoint_.params.value(i) = saved.params.value(i);
  }
  task_->set_state(meta("task"));
  adam.steps = std::strtoll(meta("steps").c_str(), nullptr, 10);
  losses_.clear();
  const std::string text = meta("losses");
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const double loss = std::strtod(at, &end);
    if (end == at) break;
    losses_.push_back(loss);
  }
  if (adam.steps < 0 || static_cast<std::int64_t>(losses_.size()) != adam.steps) {
    throw UserError(file.string() + ": says a wrong number of steps; begin without --resume");
  }
  scores_ = scores;
  return has_scores;
}

}  // namespace glassformer
