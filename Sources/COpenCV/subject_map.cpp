// Where the subject of a picture is likely to be. Each measure alone is misled by something: the distance to the edge by holes in the
// background, the contrast with the sides by shades of the sky, the spectral residual by texture. Their product is high only where all agree.
// What shares its colors with these places is more likely to belong to the subject.
#include "COpenCV.h"
#include "guarded_opencv.hpp"
#include "saliency.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

using boundedcrop::guarded_opencv;
using boundedcrop::is_picture;

namespace {

/// Lightness and color in L*a*b*, where distances match what people see, and opacity, by which a cut-out stands out from its empty ground
/// whatever its color.
cv::Mat seen(const cv::Mat &picture) {
    cv::Mat result(picture.size(), CV_32FC4);
    bc_lab(picture.data, picture.total(), result.ptr<float>());
    return result;
}

cv::Mat brightness(const cv::Mat &picture) {
    cv::Mat gray;
    cv::cvtColor(picture, gray, cv::COLOR_RGBA2GRAY);
    gray.convertTo(gray, CV_32F, 1.0 / 255);
    return gray;
}

cv::Mat opacity(const cv::Mat &picture) {
    cv::Mat alpha;
    cv::extractChannel(picture, alpha, 3);
    alpha.convertTo(alpha, CV_32F, 1.0 / 255);
    return alpha;
}

/// Whether no channel varies by more than the noise of a lossy format.
bool is_plain(const cv::Mat &picture) {
    std::vector<cv::Mat> channels;
    cv::split(picture, channels);
    return std::all_of(channels.begin(), channels.end(), [](const cv::Mat &channel) {
        double lowest, highest;
        cv::minMaxLoc(channel, &lowest, &highest);
        return highest - lowest <= 2;
    });
}

/// A normal distribution around the center of the picture, with a sum of 1.
cv::Mat center_prior(const cv::Size &size) {
    const double deviation = 0.15;
    cv::Mat prior(size, CV_32FC1);
    for (int row = 0; row < size.height; ++row) {
        for (int column = 0; column < size.width; ++column) {
            const double x = ((column + 0.5) / size.width - 0.5) / deviation, y = ((row + 0.5) / size.height - 0.5) / deviation;
            prior.at<float>(row, column) = static_cast<float>(std::exp(-(x * x + y * y) / 2));
        }
    }
    return prior / cv::sum(prior)[0];
}

}  // namespace

int32_t bc_subject_map(const uint8_t *rgba, int32_t width, int32_t height, float *map, int32_t columns, int32_t rows, bc_error *error) {
    return guarded_opencv(error, [&] {
        if (!is_picture(width, height) || !is_picture(columns, rows)) {
            return bc_report(error, BC_INVALID_ARGUMENT, "planes must be at least 1x1");
        }
        const cv::Mat picture(height, width, CV_8UC4, const_cast<uint8_t *>(rgba));
        cv::Mat cells(rows, columns, CV_32FC1, map);
        cells.setTo(0);
        if (is_plain(picture)) { return static_cast<int32_t>(BC_OK); }
        const cv::Mat colors = seen(picture);
        const double deviation = 0.03 * std::max(width, height);
        cv::Mat residual, likely;
        cv::sqrt(boundedcrop::spectral_residual(brightness(picture)), residual);
        likely = boundedcrop::barrier_distance(colors).mul(boundedcrop::border_contrast(colors)).mul(residual).mul(opacity(picture));
        double highest;
        cv::minMaxLoc(likely, nullptr, &highest);
        if (!(highest > 1e-9)) { return static_cast<int32_t>(BC_OK); }
        likely /= highest;
        // The subject's surest part, and what is close to it.
        cv::Mat core = likely.mul(likely);
        cv::GaussianBlur(core, core, cv::Size(0, 0), deviation, 0, cv::BORDER_REPLICATE);
        likely = likely.mul(boundedcrop::color_likeness(colors, core, opacity(picture)));
        // A subject's outline stands out more than its inside; also, a crop is better with some space around it.
        cv::GaussianBlur(likely, likely, cv::Size(0, 0), deviation, 0, cv::BORDER_REPLICATE);
        const double sum = cv::sum(likely)[0];
        if (!(sum > 1e-6)) { return static_cast<int32_t>(BC_OK); }
        likely /= sum;
        // The less the map settles on one place, the more the center counts: from nearly 0 for a spot up to 1 for an even map.
        const double spread = 1 / (static_cast<double>(likely.total()) * likely.dot(likely));
        likely += 0.4 * spread * center_prior(likely.size());
        cv::resize(likely, cells, cells.size(), 0, 0, cv::INTER_AREA);
        return static_cast<int32_t>(BC_OK);
    });
}
