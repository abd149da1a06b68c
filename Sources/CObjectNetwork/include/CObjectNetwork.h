// Runs any network that OpenCV's dnn module reads, as C functions that never throw. Only the program boundedcrop-network links it.
#ifndef BOUNDEDCROP_COBJECTNETWORK_H
#define BOUNDEDCROP_COBJECTNETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "CCalls.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

typedef struct bc_object_network bc_object_network;

/// An array of numbers that a network computed.
typedef struct {
    /// Null if there are none. Valid until the network runs again.
    const float *_Nullable values;
    size_t count;
    /// The first `dimensions` numbers are the length along each dimension; their product is the count.
    int32_t shape[8];
    int32_t dimensions;
} bc_network_output;

/// Reads a network from ONNX data in memory; null if OpenCV cannot. A handle must not be used by two threads at once.
bc_object_network *_Nullable bc_object_network_create(const void *_Nullable onnx, size_t length, bc_error *error);
void bc_object_network_destroy(bc_object_network *network);

/// Runs the network on an input of the shape [1, 3, height, width] with sides of 1...4096, and keeps the outputs with these names.
int32_t bc_object_network_run(bc_object_network *network, const float *input, int32_t width, int32_t height,
                              const char *_Nonnull const *_Nonnull names, size_t count, bc_error *error);

/// An output of the last run, by its place among the names; one without dimensions if there is none there.
bc_network_output bc_object_network_output(const bc_object_network *network, size_t index);

/// Limits the memory of this process, so that a network that declares huge layers gets an error. It cannot be raised again.
void bc_limit_memory(size_t bytes);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
