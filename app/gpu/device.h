#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "app/gl/compute_context.h"
#include "app/gl/facts.h"
#include "app/gpu/buffer.h"
#include "app/gpu/transfer.h"
#include "app/gpu/tuning.h"
#include "core/grad/backend.h"

namespace glassformer {

class Device;
using DevicePtr = std::shared_ptr<Device>;

// Memory of the card that goes back to the pool when it is destroyed.
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
  GpuMat(DevicePtr device, Shape shape);
  void read(Mat& into) const override;
  unsigned name() const;      // of its buffer, once all its cells are computed
  unsigned to_bind() const {  // the same for the next dispatch: Device::run() does the waiting
    if (has_deferred_) settle();
    check_trusted();
    return buffer_.name();
  }
  // The card has made an error since: of all that it had, nobody knows what is still right (OpenGL
  // 4.6, section 2.3.1). Then its cells cannot be had: a DeviceError.
  bool is_trusted() const;
  const DevicePtr& device() const { return buffer_.device(); }

  // `make` is to compute the cells when they are first needed, unless made() is called before.
  void defer(std::function<void()> make) const;
  void made() const;
  // The cells are 0, but zeros are only written if the cells are read before they are overwritten.
  void defer_zeros() const;
  // True if the zeros have not been written. The caller must then write all cells next.
  bool take_zeros() const;

 private:
  void settle() const;
  void check_trusted() const;
  GpuBuffer buffer_;
  std::uint64_t errors_;  // of the card, when this was made
  mutable std::function<void()> deferred_;
  mutable std::atomic<bool> has_deferred_ = false;
  mutable bool zeros_ = false;  // what is deferred are zeros
};
using GpuMatPtr = std::shared_ptr<GpuMat>;

// Rows that begin anywhere. A binding must be aligned, so it may begin `skip` cells before them.
struct RowWindow {
  Binding binding;
  int skip = 0;
};

// A file of shaders/ and definitions for it: "#define FORWARD\n".
struct Kernel {
  std::string_view file;
  std::string defines;
};

struct Groups {
  int x = 1, y = 1, z = 1;
};

// How many groups of `of` threads or cells are needed for `count`.
constexpr int groups_for(int count, int of) {
  return (count + of - 1) / of;
}

// Where fences stand. A driver that is not wrong needs them round transfers at most.
enum class Fences { where_needed, everywhere };

// The graphics card as a computer: memory, programs, dispatches. Any thread may use it, but only
// one at a time dispatches (Turn). Every call may throw DeviceError.
class Device : public std::enable_shared_from_this<Device> {
 public:
  // Throws DeviceError if there are no compute shaders (OpenGL 4.3). Measurements of the card are
  // kept in the file `measured`; empty: they are not kept.
  static DevicePtr make(std::unique_ptr<ComputeContext> context,
                        const std::filesystem::path& measured = {},
                        Fences fences = Fences::where_needed);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const GlFacts& facts() const { return facts_; }
  Fences fences() const { return fences_where_; }
  std::size_t max_bytes() const { return max_bytes_; }           // of one binding
  std::size_t alignment() const { return alignment_; }           // of where a binding begins
  void set_max_bytes(std::size_t bytes) { max_bytes_ = bytes; }  // for tests, which set less
  BufferPool& pool() { return pool_; }
  Tuning& tuning() { return *tuning_; }
  std::uint64_t errors() const { return errors_; }  // that were found so far

