#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// A JSON text that knows where everything stood, so that whatever is wrong with it can be named by
// line and path. All values lie in one array in the order of the text, 16 bytes each: a hostile
// file takes no more than a small multiple of its own size, nothing is allocated by a size that
// the text merely claims, and nothing recurses.
class Json {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };
  static constexpr int deepest = 32;  // levels of nesting

  // Throws UserError, "FILE:LINE: PATH: …", for what is no JSON (RFC 8259: no comments, no NaN),
  // for invalid UTF-8, control characters in strings, a key twice in one object, nesting too deep.
  // A byte order mark of UTF-8 is skipped. The text must be shorter than 4 GB.
  static Json parse(std::string_view text, const std::filesystem::path& named);

  // A value of the document. It is a place, not a copy: it lives as long as the document stays put.
  class Value {
   public:
    Kind kind() const { return json_->cells_[index_].kind; }
    bool is(Kind k) const { return kind() == k; }
    bool boolean() const { return number() != 0; }
    double number() const { return json_->cells_[index_].number; }
    std::string_view string() const { return json_->text(index_); }
    std::size_t size() const;               // elements of an array, members of an object
    Value operator[](std::size_t i) const;  // of an array; i < size()

    // visit(Value) for each element of an array, in order; any other value has none.
    template <class Visit>
    void each(Visit&& visit) const {
      const std::uint32_t end = is(Kind::array) ? json_->cells_[index_].end : 0;
      for (std::uint32_t i = index_ + 1; i < end; i = json_->next(i)) visit(Value(json_, i));
    }
    // visit(std::string_view key, Value) for each member of an object, in order; any other
    // value has none.
    template <class Visit>
    void each_member(Visit&& visit) const {
      const std::uint32_t end = is(Kind::object) ? json_->cells_[index_].end : 0;
      for (std::uint32_t i = index_ + 1; i < end; i = json_->next(i + 1)) {
        visit(json_->text(i), Value(json_, i + 1));
      }
    }

    int line() const { return static_cast<int>(json_->cells_[index_].line); }
    std::string path() const { return json_->path(index_); }  // "steps[2].cell"; or "top level"
    // Throws UserError "FILE:LINE: PATH: SENTENCE".
    [[noreturn]] void fail(const std::string& sentence) const;
    // What it is, for messages: "the number 3", "a list of 4", "the text \"abc\"".
    std::string described() const;

   private:
    friend class Json;
    Value(const Json* json, std::uint32_t index) : json_(json), index_(index) {}
    const Json* json_;
    std::uint32_t index_;
  };
  Value root() const { return Value(this, 0); }

 private:
  friend class JsonBuilder;
  struct Slice {
    std::uint32_t begin, length;
  };
  struct Cell {
    Kind kind = Kind::null;
    std::uint32_t line = 0;
    union {
      double number = 0;
      Slice text;         // in strings_
      std::uint32_t end;  // of a container: the index after its last descendant
    };
  };
  std::uint32_t next(std::uint32_t index) const;
  std::string_view text(std::uint32_t index) const;
  std::string path(std::uint32_t index) const;
  [[noreturn]] void fail(std::uint32_t line, const std::string& path,
                         const std::string& sentence) const;

  std::string name_;
  std::vector<Cell> cells_;  // in an object: key (a string), value, key, value …
  std::string strings_;
};

// 1.5 → "1.5", infinity → "inf": the shortest decimal that reads back as the same number.
std::string shortest(double number);
std::string shortest(float number);

// The text as a JSON string, with its quotes. Bytes that are no UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

// At most `most` characters of a text, with "…" where it was cut: for messages.
std::string excerpt(std::string_view text, std::size_t max);

}  // namespace glassformer
