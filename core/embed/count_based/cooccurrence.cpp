#include "core/embed/count_based/cooccurrence.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/embed/train/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::int32_t nobody = -1;

using Take = std::function<bool(std::span<const Cooccurrence>)>;

// The words of a pass over the text: [first, last). Rare ones have all their windows copied beside
// one another, word by word, and summed then; frequent ones, whose windows take more room than a
// sum for each word of the vocabulary, are summed at once.
struct Pass {
  std::int32_t first = 0, last = 0;
  bool frequent = false;
  std::vector<std::uint64_t> starts;  // of rare words: where the windows of each begin

  bool has(std::int32_t word) const { return word >= first && word < last; }
  std::size_t place(std::int32_t word) const { return static_cast<std::size_t>(word - first); }
};

// As many words from `first` on as have room in so many bytes; at least one.
Pass next_pass(const EncodedText& text, std::int32_t first, std::uint64_t width,
               std::uint64_t bytes) {
  Pass pass{first, first, false, {0}};
  const auto words = static_cast<std::int32_t>(text.words.size());
  const std::uint64_t of_window = width * sizeof(std::int32_t);
  const std::uint64_t of_sums = text.words.size() * sizeof(std::uint64_t);
  const auto windows_of = [&](std::int32_t word) {
    return text.counts[static_cast<std::size_t>(word)];
  };
  const auto is_frequent = [&](std::int32_t word) {
    return windows_of(word) * of_window > of_sums;
  };
  pass.frequent = is_frequent(first);
  std::uint64_t used = 0;
  for (; pass.last < words && is_frequent(pass.last) == pass.frequent; ++pass.last) {
    used += pass.frequent ? of_sums : windows_of(pass.last) * of_window;
    if (pass.last > first && used > bytes) break;
    if (!pass.frequent) pass.starts.push_back(pass.starts.back() + windows_of(pass.last));
  }
  return pass;
}

class Counter {
 public:
  Counter(const EncodedText& text, const CountOptions& options)
      : text_(text),
        window_(static_cast<std::size_t>(options.window)),
        width_(2 * window_),
        across_(options.across),
        block_(options.block),
        keep_going_(options.keep_going),
        threads_(threads_for(options.threads)) {
    for (std::size_t slot = 0; slot < width_; ++slot) {
      // the slots of a window: window, …, 2, 1 places before, then 1, 2, … behind
      const std::size_t away = slot < window_ ? window_ - slot : slot - window_ + 1;
      const double weight = options.distance ? 1.0 / static_cast<double>(away) : 1.0;
      units_.push_back(static_cast<std::uint64_t>(std::llround(weight * one)));
    }
  }

  bool count(const Pass& pass, const Take& take) {
    if (pass.frequent) return count_frequent(pass, take);
    gather(pass);
    return reduce(pass, take);
  }

 private:
  static constexpr double one = 4294967296.0;

  // Every thread reads the whole text and sums for its own words.
  bool count_frequent(const Pass& pass, const Take& take) {
    const std::size_t words = text_.words.size();
    std::vector<std::uint64_t> sums(words * static_cast<std::size_t>(pass.last - pass.first));
    on_threads(threads_, [&](int thread) {
      std::vector<std::int32_t> ids;
      for (std::uint64_t begin = 0; begin < text_.ids.size(); begin += block_) {
        const auto [first, last] = read_block(begin, ids);
        for (std::size_t i = first; i < last; ++i) {
          if (!pass.has(ids[i]) || (ids[i] - pass.first) % threads_ != thread) continue;
          std::uint64_t* const of_word = sums.data() + pass.place(ids[i]) * words;
          each_neighbour(ids, i, [&](std::size_t slot, std::int32_t context) {
            of_word[static_cast<std::size_t>(context)] += units_[slot];
          });
        }
      }
    });
    std::vector<Cooccurrence> cells;
    for (std::int32_t word = pass.first; word < pass.last; ++word) {
      cells.clear();
      const std::uint64_t* const of_word = sums.data() + pass.place(word) * words;
      for (std::size_t context = 0; context < words; ++context) {
        if (of_word[context] != 0) cells.push_back(cell(word, context, of_word[context]));
      }
      if (!cells.empty() && !take(cells)) return false;
    }
    return true;
  }

  // Copies the window of every word of the pass to its row's place.
  void gather(const Pass& pass) {
    const std::size_t needed = pass.starts.back() * width_;
    // Or the old and the new would both be there for a moment.
    if (windows_.capacity() < needed) windows_ = std::vector<std::int32_t>();
    windows_.assign(needed, nobody);
    std::vector<std::atomic<std::uint64_t>> next(pass.starts.size() - 1);
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = pass.starts[i];
    std::atomic<std::uint64_t> at = 0;
    const std::uint64_t size = text_.ids.size();
    on_threads(threads_, [&](int) {
      std::vector<std::int32_t> ids;
      for (std::uint64_t begin = at.fetch_add(block_); begin < size; begin = at.fetch_add(block_)) {
        const auto [first, last] = read_block(begin, ids);
        for (std::size_t i = first; i < last; ++i) {
          if (!pass.has(ids[i])) continue;
          std::int32_t* const row = windows_.data() + next[pass.place(ids[i])]++ * width_;
          each_neighbour(ids, i,
                         [&](std::size_t slot, std::int32_t context) { row[slot] = context; });
        }
      }
    });
  }

  // The numbers of a block with the words of a window on either side; returns where in them the
  // block begins and ends.
  std::pair<std::size_t, std::size_t> read_block(std::uint64_t begin,
                                                 std::vector<std::int32_t>& ids) const {
    throw_if_stopped(keep_going_);
    // between two words is one end at most
    const std::uint64_t from = begin - std::min<std::uint64_t>(begin, width_);
    const auto first = static_cast<std::size_t>(begin - from);
    ids.resize(first + static_cast<std::size_t>(block_) + width_);
    ids.resize(text_.ids.read(from, ids));
    return {first, std::min<std::size_t>(first + block_, ids.size())};
  }

