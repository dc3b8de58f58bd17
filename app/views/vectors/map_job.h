#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/jobs/projection.h"
#include "app/session/session.h"
#include "app/views/vectors/map_settings.h"
#include "app/widgets/ui.h"

namespace glassformer {

inline constexpr std::string_view kIterationKey = "iteration";

// Keeps the session's t-SNE the one of what is chosen, and draws what steers it.
class MapJob {
 public:
  MapJob() = default;
  ~MapJob();  // the map that is seen no more waits
  MapJob(const MapJob&) = delete;
  MapJob& operator=(const MapJob&) = delete;

  // As a step, or a saved session, has it: so many iterations, and then it waits. None: as it is.
  void stand_at(std::optional<int> iteration);
  // Call it in every frame in which the map is seen. A job that has become stale ends by itself.
  void keep(Ui& ui, Session& session, const WordVectorsPtr& vectors);
  // What steers it, in rows at the top of the area: returns their height. `again`: the map starts
  // over.
  float draw(Ui& ui, Session& session, MapSettings& settings, Rect area, bool& again);

 private:
  static constexpr int kStillIterations = 400;  // in a picture, where nothing says how many

  void renew(Session& session, const ProjectionPlan& plan);

  JobControl::Pace pace() const {
    return fast_ ? JobControl::Pace::fast : JobControl::Pace::watched;
  }

  std::optional<int> wanted_;  // not reached yet
  bool asked_ = false;         // for what is wanted
  int still_ = kStillIterations;
  bool own_ = false;  // the user runs it
  bool fast_ = false;
  bool running_ = false;
  std::weak_ptr<ProjectionJob> kept_;
  std::string told_;  // why the CPU took over
};

}  // namespace glassformer
