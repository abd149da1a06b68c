// The contrast with the sides of the picture, which mostly show background (the "image boundary contrast" of Zhang et al., ICCV 2015).
#include "saliency.hpp"

#include <algorithm>
#include <cmath>

namespace {

/// The mean of the pixels of one side, and the inverse of their covariance.
struct side {
    cv::Vec4d mean;
    cv::Matx44d inverse;

    explicit side(const cv::Mat &strip) {
        const double share = 1 / static_cast<double>(strip.total());
        for (int row = 0; row < strip.rows; ++row) {
            for (int column = 0; column < strip.cols; ++column) { mean += share * cv::Vec4d(strip.at<cv::Vec4f>(row, column)); }
        }
        cv::Matx44d covariance = least_variance * cv::Matx44d::eye();
        for (int row = 0; row < strip.rows; ++row) {
            for (int column = 0; column < strip.cols; ++column) {
                const cv::Vec4d difference = cv::Vec4d(strip.at<cv::Vec4f>(row, column)) - mean;
                covariance += share * difference * difference.t();
            }
        }
        inverse = covariance.inv(cv::DECOMP_CHOLESKY);
    }

    /// The Mahalanobis distance.
    double distance(const cv::Vec4f &pixel) const {
        const cv::Vec4d difference = cv::Vec4d(pixel) - mean;
        return std::sqrt(std::max(0.0, difference.dot(inverse * difference)));
    }

    /// About three levels of lightness: without it, noise would stand out on plain ground.
    static constexpr double least_variance = 10;
};

}  // namespace

cv::Mat boundedcrop::border_contrast(const cv::Mat &picture) {
    const int depth = std::max(1, static_cast<int>(std::lround(0.1 * std::min(picture.cols, picture.rows))));
    const side sides[4] = {
        side(picture.rowRange(0, depth)), side(picture.rowRange(picture.rows - depth, picture.rows)),
        side(picture.colRange(0, depth)), side(picture.colRange(picture.cols - depth, picture.cols)),
    };
    cv::Mat contrast(picture.size(), CV_32FC1);
    for (int row = 0; row < picture.rows; ++row) {
        for (int column = 0; column < picture.cols; ++column) {
            const cv::Vec4f &pixel = picture.at<cv::Vec4f>(row, column);
            double distances[4];
            std::transform(sides, sides + 4, distances, [&](const side &side) { return side.distance(pixel); });
            std::sort(distances, distances + 4);
            contrast.at<float>(row, column) = static_cast<float>((distances[0] + distances[1]) / 2);
        }
    }
    return contrast;
}