  // While it lives, this thread has a current context: the one that it has already, or the device's
  // own, for which it waits while another thread has it.
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
    bool in_turn_ = false;  // within a Turn of this thread, which outlives it
    bool own_ = true;
  };
  // A Use during which no other thread dispatches. Both may be nested.
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

  GpuMatPtr upload(const Mat& value) { return upload(value.shape(), value.cells()); }
  GpuMatPtr upload(Shape shape, std::span<const float> cells);
  GpuMatPtr make(Shape shape) { return std::make_shared<GpuMat>(shared_from_this(), shape); }
  GpuMatPtr zeros(Shape shape);
  void fill_zero(const GpuMat& mat);
  std::shared_ptr<GpuBuffer> upload(std::span<const int> numbers);  // that stay
  // Numbers for the dispatches until it is destroyed: a list of rows, say, that an op reads.
  template <class Number>
  Sent send(std::span<const Number> numbers) {
    static_assert(sizeof(Number) == 4);  // int, unsigned or float, as shaders have them
    return send(std::as_bytes(numbers));
  }
  Sent send(std::span<const std::byte> bytes);
  // From that cell of the matrix on.
  void write(const GpuMat& mat, std::size_t first, std::span<const float> cells);

  // The whole matrix. Throws DeviceError if it is too large for one binding.
  Binding whole(const DeviceMat& mat) const;
  Binding rows(const DeviceMat& mat, int first, int count) const;
  // How many rows of that width one binding can hold; at least 1. Ranges that begin at multiples of
  // this number are aligned, in narrower matrices too.
  int rows_at_once(int cols) const;
  RowWindow window(const DeviceMat& mat, int first, int count) const;
  int rows_in_window(int cols) const;  // the most rows of a window; at least 1

  // Runs the kernel in that many work groups. The buffers are bound in order; the uniforms have
  // explicit locations, `numbers` from 0 and `reals` from 16. The kernel waits for earlier
  // dispatches that write what it reads or writes, or read what it writes; others may run at the
  // same time.
  void run(const Kernel& kernel, std::initializer_list<Binding> buffers,
           std::initializer_list<int> numbers, std::initializer_list<float> reals, Groups groups) {
    run(kernel, std::span(buffers.begin(), buffers.size()), numbers, reals, groups);
  }
  void run(const Kernel& kernel, std::span<const Binding> buffers,
           std::initializer_list<int> numbers, std::initializer_list<float> reals, Groups groups);
  // Behind each dispatch that is asked for by other means than run().
  void dispatched() const {
    if (fences_where_ == Fences::everywhere) order_by_fence();
  }
  void finish();  // waits for all dispatches; throws if the card was reset or reports an error
  void read(unsigned buffer, std::span<float> into);
  // Dispatches of this turn that read or write the buffer are done before the next OpenGL call
  // takes effect.
  void settle(unsigned buffer);

 private:
  struct Program {
    unsigned handle = 0;
    unsigned written = 0;  // one bit for each binding that it may write
  };
  Device(std::unique_ptr<ComputeContext> context, const std::filesystem::path& measured,
         Fences fences);
  const Program& program(const Kernel& kernel);
  void wait_for(const Program& program, std::span<const Binding> buffers);
  void settle();
  void write(unsigned buffer, std::size_t offset, std::span<const std::byte> bytes);
  bool writes_by_shader(const Use& use) const;
  template <class Piece>
  void each_piece(unsigned buffer, std::size_t offset, std::size_t bytes, const Piece& piece) const;
  void check();
  void check_groups(Groups groups) const;
  void mark(bool own);
  void wait_for_marks(bool own);

  std::unique_ptr<ComputeContext> context_;
  std::recursive_mutex turn_;
  GlFacts facts_;
  BufferPool pool_, copies_;  // copies_: staging buffers for what the host reads
  Fences fences_where_;
  // Of the context that computes, and of the one that draws: none where buffers cannot stay mapped.
  std::array<std::optional<SendRing>, 2> rings_;
  std::optional<Tuning> tuning_;
  std::atomic<std::uint64_t> errors_ = 0;
  std::size_t max_bytes_ = 0;
  std::size_t alignment_ = 256;
  std::array<int, 3> max_groups_{};
  std::unordered_map<std::string, Program> programs_;     // by file and definitions
  std::unordered_map<std::string, std::string> refused_;  // programs that do not compile, and why
  std::string key_;                                       // of the program that is looked up
  // The current turn: its thread and context, its nesting depth, and what has been read and written
  // since the last barrier.
  std::atomic<std::thread::id> holder_;
  bool holder_own_ = true;
  int turns_ = 0;
  std::vector<Binding> being_read_, being_written_;
  // The context that draws and the one that computes share buffers, but OpenGL does not order their
  // commands. Fences do: the last one that each has set, and how far the other has waited.
  struct Mark {
    void* fence = nullptr;
    std::atomic<std::uint64_t> made = 0, awaited = 0;  // awaited by the other context
  };
  std::mutex fences_;
  std::array<Mark, 2> marks_;
};

}  // namespace glassformer
