#include "core/embed/cooccurrence.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "core/embed/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::int32_t nobody = -1;

// The words of a pass: [first, last), and where the windows of each begin.
struct Pass {
  std::int32_t first = 0, last = 0;
  std::vector<std::uint64_t> starts;

  bool has(std::int32_t word) const { return word >= first && word < last; }
  std::size_t place(std::int32_t word) const { return static_cast<std::size_t>(word - first); }
};

// As many words from `first` on as have room; at least one.
Pass next_pass(const EncodedText& text, std::int32_t first, std::uint64_t windows) {
  Pass pass{first, first, {0}};
  const auto words = static_cast<std::int32_t>(text.words.size());
  while (pass.last < words) {
    const std::uint64_t more = text.counts[static_cast<std::size_t>(pass.last)];
    if (pass.last > first && pass.starts.back() + more > windows) break;
    pass.starts.push_back(pass.starts.back() + more);
    ++pass.last;
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
        threads_(threads_for(options.threads)) {
    for (std::size_t slot = 0; slot < width_; ++slot) {
      // the slots of a window: window, …, 2, 1 places before, then 1, 2, … behind
      const std::size_t away = slot < window_ ? window_ - slot : slot - window_ + 1;
      const double weight = options.distance ? 1.0 / static_cast<double>(away) : 1.0;
      units_.push_back(static_cast<std::uint64_t>(std::llround(weight * one)));
    }
  }

  bool count(const Pass& pass, const std::function<bool(std::span<const Cooccurrence>)>& take) {
    gather(pass);
    return reduce(pass, take);
  }

 private:
  static constexpr double one = 4294967296.0;
  static constexpr std::int32_t batch = 64;  // words summed at a time by a thread

  // Copies the window of every word of the pass to its row's place.
  void gather(const Pass& pass) {
    windows_.resize(pass.starts.back() * width_);
    std::vector<std::atomic<std::uint64_t>> next(pass.starts.size() - 1);
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = pass.starts[i];
    std::atomic<std::uint64_t> at = 0;
    const std::uint64_t size = text_.ids.size();
    on_threads(threads_, [&](int) {
      std::vector<std::int32_t> ids;
      for (std::uint64_t begin = at.fetch_add(block_); begin < size; begin = at.fetch_add(block_)) {
        // with the window's words on either side; between two words is one end at most
        const std::uint64_t from = begin - std::min<std::uint64_t>(begin, width_);
        ids.resize(static_cast<std::size_t>(begin - from + block_ + width_));
        ids.resize(text_.ids.read(from, ids));
        const std::size_t first = static_cast<std::size_t>(begin - from);
        const std::size_t last = std::min<std::size_t>(first + block_, ids.size());
        for (std::size_t i = first; i < last; ++i) {
          if (!pass.has(ids[i])) continue;
          const std::uint64_t row = next[pass.place(ids[i])]++;
          copy_window(ids, i, windows_.data() + row * width_);
        }
      }
    });
  }

  void copy_window(const std::vector<std::int32_t>& ids, std::size_t at, std::int32_t* to) const {
    std::fill_n(to, width_, nobody);
    // An end of a sentence takes no place in a window that goes past it.
    std::size_t d = 1;
    for (std::size_t i = at; d <= window_ && i-- > 0;) {
      if (ids[i] >= 0) {
        to[window_ - d++] = ids[i];
      } else if (!across_) {
        break;
      }
    }
    d = 1;
    for (std::size_t i = at + 1; d <= window_ && i < ids.size(); ++i) {
      if (ids[i] >= 0) {
        to[window_ + d++ - 1] = ids[i];
      } else if (!across_) {
        break;
      }
    }
  }

  // Sums the windows of each word; the batches of words are handed on in order.
  bool reduce(const Pass& pass, const std::function<bool(std::span<const Cooccurrence>)>& take) {
    const std::int32_t words = pass.last - pass.first;
    const std::int32_t wave = batch * threads_;
    std::vector<std::vector<Cooccurrence>> cells(static_cast<std::size_t>(threads_));
    sums_.resize(static_cast<std::size_t>(threads_));
    bool go_on = true;
    for (std::int32_t first = 0; first < words && go_on; first += wave) {
      on_threads(threads_, [&](int thread) {
        std::vector<Cooccurrence>& mine = cells[static_cast<std::size_t>(thread)];
        mine.clear();
        const std::int32_t begin = first + thread * batch;
        for (std::int32_t i = begin; i < std::min(begin + batch, words); ++i) {
          sum_word(pass, pass.first + i, sums_[static_cast<std::size_t>(thread)], mine);
        }
      });
      for (const auto& mine : cells) go_on = go_on && (mine.empty() || take(mine));
    }
    return go_on;
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
      cells.push_back({word, context, static_cast<float>(static_cast<double>(sum) / one)});
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
  const int threads_;
  std::vector<std::uint64_t> units_;              // what a slot counts
  std::vector<std::int32_t> windows_;             // of the pass, width_ numbers each
  std::vector<std::vector<std::uint64_t>> sums_;  // of each thread: zeros between two words
};

}  // namespace

void count_cooccurrences(const EncodedText& text, const CountOptions& options,
                         const std::function<bool(std::span<const Cooccurrence>)>& take) {
  if (options.window < 1 || options.window > 1000) {
    throw UserError(
        fmt::format("the window is {}; it must lie between 1 and 1000", options.window));
  }
  Counter counter(text, options);
  const std::uint64_t of_one =
      2 * sizeof(std::int32_t) * static_cast<std::uint64_t>(options.window);
  const auto words = static_cast<std::int32_t>(text.words.size());
  constexpr std::uint64_t most_passes = 100;
  const std::uint64_t at_once = std::max(options.memory / of_one, text.kept / most_passes);
  for (std::int32_t first = 0; first < words;) {
    const Pass pass = next_pass(text, first, at_once);
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
