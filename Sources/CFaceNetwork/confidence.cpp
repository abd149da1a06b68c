// Gradient-boosted trees (J. Friedman, "Greedy Function Approximation: A Gradient Boosting Machine", 2001) that were learned from labeled photos.
#include "CFaceNetwork.h"

#include <cmath>

namespace {

struct node {
    /// The feature that is compared; -1 for a leaf.
    short feature;
    /// Whether a feature that is not a number leads to the left.
    unsigned short missing_left;
    /// Values up to this one lead to the left. Of a leaf, what it adds.
    float limit;
    /// The left one is the next.
    unsigned short right;
};

#include "confidence_table.inc"

}  // namespace

double bc_face_confidence(float small, float large, float second, float closer, float share, float aspect) {
    const float features[] = {small, large, second, closer, share, aspect};
    double sum = base;
    for (const unsigned short root : roots) {
        const node *at = nodes + root;
        while (at->feature >= 0) {
            const float value = features[at->feature];
            const bool left = std::isnan(value) ? at->missing_left != 0 : value <= at->limit;
            at = left ? at + 1 : nodes + at->right;
        }
        sum += static_cast<double>(at->limit);
    }
    return 1 / (1 + std::exp(-sum));
}
