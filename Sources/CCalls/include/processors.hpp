// Inner loops compiled for several processors; see “Processors” in CCalls.h. The version is selected at each call.
//
// Not with target_clones: its choice, made when the program starts, cannot be tested, and needs a loader that other systems lack.
#pragma once

#include "CCalls.h"

/// Marks a loop for `run_loop`, so that each version has its own copy of it.
#define LOOP static inline __attribute__((always_inline))

namespace boundedcrop {

#if defined(__x86_64__)

/// A loop compiled for the processors of an x86-64.
template <auto loop>
struct versions;

template <typename... Arguments, void (*loop)(Arguments...)>
struct versions<loop> {
    __attribute__((target("avx512f"))) static void with_avx512(Arguments... arguments) { loop(arguments...); }
    __attribute__((target("avx2,fma"))) static void with_avx2(Arguments... arguments) { loop(arguments...); }
};

/// Calls a loop, compiled for the best instructions that the processor has. With AVX-512 there are thirty-two registers, for which another
/// loop may suit better.
template <auto loop, auto wide_loop = loop, typename... Arguments>
void run_loop(Arguments &&...arguments) {
    switch (bc_instructions()) {
        case BC_AVX512: return versions<wide_loop>::with_avx512(arguments...);
        case BC_AVX2: return versions<loop>::with_avx2(arguments...);
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
