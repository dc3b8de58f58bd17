#pragma once

#include <cstdint>
#include <string>

#include "core/embed/vectors/rows.h"
#include "core/project/affinities.h"
#include "core/project/barnes_hut.h"
#include "core/project/repulsion.h"
#include "core/project/tsne_forces.h"

namespace glassformer {

struct TsneSettings {
  double perplexity = 30;       // how many neighbours count, softly
  double learning_rate = 0;     // 0: n / exaggeration (Belkina et al. 2019), at least 200 or 2 n
  double exaggeration = 12;     // p is multiplied by this …
  int exaggerated = 250;        // … for so many iterations
  std::uint64_t seed = 1;       // of the first positions, normal with deviation 1e-4
  bool start_from_pca = false;  // the first positions are two principal components (Kobak 2019)
  enum class Pairs { automatic, all, grouped };
  Pairs pairs = Pairs::automatic;  // how repulsion is summed: all pairs where they are few
  bool operator==(const TsneSettings&) const = default;
};

// t-SNE (van der Maaten and Hinton 2008): points of a plane whose neighbours are likely the same as
// those of rows [n, dim]. Gradient descent with momentum and gains, as the original has them; the
// repulsion is summed over all pairs, or grouped (core/project/barnes_hut.h).
// Equal rows and settings give equal positions, iteration by iteration, for any number of threads.
class Tsne {
 public:
  // Works out the input similarities, which takes n² dim steps. Needs at least 2 rows, all finite;
  // UserError if a setting makes no sense. It may be told to end: then ready() is false. `known`
  // are those of the same rows and perplexity, from before.
  Tsne(const Rows& rows, const TsneSettings& settings, const TellShare& tell = {},
       AffinitiesPtr known = nullptr);

  bool ready() const { return affinities_->count() == now_.at.count(); }
  const AffinitiesPtr& affinities() const { return affinities_; }
  // From now on the forces are worked out there, over all pairs, and whole steps are made there if
  // it can. Should that fail, the processor does it: in the same step, from the same positions, or
  // from those that were brought here last, so that no step is lost.
  void compute_with(TsneForcesPtr forces);
  // Why the processor does it all the same: a sentence, empty if it does not or nothing else was
  // to.
  const std::string& fallback() const { return fallback_; }

  void step();
  int iteration() const { return iteration_; }
  // Where the points were at iteration positioned(): the last one, unless steps are made elsewhere.
  const Points& positions() const { return now_.at; }
  int positioned() const { return positioned_; }
  void synchronise();  // brings the positions here
  // The last positions as they lie on a device, [n, 2]; null: they are only here.
  DeviceMatPtr places_on_device();
  // The Kullback–Leibler divergence of the positions' q from p, in nats. Takes about as long as a
  // step, and brings the positions here.
  double divergence();

  // dC/dy at `at`, with p times `exaggeration` (equation 5).
  void gradient(const Points& at, double exaggeration, Points& out);

 private:
  bool all_pairs(std::size_t points) const;
  void repel(const Points& at);
  void order_shares();
  void pull(const Floats& places, std::size_t begin, std::size_t end);
  void forces_here(const Points& at);
  bool forces_elsewhere(const Points& at);  // false: the processor has to
  TsneStride stride() const;
  void step_here();
  void give_up(const DeviceError& error);

  TsneSettings settings_;
  AffinitiesPtr affinities_;
  BarnesHut barnes_hut_;
  TsneForcesPtr forces_;
  std::string fallback_;
  ShortShares shares_;
  int ordered_ = 0;  // at which iteration they were put in order
  Repulsion repulsion_;
  Points pull_;
  bool moves_elsewhere_ = false;
  TsneState now_;  // at iteration …
  int positioned_ = 0;
  Points gradient_;
  int iteration_ = 0;
};

}  // namespace glassformer
