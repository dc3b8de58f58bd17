#include "core/embed/search/why_index.h"

#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "core/formats/user_folders.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

// Whoever changes what is written of WordNet (write_real_text()), or how words are cut, changes
// this too.
constexpr std::uint64_t kind = 0x676677687930'0002;

// What stands before the parts, and how long each is.
struct Head {
  std::uint64_t kind, of, sum;  // sum: of all that follows the head
  std::uint64_t text, letters, words, ids;
  std::uint64_t kept, all, distinct, min_count;
};

// Eight bytes at a time, for the whole is tens of megabytes.
std::uint64_t sum_of(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t next = 0;
    std::memcpy(&next, bytes.data(), 8);
    sum = (sum ^ next) * 0x9e3779b97f4a7c15ULL;
    sum ^= sum >> 29;
  }
  return sum ^ hash(bytes);
}

template <class T>
std::string_view bytes_of(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

// Takes the parts off the front, one after the other.
class Parts {
 public:
  explicit Parts(std::string_view bytes) : left_(bytes) {}
  std::string_view take(std::uint64_t count) {
    fits_ = fits_ && count <= left_.size();
    if (!fits_) return {};
    const std::string_view part = left_.substr(0, count);
    left_.remove_prefix(count);
    return part;
  }
  template <class T>
  std::vector<T> numbers(std::uint64_t count) {
    const std::string_view part =
        take(count <= left_.size() / sizeof(T) ? count * sizeof(T) : left_.size() + 1);
    std::vector<T> made(part.size() / sizeof(T));
    if (!made.empty()) std::memcpy(made.data(), part.data(), part.size());
    return made;
  }
  bool whole() const { return fits_ && left_.empty(); }

 private:
  std::string_view left_;
  bool fits_ = true;
};

}  // namespace

std::string why_index_bytes(const WhyText& text, std::uint64_t of) {
  const EncodedText& counted = text.counted;
  std::string words;
  for (std::size_t i = 0; i < counted.words.size(); ++i) {
    words += counted.words[i];
    words += '\n';
  }
  std::vector<std::int32_t> ids(counted.ids.size());
  ids.resize(counted.ids.read(0, ids));
  std::string parts = text.made + words;
  parts += bytes_of(counted.counts);
  parts += bytes_of(ids);
  const Head head{kind,
                  of,
                  sum_of(parts),
                  text.made.size(),
                  words.size(),
                  counted.words.size(),
                  ids.size(),
                  counted.kept,
                  counted.all,
                  counted.distinct,
                  static_cast<std::uint64_t>(counted.min_count)};
  return std::string(reinterpret_cast<const char*>(&head), sizeof(head)) + parts;
}

std::shared_ptr<WhyText> read_why_index(std::string_view bytes, std::uint64_t of) {
  Head head{};
  if (bytes.size() < sizeof(head)) return nullptr;
  std::memcpy(&head, bytes.data(), sizeof(head));
  bytes.remove_prefix(sizeof(head));
  if (head.kind != kind || head.of != of || head.sum != sum_of(bytes)) return nullptr;
  Parts parts(bytes);
  auto text = std::make_shared<WhyText>();
  EncodedText& counted = text->counted;
  text->made = parts.take(head.text);
  std::string_view words = parts.take(head.letters);
  counted.counts = parts.numbers<std::uint64_t>(head.words);
  const auto ids = parts.numbers<std::int32_t>(head.ids);
  if (!parts.whole()) return nullptr;
  counted.words.reserve(head.words, words.size());
  while (!words.empty()) {
    const std::size_t end = words.find('\n');
    if (end == std::string_view::npos) return nullptr;
    counted.words.add(words.substr(0, end));
    words.remove_prefix(end + 1);
  }
  if (counted.words.size() != head.words) return nullptr;
  for (const std::int32_t id : ids) {
    if (id >= static_cast<std::int32_t>(head.words)) return nullptr;
    counted.ids.add(id);
  }
  counted.kept = head.kept;
  counted.all = head.all;
  counted.distinct = head.distinct;
  counted.min_count = static_cast<int>(head.min_count);
  return text;
}

std::uint64_t fingerprint_of_wordnet(const fs::path& folder) {
  std::error_code none;
  std::string told = fs::weakly_canonical(folder, none).string();
  for (const char* const name : {"data.noun", "data.verb", "data.adj", "data.adv"}) {
    const fs::path file = folder / name;
    const auto size = fs::file_size(file, none);
    const auto time = fs::last_write_time(file, none).time_since_epoch().count();
    told += '\n' + std::to_string(size) + ' ' + std::to_string(time);
  }
  return hash(told);
}

fs::path why_index_file() {
  const fs::path folder = cache_folder();
  return folder.empty() ? fs::path() : folder / "wordnet-text.index";
}

}  // namespace glassformer
