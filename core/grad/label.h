#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace glassformer {

// A list of words that many matrices share: a copy of it costs a pointer.
class Labels {
 public:
  using Words = std::vector<std::string>;
  using value_type = std::string;
  using const_iterator = Words::const_iterator;

  Labels() = default;
  Labels(Words words) : words_(std::make_shared<Words>(std::move(words))) {}
  // Those of a vocabulary, which are many and nobody's to add to.
  Labels(std::shared_ptr<const Words> shared) : shared_(std::move(shared)) {}
  Labels(std::initializer_list<std::string> words) : Labels(Words(words)) {}

  const Words& words() const;
  operator const Words&() const { return words(); }
  std::size_t size() const { return words().size(); }
  bool empty() const { return words().empty(); }
  const std::string& operator[](std::size_t i) const { return words()[i]; }
  const std::string& front() const { return words().front(); }
  const std::string& back() const { return words().back(); }
  const_iterator begin() const { return words().begin(); }
  const_iterator end() const { return words().end(); }
  bool operator==(const Labels& other) const;
  void push_back(std::string word);  // nobody else's list gets it

 private:
  std::shared_ptr<Words> words_;         // a list of its own, or …
  std::shared_ptr<const Words> shared_;  // … somebody else's
};

// What the rows or the columns of a matrix are. Without `labels` they are numbered. Axes over the
// same tokens have the same `sequence`: touch a token, and all its rows and columns light up;
// −1: not tokens.
struct Axis {
  std::string name;  // "query", "key", "token", "d_model", "d_k"
  Labels labels;
  int sequence = -1;
};

// A row or a column in words: its label, or its number from 1.
std::string axis_label(const Axis& axis, int index);
// All of them, `count` in number.
std::vector<std::string> axis_labels(const Axis& axis, int count);

// What a tensor is in the attention equation. It decides the colour, everywhere the same.
enum class Role {
  plain,
  input,
  query,
  key,
  value,
  output,
  query_weight,
  key_weight,
  value_weight,
  output_weight,
  score,        // signed, before the softmax
  probability,  // 0 … 1, rows sum to 1
  mask,         // 1: may be seen, 0: hidden
  position,
  share,  // one of so many probabilities that even the largest may be small: it ends the scale
};

// Says in a sentence where a cell comes from that was computed, but by no op of the tape.
using Origin = std::function<std::string(int row, int col)>;
// The same sentence for all cells.
Origin all_cells(std::string sentence);

struct Label {
  std::string name;         // the last part of the path: "scores"; the tape's scope goes before it
  std::string symbol = {};  // as the formula writes it: "QK^{T}", "W_{Q}"
  Role role = Role::plain;
  Axis rows = {};
  Axis cols = {};
  Origin origin = {};  // empty: an op computed it, or it is given
};

}  // namespace glassformer
