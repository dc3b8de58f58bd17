#pragma once

#include <memory>
#include <vector>

namespace glassformer {

class JobControl;

// Jobs that are no longer wanted: each ends after the unit of work in progress, and no frame waits
// for that. The destructor does.
class EndingJobs {
 public:
  EndingJobs();
  ~EndingJobs();
  EndingJobs(const EndingJobs&) = delete;
  EndingJobs& operator=(const EndingJobs&) = delete;
  void take(std::shared_ptr<JobControl> job);  // may be null

 private:
  std::vector<std::shared_ptr<JobControl>> jobs_;
};

}  // namespace glassformer
