// Box blur of premultiplied RGBA with replicated edges.
//
// cv::boxFilter is the fastest known implementation and works in place, but buffers as many rows as the box is high, so memory use is
// unbounded for boxes far larger than the picture. For those, a single row of column sums is updated down the picture and summed along, so
// that neither time nor memory depends on the box. Both methods produce the same bytes.
#include "CPixelKernels.h"
#include "guarded_opencv.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <vector>

using boundedcrop::check_cancelled;
using boundedcrop::guarded_opencv;
using boundedcrop::is_picture;

namespace {

typedef uint8_t four_bytes __attribute__((vector_size(4), aligned(1)));
typedef int32_t four_integers __attribute__((vector_size(16), aligned(4)));
typedef float four_floats __attribute__((vector_size(16), aligned(4)));
typedef double four_doubles __attribute__((vector_size(32), aligned(8)));

/// Exact integer sums: the first type for boxes of up to 2901 x 2901 pixels, the second for up to 5.9 million.
struct fast_sums {
    typedef int32_t number;
    typedef four_integers pixel;
    typedef four_floats average;
    typedef float factor;
};
struct wide_sums {
    typedef double number;
    typedef four_doubles pixel;
    typedef four_doubles average;
    typedef double factor;
};

const int32_t widest_fast_box = 2901;
const int32_t widest_box = 1000001;
/// Up to this size OpenCV buffers few rows.
const int32_t widest_filtered_box = 255;

template <typename Sums>
void box_blur(const uint8_t *source, size_t width, size_t height, size_t box, uint8_t *destination) {
    typedef typename Sums::number number;
    typedef typename Sums::pixel pixel;
    const size_t reach = box / 2;
    const size_t line = width * 4;
    std::vector<number> columns(line);
    number *const sums = columns.data();
    const auto add = [&](size_t row, size_t times) {
        const uint8_t *bytes = source + row * line;
        for (size_t index = 0; index < line; ++index) { sums[index] += static_cast<number>(times) * static_cast<number>(bytes[index]); }
    };
    // The box around the first row. Rows beyond an edge repeat the row at that edge.
    add(0, reach + 1);
    for (size_t row = 1; row <= std::min(reach, height - 1); ++row) {
        check_cancelled();
        add(row, 1);
    }
    if (reach > height - 1) { add(height - 1, reach - (height - 1)); }

    const pixel *const column = reinterpret_cast<const pixel *>(sums);
    const auto factor = static_cast<typename Sums::factor>(1.0 / (static_cast<double>(box) * static_cast<double>(box)));
    const size_t right = width - 1;
    for (size_t y = 0; y < height; ++y) {
        check_cancelled();
        if (y > 0) {
            const uint8_t *entering = source + std::min(y + reach, height - 1) * line;
            const uint8_t *leaving = source + (y > reach ? y - reach - 1 : 0) * line;
            for (size_t index = 0; index < line; ++index) { sums[index] += static_cast<number>(int(entering[index]) - int(leaving[index])); }
        }
        pixel sum = column[0] * static_cast<number>(reach + 1);
        for (size_t x = 1; x <= std::min(reach, right); ++x) { sum += column[x]; }
        if (reach > right) { sum += column[right] * static_cast<number>(reach - right); }
        uint8_t *output = destination + y * line;
        for (size_t x = 0; x < width; ++x) {
            // The number of pixels in a box is odd, so an average never lies halfway between two integers.
            const auto average = __builtin_convertvector(sum, typename Sums::average) * factor + static_cast<typename Sums::factor>(0.5);
            const four_bytes bytes = __builtin_convertvector(__builtin_convertvector(average, four_integers), four_bytes);
            std::memcpy(output + x * 4, &bytes, 4);
            sum += column[std::min(x + reach + 1, right)] - column[x > reach ? x - reach : 0];
        }
    }
}

/// Filters in bands, with cancellation checks in between. `blurred` may be `sharp`.
void filter_by_bands(const cv::Mat &sharp, int box, cv::Mat &blurred) {
    const int reach = box / 2;
    // High enough that the overlap of neighboring bands costs little.
    const int band_height = std::max(256, 8 * reach);
    const bool is_in_place = sharp.data == blurred.data;
    // In place: the rows above the band, before they were blurred.
    cv::Mat above;
    for (int top = 0; top < sharp.rows; top += band_height) {
        check_cancelled();
        const int bottom = std::min(sharp.rows, top + band_height);
        const int first = std::max(0, top - reach), last = std::min(sharp.rows, bottom + reach);
        cv::Mat surroundings = sharp.rowRange(first, last);
        if (is_in_place) {
            cv::Mat next(last - first, sharp.cols, sharp.type());
            if (top > first) { above.copyTo(next.rowRange(0, top - first)); }
            sharp.rowRange(top, last).copyTo(next.rowRange(top - first, last - first));
            above = next.rowRange(std::max(0, bottom - reach) - first, bottom - first);
            surroundings = next;
        }
        cv::Mat output = blurred.rowRange(top, bottom);
        const cv::Mat band = surroundings.rowRange(top - first, bottom - first);
        cv::boxFilter(band, output, -1, cv::Size(box, box), cv::Point(-1, -1), true, cv::BORDER_REPLICATE);
    }
}

}  // namespace

int32_t bc_box_blur(const uint8_t *source, int32_t width, int32_t height, int32_t box, int32_t iterations, uint8_t *destination,
                    bc_error *error) {
    return guarded_opencv(error, [&] {
        if (!is_picture(width, height) || box < 1 || box > widest_box || box % 2 == 0 || iterations < 1) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the box must be odd and 1 to 1000001 pixels wide, with at least 1 iteration");
        }
        if (box <= std::min({widest_filtered_box, width, height})) {
            const cv::Mat sharp(height, width, CV_8UC4, const_cast<uint8_t *>(source));
            cv::Mat blurred(height, width, CV_8UC4, destination);
            filter_by_bands(sharp, box, blurred);
            for (int32_t pass = 1; pass < iterations; ++pass) { filter_by_bands(blurred, box, blurred); }
            return static_cast<int32_t>(BC_OK);
        }
        const size_t bytes = static_cast<size_t>(width) * static_cast<size_t>(height) * 4;
        // Two buffers alternate so that the last pass writes to the destination.
        const std::unique_ptr<uint8_t[]> scratch(iterations > 1 ? new uint8_t[bytes] : nullptr);
        const uint8_t *from = source;
        for (int32_t pass = iterations; pass > 0; --pass) {
            uint8_t *to = pass % 2 == 1 ? destination : scratch.get();
            const auto blur = box <= widest_fast_box ? box_blur<fast_sums> : box_blur<wide_sums>;
            blur(from, static_cast<size_t>(width), static_cast<size_t>(height), static_cast<size_t>(box), to);
            from = to;
        }
        return static_cast<int32_t>(BC_OK);
    });
}
