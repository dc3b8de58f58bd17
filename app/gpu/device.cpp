#include "app/gpu/device.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "app/gl/compute_program.h"
#include "app/gl/shaders.h"
#include "app/gpu/cells.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// The locations where a kernel's real numbers begin.
constexpr int first_real = 16;

double megabytes(std::size_t bytes) {
  return static_cast<double>(bytes) / 1e6;
}

GLenum reset_status() {
  if (epoxy_gl_version() >= 45) return glGetGraphicsResetStatus();
  if (epoxy_has_gl_extension("GL_ARB_robustness")) return glGetGraphicsResetStatusARB();
  return GL_NO_ERROR;
}

// The bindings of a shader that it may write, as bits: those that are not said to be read only in
// every declaration, whatever the definitions.
unsigned written_by(std::string_view source) {
  constexpr std::string_view binding = "std430, binding = ", read_only = ") readonly";
  unsigned written = 0;
  for (std::size_t at = 0; (at = source.find(binding, at)) != std::string_view::npos;) {
    at += binding.size();
    const std::size_t end = source.find(')', at);
    unsigned place = 0;
    for (; at < end; ++at) place = 10 * place + static_cast<unsigned>(source[at] - '0');
    if (!source.substr(end).starts_with(read_only)) written |= 1U << place;
  }
  return written;
}

// Of the shaders that are measured (FNV-1a): other ones may be fastest with other tiles.
std::uint64_t product_hash() {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char* file : {"matmul.comp", "sum_pieces.comp", "prelude.glsl"}) {
    for (const char c : shader_source(file)) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
  }
  return hash;
}

bool has(const std::vector<Binding>& list, unsigned name) {
  return std::ranges::find(list, name, &Binding::name) != list.end();
}

bool touches(const std::vector<Binding>& list, const Binding& one) {
  return std::ranges::any_of(list, [&](const Binding& other) {
    return other.name == one.name && other.offset < one.offset + one.bytes &&
           one.offset < other.offset + other.bytes;
  });
}

}  // namespace

DevicePtr Device::make(std::unique_ptr<ComputeContext> context,
                       const std::filesystem::path& measured, Fences fences) {
  return DevicePtr(new Device(std::move(context), measured, fences));
}

Device::Device(std::unique_ptr<ComputeContext> context, const std::filesystem::path& measured,
               Fences fences)
    : context_(std::move(context)),
      copies_(std::size_t{64} << 20U, GL_STREAM_READ),
      fences_where_(fences) {
  const Use use(*this);
  facts_ = gl_facts();
  if (!facts_.compute) {
    throw DeviceError(
        fmt::format("The graphics driver ({}, OpenGL {}) has no compute shaders, which came with "
                    "OpenGL 4.3; the CPU computes instead.",
                    facts_.renderer, facts_.version));
  }
  tuning_.emplace(fmt::format("{}, {}, {:016x}", facts_.renderer, facts_.version, product_hash()),
                  measured);
  GLint64 reported = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &reported);
  // Shaders count cells, and what is bound bytes, in int.
  constexpr GLint64 min = 1 << 24, largest = (GLint64{1} << 31U) - 256;
  max_bytes_ = static_cast<std::size_t>(std::clamp(reported, min, largest));
  for (GLuint i = 0; i < 3; ++i) {
    max_groups_[i] = 65'535;  // every card's, should the driver not say
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &max_groups_[i]);
  }
  GLint alignment = 0;
  glGetIntegerv(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, &alignment);
  alignment_ = static_cast<std::size_t>(std::max(alignment, 16));  // four cells, if not more
  if (fences == Fences::where_needed && can_stay_mapped()) {
    for (std::optional<SendRing>& ring : rings_) ring.emplace(alignment_);
  }
}

Device::~Device() {
  try {
    const Use use(*this);
    for (const auto& [key, program] : programs_) glDeleteProgram(program.handle);
    for (const Mark& mark : marks_) {
      if (mark.fence != nullptr) glDeleteSync(static_cast<GLsync>(mark.fence));
    }
    for (std::optional<SendRing>& ring : rings_) {
      if (ring) ring->clear();
    }
    pool_.clear();
    copies_.clear();
  } catch (const std::exception&) {  // the context is gone, and all it had with it
  }
}

GpuMatPtr Device::upload(Shape shape, std::span<const float> cells) {
  const Use use(*this);
  GpuMatPtr mat = make(shape);
  write(*mat, 0, cells);
  return mat;
}

GpuMatPtr Device::zeros(Shape shape) {
  const Use use(*this);
  GpuMatPtr mat = make(shape);
  fill_zero(*mat);
  return mat;
}

