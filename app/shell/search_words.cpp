#include "app/shell/search_words.h"

#include <algorithm>
#include <array>

namespace glassformer {

namespace {

struct Known {
  std::string_view lesson, words;
};

constexpr std::array kKnown = std::to_array<Known>({
    {"alignments", "attention alignment matrix heat map machine translation word reordering"},
    {"architecture",
     "encoder decoder diagram block layer norm normalization residual skip connection feed-forward "
     "FFN MLP parameters d_model stack number of weights"},
    {"assistant",
     "fine-tuning finetuning SFT supervised instruction tuning alignment RLHF DPO direct "
     "preference "
     "optimization reward model chatbot ChatGPT hallucination knowledge loss mask"},
    {"attention-file",
     "bertviz model view output_attentions Hugging Face transformers npz safetensors rollout "
     "hidden "
     "states GPT-2 BERT interpretability"},
    {"bahdanau",
     "additive attention alignment model context vector bidirectional RNN GRU seq2seq neural "
     "machine translation NMT concat score"},
    {"bengio", "NNLM NPLM neural probabilistic language model feed-forward n-gram next word"},
    {"bias", "gender bias debiasing WEAT stereotypes fairness hard debias direction"},
    {"bias-real", "gender bias debiasing WEAT stereotypes fairness hard debias direction"},
    {"bottleneck",
     "encoder-decoder seq2seq sequence to sequence fixed-length context vector long sentences BLEU "
     "LSTM"},
    {"cbow-softmax", "word2vec continuous bag of words cross-entropy full softmax output layer"},
    {"compare-vectors", "Procrustes alignment rotation of embeddings embedding spaces compared"},
    {"convolutions", "CNN ConvS2S convolutional receptive field kernel ByteNet"},
    {"cross-attention", "encoder-decoder attention memory queries from decoder translation"},
    {"decoding",
     "greedy beam search sampling temperature top-k nucleus autoregressive generation inference "
     "length penalty KV cache"},
    {"evaluate",
     "evaluation benchmark WordSim SimLex analogy test Spearman correlation intrinsic accuracy"},
    {"glove", "global vectors co-occurrence matrix weighted least squares log-bilinear"},
    {"gradients",
     "backpropagation backward pass chain rule autograd automatic differentiation autodiff "
     "gradient "
     "check finite differences optimizer"},
    {"hard-and-soft", "hard attention soft attention stochastic argmax sampling REINFORCE"},
    {"heads",
     "multi-head pruning ablation knock out attention patterns interpretability probing attention "
     "rollout head importance"},
    {"hidden-word", "distributional hypothesis context PMI pointwise mutual information"},
    {"history", "timeline papers years RNN LSTM seq2seq BERT GPT literature"},
    {"how-much-data", "learning curve data size generalization overfitting sample efficiency"},
    {"huffman-tree", "hierarchical softmax Huffman coding binary tree word2vec"},
    {"layer-speed",
     "complexity per layer big O quadratic cost FLOPs recurrent convolutional self-attention "
     "runtime path length"},
    {"loop-and-matrix", "vectorization matrix multiplication parallel batched QKV one-liner"},
    {"lsa", "LSI latent semantic indexing SVD singular value decomposition TF-IDF truncated"},
    {"luong",
     "multiplicative attention dot general concat global local attention input feeding seq2seq"},
    {"masked-scores",
     "causal mask masked attention masked self-attention look-ahead autoregressive decoder "
     "triangular minus infinity future tokens padding"},
    {"matrix-product-speed",
     "GEMM matmul matrix multiplication cache blocking tiling SIMD vectorization threads roofline "
     "GPU BLAS"},
    {"multi-head", "MHA multiheaded attention concat projection W_O W^O several heads parallel"},
    {"next-word",
     "GPT GPT-2 Llama language model LLM decoder-only causal autoregressive next token prediction "
     "softmax temperature top-k top-p nucleus sampling greedy perplexity entropy text generation"},
    {"one-hot", "embedding matrix lookup table sparse dense representation vocabulary encoding"},
    {"permutation", "permutation equivariance invariance bag of words order of tokens set"},
    {"pieces",
     "BPE byte pair encoding subword tokenization tokenizer WordPiece Unigram SentencePiece "
     "vocabulary merges out-of-vocabulary unknown words"},
    {"pixels", "vision transformer ViT image patches computer vision images"},
    {"positional-curves",
     "positional encoding sinusoidal position embedding sine cosine frequencies order RoPE "
     "rotary"},
    {"positional-distances",
     "positional encoding distance relative position dot product required properties"},
    {"pre-training",
     "language model pretraining GPT loss curve perplexity nats bits held-out validation "
     "overfitting "
     "n-gram bigram own text corpus train"},
    {"recurrent-state",
     "RNN recurrent neural network LSTM GRU hidden state vanishing gradient sequence to sequence"},
    {"results", "BLEU WMT training cost FLOPs state of the art GNMT benchmark"},
    {"score-functions",
     "scaled dot product additive cosine similarity general bilinear kernel alignment "
     "compatibility "
     "function"},
    {"self-attention-by-hand",
     "query key value QKV scaled dot-product attention intra-attention projections worked example"},
    {"since-2017",
     "Llama RMSNorm pre-norm SwiGLU gated feed-forward RoPE rotary grouped-query attention GQA MQA "
     "KV cache modern architecture biases ablation"},
    {"sort-and-add",
     "minGPT sorting addition arithmetic carry decoder-only GPT mechanistic interpretability "
     "attention heads algorithmic task"},
    {"subwords",
     "fastText character n-grams out of vocabulary OOV BPE byte pair encoding morphology tokenizer "
     "tokenization"},
    {"tanh-is-crucial", "nonlinearity activation function additive attention linear scores"},
    {"thinking-machines",
     "scaled dot-product attention illustrated transformer query key value softmax square root "
     "d_k"},
    {"training",
     "loss curve optimization Adam learning rate epochs teacher forcing cross-entropy own data "
     "translation train a model"},
    {"walkthrough",
     "transformer encoder decoder self-attention embedding translation whole model inference "
     "layers residual layer norm"},
    {"weather-stations",
     "kernel regression Nadaraya-Watson interpolation attention analogy query key value distance"},
    {"weighted-sum", "context vector convex combination values weights average output"},
    {"who-is-it", "coreference resolution pronoun Winograd schema trained self-attention BERT"},
    {"whole-text", "skip-gram objective log likelihood word2vec window context words SGNS"},
    {"why-near", "similarity cosine shared contexts explanation PPMI nearest neighbours"},
    {"word-arithmetic",
     "analogy king queen word2vec vector offset parallelogram 3CosAdd 3CosMul embedding "
     "arithmetic"},
    {"word-map",
     "t-SNE UMAP PCA projection dimensionality reduction visualization embedding clusters"},
    {"word-map-real",
     "t-SNE UMAP PCA projection dimensionality reduction visualization embedding clusters "
     "WordNet"},
    {"word-training", "word2vec skip-gram CBOW GloVe train embeddings own text corpus SGD"},
    {"word-training-real", "word2vec skip-gram CBOW GloVe train embeddings WordNet dictionary"},
    {"word2vec-step",
     "negative sampling SGNS skip-gram noise contrastive estimation NCE gradient step logistic "
     "sigmoid"},
});

}  // namespace

std::string_view search_words(std::string_view lesson) {
  const auto found = std::ranges::find(kKnown, lesson, &Known::lesson);
  return found == kKnown.end() ? std::string_view() : found->words;
}

}  // namespace glassformer
