// What the networks have in common.
#pragma once

#include "CFaceNetwork.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace boundedcrop {

/// The faces that a network finds, with the many similar ones of each place.
class face_list {
public:
    /// Adds a face if all of its coordinates are finite and near the picture; a custom network may output anything.
    void add(const bc_face &face);
    /// The most certain ones, most certain first.
    const std::vector<bc_face> &sorted();

private:
    void keep_most_certain();

    std::vector<bc_face> faces_;
};

/// A network with the memory for running it on one thread.
class face_network {
public:
    virtual ~face_network() = default;
    /// Finds the faces in RGBA pixels whose score reaches the threshold.
    virtual void find(const uint8_t *rgba, size_t width, size_t height, double threshold, face_list &found) = 0;
    /// BC_YUNET or BC_CENTERFACE.
    virtual int32_t kind() const = 0;
    /// Another one with the same weights, for another thread.
    virtual std::unique_ptr<face_network> twin() const = 0;
};

/// The side of a network's input for a side of a picture: a multiple of 32, and at least 64. The rest is black.
inline size_t padded(size_t side) { return std::max<size_t>(64, (side + 31) / 32 * 32); }

}  // namespace boundedcrop
