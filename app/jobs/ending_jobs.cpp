#include "app/jobs/ending_jobs.h"

#include <utility>

#include "app/jobs/job.h"

namespace glassformer {

EndingJobs::EndingJobs() = default;
EndingJobs::~EndingJobs() = default;

void EndingJobs::take(std::shared_ptr<JobControl> job) {
  std::erase_if(jobs_, [](const auto& ending) { return ending->ended(); });
  if (!job) return;
  job->abandon();
  jobs_.push_back(std::move(job));
}

}  // namespace glassformer
