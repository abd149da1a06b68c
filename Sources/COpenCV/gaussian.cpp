// A gaussian blur whose cost does not grow with sigma.
//
// OpenCV's own for bytes rounds the kernel to 1/256, which cuts off the tails of wide ones, and its cost grows with sigma. Here sums are
// floats, and from a sigma of 8 on a picture shrunk by a whole factor is blurred and enlarged again, with the blur that shrinking and
// enlarging do by themselves taken off sigma. All work is done in bands, so that no float copy of the picture is ever held.
#include "guarded.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

using boundedcrop::guarded;
using boundedcrop::report;

namespace {

constexpr int band_height = 256;

/// Four sigmas: what lies farther out weighs less than a hundredth of a level.
cv::Mat kernel(double sigma) { return cv::getGaussianKernel(2 * static_cast<int>(std::ceil(4 * sigma)) + 1, sigma, CV_32F); }

/// From bytes or floats to the type of `blurred`, which may not be `source`.
void blur_directly(const cv::Mat &source, double sigma, int border, cv::Mat &blurred) {
    const cv::Mat weights = kernel(sigma);
    const int apron = weights.rows / 2;
    for (int top = 0; top < source.rows; top += band_height) {
        const int bottom = std::min(source.rows, top + band_height);
        const int first = std::max(0, top - apron);
        const int last = std::min(source.rows, bottom + apron);
        cv::Mat band, sums;
        source.rowRange(first, last).convertTo(band, CV_32F);
        // The filter sees the rows of `band` around this part of it; `border` is used only where the picture ends.
        cv::sepFilter2D(band.rowRange(top - first, bottom - first), sums, CV_32F, weights, weights, cv::Point(-1, -1), 0, border);
        cv::Mat output = blurred.rowRange(top, bottom);
        sums.convertTo(output, blurred.depth());
    }
}

/// Means of cells of `factor` x `factor` pixels, with one more cell on every side.
cv::Mat cells(const cv::Mat &source, int factor, int border) {
    const int channels = source.channels();
    cv::Mat result((source.rows + factor - 1) / factor + 2, (source.cols + factor - 1) / factor + 2, CV_32FC(channels), cv::Scalar());
    const bool extends = border == cv::BORDER_REPLICATE;
    const float weight = 1.0f / static_cast<float>(factor * factor);
    for (int y = 0; y < result.rows * factor; ++y) {
        const int row = y - factor;
        if (!extends && (row < 0 || row >= source.rows)) { continue; }
        const uint8_t *line = source.ptr<uint8_t>(std::clamp(row, 0, source.rows - 1));
        float *sums = result.ptr<float>(y / factor);
        for (int column = 0; column < result.cols; ++column) {
            int first = (column - 1) * factor;
            int last = first + factor;
            if (!extends) {
                first = std::clamp(first, 0, source.cols);
                last = std::clamp(last, 0, source.cols);
            }
            for (int x = first; x < last; ++x) {
                const uint8_t *pixel = line + static_cast<size_t>(std::clamp(x, 0, source.cols - 1)) * static_cast<size_t>(channels);
                for (int channel = 0; channel < channels; ++channel) { sums[column * channels + channel] += weight * pixel[channel]; }
            }
        }
    }
    return result;
}

/// Where a pixel lies between the middles of two cells.
struct place {
    int cell;
    float share;
};

place place_of(int pixel, int factor) {
    const float position = (static_cast<float>(pixel) + 0.5f) / static_cast<float>(factor) + 0.5f;
    const int cell = static_cast<int>(position);
    return {cell, position - static_cast<float>(cell)};
}

/// Between the middles of cells along lines. Written so that rounding never lifts a colour above its alpha.
void enlarge(const cv::Mat &cells, int factor, cv::Mat &output) {
    const int channels = output.channels();
    const int line = cells.cols * channels;
    std::vector<float> between(static_cast<size_t>(line));
    for (int row = 0; row < output.rows; ++row) {
        const place vertical = place_of(row, factor);
        const float *upper = cells.ptr<float>(vertical.cell);
        const float *lower = cells.ptr<float>(vertical.cell + 1);
        for (int index = 0; index < line; ++index) {
            between[static_cast<size_t>(index)] = (1 - vertical.share) * upper[index] + vertical.share * lower[index];
        }
        uint8_t *pixel = output.ptr<uint8_t>(row);
        for (int column = 0; column < output.cols; ++column) {
            const place horizontal = place_of(column, factor);
            const float *left = &between[static_cast<size_t>(horizontal.cell * channels)];
            for (int channel = 0; channel < channels; ++channel) {
                const float value = (1 - horizontal.share) * left[channel] + horizontal.share * left[channel + channels];
                *pixel++ = static_cast<uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
            }
        }
    }
}

void bound_by_alpha(cv::Mat &picture) {
    for (int row = 0; row < picture.rows; ++row) {
        uint8_t *pixel = picture.ptr<uint8_t>(row);
        for (int column = 0; column < picture.cols; ++column, pixel += 4) {
            for (int channel = 0; channel < 3; ++channel) { pixel[channel] = std::min(pixel[channel], pixel[3]); }
        }
    }
}

}  // namespace

int32_t bc_gaussian_blur(const uint8_t *source, int32_t width, int32_t height, int32_t channels, double sigma, int32_t border,
                         uint8_t *destination, bc_opencv_error *error) {
    return guarded(error, [&] {
        if (width < 1 || height < 1 || (channels != 1 && channels != 4) || !(sigma >= 0 && sigma <= 65535) ||
            (border != BC_BORDER_ZERO && border != BC_BORDER_REPLICATE)) {
            return report(error, BC_OPENCV_INVALID_ARGUMENT, "a sigma of 0 to 65535 and 1 or 4 channels are needed");
        }
        const cv::Mat sharp(height, width, CV_8UC(channels), const_cast<uint8_t *>(source));
        cv::Mat blurred(height, width, CV_8UC(channels), destination);
        const int outside = border == BC_BORDER_ZERO ? cv::BORDER_CONSTANT : cv::BORDER_REPLICATE;
        if (sigma < 0.05) {
            sharp.copyTo(blurred);
        } else if (sigma < 8) {
            blur_directly(sharp, sigma, outside, blurred);
        } else {
            const int factor = static_cast<int>(sigma / 4);
            // Means over a cell add a variance of (factor^2 - 1) / 12, lines between their middles one of factor^2 / 6.
            const double square = static_cast<double>(factor) * factor;
            const double rest = std::sqrt((sigma * sigma - (square - 1) / 12 - square / 6) / square);
            const cv::Mat coarse = cells(sharp, factor, outside);
            cv::Mat soft(coarse.size(), coarse.type());
            blur_directly(coarse, rest, outside, soft);
            enlarge(soft, factor, blurred);
        }
        // Channels round each for itself: a premultiplied colour must not end above its alpha.
        if (channels == 4) { bound_by_alpha(blurred); }
        return static_cast<int32_t>(BC_OPENCV_OK);
    });
}
