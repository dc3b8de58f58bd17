#include "core/grad/explain.h"

namespace glassformer {

double evaluate(const Explanation& explanation) {
  double sum = 0;
  for (const Term& term : explanation.terms) sum += term.value;
  switch (explanation.how) {
    case Explanation::How::given:
      return explanation.value;
    case Explanation::How::sum:
      return sum;
    case Explanation::How::share:
      return explanation.terms[static_cast<std::size_t>(explanation.picked)].value / sum;
    case Explanation::How::apply:
      return explanation.function(sum);
    case Explanation::How::largest:
      return explanation.terms[static_cast<std::size_t>(explanation.picked)].value;
  }
  return explanation.value;
}

}  // namespace glassformer
