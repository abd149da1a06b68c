#include "cancellation.hpp"
#include "centerface_layers.hpp"

#include <cmath>

namespace boundedcrop {

namespace {

/// The pixels of the picture for each cell of the output.
constexpr double cell_size = 4;

/// The cells of one row whose score reaches the threshold.
void decode(const float *cell, size_t row, size_t columns, double threshold, face_list &found) {
    using layers = centerface::layers;
    // Most cells are left out before the exponential function.
    const double least = std::log(threshold / (1 - threshold)) - 1e-4;
    for (size_t column = 0; column < columns; ++column, cell += lane_count) {
        if (cell[layers::score] < least) { continue; }
        bc_face face;
        face.score = 1 / (1 + std::exp(-static_cast<double>(cell[layers::score])));
        if (!(face.score >= threshold)) { continue; }
        const float *points = cell + layers::landmarks;
        face.height = std::exp(static_cast<double>(cell[layers::size])) * cell_size;
        face.width = std::exp(static_cast<double>(cell[layers::size + 1])) * cell_size;
        face.x = (static_cast<double>(column) + cell[layers::offset + 1] + 0.5) * cell_size - face.width / 2;
        face.y = (static_cast<double>(row) + cell[layers::offset] + 0.5) * cell_size - face.height / 2;
        for (size_t point = 0; point < 5; ++point) {
            face.landmarks[point] = {face.x + points[2 * point + 1] * face.width, face.y + points[2 * point] * face.height};
        }
        found.add(face);
    }
}

/// A row of a level of the neck: that of the backbone's level, and a row of the next coarser level of the neck.
void merge_row(const centerface::layers &layers, size_t level, const feature_map &backbone, const feature_map &coarser, size_t y,
               float *output) {
    const float *const own = backbone.row(y), *const half = coarser.row(y / 2);
    row_convolution lateral = pointwise_row(layers.lateral[level], own, backbone.channels, output, backbone.width);
    lateral.rectifies = true;
    lateral.run();
    row_convolution enlarged = pointwise_row(layers.enlarging[level][y % 2], half, coarser.channels, output, coarser.width);
    enlarged.rectifies = true;
    enlarged.added = output;
    enlarged.run();
}

}  // namespace

centerface::centerface(const onnx_graph &graph) : centerface(std::make_shared<const layers>(graph)) {}

centerface::centerface(std::shared_ptr<const layers> shared)
    : layers_(std::move(shared)), stem_(layers_->stem, stem_convolution::order::rgb), first_(layers_->first) {}

std::unique_ptr<face_network> centerface::twin() const { return std::unique_ptr<face_network>(new centerface(layers_)); }

void centerface::run_backbone(const uint8_t *rgba, size_t width, size_t height) {
    const size_t half_width = padded(width) / 2, half_height = padded(height) / 2;
    stem_.start(rgba, width, height, padded(width));
    first_.start(half_width, half_height);
    const auto stem_row = [&](size_t y, float *values) { stem_.row(y, values); };
    const feature_map *input = nullptr;
    size_t level = 0;
    for (size_t index = 0; index < layers_->blocks.size(); ++index) {
        const bottleneck &block = layers_->blocks[index];
        feature_map &output = index == level_ends[level] ? levels_[level++] : maps_[index % 2];
        if (input) {
            run(block, *input, output, lines_);
        } else {
            const auto row = [&](size_t y) { return first_.row(y, stem_row); };
            run(block, half_width, half_height, layers_->first.projection.channels(), row, output, lines_);
        }
        input = &output;
    }
}

void centerface::find(const uint8_t *rgba, size_t width, size_t height, double threshold, face_list &found) {
    run_backbone(rgba, width, height);

    // The neck, from the coarsest level to the finest.
    feature_map &coarsest = merged_[2];
    coarsest.resize(levels_[3].width, levels_[3].height, neck_width);
    for (size_t y = 0; y < coarsest.height; ++y) {
        const float *const row = levels_[3].row(y);
        row_convolution lateral = pointwise_row(layers_->lateral[3], row, levels_[3].channels, coarsest.row(y), coarsest.width);
        lateral.rectifies = true;
        lateral.run();
    }
    for (const size_t level : {2, 1}) {
        feature_map &merged = merged_[level - 1];
        merged.resize(levels_[level].width, levels_[level].height, neck_width);
        for (size_t y = 0; y < merged.height; ++y) {
            check_cancelled();
            merge_row(*layers_, level, levels_[level], merged_[level], y, merged.row(y));
        }
    }

    // The finest level and the heads, row by row.
    const size_t columns = levels_[0].width, rows = levels_[0].height;
    finest_.start(columns, rows, neck_width);
    mixed_.resize(columns * group_count(neck_width));
    cells_.resize(columns);
    float *const mixed = mixed_.data()->values, *const cells = cells_.data()->values;
    for (size_t y = 0; y < rows; ++y) {
        check_cancelled();
        const float *const *around =
            finest_.around(y, [&](size_t row, float *values) { merge_row(*layers_, 0, levels_[0], merged_[0], row, values); });
        std::array<const float *, 9> pixels;
        for (size_t index = 0; index < pixels.size(); ++index) { pixels[index] = around[index / 3] + index % 3 * neck_width; }
        row_convolution mixing = pointwise_row(layers_->mixing, pixels[0], neck_width, mixed, columns);
        mixing.rows = pixels.data();
        mixing.row_count = pixels.size();
        mixing.taps = neck_channels;
        mixing.rectifies = true;
        mixing.run();
        const float *const input = mixed;
        pointwise_row(layers_->heads, input, neck_width, cells, columns).run();
        decode(cells, y, columns, threshold, found);
    }
}

}  // namespace boundedcrop
