#include "app/vector_reading.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "core/embed/expression.h"
#include "core/embed/files/read_vectors.h"
#include "core/tensor/error.h"

namespace glassformer {

VectorReading::VectorReading(std::string file) : file_(std::move(file)) {
  result_ = std::async(std::launch::async, [this] {
    VectorFileOptions options;
    options.watch = [this](double share) {
      share_ = share;
      return !stopping_;
    };
    return read_vectors(file_, options);
  });
}

VectorReading::~VectorReading() {
  stop();
}

bool VectorReading::ended(bool wait) {
  if (!result_.valid()) return true;
  if (!wait && result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  try {
    vectors_ = result_.get();
    told_ = fmt::format("{}: {} words of {} dimensions", file_, vectors_->words.size(),
                        vectors_->dim());
    if (!vectors_->warning.empty()) told_ += "; " + vectors_->warning;
  } catch (const std::exception& error) {
    told_ = error.what();
  }
  return true;
}

std::string VectorReading::progress() const {
  return fmt::format("Reading {}: {:.0f} %; Esc stops",
                     std::filesystem::path(file_).filename().string(), 100 * share_.load());
}

bool fits(const Inputs& inputs, const WordVectors& vectors) {
  const auto found = inputs.options.find("expression");
  if (found == inputs.options.end() || std::get<std::string>(found->second).empty()) return true;
  try {
    static_cast<void>(terms_of(vectors, std::get<std::string>(found->second)));
    return true;
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace glassformer
