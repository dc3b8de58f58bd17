#include "core/formats/npy_reader.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "core/formats/json.h"

namespace glassformer {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_header = 1 << 16;  // NumPy itself writes far less
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 48;
constexpr std::size_t max_characters = 1000;  // of a text

// The subset of Python's literals that these headers are made of: a dictionary of strings, True,
// False and tuples of numbers.
class HeaderParser {
 public:
  enum class Of { numbers, texts };
  HeaderParser(std::string_view text, const ByteReader& in, Of of)
      : text_(text), in_(in), of_texts_(of == Of::texts) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      const std::string_view key = quoted();
      expect(':');
      if (key == "descr") {
        descr();
      } else if (key == "fortran_order") {
        fortran_ = truth();
      } else if (key == "shape") {
        shape();
      } else {
        fail(fmt::format("has the unknown key {}", json_string(excerpt(key, 40))));
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_spaces();
    if (at_ != text_.size()) fail("goes on after its end");
    if (!described_) fail("lacks the key descr");
    if (!fortran_) fail("lacks the key fortran_order");
    if (!shaped_) fail("lacks the key shape");
    header_.fortran = *fortran_;
    // A text is a row of characters.
    if (of_texts_) header_.shape.push_back(characters_);
    check_size();
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    in_.fail("its header " + what + "; the file is damaged or no NumPy array, save it again");
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool accept(char c) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(fmt::format("lacks a '{}' at its byte {}", c, at_));
  }
  std::string_view quoted() {
    skip_spaces();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t end =
        quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail(fmt::format("lacks a text at its byte {}", at_));
    const std::string_view found = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return found;
  }
  bool truth() {
    skip_spaces();
    for (const bool value : {true, false}) {
      const std::string_view name = value ? "True" : "False";
      if (!text_.substr(at_).starts_with(name)) continue;
      at_ += name.size();
      return value;
    }
    fail("says neither True nor False for fortran_order");
  }

  void descr() {
    described_ = true;
    skip_spaces();
    if (at_ < text_.size() && text_[at_] == '[') {
      in_.fail("holds records of several fields, which are not read; save an array of numbers");
    }
    const std::string_view type = quoted();
    const auto refuse = [&] {
      in_.fail(fmt::format("holds {}, not numbers that are read; save it as float32",
                           json_string(excerpt(type, 20))));
    };
    if (type.find('O') != std::string_view::npos) {
      in_.fail(
          fmt::format("holds Python objects, a pickle, which is never opened; save an array of {}",
                      of_texts_ ? "texts, made with dtype=str" : "float32"));
    }
    if (type.size() < 3) refuse();
    header_.big_endian = type[0] == '>';
    std::size_t bytes = 0;
    const auto [end, error] = std::from_chars(type.data() + 2, type.data() + type.size(), bytes);
    if (error != std::errc{} || end != type.data() + type.size()) refuse();
    header_.bytes = bytes;
    const auto any_of = [&](std::initializer_list<std::size_t> sizes) {
      return std::find(sizes.begin(), sizes.end(), bytes) != sizes.end();
    };
    using Kind = NpyHeader::Kind;
    if (of_texts_) {
      const bool unicode = type[1] == 'U';
      if (!unicode && type[1] != 'S') {
        in_.fail(
            fmt::format("holds {}, and texts are expected; save an array of them, made with "
                        "dtype=str",
                        json_string(excerpt(type, 20))));
      }
      if (bytes > max_characters) {
        in_.fail(fmt::format("holds texts of {} characters; at most {} are read", bytes,
                             max_characters));
      }
      header_.kind = Kind::natural;
      header_.bytes = unicode ? 4 : 1;
      characters_ = bytes;
    } else if (type[1] == 'f' && any_of({2, 4, 8})) {
      header_.kind = Kind::real;
    } else if (type[1] == 'i' && any_of({1, 2, 4, 8})) {
      header_.kind = Kind::integer;
    } else if (type[1] == 'u' && any_of({1, 2, 4, 8})) {
      header_.kind = Kind::natural;
    } else if (type[1] == 'b' && bytes == 1) {
      header_.kind = Kind::boolean;
    } else {
      refuse();
    }
    if (std::string_view("<>|=").find(type[0]) == std::string_view::npos) refuse();
  }

