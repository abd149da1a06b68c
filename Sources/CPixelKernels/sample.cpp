// Samples a picture along a grid that may be turned, which sums along rows and columns cannot do.
#include "CPixelKernels.h"
#include "cubic.hpp"
#include "guarded.hpp"

#include <algorithm>
#include <cmath>

using boundedcrop::check_cancelled;
using boundedcrop::cubic;
using boundedcrop::guarded;
using boundedcrop::is_picture;

// Fused multiplications, which not all processors have, would make other pixels.
#pragma clang fp contract(off)

namespace {

constexpr int longest_output_side = 65535;

/// The four pixels around a position along one axis. Their weights add up to 1.
struct taps {
    int positions[4];
    float weights[4];

    taps(double position, int length) {
        // Far outside, all four are the edge.
        const double center = std::clamp(position, -4.0, length + 4.0) - 0.5;
        const double before = std::floor(center);
        for (int tap = 0; tap < 4; ++tap) {
            positions[tap] = std::clamp(static_cast<int>(before) + tap - 1, 0, length - 1);
            weights[tap] = static_cast<float>(cubic(tap - 1 - (center - before)));
        }
    }
};

/// A position on a line that turns back at its ends.
double mirrored(double position, int length) {
    const double turn = std::fmod(std::abs(position), 2.0 * length);
    return turn > length ? 2.0 * length - turn : turn;
}

/// A position on a line that turns back at its ends, but is not repeated from `low` to `high`.
double continued(double position, int length, double low, double high) {
    if (position < 0) { return std::clamp(low, 0.0, -position); }
    if (position > length) { return length - std::clamp(length - high, 0.0, position - length); }
    return position;
}

/// How much of a pixel around a position lies between two edges.
float coverage(double position, double low, double high) {
    return static_cast<float>(std::clamp(std::min(position - low, high - position) + 0.5, 0.0, 1.0));
}

bool is_number(double value) { return std::abs(value) <= 1e9; }

bool is_grid(const bc_grid &grid) {
    return is_number(grid.x) && is_number(grid.y) && is_number(grid.across_x) && is_number(grid.across_y) &&
           is_number(grid.down_x) && is_number(grid.down_y);
}

bool is_window(const bc_window &window) {
    return is_number(window.x) && is_number(window.y) && is_number(window.width) && is_number(window.height);
}

/// How far a position is from a window; 0 inside.
double distance(double x, double y, const bc_window &window) {
    return std::hypot(std::max({window.x - x, 0.0, x - (window.x + window.width)}),
                      std::max({window.y - y, 0.0, y - (window.y + window.height)}));
}

struct color {
    float channels[4];

    void mix(const color &other, float share) {
        for (int channel = 0; channel < 4; ++channel) {
            channels[channel] = (1 - share) * channels[channel] + share * other.channels[channel];
        }
    }
};

color sample(const uint8_t *source, int width, const taps &columns, const taps &rows) {
    color sum = {};
    for (int row = 0; row < 4; ++row) {
        const uint8_t *line = source + static_cast<size_t>(rows.positions[row]) * static_cast<size_t>(width) * 4;
        for (int column = 0; column < 4; ++column) {
            const float weight = rows.weights[row] * columns.weights[column];
            const uint8_t *pixel = line + static_cast<size_t>(columns.positions[column]) * 4;
            for (int channel = 0; channel < 4; ++channel) { sum.channels[channel] += weight * pixel[channel]; }
        }
    }
    // The cubic kernel overshoots, but a premultiplied color must not exceed its alpha.
    const float alpha = std::clamp(sum.channels[3], 0.0f, 255.0f);
    for (float &channel : sum.channels) { channel = std::clamp(channel, 0.0f, alpha); }
    return sum;
}

void write_sample(const uint8_t *source, int width, int height, double x, double y, const bc_beyond &beyond, uint8_t *output) {
    const taps columns(x, width);
    const taps rows(y, height);
    color sum = sample(source, width, columns, rows);
    const bc_window &inside = beyond.inside;
    if (beyond.color != nullptr) {
        const float covered = coverage(x, inside.x, inside.x + inside.width) * coverage(y, inside.y, inside.y + inside.height);
        color fill = {{float(beyond.color[0]), float(beyond.color[1]), float(beyond.color[2]), float(beyond.color[3])}};
        fill.mix(sum, covered);
        sum = fill;
    } else if (beyond.soft != nullptr) {
        const double share = std::min(1.0, distance(x, y, inside) / beyond.reach);
        // Smoothly at both ends, so that no line shows where the fading begins.
        if (share > 0) {
            const bc_window &not_again = beyond.unrepeated;
            const bool has_limits = not_again.width > 0 && not_again.height > 0;
            const double column = has_limits ? continued(x, width, not_again.x, not_again.x + not_again.width) : mirrored(x, width);
            const double row = has_limits ? continued(y, height, not_again.y, not_again.y + not_again.height) : mirrored(y, height);
            const color soft = sample(beyond.soft, width, taps(column, width), taps(row, height));
            sum.mix(soft, static_cast<float>(share * share * (3 - 2 * share)));
        }
    }
    for (int channel = 0; channel < 4; ++channel) { output[channel] = static_cast<uint8_t>(sum.channels[channel] + 0.5f); }
}

}  // namespace

int32_t bc_sample(const uint8_t *source, int32_t source_width, int32_t source_height, bc_grid grid, bc_beyond beyond,
                  uint8_t *destination, int32_t width, int32_t height, bc_error *error) {
    return guarded(error, [&] {
        if (!is_picture(source_width, source_height) || !is_picture(width, height) || std::max(width, height) > longest_output_side) {
            return bc_report(error, BC_INVALID_ARGUMENT, "sides must be 1 to 2^28 pixels, those of the output at most 65535");
        }
        if (!is_grid(grid) || !is_window(beyond.inside) || !is_window(beyond.unrepeated)) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the grid must be of finite numbers, none beyond a billion");
        }
        if (beyond.soft != nullptr && !(beyond.reach > 0)) {
            return bc_report(error, BC_INVALID_ARGUMENT, "pixels beyond the edges must fade over more than 0 pixels");
        }
        for (int32_t row = 0; row < height; ++row) {
            check_cancelled();
            for (int32_t column = 0; column < width; ++column) {
                const double x = grid.x + (column + 0.5) * grid.across_x + (row + 0.5) * grid.down_x;
                const double y = grid.y + (column + 0.5) * grid.across_y + (row + 0.5) * grid.down_y;
                write_sample(source, source_width, source_height, x, y, beyond, destination);
                destination += 4;
            }
        }
        return static_cast<int32_t>(BC_OK);
    });
}
