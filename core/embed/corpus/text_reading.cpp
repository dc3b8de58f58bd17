#include "core/embed/corpus/text_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "core/embed/corpus/text_part.h"
#include "core/embed/train/threads.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr std::size_t kPiece = 2 << 20;  // bytes that a thread reads at once

void check_beginning(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    throw UserError(name + ": is UTF-16 text (its first two bytes say so); save it as UTF-8");
  }
  // A few zeros in a text are taken for white space, and noted; a file that is full of them, or of
  // bytes that are no UTF-8, is none.
  std::string_view start = bytes.substr(0, 65536);
  const std::size_t zero = start.find('\0');
  if (zero == std::string_view::npos) return;
  std::size_t odd = static_cast<std::size_t>(std::count(start.begin(), start.end(), '\0'));
  const std::size_t looked_at = start.size();
  for (std::size_t at = 0; (at = broken_utf8(start)) != start.npos; ++odd) {
    start.remove_prefix(at + 1);
  }
  if (odd * 20 > looked_at) {
    throw UserError(fmt::format(
        "{}: holds binary data (byte {} is zero), not text; give a UTF-8 text file", name, zero));
  }
}

// Some bytes of the text: whole words in the middle, which any thread can read, and before and
// behind them what may belong to words of the neighbours.
class Piece {
 public:
  // Whether there was anything left; `first_byte` is the number of the first.
  bool fill(ByteSource& source, std::uint64_t first_byte) {
    bytes_.resize(kPiece);
    std::size_t filled = 0;
    while (filled < bytes_.size()) {
      const std::size_t got = source.read_some(bytes_.data() + filled, bytes_.size() - filled);
      if (got == 0) break;
      filled += got;
    }
    bytes_.resize(filled);
    first_byte_ = first_byte;
    return filled > 0;
  }
  std::string_view bytes() const { return bytes_; }
  void read_middle(const WordOptions& options) {
    const auto first = std::find_if(bytes_.begin(), bytes_.end(), WordSplitter::parts_words);
    const auto last = std::find_if(bytes_.rbegin(), bytes_.rend(), WordSplitter::parts_words);
    const bool parted = first != bytes_.end();
    middle_ = parted ? static_cast<std::size_t>(first - bytes_.begin()) + 1 : bytes_.size();
    behind_ = parted ? static_cast<std::size_t>(bytes_.rend() - last) : bytes_.size();
    part_.read(bytes().substr(middle_, behind_ - middle_), first_byte_ + middle_, options);
  }
  void join(WordSplitter& splitter, TextEncoder& encoder) const {
    splitter.feed(bytes().substr(0, middle_), encoder);
    encoder.join(part_);
    splitter.pass(part_.oddities());
    splitter.feed(bytes().substr(behind_), encoder);
  }

 private:
  std::string bytes_;
  std::uint64_t first_byte_ = 0;
  std::size_t middle_ = 0, behind_ = 0;  // where they begin
  TextPart part_;
};

class Reading {
 public:
  Reading(ByteSource& source, const WordOptions& options, const std::string& name,
          const ReadingProgress& progress, TextEncoder& encoder)
      : source_(source),
        options_(options),
        name_(name),
        progress_(progress),
        encoder_(encoder),
        splitter_(options) {}

  WordSplitter::Oddities read() {
    Piece piece;
    if (const std::optional<Ticket> ticket = take(piece)) {
      const bool more = piece.bytes().size() == kPiece;
      on_threads(more ? threads_in_use() : 1, [&](int thread) {
        thread == 0 ? read_pieces(std::move(piece), ticket) : read_pieces({}, {});
      });
    }
    splitter_.finish(encoder_);
    return splitter_.oddities();
  }

 private:
  struct Ticket {
    std::uint64_t number;  // of the piece
    double share;          // of the source, its end
  };
  std::optional<Ticket> take(Piece& piece) {
    const std::scoped_lock lock(taking_);
    if (!piece.fill(source_, bytes_)) return {};
    if (bytes_ == 0) check_beginning(piece.bytes(), name_);
    bytes_ += piece.bytes().size();
    return Ticket{taken_++, source_.done()};
  }

  // One of the threads, until nothing is left: first this piece, if it is one.
  void read_pieces(Piece piece, std::optional<Ticket> ticket) {
    try {
      if (!ticket) ticket = take(piece);
      for (; ticket; ticket = take(piece)) {
        piece.read_middle(options_);
        if (!join(piece, *ticket)) return;
      }
    } catch (...) {
      const std::scoped_lock lock(joining_);
      failed_ = true;  // no other shall wait for what this one took
      joined_.notify_all();
      throw;
    }
  }

  // Whether no other failed.
  bool join(const Piece& piece, const Ticket& ticket) {
    std::unique_lock lock(joining_);
    joined_.wait(lock, [&] { return failed_ || pieces_joined_ == ticket.number; });
    if (failed_) return false;
    piece.join(splitter_, encoder_);
    if (progress_ && !progress_(ticket.share)) throw UserError(name_ + ": reading was stopped");
    ++pieces_joined_;
    joined_.notify_all();
    return true;
  }

  ByteSource& source_;
  const WordOptions options_;
  const std::string& name_;
  const ReadingProgress& progress_;
  TextEncoder& encoder_;

  std::mutex taking_;
  std::uint64_t bytes_ = 0, taken_ = 0;

  std::mutex joining_;
  std::condition_variable joined_;
  std::uint64_t pieces_joined_ = 0;
  WordSplitter splitter_;
  bool failed_ = false;
};

}  // namespace

WordSplitter::Oddities read_text(ByteSource& source, const WordOptions& options,
                                 const std::string& name, const ReadingProgress& progress,
                                 TextEncoder& encoder) {
  return Reading(source, options, name, progress, encoder).read();
}

}  // namespace glassformer
