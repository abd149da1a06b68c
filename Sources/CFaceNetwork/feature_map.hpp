// The data between layers.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace boundedcrop {

constexpr size_t lane_count = 16;

/// The values of sixteen channels.
struct alignas(64) lane_group {
    float values[lane_count];
};

/// How many groups of sixteen these channels take.
constexpr size_t group_count(size_t channels) { return (channels + lane_count - 1) / lane_count; }

/// A picture with many channels. Shrinking keeps the memory; growing discards the contents.
class feature_map {
public:
    size_t width = 0, height = 0, channels = 0;

    void resize(size_t width, size_t height, size_t channels);
    float *row(size_t y) { return groups_->values + y * width * channels; }
    const float *row(size_t y) const { return groups_->values + y * width * channels; }

private:
    struct freed {
        void operator()(lane_group *groups) const { std::free(groups); }
    };

    std::unique_ptr<lane_group, freed> groups_;
    size_t capacity_ = 0;
};

}  // namespace boundedcrop
