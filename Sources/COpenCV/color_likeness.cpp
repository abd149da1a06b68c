// How much more often the color of a pixel occurs where a map is high than in the whole picture: where the ground is as varied as the
// subject, its colors still differ.
#include "saliency.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

/// A smoothed histogram of the colors of a picture, with a sum of about 1.
class color_histogram {
public:
    /// @param weights How much each pixel counts, CV_32FC1.
    color_histogram(const cv::Mat &colors, const cv::Mat &weights) : shares(bins * bins * bins, 0) {
        const float share = static_cast<float>(1 / std::max(1e-9, cv::sum(weights)[0]));
        for (int row = 0; row < colors.rows; ++row) {
            for (int column = 0; column < colors.cols; ++column) {
                shares[cell(colors.at<cv::Vec4f>(row, column))] += share * weights.at<float>(row, column);
            }
        }
        for (const int step : {1, bins, bins * bins}) { smooth(step); }
    }

    float share(const cv::Vec4f &color) const { return shares[cell(color)]; }

private:
    static constexpr int bins = 16;
    std::vector<float> shares;

    static int bin(float value, float low, float high) {
        return std::clamp(static_cast<int>(std::lround((value - low) / (high - low) * bins)), 0, bins - 1);
    }

    static int cell(const cv::Vec4f &lab) {
        return (bin(lab[0], 0, 100) * bins + bin(lab[1], -64, 64)) * bins + bin(lab[2], -64, 64);
    }

    /// Along one axis, with a normal distribution whose deviation is one bin.
    void smooth(int step) {
        const float kernel[] = {0.40262f, 0.24420f, 0.05449f};
        const std::vector<float> before = shares;
        for (int cell = 0; cell < static_cast<int>(shares.size()); ++cell) {
            const int place = cell / step % bins;
            float sum = kernel[0] * before[cell];
            for (int offset = 1; offset <= 2; ++offset) {
                if (place >= offset) { sum += kernel[offset] * before[cell - offset * step]; }
                if (place + offset < bins) { sum += kernel[offset] * before[cell + offset * step]; }
            }
            shares[cell] = sum;
        }
    }
};

}  // namespace

namespace boundedcrop {

cv::Mat color_likeness(const cv::Mat &picture, const cv::Mat &map, const cv::Mat &opacity) {
    const color_histogram subject(picture, map), whole(picture, opacity);
    cv::Mat likeness(picture.size(), CV_32FC1);
    for (int row = 0; row < picture.rows; ++row) {
        for (int column = 0; column < picture.cols; ++column) {
            const cv::Vec4f &color = picture.at<cv::Vec4f>(row, column);
            const float there = subject.share(color);
            likeness.at<float>(row, column) = there / (there + whole.share(color) + 1e-9f);
        }
    }
    return likeness;
}

}  // namespace boundedcrop