std::shared_ptr<GpuBuffer> Device::upload(std::span<const int> numbers) {
  const Use use(*this);
  auto buffer = std::make_shared<GpuBuffer>(shared_from_this(), numbers.size_bytes());
  write(buffer->name(), 0, std::as_bytes(numbers));
  return buffer;
}

Sent Device::send(std::span<const std::byte> bytes) {
  const Use use(*this);
  std::optional<SendRing>& ring = rings_[use.own() ? 0 : 1];
  if (ring) return ring->send(bytes);
  auto buffer = std::make_shared<GpuBuffer>(shared_from_this(), bytes.size());
  write(buffer->name(), 0, bytes);
  const unsigned name = buffer->name();
  return {{name, 0, bytes.size()}, std::move(buffer)};
}

void Device::write(const GpuMat& mat, std::size_t first, std::span<const float> cells) {
  write(mat.to_bind(), first * sizeof(float), std::as_bytes(cells));
}

// Word by word, in pieces that a binding can hold, each from where a binding may begin.
template <class Piece>
void Device::each_piece(unsigned buffer, std::size_t offset, std::size_t bytes,
                        const Piece& piece) const {
  constexpr std::size_t largest = std::size_t{16} << 20U;  // of what the host sends at once
  const std::size_t room = std::min(largest, max_bytes_ - alignment_);
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t skip = (offset + done) % alignment_, count = std::min(room, bytes - done);
    piece(Binding{buffer, offset + done - skip, skip + count}, done, count,
          static_cast<int>(skip / sizeof(float)));
    done += count;
  }
}

// Not in the context that draws: a dispatch would wait for the turn of a thread that computes.
bool Device::writes_by_shader(const Use& use) const {
  return rings_[0] && use.own();
}

void Device::write(unsigned buffer, std::size_t offset, std::span<const std::byte> bytes) {
  const Use use(*this);
  if (!writes_by_shader(use)) {
    settle(buffer);
    write_between_fences(buffer, offset, bytes);
    return;
  }
  each_piece(buffer, offset, bytes.size(),
             [&](const Binding& to, std::size_t done, std::size_t count, int skip) {
               const Sent sent = send(bytes.subspan(done, count));
               const int words = static_cast<int>(count / sizeof(float));
               run({"write.comp", "#define FROM\n"}, {to, sent.binding}, {words, skip}, {},
                   cell_groups(words));
             });
}

void Device::fill_zero(const GpuMat& mat) {
  const Use use(*this);
  if (!writes_by_shader(use)) {
    clear_between_fences(mat.name());
    return;
  }
  each_piece(mat.to_bind(), 0, mat.shape().cells() * sizeof(float),
             [&](const Binding& to, std::size_t, std::size_t count, int skip) {
               const int words = static_cast<int>(count / sizeof(float));
               run({"write.comp", ""}, {to}, {words, skip}, {}, cell_groups(words));
             });
}

Binding Device::whole(const DeviceMat& mat) const {
  return rows(mat, 0, mat.shape().rows);
}

Binding Device::rows(const DeviceMat& mat, int first, int count) const {
  const std::size_t row = static_cast<std::size_t>(mat.shape().cols) * sizeof(float);
  const std::size_t bytes = static_cast<std::size_t>(count) * row;
  if (bytes > max_bytes_) {
    throw DeviceError(
        fmt::format("A matrix of {} takes {:.1f} MB, and this graphics card takes at most {:.1f} "
                    "MB at once; the CPU computes instead.",
                    to_string(mat.shape()), megabytes(bytes), megabytes(max_bytes_)));
  }
  return {static_cast<const GpuMat&>(mat).to_bind(), static_cast<std::size_t>(first) * row, bytes};
}

int Device::rows_at_once(int cols) const {
  const std::size_t row = static_cast<std::size_t>(std::max(cols, 1)) * sizeof(float);
  // So many rows are aligned whatever their width, as ranges of several matrices have to be at
  // once.
  std::size_t step = alignment_ / sizeof(float);
  if (max_bytes_ / row < step) step = std::lcm(row, alignment_) / row;
  const std::size_t count = max_bytes_ / row / step * step;
  return static_cast<int>(std::clamp<std::size_t>(count, step, 1 << 30));
}

RowWindow Device::window(const DeviceMat& mat, int first, int count) const {
  Binding rows = this->rows(mat, first, count);
  const std::size_t before = rows.offset % alignment_;
  return {{rows.name, rows.offset - before, rows.bytes + before},
          static_cast<int>(before / sizeof(float))};
}

