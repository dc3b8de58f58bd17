#pragma once

#include <array>
#include <string>

// What lecture 004 prints of gender bias ("Word Embedding Limitations/Challenges"), from figure 1
// of Bolukbasi et al. 2016, "Man is to Computer Programmer as Woman is to Homemaker? Debiasing Word
// Embeddings": found in vectors of Google News, and the pairs judged by people.
namespace glassformer::printed_bias {

// The most extreme occupations along she − he, the farthest first.
inline constexpr std::array<const char*, 10> she{
    "homemaker",   "nurse", "receptionist", "librarian", "socialite",
    "hairdresser", "nanny", "bookkeeper",   "stylist",   "housekeeper"};
inline constexpr std::array<const char*, 10> he{
    "maestro",   "skipper",   "protege", "philosopher", "captain",
    "architect", "financier", "warrior", "broadcaster", "magician"};

struct Pair {
  const char* she;
  const char* he;
  std::string name() const { return std::string(she) + " – " + he; }
};
inline constexpr std::array<Pair, 18> stereotypes{{{"sewing", "carpentry"},
                                                   {"registered nurse", "physician"},
                                                   {"housewife", "shopkeeper"},
                                                   {"nurse", "surgeon"},
                                                   {"interior designer", "architect"},
                                                   {"softball", "baseball"},
                                                   {"blond", "burly"},
                                                   {"feminism", "conservatism"},
                                                   {"cosmetics", "pharmaceuticals"},
                                                   {"giggle", "chuckle"},
                                                   {"vocalist", "guitarist"},
                                                   {"petite", "lanky"},
                                                   {"sassy", "snappy"},
                                                   {"diva", "superstar"},
                                                   {"charming", "affable"},
                                                   {"volleyball", "football"},
                                                   {"cupcakes", "pizzas"},
                                                   {"lovely", "brilliant"}}};
inline constexpr std::array<Pair, 6> appropriate{{{"queen", "king"},
                                                  {"sister", "brother"},
                                                  {"mother", "father"},
                                                  {"waitress", "waiter"},
                                                  {"ovarian cancer", "prostate cancer"},
                                                  {"convent", "monastery"}}};

// The ten pairs whose difference is gender by definition (section 5.1 there).
inline constexpr std::array<Pair, 10> definitional{{{"she", "he"},
                                                    {"her", "his"},
                                                    {"woman", "man"},
                                                    {"mary", "john"},
                                                    {"herself", "himself"},
                                                    {"daughter", "son"},
                                                    {"mother", "father"},
                                                    {"gal", "guy"},
                                                    {"girl", "boy"},
                                                    {"female", "male"}}};

}  // namespace glassformer::printed_bias
