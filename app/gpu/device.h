#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "app/gl/compute_context.h"
#include "app/gl/facts.h"
#include "app/gpu/buffer.h"
#include "app/gpu/tuning.h"
#include "core/grad/backend.h"

namespace glassformer {

class Device;
using DevicePtr = std::shared_ptr<Device>;

// Memory of the card that goes back to the pool when nobody holds it.
class GpuBuffer {
 public:
  GpuBuffer(DevicePtr device, std::size_t bytes);  // throws DeviceError
  ~GpuBuffer();
  GpuBuffer(const GpuBuffer&) = delete;
  GpuBuffer& operator=(const GpuBuffer&) = delete;

  unsigned name() const { return buffer_.name; }
  const DevicePtr& device() const { return device_; }

 private:
  DevicePtr device_;
  BufferPool::Buffer buffer_;
};

// A matrix on the card: float, row-major, without gaps.
class GpuMat : public DeviceMat {
 public:
  GpuMat(DevicePtr device, Shape shape)
      : DeviceMat(shape), buffer_(std::move(device), shape.cells() * sizeof(float)) {}
  void read(Mat& into) const override;
  unsigned name() const;      // of its buffer, with all cells made, for anyone to read and write
  unsigned to_bind() const {  // the same for the next dispatch: Device::run() waits for the cells
    if (owed_flag_) settle();
    return buffer_.name();
  }
  const DevicePtr& device() const { return buffer_.device(); }

  // Its cells are made by this when they are first asked for, or by someone else: made().
  void owe(std::function<void()> make) const;
  void made() const;
  // Its cells are 0, and are filled in only if someone asks before all of them are written.
  void owe_zeros() const;
  // Whether that is still so; who asks this writes all cells next.
  bool take_zeros() const;

 private:
  void settle() const;
  GpuBuffer buffer_;
  mutable std::function<void()> owed_;
  mutable std::atomic<bool> owed_flag_ = false;
  mutable bool zeros_ = false;  // what is owed
};
using GpuMatPtr = std::shared_ptr<GpuMat>;

// What a shader sees at one of its bindings: a buffer or some rows of one.
struct Binding {
  unsigned name = 0;
  std::size_t offset = 0;  // bytes
  std::size_t bytes = 0;
};

// Rows that begin anywhere: a binding begins only where the driver allows it, so many cells before.
struct RowWindow {
  Binding binding;
  int skip = 0;
};

// A file of shaders/ and what is defined before it: "#define FORWARD\n".
struct Kernel {
  std::string_view file;
  std::string defines;
};

struct Groups {
  int x = 1, y = 1, z = 1;
};

// Groups of so many threads, or cells, that are enough for `count`.
constexpr int groups_for(int count, int of) {
  return (count + of - 1) / of;
}

// The graphics card as a computer: its memory, its programs, one dispatch after the other. Any
// thread may use it; a pass that dispatches has it alone (Turn). Every call may throw DeviceError.
class Device : public std::enable_shared_from_this<Device> {
 public:
  // Throws DeviceError where there are no compute shaders (OpenGL 4.3). What is measured of the
  // card is kept in `measured`; empty: it is not kept.
  static DevicePtr make(std::unique_ptr<ComputeContext> context,
                        const std::filesystem::path& measured = {});
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const GlFacts& facts() const { return facts_; }
  std::size_t most_bytes() const { return most_bytes_; }           // that one binding can hold
  std::size_t alignment() const { return alignment_; }             // of where one begins
  void set_most_bytes(std::size_t bytes) { most_bytes_ = bytes; }  // less, for tests
  BufferPool& pool() { return pool_; }
  Tuning& tuning() { return *tuning_; }

  // While it lives, this thread has a context: its own, or this one once no other thread has it.
  class Use {
   public:
    explicit Use(Device& device);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    bool own() const { return own_; }  // the context that computes, not the one that draws

