// A gaussian blur whose cost does not grow with sigma.
//
// OpenCV's own blur for bytes rounds the kernel to 1/256, which cuts off the tails of wide kernels, and its cost grows with sigma. Here
// sums are floats. From a sigma of 12, the picture is shrunk by whole factors, blurred and enlarged again; the blur of shrinking and
// enlarging is subtracted from sigma. A float copy of the whole picture is never made.
#include "CPixelKernels.h"
#include "guarded_opencv.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

using boundedcrop::check_cancelled;
using boundedcrop::guarded_opencv;
using boundedcrop::is_picture;

namespace {

/// The size of the parts blurred at once: about ten milliseconds of work.
constexpr int band_height = 256, band_width = 1024;

/// The kernel reaches to four sigmas; anything beyond weighs less than a hundredth of a level.
///
/// It is truncated to what is visible from any position on a line of `length`, because OpenCV buffers a row for each weight of the column
/// kernel. The truncated weights always lie beyond the ends: they are added to the last weights if the edges are replicated, and dropped
/// otherwise.
cv::Mat kernel(double sigma, int length, int border) {
    const int reach = static_cast<int>(std::ceil(4 * sigma));
    const int seen = std::min(reach, length - 1);
    cv::Mat weights = cv::getGaussianKernel(2 * reach + 1, sigma, CV_32F).rowRange(reach - seen, reach + seen + 1).clone();
    if (seen < reach && border == cv::BORDER_REPLICATE) {
        const float beyond = static_cast<float>((1 - cv::sum(weights)[0]) / 2);
        weights.at<float>(0) += beyond;
        weights.at<float>(2 * seen) += beyond;
    }
    return weights;
}

/// Blurs from bytes or floats to the type of `blurred`, which must not be `source`.
void blur_directly(const cv::Mat &source, double sigma_x, double sigma_y, int border, cv::Mat &blurred) {
    const cv::Mat across = kernel(sigma_x, source.cols, border);
    const cv::Mat down = kernel(sigma_y, source.rows, border);
    const int apron = down.rows / 2;
    for (int top = 0; top < source.rows; top += band_height) {
        const int bottom = std::min(source.rows, top + band_height);
        const int first = std::max(0, top - apron);
        const int last = std::min(source.rows, bottom + apron);
        cv::Mat band, sums;
        source.rowRange(first, last).convertTo(band, CV_32F);
        for (int left = 0; left < source.cols; left += band_width) {
            check_cancelled();
            const cv::Range columns(left, std::min(source.cols, left + band_width));
            // The filter also reads the pixels of `band` around this part; `border` applies only at the edges of the picture.
            const cv::Mat part = band(cv::Range(top - first, bottom - first), columns);
            cv::sepFilter2D(part, sums, CV_32F, across, down, cv::Point(-1, -1), 0, border);
            cv::Mat output = blurred(cv::Range(top, bottom), columns);
            sums.convertTo(output, blurred.depth());
        }
    }
}

/// One axis of a shrunk picture: cells of `factor` pixels, plus one more cell at each end.
struct axis {
    int length;
    int factor;

    int cells() const { return (length + factor - 1) / factor + 2; }

    /// The position of a pixel, which may lie outside, between the centers of two cells: `share` of the way from `cell` to the next.
    int place(int pixel, float &share) const {
        const double position = (pixel + 0.5) / factor + 0.5;
        const double cell = std::floor(position);
        share = static_cast<float>(position - cell);
        return static_cast<int>(cell);
    }

