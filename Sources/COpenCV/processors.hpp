// Inner loops in three versions; which one is run is decided by the processor when the program starts.
#pragma once

#if defined(__x86_64__) && defined(__linux__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "fma", "avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif
