#include "CCalls.h"

static _Thread_local int32_t most = BC_AVX512;

int32_t bc_best_instructions(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) { return BC_AVX512; }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) { return BC_AVX2; }
#endif
    return BC_BASIC_INSTRUCTIONS;
}

int32_t bc_instructions(void) {
    const int32_t best = bc_best_instructions();
    return best < most ? best : most;
}

void bc_limit_instructions(int32_t limit) { most = limit; }
