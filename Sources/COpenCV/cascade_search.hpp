// Looks for what a cascade knows, at all sizes, as cv::CascadeClassifier does and with the same results; but so that it can be cancelled
// anywhere, and so that nothing of a model's file reaches code that trusts it.
#pragma once

#include "cascade_model.hpp"

#include <opencv2/core.hpp>
#include <vector>

namespace boundedcrop {

/// A place that passed all stages.
struct cascade_hit {
    cv::Rect rectangle;
    /// The last stage's sum.
    double weight;
};

/// All sizes from the smallest to the largest, each `scale_factor` times the one before; where none lies between, the nearest to the
/// smallest. A largest side of 0 is no limit.
std::vector<cascade_hit> search_cascade(const cascade_model &model, const cv::Mat &plane, double scale_factor, int smallest, int largest);

/// One hit for each group of similar ones: the mean of their places, the greatest weight. Groups of up to `threshold` hits
/// are left out, and those inside larger groups; a threshold of 0 gives the hits themselves.
std::vector<cascade_hit> group_hits(const std::vector<cascade_hit> &hits, int threshold);

}  // namespace boundedcrop