  void shape() {
    shaped_ = true;
    header_.shape.clear();
    expect('(');
    while (!accept(')')) {
      skip_spaces();
      std::uint64_t side = 0;
      const char* const end = text_.data() + text_.size();
      const auto [after, error] = std::from_chars(text_.data() + at_, end, side);
      if (error != std::errc{}) {
        fail(fmt::format("has a shape whose side {} is no whole number from 0 on",
                         header_.shape.size() + 1));
      }
      at_ = static_cast<std::size_t>(after - text_.data());
      accept('L');  // as Python 2 wrote long numbers
      header_.shape.push_back(side);
      if (header_.shape.size() > 32) fail("has more than 32 dimensions");
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  void check_size() const {
    std::uint64_t left = max_bytes / header_.bytes;
    bool empty = false;
    for (const std::uint64_t side : header_.shape) empty = empty || side == 0;
    for (const std::uint64_t side : header_.shape) {
      if (empty) break;
      if (side > left) fail("claims a shape of more numbers than any file holds");
      left /= side;
    }
  }

  std::string_view text_;
  const ByteReader& in_;
  const bool of_texts_;
  std::uint64_t characters_ = 0;  // of a text
  std::size_t at_ = 0;
  NpyHeader header_;
  bool described_ = false, shaped_ = false;
  std::optional<bool> fortran_;
};

template <class T>
void convert(const char* from, bool swapped, std::span<float> to) {
  for (float& cell : to) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, from, sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    T number;
    std::memcpy(&number, bytes, sizeof(T));
    cell = static_cast<float>(number);
    from += sizeof(T);
  }
}

template <class One, class Two, class Four, class Eight>
void convert(const NpyHeader& header, const char* from, std::span<float> to) {
  switch (header.bytes) {
    case 1:
      return convert<One>(from, header.big_endian, to);
    case 2:
      return convert<Two>(from, header.big_endian, to);
    case 4:
      return convert<Four>(from, header.big_endian, to);
    default:
      return convert<Eight>(from, header.big_endian, to);
  }
}

void convert(const NpyHeader& header, const char* from, std::span<float> to) {
  switch (header.kind) {
    case NpyHeader::Kind::boolean:
      for (float& cell : to) cell = *from++ != 0 ? 1.0F : 0.0F;
      return;
    case NpyHeader::Kind::integer:
      return convert<std::int8_t, std::int16_t, std::int32_t, std::int64_t>(header, from, to);
    case NpyHeader::Kind::natural:
      return convert<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(header, from, to);
    case NpyHeader::Kind::real:
      return convert<std::int8_t, Eigen::half, float, double>(header, from, to);
  }
}

}  // namespace

std::uint64_t NpyHeader::cols() const {
  return shape.empty() ? 1 : shape.back();
}

std::uint64_t NpyHeader::rows() const {
  std::uint64_t product = 1;
  for (std::size_t i = 0; i + 1 < shape.size(); ++i) product *= shape[i];
  return product;
}

namespace {

NpyHeader read_header(ByteReader& in, HeaderParser::Of of) {
  if (in.at_end()) in.fail("is empty; a NumPy array is expected, save it again");
  if (in.look(magic.size()) != magic) {
    in.fail("does not begin as a NumPy array does; save it with numpy.save");
  }
  in.skip(magic.size());
  const auto major = in.number<std::uint8_t>("its version");
  static_cast<void>(in.number<std::uint8_t>("its version"));
  if (major < 1 || major > 3) {
    in.fail(fmt::format("is of version {} of the format; 1, 2 and 3 are read", major));
  }
  const std::size_t length = major == 1 ? in.number<std::uint16_t>("the length of its header")
                                        : in.number<std::uint32_t>("the length of its header");
  if (length > max_header) {
    in.fail(fmt::format("claims a header of {} bytes; at most {} are read", length, max_header));
  }
  const std::string_view text = in.look(length);
  if (text.size() < length) in.fail_cut(fmt::format("its header of {} bytes", length));
  NpyHeader header = HeaderParser(text, in, of).parse();
  in.skip(length);
  header.header_bytes = static_cast<std::size_t>(in.position());
  return header;
}

void append_utf8(std::string& to, std::uint32_t c) {
  const auto add = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) c = 0xfffd;  // no character
  if (c < 0x80) return add(c);
  if (c < 0x800) {
    add(0xc0 | c >> 6);
  } else if (c < 0x10000) {
    add(0xe0 | c >> 12);
    add(0x80 | (c >> 6 & 0x3f));
  } else {
    add(0xf0 | c >> 18);
    add(0x80 | (c >> 12 & 0x3f));
    add(0x80 | (c >> 6 & 0x3f));
  }
  add(0x80 | (c & 0x3f));
}

}  // namespace

NpyHeader read_npy_header(ByteReader& in) {
  return read_header(in, HeaderParser::Of::numbers);
}

std::vector<std::string> read_npy_texts(ByteReader& in, std::size_t most) {
  const NpyHeader header = read_header(in, HeaderParser::Of::texts);
  if (header.shape.size() != 2) {
    in.fail(fmt::format("has {} dimensions; a list of texts has one", header.shape.size() - 1));
  }
  if (header.rows() > most) {
    in.fail(fmt::format("holds {} texts; at most {} are read", header.rows(), most));
  }
  std::vector<std::string> texts(header.rows());
  std::vector<float> characters(header.cols());  // a float holds every one of them
  for (std::string& text : texts) {
    read_npy_numbers(in, header, characters);
    while (!characters.empty() && characters.back() == 0) characters.pop_back();
    for (const float c : characters) {
      const auto code = static_cast<std::uint32_t>(std::min(c, 4294967040.0F));
      if (header.bytes == 1) {
        text += static_cast<char>(code);
      } else {
        append_utf8(text, code);
      }
    }
    characters.resize(header.cols());
  }
  return texts;
}

void read_npy_numbers(ByteReader& in, const NpyHeader& header, std::span<float> to) {
  if (header.is_float32()) {
    if (!in.read(reinterpret_cast<char*>(to.data()), to.size_bytes())) in.fail_cut("its numbers");
    return;
  }
  std::vector<char> bytes(std::min<std::size_t>(to.size(), 4096) * header.bytes);
  while (!to.empty()) {
    const std::size_t count = std::min<std::size_t>(to.size(), 4096);
    if (!in.read(bytes.data(), count * header.bytes)) in.fail_cut("its numbers");
    convert(header, bytes.data(), to.first(count));
    to = to.subspan(count);
  }
}

}  // namespace glassformer
