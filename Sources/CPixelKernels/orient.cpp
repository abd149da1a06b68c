// EXIF orientation with OpenCV's transpose and flip.
#include "CPixelKernels.h"
#include "guarded_opencv.hpp"

#include <algorithm>

using boundedcrop::check_cancelled;
using boundedcrop::guarded_opencv;
using boundedcrop::is_picture;

namespace {

enum { upside_down = 0, mirrored = 1, both = -1 };

/// Turns a band of rows into its part of the upright picture: rows or columns.
void turn(const cv::Mat &stored, int orientation, cv::Mat upright) {
    switch (orientation) {
        case 1: stored.copyTo(upright); break;
        case 2: cv::flip(stored, upright, mirrored); break;
        case 3: cv::flip(stored, upright, both); break;
        case 4: cv::flip(stored, upright, upside_down); break;
        case 5: cv::transpose(stored, upright); break;
        case 6: cv::rotate(stored, upright, cv::ROTATE_90_CLOCKWISE); break;
        case 7:
            cv::transpose(stored, upright);
            cv::flip(upright, upright, both);
            break;
        case 8: cv::rotate(stored, upright, cv::ROTATE_90_COUNTERCLOCKWISE); break;
    }
}

/// Turns a picture in place if its sides are not swapped: each band of rows together with the one that it is exchanged with.
void turn_in_place(cv::Mat picture, int direction) {
    const int height = picture.rows;
    // Small enough to still be in the cache when it is written.
    const int band_height = std::max(1, (1 << 15) / picture.cols);
    if (direction == mirrored) {
        for (int top = 0; top < height; top += band_height) {
            check_cancelled();
            cv::Mat band = picture.rowRange(top, std::min(height, top + band_height));
            cv::flip(band, band, mirrored);
        }
        return;
    }
    cv::Mat turned;
    for (int top = 0; top < height / 2; top += band_height) {
        check_cancelled();
        const int end = std::min(height / 2, top + band_height);
        cv::Mat upper = picture.rowRange(top, end), lower = picture.rowRange(height - end, height - top);
        cv::flip(upper, turned, direction);
        cv::flip(lower, upper, direction);
        turned.copyTo(lower);
    }
    if (height % 2 == 1 && direction == both) cv::flip(picture.row(height / 2), picture.row(height / 2), mirrored);
}

}  // namespace

int32_t bc_orient(const uint8_t *source, int32_t width, int32_t height, int32_t channels, int32_t orientation, uint8_t *destination,
                  bc_error *error) {
    return guarded_opencv(error, [&] {
        if (!is_picture(width, height) || (channels != 1 && channels != 4) || orientation < 1 || orientation > 8) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the orientation must be 1 to 8, with 1 or 4 channels");
        }
        const int type = channels == 1 ? CV_8UC1 : CV_8UC4;
        const bool swaps = orientation >= 5;
        const cv::Mat stored(height, width, type, const_cast<uint8_t *>(source));
        cv::Mat upright(swaps ? width : height, swaps ? height : width, type, destination);
        if (source == destination) {
            if (swaps) return bc_report(error, BC_INVALID_ARGUMENT, "a quarter turn needs memory of its own");
            if (orientation != 1) turn_in_place(upright, orientation == 2 ? mirrored : orientation == 3 ? both : upside_down);
            return static_cast<int32_t>(BC_OK);
        }
        // For these orientations the last row becomes the first row or column.
        const bool is_reversed = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
        // A few milliseconds of work, in blocks sized for the cache use of a transposition.
        const int band_height = std::max(64, (1 << 20) / width);
        for (int top = 0; top < height; top += band_height) {
            check_cancelled();
            const cv::Range band(top, std::min(height, top + band_height));
            const cv::Range place = is_reversed ? cv::Range(height - band.end, height - band.start) : band;
            turn(stored.rowRange(band), orientation, swaps ? upright.colRange(place) : upright.rowRange(place));
        }
        return static_cast<int32_t>(BC_OK);
    });
}
