#include "separable.hpp"
#include "cancellation.hpp"

#include <algorithm>

namespace boundedcrop {

namespace {

/// The maximum of each 2x2 pixels of two rows.
void pool_row(const float *upper, const float *lower, size_t channels, float *output, size_t width) {
    for (size_t x = 0; x < width; ++x, upper += 2 * channels, lower += 2 * channels, output += channels) {
        for (size_t channel = 0; channel < channels; ++channel) {
            const float left = std::max(upper[channel], lower[channel]);
            const float right = std::max(upper[channels + channel], lower[channels + channel]);
            output[channel] = std::max(left, right);
        }
    }
}

}  // namespace

void run(const separable_convolution &layer, size_t width, size_t height, const std::function<const float *(size_t)> &row,
         feature_map &output, separable_lines &lines) {
    const size_t channels = layer.pointwise.channels();
    if (layer.pools) {
        output.resize(width / 2, height / 2, channels);
        lines.pooled.resize(2 * width * group_count(channels));
    } else {
        output.resize(width, height, channels);
    }
    lines.mixed.start(width, height, channels);
    float *const pooled = lines.pooled.data()->values;
    for (size_t y = 0; y < height; ++y) {
        check_cancelled();
        const float *const *rows = lines.mixed.around(y, [&](size_t from, float *values) {
            const float *const input = row(from);
            pointwise_row(layer.pointwise, input, layer.pointwise.inputs, values, width).run();
        });
        float *result = layer.pools ? pooled + y % 2 * width * channels : output.row(y);
        depthwise_row depthwise = {
            rows, layer.depthwise.weights.data()->values, layer.depthwise.bias.data()->values, channels, width, result};
        depthwise.rectifies = layer.rectifies;
        depthwise.run();
        if (layer.pools && y % 2 == 1) { pool_row(pooled, pooled + width * channels, channels, output.row(y / 2), output.width); }
    }
}

void run(const separable_convolution &layer, const feature_map &input, feature_map &output, separable_lines &lines) {
    run(layer, input.width, input.height, [&](size_t y) { return input.row(y); }, output, lines);
}

void pool(const feature_map &input, feature_map &output) {
    output.resize(input.width / 2, input.height / 2, input.channels);
    for (size_t y = 0; y < output.height; ++y) {
        check_cancelled();
        pool_row(input.row(2 * y), input.row(2 * y + 1), input.channels, output.row(y), output.width);
    }
}

void add_enlarged(const feature_map &half, feature_map &map) {
    const size_t channels = map.channels;
    for (size_t y = 0; y < map.height; ++y) {
        check_cancelled();
        float *result = map.row(y);
        for (size_t x = 0; x < map.width; ++x, result += channels) {
            const float *added = half.row(y / 2) + x / 2 * channels;
            for (size_t channel = 0; channel < channels; ++channel) { result[channel] += added[channel]; }
        }
    }
}

}  // namespace boundedcrop
