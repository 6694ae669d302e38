#pragma once
// The same source for several instruction sets, chosen when the program starts. For loops that add
// and compare lane by lane, without fusing or reordering, so that all versions give the same bits.
// Sanitizers do not get along with such functions.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(FAULTLINE_SANITIZED)
#define FAULTLINE_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FAULTLINE_VECTOR_CLONES
#endif