   private:
    Device& device_;
    bool made_current_ = false;
    bool in_turn_ = false;  // of this thread, which is there for all of it
    bool own_ = true;
  };
  // The same, and no other thread dispatches meanwhile. Both may be nested.
  class Turn {
   public:
    explicit Turn(Device& device);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Device& device_;
    std::lock_guard<std::recursive_mutex> lock_;
    Use use_;
  };

  GpuMatPtr upload(const Mat& value);
  GpuMatPtr make(Shape shape) { return std::make_shared<GpuMat>(shared_from_this(), shape); }
  GpuMatPtr zeros(Shape shape);
  void fill_zero(const GpuMat& mat);
  std::shared_ptr<GpuBuffer> upload(std::span<const int> numbers);

  // All of it. Throws DeviceError saying that `what` is too large if a binding cannot hold it.
  Binding whole(const DeviceMat& mat) const;
  Binding rows(const DeviceMat& mat, int first, int count) const;
  // How many rows of a matrix so wide one binding can hold, such that a range that begins at a
  // multiple of it is aligned as the driver asks, in narrower matrices too; at least 1.
  int rows_at_once(int cols) const;
  RowWindow window(const DeviceMat& mat, int first, int count) const;
  int rows_in_window(int cols) const;  // at most; at least 1

  // Runs the kernel over so many work groups. The uniforms have explicit locations: `numbers` from
  // 0 on, `reals` from 16 on; the buffers are bound in order. It waits for earlier dispatches only
  // if they write what it reads or writes, or read what it writes: others run beside it.
  void run(const Kernel& kernel, std::initializer_list<Binding> buffers,
           std::initializer_list<int> numbers, std::initializer_list<float> reals, Groups groups) {
    run(kernel, std::span(buffers.begin(), buffers.size()), numbers, reals, groups);
  }
  void run(const Kernel& kernel, std::span<const Binding> buffers,
           std::initializer_list<int> numbers, std::initializer_list<float> reals, Groups groups);
  void finish();  // returns when all is done; throws if the card was reset or refuses something
  void read(unsigned buffer, std::span<float> into);
  // What was dispatched in this turn and reads or writes the buffer is done before whatever OpenGL
  // is asked next.
  void settle(unsigned buffer);

 private:
  struct Program {
    unsigned handle = 0;
    unsigned written = 0;  // a bit for each binding that it may write
  };
  Device(std::unique_ptr<ComputeContext> context, const std::filesystem::path& measured);
  const Program& program(const Kernel& kernel);
  void wait_for(const Program& program, std::span<const Binding> buffers);
  void settle();
  void check();
  void check_groups(Groups groups) const;
  void mark(bool own);
  void wait_for_marks(bool own);

  std::unique_ptr<ComputeContext> context_;
  std::recursive_mutex turn_;
  GlFacts facts_;
  BufferPool pool_, copies_;  // copies: of what the host reads
  std::optional<Tuning> tuning_;
  std::size_t most_bytes_ = 0;
  std::size_t alignment_ = 256;
  std::array<int, 3> most_groups_{};
  std::unordered_map<std::string, Program> programs_;     // by file and definitions
  std::unordered_map<std::string, std::string> refused_;  // what the driver will not compile; why
  std::string key_;                                       // of the program that is looked up
  // Of the turn that is now: its thread and context, how often it is nested, and what dispatches
  // without a barrier since have read and written.
  std::atomic<std::thread::id> holder_;
  bool holder_own_ = true;
  int turns_ = 0;
  std::vector<Binding> being_read_, being_written_;
  // How far the two contexts that share their objects have come, the one that draws and the one
  // that computes: OpenGL orders nothing between them by itself, and buffers go from one to the
  // other.
  struct Mark {
    void* fence = nullptr;
    std::atomic<std::uint64_t> made = 0, awaited = 0;  // by the other
  };
  std::mutex fences_;
  std::array<Mark, 2> marks_;
};

}  // namespace glassformer
