// Inner loops compiled for several processors. The version is selected when the program starts.
#pragma once

#if defined(__x86_64__) && defined(__linux__)
#if __has_feature(thread_sanitizer)
// The selection runs before this sanitizer is initialized, in a function that would call it.
#define FOR_EACH_PROCESSOR
#else
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "fma", "avx2", "default")))
#endif
#define FOR_WIDE_PROCESSORS __attribute__((target("avx512f")))
#else
#define FOR_EACH_PROCESSOR
#define FOR_WIDE_PROCESSORS
#endif

namespace boundedcrop {

/// Whether the processor has thirty-two 64-byte registers.
inline bool is_wide_processor() {
#if defined(__x86_64__) && defined(__linux__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

}  // namespace boundedcrop
