#include "bottleneck.hpp"
#include "cancellation.hpp"

#include <algorithm>

namespace boundedcrop {

namespace {

/// So few expanded channels are computed at once, for all rows, that their weights and rows stay in the cache.
constexpr size_t most_channels = 192;

/// Computes the output from some of the expanded channels, and adds it to that of those before.
void run_part(const bottleneck &block, size_t width, size_t height, size_t step, const std::function<const float *(size_t)> &row,
              size_t first, size_t channels, feature_map &output, bottleneck_lines &lines) {
    const convolution &expansion = block.expansion, &projection = block.projection;
    lines.expanded.start(width, height, channels);
    for (size_t y = 0; y < output.height; ++y) {
        check_cancelled();
        const float *input = nullptr;
        const float *const *rows = lines.expanded.around(y * block.stride, [&](size_t from, float *values) {
            input = row(from);
            row_convolution expanded = pointwise_row(expansion, input, step, values, width);
            expanded.weights += first * expansion.inputs;
            expanded.bias += first;
            expanded.channels = channels;
            expanded.rectifies = true;
            expanded.run();
        });
        float *filtered = lines.filtered.data()->values;
        depthwise_row depthwise = {rows,     block.depthwise.weights.data()->values + first * 9,
                                   block.depthwise.bias.data()->values + first, channels, output.width, filtered};
        depthwise.stride = block.stride;
        depthwise.run();
        const float *const source = filtered;
        row_convolution projected = pointwise_row(projection, source, channels, output.row(y), output.width);
        projected.weights += first * lane_count;
        projected.taps = channels;
        if (first > 0) {
            projected.bias = nullptr;
            projected.added = output.row(y);
        } else if (block.adds) {
            projected.added = row(y);
        }
        projected.run();
    }
}

}  // namespace

void run(const bottleneck &block, size_t width, size_t height, size_t step, const std::function<const float *(size_t)> &row,
         feature_map &output, bottleneck_lines &lines) {
    const size_t channels = block.depthwise.channels();
    output.resize(width / block.stride, height / block.stride, block.projection.channels());
    lines.filtered.resize(output.width * group_count(std::min(most_channels, channels)));
    for (size_t first = 0; first < channels; first += most_channels) {
        run_part(block, width, height, step, row, first, std::min(most_channels, channels - first), output, lines);
    }
}

void run(const bottleneck &block, const feature_map &input, feature_map &output, bottleneck_lines &lines) {
    run(block, input.width, input.height, input.channels, [&](size_t y) { return input.row(y); }, output, lines);
}

void first_bottleneck::start(size_t width, size_t height) {
    width_ = width;
    lines_.expanded.start(width, height, block_->depthwise.channels());
    lines_.filtered.resize(width * group_count(block_->depthwise.outputs));
    output_.resize(width * group_count(block_->projection.outputs));
}

const float *first_bottleneck::row(size_t y, const std::function<void(size_t, float *)> &input) {
    const size_t channels = block_->depthwise.channels();
    float *filtered = lines_.filtered.data()->values;
    depthwise_row{lines_.expanded.around(y, input),
                  block_->depthwise.weights.data()->values,
                  block_->depthwise.bias.data()->values,
                  channels,
                  width_,
                  filtered}
        .run();
    const float *const source = filtered;
    pointwise_row(block_->projection, source, channels, output_.data()->values, width_).run();
    return output_.data()->values;
}

}  // namespace boundedcrop
