// Inner loops compiled for several processors; see “Processors” in CCalls.h. The version is selected at each call.
//
// Not with target_clones: its choice, made when the program starts, cannot be tested, and needs a loader that other systems lack.
#pragma once

#include "CCalls.h"

/// Marks a loop for `run_loop`, so that each version has its own copy of it.
#define LOOP static inline __attribute__((always_inline))

namespace boundedcrop {

#if defined(__x86_64__)

template <auto loop, typename... Arguments>
__attribute__((target("avx512f"))) void run_loop_with_avx512(Arguments &&...arguments) {
    loop(arguments...);
}

template <auto loop, typename... Arguments>
__attribute__((target("avx2,fma"))) void run_loop_with_avx2(Arguments &&...arguments) {
    loop(arguments...);
}

/// Calls a loop, compiled for the best instructions that the processor has. With AVX-512 there are thirty-two registers, for which another
/// loop may suit better.
template <auto loop, auto wide_loop = loop, typename... Arguments>
void run_loop(Arguments &&...arguments) {
    switch (bc_instructions()) {
        case BC_AVX512: return run_loop_with_avx512<wide_loop>(arguments...);
        case BC_AVX2: return run_loop_with_avx2<loop>(arguments...);
        default: return loop(arguments...);
    }
}

#else

template <auto loop, auto wide_loop = loop, typename... Arguments>
void run_loop(Arguments &&...arguments) {
    loop(arguments...);
}

#endif

}  // namespace boundedcrop
