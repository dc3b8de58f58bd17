// A card that is met for the first time is tried by a process of its own: programs of a shell play
// it here, right, wrong, hanging and crashing ones.
#include "app/platform/card_proof.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "app/platform/trusted_card.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/app/gpu/instead.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

const GlFacts card{"A maker", "A card", "4.3 driver 7", true, false, 0};
const std::atomic<bool> never = false;

SelfTest shell(const std::string& script) {
  return {{"/bin/sh", "-c", script, "sh"}, std::chrono::milliseconds{60'000}};
}

std::optional<Verdict> verdict_of(const std::string& script) {
  return prove(shell(script), card, never);
}

TEST(CardProof, ARightOneIsAskedOnce) {
  EXPECT_EQ(verdict_of("echo 'card A card'; echo 'trying this'; echo right"),
            (Verdict{Verdict::Kind::right, ""}));
}

TEST(CardProof, AWrongOneIsAskedOnceMoreWithFences) {
  EXPECT_EQ(verdict_of("echo 'card A card'; "
                       "if [ \"$1\" = --fences ]; then echo right; else echo 'wrong: sums'; fi"),
            (Verdict{Verdict::Kind::careful, "sums"}));
  EXPECT_EQ(verdict_of("echo 'card A card'; echo \"wrong: sums $1\""),
            (Verdict{Verdict::Kind::wrong, "sums --fences"}));
}

TEST(CardProof, OneThatCrashesIsWrong) {
  EXPECT_EQ(verdict_of("echo 'card A card'; echo 'trying heat maps'; kill -9 $$"),
            (Verdict{Verdict::Kind::wrong, "its process ended while trying heat maps"}));
  EXPECT_EQ(verdict_of("exit 0"),
            (Verdict{Verdict::Kind::wrong, "its process ended while starting"}));
}

TEST(CardProof, OneThatHangsIsWrong) {
  SelfTest test = shell("echo 'card A card'; echo 'trying attention'; exec sleep 1000");
  test.patience = std::chrono::milliseconds{300};
  EXPECT_EQ(prove(test, card, never),
            (Verdict{Verdict::Kind::wrong, "no answer came within 0.3 s while trying attention"}));
}

// On one processor with others that want it too: it computes a few hundredths of a second, which
// take longer than the patience.
TEST(CardProof, OneThatHasToWaitForTheProcessorIsNotWrong) {
  cpu_set_t before, one;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (std::size_t cpu = 0; CPU_COUNT(&one) == 0; ++cpu) {
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  }
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one),
            0);  // threads and processes made here inherit
  std::atomic<bool> enough = false;
  std::thread busy([&] {
    while (!enough) continue;
  });
  SelfTest test = shell(
      "echo 'card A card'; exec nice -n 19 sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); "
      "done; "
      "echo right'");
  test.patience = std::chrono::milliseconds{400};
  const auto begun = std::chrono::steady_clock::now();
  const auto verdict = prove(test, card, never);
  const auto took = std::chrono::steady_clock::now() - begun;
  enough = true;
  busy.join();
  ::sched_setaffinity(0, sizeof before, &before);
  EXPECT_EQ(verdict, (Verdict{Verdict::Kind::right, ""})) << verdict->why;
  EXPECT_GT(took, test.patience) << "it did not wait";
}

TEST(CardProof, OneThatTalksWithoutEndIsWrong) {
  EXPECT_EQ(verdict_of("head -c 100000 /dev/zero; exec sleep 1000"),
            (Verdict{Verdict::Kind::wrong, "its process ended while starting"}));
}

TEST(CardProof, AProgramThatIsNotThereIsWrong) {
  const SelfTest test{{"/nowhere/glassformer"}, std::chrono::milliseconds{1000}};
  EXPECT_EQ(prove(test, card, never)->kind, Verdict::Kind::wrong);
}

// A window may draw on another card than the one that is taken without a display.
TEST(CardProof, AnotherCardIsNoAnswer) {
  const auto verdict = verdict_of("echo 'card Another card'; echo right");
  EXPECT_EQ(verdict->kind, Verdict::Kind::wrong);
  EXPECT_NE(verdict->why.find("EGL does not list it"), std::string::npos) << verdict->why;
}

TEST(CardProof, ItIsEndedWithTheProgram) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "cards.json";
  {
    const CardProof proof(shell("exec sleep 1000"), card, file, "1");
    EXPECT_EQ(proof.verdict(), std::nullopt);
  }
  EXPECT_EQ(kept_verdict(file, card, "1"), std::nullopt);
}

