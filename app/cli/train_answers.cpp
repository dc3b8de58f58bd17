#include "app/cli/train_answers.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "app/cli/output.h"
#include "core/kernels/threads.h"
#include "core/text/number_of.h"

namespace glassformer {

int train_answers(AnswerPlan plan, LoopOptions& options) {
  const TrainingLock lock = begin_loop(options, plan.settings);
  AnswerTraining training(std::move(plan));
  const AnswerPlan& made = training.plan();
  std::fprintf(stderr, "%s, %zu of %lld kept apart; %.3f M parameters, %s\n",
               made.task.words().c_str(), training.held_out().size(),
               static_cast<long long>(made.task.questions()),
               static_cast<double>(training.checkpoint().params.cells()) / 1e6,
               number_of(threads_in_use(), "thread").c_str());
  TrainLoop loop(options, training, [&](const Checkpoint& model) {
    const double exact = training.exact_match(model);
    return HeldOutScore{{exact}, fmt::format("{:.2f} % exact", 100 * exact)};
  });
  if (!loop.run()) return 0;
  print(fmt::format("{}: {:.2f} % of {} exact, {}, after {}\n", options.out,
                    100 * training.exact_match(load_checkpoint(options.out)),
                    training.held_out().size(), loop.best_step(), time_text(loop.seconds())));
  return 0;
}

}  // namespace glassformer
