#include "app/question_reading.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

namespace glassformer {

QuestionReading::QuestionReading(std::string file) : file_(std::move(file)) {
  result_ = std::async(std::launch::async, [this] {
    return read_question_file(file_, [this](double share) {
      share_ = share;
      return !stopping_;
    });
  });
}

QuestionReading::~QuestionReading() {
  stop();
}

bool QuestionReading::ended(bool wait) {
  if (!result_.valid()) return true;
  if (!wait && result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  try {
    questions_ = result_.get();
    told_ =
        questions_->rated()
            ? fmt::format("{}: {} pairs of words and how alike people found them", file_,
                          questions_->pairs.size())
            : fmt::format("{}: {} questions in {} section{}", file_, questions_->questions(),
                          questions_->sections.size(), questions_->sections.size() == 1 ? "" : "s");
  } catch (const std::exception& error) {
    told_ = error.what();
  }
  return true;
}

std::string QuestionReading::progress() const {
  return fmt::format("Reading {}: {:.0f} %; Esc stops",
                     std::filesystem::path(file_).filename().string(), 100 * share_.load());
}

}  // namespace glassformer
