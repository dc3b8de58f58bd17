#include "app/widgets/plain_formula.h"

#include <gtest/gtest.h>

#include <string>

namespace glassformer {
namespace {

TEST(PlainFormula, IsReadAsTheFormulaIsMeant) {
  struct Case {
    const char *markup, *plain;
  };
  for (const Case& one :
       {Case{R"(\frac{e^{x_{ij}}}{\sum_k e^{x_{ik}}})", "e^(x_ij) / ∑_k e^(x_ik)"},
        Case{R"(\frac{x_{ij}}{\sqrt{\sum_k x_{ik}^2}})", "x_ij / √(∑_k x_ik^2)"},
        Case{R"(\gamma_j \frac{x_{ij} - \mu_i}{\sqrt{\sigma_i^2 + \epsilon}} + \beta_j)",
             "γ_j ((x_ij − μ_i) / √(σ_i^2 + ε)) + β_j"},
        Case{R"(-\frac{1}{n} \sum_i \log \frac{e^{x_{i t_i}}}{\sum_k e^{x_{ik}}})",
             "−(1 / n) ∑_i log (e^(x_(i t_i)) / ∑_k e^(x_ik))"},
        Case{R"(\mathrm{softmax}(\frac{QK^{\top}}{\sqrt{d_k}})V)", "softmax(Q K^⊤ / √(d_k)) V"},
        Case{R"(\text{if } m_{ij} \neq 0 \text{ then } x_{ij} \text{ else } -\infty)",
             "if m_ij ≠ 0 then x_ij else −∞"},
        Case{R"(\max(x_{i,2j-1}, x_{i,2j}))", "max(x_(i, 2j − 1), x_(i, 2j))"},
        Case{R"(o \circ \tanh(f \circ c + i \circ g))", "o ∘ tanh(f ∘ c + i ∘ g)"},
        Case{"XW + b", "XW + b"}}) {
    EXPECT_EQ(plain_formula(one.markup), one.plain);
  }
}

TEST(PlainFormula, AnAccentIsPartOfALetterWhereThereIsSuchAOne) {
  EXPECT_EQ(plain_formula("\\hat{E}_{2}"), "Ê_2");
  EXPECT_EQ(plain_formula("\\bar{v}"), "v bar");
}

TEST(PlainFormula, WhatCannotBeReadStaysAsItWasWritten) {
  EXPECT_EQ(plain_formula(R"(\frac{1}{)"), R"(\frac{1}{)");
}

}  // namespace
}  // namespace glassformer