    /// The sigma that remains for blurring the cells. Dividing a pixel between two cells and interpolating back each add a variance: the
    /// mean of p (1 - p) factor^2 over the positions p of pixels between two centers.
    double rest(double sigma) const {
        const double square = static_cast<double>(factor) * factor;
        const double added = (factor % 2 == 1 ? square - 1 : square + 0.5) / 6;
        return std::sqrt((sigma * sigma - 2 * added) / square);
    }
};

/// Six cells per sigma: linear interpolation between them is within a third of a level of the curve.
axis shrunk(int length, double sigma) { return {length, std::clamp(static_cast<int>(sigma / 6), 1, length)}; }

/// Divides each pixel of a line between the two nearest cells, which preserves its mass and position; averaging whole cells would not.
void spread(const uint8_t *line, const axis &columns, int channels, bool extends, std::vector<float> &cells) {
    std::fill(cells.begin(), cells.end(), 0.0f);
    const int outside = extends ? 3 * columns.factor : 0;
    for (int x = -outside; x < columns.length + outside; ++x) {
        float share;
        const int cell = columns.place(x, share);
        const uint8_t *pixel = line + static_cast<size_t>(std::clamp(x, 0, columns.length - 1)) * static_cast<size_t>(channels);
        if (cell < -1 || cell >= columns.cells()) { continue; }
        for (int channel = 0; channel < channels; ++channel) {
            const size_t index = static_cast<size_t>((cell + 1) * channels + channel);
            cells[index] += (1 - share) * pixel[channel];
            cells[index + static_cast<size_t>(channels)] += share * pixel[channel];
        }
    }
}

cv::Mat shrink(const cv::Mat &source, const axis &columns, const axis &rows, int border) {
    const int channels = source.channels();
    const bool extends = border == cv::BORDER_REPLICATE;
    cv::Mat result(rows.cells(), columns.cells(), CV_32FC(channels), cv::Scalar());
    // One extra cell at each end catches values beyond the picture's cells.
    std::vector<float> line(static_cast<size_t>((columns.cells() + 2) * channels));
    const float weight = 1 / (static_cast<float>(columns.factor) * static_cast<float>(rows.factor));
    const int outside = extends ? 3 * rows.factor : 0;
    int spread_row = -1;
    for (int y = -outside; y < rows.length + outside; ++y) {
        check_cancelled();
        const int row = std::clamp(y, 0, rows.length - 1);
        if (row != spread_row) { spread(source.ptr<uint8_t>(row), columns, channels, extends, line); }
        spread_row = row;
        float share;
        const int cell = rows.place(y, share);
        for (int next = 0; next < 2; ++next) {
            if (cell + next < 0 || cell + next >= result.rows) { continue; }
            const float part = weight * (next == 0 ? 1 - share : share);
            float *sums = result.ptr<float>(cell + next);
            const float *values = line.data() + channels;
            for (int index = 0; index < result.cols * channels; ++index) { sums[index] += part * values[index]; }
        }
    }
    return result;
}

/// Interpolates linearly between the centers of cells. Written so that rounding never raises a color above its alpha.
void enlarge(const cv::Mat &cells, const axis &columns, const axis &rows, cv::Mat &output) {
    const int channels = output.channels();
    const int line = cells.cols * channels;
    std::vector<float> between(static_cast<size_t>(line));
    float *values = between.data();
    for (int row = 0; row < output.rows; ++row) {
        check_cancelled();
        float share;
        const int upper_cell = rows.place(row, share);
        const float *upper = cells.ptr<float>(upper_cell);
        const float *lower = cells.ptr<float>(upper_cell + 1);
        for (int index = 0; index < line; ++index) { values[index] = (1 - share) * upper[index] + share * lower[index]; }
        uint8_t *pixel = output.ptr<uint8_t>(row);
        for (int column = 0; column < output.cols; ++column) {
            const float *left = values + columns.place(column, share) * channels;
            for (int channel = 0; channel < channels; ++channel) {
                const float value = (1 - share) * left[channel] + share * left[channel + channels];
                *pixel++ = static_cast<uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
            }
        }
    }
}

void bound_by_alpha(cv::Mat &picture) {
    for (int row = 0; row < picture.rows; ++row) {
        check_cancelled();
        uint8_t *pixel = picture.ptr<uint8_t>(row);
        for (int column = 0; column < picture.cols; ++column, pixel += 4) {
            for (int channel = 0; channel < 3; ++channel) { pixel[channel] = std::min(pixel[channel], pixel[3]); }
        }
    }
}

}  // namespace

int32_t bc_gaussian_blur(const uint8_t *source, int32_t width, int32_t height, int32_t channels, double sigma, int32_t border,
                         uint8_t *destination, bc_error *error) {
    return guarded_opencv(error, [&] {
        if (!is_picture(width, height) || (channels != 1 && channels != 4) || !(sigma >= 0 && sigma <= 65535) ||
            (border != BC_BORDER_ZERO && border != BC_BORDER_REPLICATE)) {
            return bc_report(error, BC_INVALID_ARGUMENT, "sigma must be 0 to 65535, with 1 or 4 channels");
        }
        const cv::Mat sharp(height, width, CV_8UC(channels), const_cast<uint8_t *>(source));
        cv::Mat blurred(height, width, CV_8UC(channels), destination);
        const int outside = border == BC_BORDER_ZERO ? cv::BORDER_CONSTANT : cv::BORDER_REPLICATE;
        if (sigma < 0.05) {
            sharp.copyTo(blurred);
            return static_cast<int32_t>(BC_OK);
        } else if (sigma < 12) {
            blur_directly(sharp, sigma, sigma, outside, blurred);
        } else {
            const axis columns = shrunk(width, sigma);
            const axis rows = shrunk(height, sigma);
            const cv::Mat coarse = shrink(sharp, columns, rows, outside);
            cv::Mat soft(coarse.size(), coarse.type());
            blur_directly(coarse, columns.rest(sigma), rows.rest(sigma), outside, soft);
            enlarge(soft, columns, rows, blurred);
        }
        // Each channel is rounded separately, but a premultiplied color must not exceed its alpha.
        if (channels == 4) { bound_by_alpha(blurred); }
        return static_cast<int32_t>(BC_OK);
    });
}
