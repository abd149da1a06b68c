// Searches a plane for a cascade's objects at all sizes, with the same results as cv::CascadeClassifier. Unlike it, this search can be
// cancelled at any point, and unvalidated model data never reaches code that trusts it.
#pragma once

#include "cascade_model.hpp"

#include <opencv2/core.hpp>
#include <vector>

namespace boundedcrop {

/// A position that passed all stages.
struct cascade_hit {
    cv::Rect rectangle;
    /// The last stage's sum.
    double weight;
};

/// Searches all sizes from the smallest to the largest, each `scale_factor` times the previous one. If no size lies in between, the one
/// nearest to the smallest is used. A largest side of 0 means no limit.
std::vector<cascade_hit> search_cascade(const cascade_model &model, const cv::Mat &plane, double scale_factor, int smallest, int largest);

/// Returns one hit for each group of similar hits, with their mean position and greatest weight. Groups of up to `threshold` hits and
/// groups inside larger ones are dropped. A threshold of 0 returns the hits themselves.
std::vector<cascade_hit> group_hits(const std::vector<cascade_hit> &hits, int threshold);

}  // namespace boundedcrop
