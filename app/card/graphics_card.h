#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/kept/settings.h"
#include "core/grad/backend.h"

namespace glassformer {

// The graphics card as a place to compute, made when it is first wanted.
struct GraphicsCard {
  std::shared_ptr<Backend> backend;  // null: there is none …
  std::string why_not;               // … for this reason, a sentence
  std::string name;                  // what the driver calls itself
  bool software = false;             // it is the processor that plays a card
  double max_megabytes = 0;          // of a matrix that needs not be cut
  std::string self_test;             // what it has found, or why there was none
  std::string warning;               // what everybody must know of it, a sentence; empty: nothing
};

// The backend that the wish comes to on this card; null: the CPU.
std::shared_ptr<Backend> backend_for(Where where, const GraphicsCard& card);

}  // namespace glassformer
