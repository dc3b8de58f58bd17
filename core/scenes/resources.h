#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace glassformer {

struct AttentionFile;
struct Checkpoint;
struct QuestionFile;
struct WordVectors;

// A place for something that a scene reads besides its options and matrices.
template <class T>
struct Slot {
  std::string_view name;  // "vectors"
  std::string_view what;  // "word vectors"
};

namespace slots {
inline constexpr Slot<Checkpoint> model{"model", "a trained model"};
inline constexpr Slot<WordVectors> vectors{"vectors", "word vectors"};
inline constexpr Slot<WordVectors> compared{"compared", "word vectors to compare with"};
inline constexpr Slot<QuestionFile> questions{"questions", "analogy questions"};
inline constexpr Slot<QuestionFile> rated_pairs{"rated_pairs", "rated pairs of words"};
inline constexpr Slot<AttentionFile> attention{"attention", "a file of attentions"};
}  // namespace slots

// Something shared and never changed, whatever its type. Two are equal if they are the same object.
class Resource {
 public:
  Resource() = default;
  template <class T>
  explicit Resource(std::shared_ptr<const T> object) : object_(std::move(object)), type_(&tag<T>) {}

  template <class T>
  bool holds() const {
    return type_ == &tag<T>;
  }
  template <class T>
  std::shared_ptr<const T> as() const {  // holds<T>()
    return std::static_pointer_cast<const T>(object_);
  }
  const std::shared_ptr<const void>& object() const { return object_; }
  bool operator==(const Resource& other) const { return object_ == other.object_; }

 private:
  template <class T>
  static constexpr char tag = 0;  // its address tells the types apart, which may be incomplete

  std::shared_ptr<const void> object_;
  const char* type_ = nullptr;
};

// What was put into the slots of a scene. In an empty one it takes what comes with the program.
class Resources {
 public:
  // nullptr: the slot is empty. Throws UserError if what is in it is of another type.
  template <class T>
  std::shared_ptr<const T> get(const Slot<T>& slot) const {
    const Resource& resource = find(slot.name);
    if (resource.object() == nullptr) return nullptr;
    if (!resource.holds<T>()) wrong_type(slot.name, slot.what);
    return resource.as<T>();
  }
  template <class T>  // nullptr: empties it
  void set(const Slot<T>& slot, std::type_identity_t<std::shared_ptr<const T>> object) {
    set(slot.name, Resource(std::move(object)));
  }

  const Resource& find(std::string_view slot) const;  // one without an object: the slot is empty
  void set(std::string_view slot, Resource resource);
  const std::map<std::string, Resource, std::less<>>& all() const { return filled_; }
  bool operator==(const Resources&) const = default;

 private:
  [[noreturn]] static void wrong_type(std::string_view slot, std::string_view what);

  std::map<std::string, Resource, std::less<>> filled_;
};

}  // namespace glassformer