TEST(CardVerdict, IsKeptByCardDriverAndProgram) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "below" / "cards.json";
  CardProof proof(shell("echo 'wrong: it'; "), card, file, "0.1");
  const Verdict found = proof.wait();
  EXPECT_EQ(found, (Verdict{Verdict::Kind::wrong, "it"}));
  EXPECT_EQ(kept_verdict(file, card, "0.1"), found);
  EXPECT_EQ(kept_verdict(file, card, "0.2"), std::nullopt);
  GlFacts newer = card;
  newer.version = "4.3 driver 8";
  EXPECT_EQ(kept_verdict(file, newer, "0.1"), std::nullopt);
  for (const char* text : {"", "[1]", R"({"A card, 4.3 driver 7": 3})",
                           R"({"A card, 4.3 driver 7": {"self-test": "right"}})",
                           R"({"A card, 4.3 driver 7": {"self-test": {"program": "0.1"}}})"}) {
    write_file(file, text);
    EXPECT_EQ(kept_verdict(file, card, "0.1"), std::nullopt) << text;
  }
}

// The software renderer under another name.
class Trusted : public ::testing::Test {
 protected:
  static const GLubyte* named(GLenum what) {
    static PFNGLGETSTRINGPROC const real = [] {
      const EglContext context;
      glGetString(GL_RENDERER);  // looks it up
      return epoxy_glGetString;
    }();
    return what == GL_RENDERER ? reinterpret_cast<const GLubyte*>("A card") : real(what);
  }
  Trusted() {
    named(GL_VENDOR);
    as_card_.emplace(epoxy_glGetString, named);
  }
  ~Trusted() override { ::unsetenv("GLASSFORMER_GPU"); }

  TrustedCard make(std::optional<SelfTest> test) {
    return {[] { return make_egl_compute_context(); }, folder_.path() / "cards.json",
            std::move(test)};
  }

  testing::TemporaryFolder folder_;
  std::optional<testing_gpu::Instead<PFNGLGETSTRINGPROC>> as_card_;
};

TEST_F(Trusted, ComputesOnceItHasProvedItself) {
  TrustedCard trusted = make(shell("echo right"));
  EXPECT_TRUE(trusted.is_testing());
  EXPECT_FALSE(trusted.card().backend) << "the processor computes until then";
  EXPECT_NE(trusted.card().why_not.find("is being tested"), std::string::npos);
  trusted.wait();
  EXPECT_TRUE(trusted.card().backend);
  EXPECT_EQ(trusted.card().self_test, "right");
  EXPECT_EQ(trusted.card().warning, "");
  const TrustedCard later = make(shell("echo 'wrong: not to be asked again'"));
  EXPECT_FALSE(later.is_testing());
  EXPECT_TRUE(later.card().backend);
}

TEST_F(Trusted, AWrongOneNeverComputesAndSaysWhy) {
  TrustedCard trusted = make(shell("echo 'wrong: the sums are off'"));
  trusted.wait();
  EXPECT_FALSE(trusted.card().backend);
  EXPECT_NE(trusted.card().why_not.find("the sums are off (A card, "), std::string::npos)
      << trusted.card().why_not;
  EXPECT_EQ(trusted.card().warning, trusted.card().why_not);
}

TEST_F(Trusted, OneThatNeedsFencesGetsThem) {
  TrustedCard trusted = make(shell("[ \"$1\" = --fences ] && echo right; echo 'wrong: late'"));
  trusted.wait();
  ASSERT_TRUE(trusted.card().backend);
  EXPECT_EQ(device_of(trusted.card().backend.get())->fences(), Fences::everywhere);
  EXPECT_NE(trusted.card().warning.find("right only with a fence"), std::string::npos)
      << trusted.card().warning;
}

TEST_F(Trusted, WithoutASelfTestAnUnknownOneIsNotUsed) {
  const TrustedCard trusted = make(std::nullopt);
  EXPECT_FALSE(trusted.card().backend);
  EXPECT_NE(trusted.card().why_not.find("--self-test"), std::string::npos);
}

TEST_F(Trusted, TheEnvironmentOverrulesTheVerdict) {
  make(shell("echo 'wrong: it'")).wait();
  ::setenv("GLASSFORMER_GPU", "careful", 1);
  const TrustedCard careful = make(shell("echo 'wrong: it'"));
  ASSERT_TRUE(careful.card().backend);
  EXPECT_EQ(device_of(careful.card().backend.get())->fences(), Fences::everywhere);
  ::setenv("GLASSFORMER_GPU", "off", 1);
  const TrustedCard off = make(shell("echo right"));
  EXPECT_FALSE(off.card().backend);
  EXPECT_NE(off.card().why_not.find("GLASSFORMER_GPU=off"), std::string::npos);
  ::setenv("GLASSFORMER_GPU", "fast", 1);
  EXPECT_THROW(make(shell("echo right")), UserError);
}

TEST(TrustedSoftware, NeedsNoProof) {
  const TrustedCard trusted([] { return make_egl_compute_context(); }, {},
                            shell("echo 'wrong: it'"));
  if (!trusted.card().software) GTEST_SKIP() << "skipped: a real card computes here";
  EXPECT_TRUE(trusted.card().backend);
  EXPECT_EQ(trusted.card().self_test, "not needed by a software renderer");
}

}  // namespace
}  // namespace glassformer
