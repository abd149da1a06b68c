// The minimum barrier distance to the edge, by the fast raster-scanning transform: J. Zhang, S. Sclaroff, Z. Lin, X. Shen, B. Price and
// R. Mech, "Minimum Barrier Salient Object Detection at 80 FPS", ICCV 2015.
#include "saliency.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace {

/// The best path known from each pixel of one channel to the edge: its range of values.
struct paths {
    const cv::Mat &values;
    cv::Mat lowest = values.clone(), highest = values.clone();
    cv::Mat distance;

    explicit paths(const cv::Mat &channel)
        : values(channel), distance(channel.size(), CV_32FC1, cv::Scalar(std::numeric_limits<float>::max())) {
        distance.row(0).setTo(0);
        distance.row(distance.rows - 1).setTo(0);
        distance.col(0).setTo(0);
        distance.col(distance.cols - 1).setTo(0);
    }

    /// Takes the way through a neighbor if it is better.
    void try_through(int row, int column, int other_row, int other_column) {
        const float value = values.at<float>(row, column);
        const float low = std::min(lowest.at<float>(other_row, other_column), value);
        const float high = std::max(highest.at<float>(other_row, other_column), value);
        float &best = distance.at<float>(row, column);
        if (high - low >= best) { return; }
        best = high - low;
        lowest.at<float>(row, column) = low;
        highest.at<float>(row, column) = high;
    }

    void scan_down() {
        for (int row = 1; row < values.rows - 1; ++row) {
            for (int column = 1; column < values.cols - 1; ++column) {
                try_through(row, column, row - 1, column);
                try_through(row, column, row, column - 1);
            }
        }
    }

    void scan_up() {
        for (int row = values.rows - 2; row > 0; --row) {
            for (int column = values.cols - 2; column > 0; --column) {
                try_through(row, column, row + 1, column);
                try_through(row, column, row, column + 1);
            }
        }
    }
};

}  // namespace

cv::Mat boundedcrop::barrier_distance(const cv::Mat &picture) {
    cv::Mat sum(picture.size(), CV_32FC1, cv::Scalar(0));
    std::vector<cv::Mat> channels;
    cv::split(picture, channels);
    for (const cv::Mat &channel : channels) {
        paths found(channel);
        // Three passes, as in the paper: more change little.
        found.scan_down();
        found.scan_up();
        found.scan_down();
        sum += found.distance;
    }
    return sum;
}
