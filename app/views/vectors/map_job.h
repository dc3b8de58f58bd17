#pragma once

#include <memory>
#include <string>

#include "app/jobs/projection.h"
#include "app/session.h"
#include "app/views/vectors/map_panels.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Keeps the session's t-SNE the one of what is chosen, and draws what steers it.
class MapJob {
 public:
  MapJob() = default;
  ~MapJob();  // the map that is seen no more waits
  MapJob(const MapJob&) = delete;
  MapJob& operator=(const MapJob&) = delete;

  // Call it in every frame in which the map is seen. A job that has become stale ends by itself.
  void keep(Ui& ui, Session& session, const WordVectorsPtr& vectors);
  // True if the map starts over.
  bool draw(Ui& ui, Session& session, MapPanels& panels, Rect area);

 private:
  void renew(Session& session, const ProjectionPlan& plan);

  JobControl::Pace pace() const {
    return fast_ ? JobControl::Pace::fast : JobControl::Pace::watched;
  }

  bool fast_ = false;
  bool running_ = false;
  std::weak_ptr<ProjectionJob> kept_;
  std::string told_;  // why the CPU took over
};

}  // namespace glassformer
