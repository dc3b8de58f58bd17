// A change that finds no memory is no change: what is on screen stays, and a sentence says why.
#include "app/session/session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <memory>

#include "app/jobs/job.h"
#include "core/tensor/error.h"
#include "tests/app/lessons/shipped.h"
#include "tests/faults/failing_memory.h"
#include "tests/faults/trying.h"

namespace glassformer {
namespace {

// The bits of all that is shown, and what it was made of.
std::string state_of(const Session& session) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const Tape& tape = session.run()->tape;
  for (const std::string& path : tape.paths()) {
    for (const Real cell : tape.value(tape.find(path)).cells()) {
      hash = (hash ^ std::bit_cast<std::uint32_t>(cell)) * 0x100000001b3U;
    }
  }
  return fmt::format("{:x} step {} head {} {}", hash, session.step, session.head,
                     write_lesson(session.snapshot()));
}

class SessionWithoutMemory : public ::testing::Test {
 protected:
  std::unique_ptr<Session> session_;
  std::string before_, after_;

  void begin(const std::string& lesson) {
    session_ = std::make_unique<Session>(std::vector<Lesson>{});
    session_->open(find_lesson_once(lesson));
    session_->post(SetCell{"x", {0, 1, 7}});
    session_->settle(1);
  }
  static const Lesson& find_lesson_once(const std::string& id) {
    for (const Lesson& lesson : testing::shipped()) {
      if (lesson.id == id) return lesson;
    }
    throw std::runtime_error("no lesson " + id);
  }

  void every_request(const std::string& lesson, const Intent& intent) {
    begin(lesson);
    before_ = state_of(*session_);
    session_->post(intent);
    session_->settle(2);
    after_ = state_of(*session_);
    ASSERT_NE(before_, after_);
    testing::every_request(
        {.what = "a change of " + lesson,
         .act = [&]() -> std::string {
           session_->post(intent);
           session_->settle(2);
           if (!session_->message.empty()) throw UserError(session_->message);
           return "changed";
         },
         .before = [&] { begin(lesson); },
         .after =
             [&](bool succeeded) {
               session_->settle(3);  // whatever was on its way
               SCOPED_TRACE("said: " + session_->message);
               const std::string now = state_of(*session_);
               EXPECT_TRUE(now == after_ || (!succeeded && now == before_))
                   << now.substr(0, 60) << session_->message << before_.substr(0, 40)
                   << after_.substr(0, 40);
               if (now == after_) session_->undo();
               session_->settle(4);
               EXPECT_EQ(state_of(*session_), before_) << "undo does not lead back";
               session_->post(intent);
               session_->settle(5);
               EXPECT_EQ(state_of(*session_), after_) << "done again it is something else";
             }},
        120);
  }
};

TEST_F(SessionWithoutMemory, ACell) {
  every_request("self-attention-by-hand", SetCell{"x", {0, 0, 5}});
}

TEST_F(SessionWithoutMemory, AnOption) {
  every_request("self-attention-by-hand", SetOption{"temperature", 3.0});
}

TEST_F(SessionWithoutMemory, PutBackAsItWas) {
  every_request("self-attention-by-hand", ResetAll{});
}

TEST_F(SessionWithoutMemory, AnotherLesson) {
  const Lesson& other = find_lesson_once("masked-scores");
  std::string before;
  testing::every_request({.what = "a lesson is opened",
                          .act =
                              [&] {
                                session_->open(other);
                                return session_->lesson().id;
                              },
                          .before =
                              [&] {
                                begin("self-attention-by-hand");
                                before = state_of(*session_);
                              },
                          .after =
                              [&](bool succeeded) {
                                session_->settle(3);
                                if (succeeded) return;
                                EXPECT_EQ(session_->lesson().id, "self-attention-by-hand");
                                EXPECT_EQ(state_of(*session_), before);
                              }},
                         120);
}

struct Numbered : JobSnapshot {
  std::vector<int> numbers;
};

// Its last snapshot stays, with a sentence.
TEST(JobWithoutMemory, KeepsItsLastSnapshot) {
  testing::every_request({.what = "a job", .act = [] {
                            Job<Numbered> job([](Job<Numbered>& self) {
                              Numbered made;
                              while (made.numbers.size() < 20 && self.next([&] { return made; })) {
                                made.numbers.push_back(static_cast<int>(made.numbers.size()));
                              }
                              return made;
                            });
                            job.start();
                            job.wait();
                            const auto last = job.latest();
                            if (!last->error.empty()) throw UserError(last->error);
                            return std::to_string(last->numbers.size());
                          }});
}

}  // namespace
}  // namespace glassformer
