#include "core/grad/backend.h"

#include <utility>

namespace glassformer {

namespace {

thread_local std::shared_ptr<Backend> current;

}  // namespace

OnBackend::OnBackend(std::shared_ptr<Backend> backend)
    : backend_(std::move(backend)), before_(current) {
  if (backend_) backend_->begin();
  current = backend_;
}

OnBackend::~OnBackend() {
  current = before_;
  if (backend_) backend_->end();
}

std::shared_ptr<Backend> current_backend() {
  return current;
}

}  // namespace glassformer
