#pragma once

#include <string>
#include <vector>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// One way to answer an analogy: its best words as bars with three decimals. The words of the
// question stand in their place, faint, if they are no answers. Clicking a word chooses it.
struct AnswerColumn {
  const char* scope;    // of the run: "add"
  const char* title;    // "3CosAdd"
  const char* formula;  // of its score
};
struct AnswerCount {
  bool exclude;  // the words of the question do not count
  int most;      // answers that count
};
void draw_answer_column(Ui& ui, Session& session, const AnswerColumn& column, AnswerCount count,
                        std::string& chosen, Rect area);

// How the score of the chosen word comes about, term by term, for each way to answer.
void draw_answer_terms(Ui& ui, Session& session, const std::string& chosen, Rect area);

// The word that is answered: the best that counts; "" if there is none.
std::string answer_of(const Session& session, const char* scope, bool exclude);

}  // namespace glassformer