int Device::rows_in_window(int cols) const {
  const std::size_t row = static_cast<std::size_t>(std::max(cols, 1)) * sizeof(float);
  const std::size_t room = max_bytes_ - std::min(alignment_, max_bytes_);
  return static_cast<int>(std::clamp<std::size_t>(room / row, 1, 1 << 30));
}

const Device::Program& Device::program(const Kernel& kernel) {
  key_.assign(kernel.file).append(1, '\n').append(kernel.defines);
  const auto found = programs_.find(key_);
  if (found != programs_.end()) return found->second;
  if (const auto why = refused_.find(key_); why != refused_.end()) throw DeviceError(why->second);
  try {
    const unsigned handle = compile_compute(kernel.file, kernel.defines);
    return programs_[key_] = {handle, written_by(shader_source(kernel.file))};
  } catch (const UserError& error) {
    refused_[key_] = error.what();
    throw DeviceError(error.what());
  }
}

void Device::wait_for(const Program& program, std::span<const Binding> buffers) {
  const auto writes = [&](std::size_t i) { return (program.written >> i & 1U) != 0; };
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (touches(being_written_, buffers[i]) || (writes(i) && touches(being_read_, buffers[i]))) {
      settle();
      break;
    }
  }
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    (writes(i) ? being_written_ : being_read_).push_back(buffers[i]);
  }
}

void Device::settle() {
  if (being_written_.empty() && being_read_.empty()) return;
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  being_written_.clear();
  being_read_.clear();
}

void Device::settle(unsigned buffer) {
  // Between turns nothing is on its way, and in another thread's turn it is that thread's.
  if (holder_ != std::this_thread::get_id()) return;
  if (has(being_written_, buffer) || has(being_read_, buffer)) settle();
}

void Device::check_groups(Groups groups) const {
  const std::array<int, 3> wanted{groups.x, groups.y, groups.z};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] <= max_groups_[i]) continue;
    throw DeviceError(
        fmt::format("This takes {} work groups side by side, and the graphics card ({}) runs at "
                    "most {}; the CPU computes instead.",
                    wanted[i], facts_.renderer, max_groups_[i]));
  }
}

void Device::run(const Kernel& kernel, std::span<const Binding> buffers,
                 std::initializer_list<int> numbers, std::initializer_list<float> reals,
                 Groups groups) {
  if (groups.x <= 0 || groups.y <= 0 || groups.z <= 0) return;
  check_groups(groups);
  const Turn turn(*this);
  const Program& used = program(kernel);
  glUseProgram(used.handle);
  GLuint place = 0;
  for (const Binding& buffer : buffers) {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, place++, buffer.name,
                      static_cast<GLintptr>(buffer.offset), static_cast<GLsizeiptr>(buffer.bytes));
  }
  GLint location = 0;
  for (const int number : numbers) glUniform1i(location++, number);
  location = first_real;
  for (const float real : reals) glUniform1f(location++, real);
  wait_for(used, buffers);
  glDispatchCompute(static_cast<GLuint>(groups.x), static_cast<GLuint>(groups.y),
                    static_cast<GLuint>(groups.z));
  dispatched();
}

void Device::check() {
  if (reset_status() != GL_NO_ERROR) {
    ++errors_;
    throw DeviceError(
        "The graphics driver was reset and has lost what it had computed; the CPU computes "
        "instead.");
  }
  GLenum error = glGetError();
  const auto earlier = [&](GLenum kept) {
    if (kept != GL_NO_ERROR) error = kept;
  };
  for (BufferPool* pool : {&pool_, &copies_}) earlier(pool->take_error());
  for (std::optional<SendRing>& ring : rings_) {
    if (ring) earlier(ring->errors().take());
  }
  if (error == GL_NO_ERROR) return;
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {  // a lost context never ends
  }
  ++errors_;
  throw DeviceError(
      error == GL_OUT_OF_MEMORY
          ? fmt::format("The graphics driver has run out of memory ({}); the CPU computes instead.",
                        facts_.renderer)
          : fmt::format("The graphics driver refuses to compute this ({}, its error {}); the CPU "
                        "computes instead.",
                        facts_.renderer, error));
}

void Device::finish() {
  const Use use(*this);
  glFinish();
  check();
}

void Device::read(unsigned buffer, std::span<float> into) {
  const Use use(*this);
  settle(buffer);
  check();                                 // a new buffer begins with a clean slate
  std::optional<BufferPool::Buffer> copy;  // if there is room for one
  try {
    copy = copies_.take(std::max<std::size_t>(into.size_bytes(), sizeof(float)));
  } catch (const DeviceError&) {
  }
  read_behind_fence(buffer, copy ? copy->name : 0, std::as_writable_bytes(into));
  if (copy) copies_.give(*copy);
  check();
}

}  // namespace glassformer
