#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/widgets/geometry.h"
#include "core/tensor/device_mat.h"

namespace glassformer {

// Maps coordinates of the plane to pixels and back.
struct CloudPlane {
  Rect area;
  double x = 0, y = 0, unit = 1;  // as in CloudCamera
  Vec at(float px, float py) const {
    return {area.center().x + static_cast<float>((static_cast<double>(px) - x) * unit),
            area.center().y - static_cast<float>((static_cast<double>(py) - y) * unit)};
  }
  double place_x(float px) const { return x + static_cast<double>(px - area.center().x) / unit; }
  double place_y(float py) const { return y - static_cast<double>(py - area.center().y) / unit; }
};

// A disc in pixels: the coverage of each, 0 … 256, for steps × steps positions of the disc's centre
// within a pixel. `cells` is [steps × steps, side, side].
struct CloudDisc {
  static constexpr int steps = 4;
  int side = 0;
  std::vector<int> cells;
};

// Some of the points, each as such a disc.
struct CloudLayer {
  std::shared_ptr<const CloudDisc> disc;
  std::vector<std::uint32_t> colors;  // 0xAABBGGRR of each point; 0: it is not drawn in this layer
};

// Points that lie on a graphics card, [n, 2], with what a picture of them takes: it stands where a
// matrix of cells stands in a DeviceSource, and is painted there from the points themselves.
class CloudPicture : public DeviceMat {
 public:
  CloudPicture(DeviceMatPtr of, CloudPlane plane_, std::vector<CloudLayer> layers_,
               std::uint32_t ground_)
      : DeviceMat(of->shape()),
        points(std::move(of)),
        plane(plane_),
        layers(std::move(layers_)),
        ground(ground_) {}
  void read(Mat& into) const override { points->read(into); }

  const DeviceMatPtr points;
  const CloudPlane plane;
  const std::vector<CloudLayer> layers;  // each over the one before
  const std::uint32_t ground;
};

}  // namespace glassformer