  // Each word of the window and its slot.
  template <class Use>
  void each_neighbour(const std::vector<std::int32_t>& ids, std::size_t at, const Use& use) const {
    // An end of a sentence takes no place in a window that goes past it.
    std::size_t d = 1;
    for (std::size_t i = at; d <= window_ && i-- > 0;) {
      if (ids[i] >= 0) {
        use(window_ - d++, ids[i]);
      } else if (!across_) {
        break;
      }
    }
    d = 1;
    for (std::size_t i = at + 1; d <= window_ && i < ids.size(); ++i) {
      if (ids[i] >= 0) {
        use(window_ + d++ - 1, ids[i]);
      } else if (!across_) {
        break;
      }
    }
  }

  static Cooccurrence cell(std::int32_t word, std::size_t context, std::uint64_t sum) {
    return {word, static_cast<std::int32_t>(context),
            static_cast<float>(static_cast<double>(sum) / one)};
  }

  // Sums the windows of each word; the batches of words are handed on in order.
  bool reduce(const Pass& pass, const Take& take) {
    std::vector<std::vector<Cooccurrence>> cells(static_cast<std::size_t>(threads_));
    sums_.resize(static_cast<std::size_t>(threads_));
    bool keep_going = true;
    for (std::int32_t first = pass.first; first < pass.last && keep_going;) {
      std::vector<std::int32_t> begins{first};
      for (int thread = 0; thread < threads_; ++thread) {
        begins.push_back(end_of_batch(pass, begins.back()));
      }
      on_threads(threads_, [&](int thread) {
        const auto mine = static_cast<std::size_t>(thread);
        cells[mine].clear();
        for (std::int32_t word = begins[mine]; word < begins[mine + 1]; ++word) {
          sum_word(pass, word, sums_[mine], cells[mine]);
        }
      });
      for (const auto& mine : cells) keep_going = keep_going && (mine.empty() || take(mine));
      first = begins.back();
    }
    return keep_going;
  }

  // As many words as have about so many cells at most; at least one, if there is one.
  std::int32_t end_of_batch(const Pass& pass, std::int32_t first) const {
    constexpr std::uint64_t max_words = 64, max_cells = 1 << 18;
    std::uint64_t cells = 0, words = 0;
    for (; first < pass.last && words < max_words; ++first, ++words) {
      const std::size_t place = pass.place(first);
      cells += std::min<std::uint64_t>((pass.starts[place + 1] - pass.starts[place]) * width_,
                                       text_.words.size());
      if (words > 0 && cells > max_cells) break;
    }
    return first;
  }

  void sum_word(const Pass& pass, std::int32_t word, std::vector<std::uint64_t>& sums,
                std::vector<Cooccurrence>& cells) const {
    const std::size_t words = text_.words.size();
    sums.resize(words);
    std::vector<std::int32_t> met;
    const std::size_t place = pass.place(word);
    for (std::uint64_t row = pass.starts[place]; row < pass.starts[place + 1]; ++row) {
      const std::int32_t* slots = windows_.data() + row * width_;
      for (std::size_t slot = 0; slot < width_; ++slot) {
        if (slots[slot] == nobody) continue;
        std::uint64_t& sum = sums[static_cast<std::size_t>(slots[slot])];
        if (sum == 0) met.push_back(slots[slot]);
        sum += units_[slot];
      }
    }
    const auto add = [&](std::int32_t context) {
      std::uint64_t& sum = sums[static_cast<std::size_t>(context)];
      cells.push_back(cell(word, static_cast<std::size_t>(context), sum));
      sum = 0;
    };
    if (met.size() > words / 16) {  // looking through all is quicker than sorting
      for (std::size_t i = 0; i < words; ++i) {
        if (sums[i] != 0) add(static_cast<std::int32_t>(i));
      }
    } else {
      std::sort(met.begin(), met.end());
      for (const std::int32_t context : met) add(context);
    }
  }

  const EncodedText& text_;
  const std::size_t window_, width_;
  const bool across_;
  const std::uint64_t block_;
  const KeepGoing keep_going_;
  const int threads_;
  std::vector<std::uint64_t> units_;              // what a slot counts
  std::vector<std::int32_t> windows_;             // of the pass, width_ numbers each
  std::vector<std::vector<std::uint64_t>> sums_;  // of each thread: zeros between two words
};

}  // namespace

void count_cooccurrences(const EncodedText& text, const CountOptions& options, const Take& take) {
  if (options.window < 1 || options.window > 1000) {
    throw UserError(
        fmt::format("the window is {}; it must lie between 1 and 1000", options.window));
  }
  Counter counter(text, options);
  const std::uint64_t width = 2 * static_cast<std::uint64_t>(options.window);
  const auto words = static_cast<std::int32_t>(text.words.size());
  constexpr std::uint64_t max_passes = 100;
  const std::uint64_t bytes =
      std::max(options.memory, text.kept * width * sizeof(std::int32_t) / max_passes);
  for (std::int32_t first = 0; first < words;) {
    const Pass pass = next_pass(text, first, width, bytes);
    if (!counter.count(pass, take)) return;
    first = pass.last;
  }
}

std::vector<Cooccurrence> cooccurrences(const EncodedText& text, const CountOptions& options) {
  std::vector<Cooccurrence> all;
  count_cooccurrences(text, options, [&](std::span<const Cooccurrence> cells) {
    all.insert(all.end(), cells.begin(), cells.end());
    return true;
  });
  return all;
}

}  // namespace glassformer
