#include "cascade_search.hpp"
#include "cancellation.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace boundedcrop {

namespace {

/// Limits the comparison of all pairs of hits. Real photos have at most a few thousand.
constexpr size_t most_hits = 8192;

/// The corners of a feature as offsets from the window's first element in the summed-area table.
struct placed_feature {
    int32_t corners[3][4];
    float weights[3];
};

struct placed_pattern {
    int32_t corners[16];
};

// Sums may have wrapped around; their differences are still correct.
inline uint32_t sum_between(const uint32_t *sums, const int32_t *corners) {
    return sums[corners[0]] - sums[corners[1]] - sums[corners[2]] + sums[corners[3]];
}

inline float value_of(const placed_feature &feature, const uint32_t *sums) {
    const float first = feature.weights[0] * static_cast<float>(static_cast<int32_t>(sum_between(sums, feature.corners[0])));
    const float second = feature.weights[1] * static_cast<float>(static_cast<int32_t>(sum_between(sums, feature.corners[1])));
    const float both = first + second;
    if (feature.weights[2] == 0) { return both; }
    return both + feature.weights[2] * static_cast<float>(static_cast<int32_t>(sum_between(sums, feature.corners[2])));
}

/// The bits of the eight cells around the center that are at least as bright as it, clockwise from the top left.
inline uint32_t pattern_of(const placed_pattern &pattern, const uint32_t *sums) {
    const auto cell = [&](int row, int column) {
        const int32_t *corner = pattern.corners + row * 4 + column;
        return sums[corner[0]] - sums[corner[1]] - sums[corner[4]] + sums[corner[5]];
    };
    const uint32_t middle = cell(1, 1);
    return (cell(0, 0) >= middle) << 7 | (cell(0, 1) >= middle) << 6 | (cell(0, 2) >= middle) << 5 | (cell(1, 2) >= middle) << 4 |
           (cell(2, 2) >= middle) << 3 | (cell(2, 1) >= middle) << 2 | (cell(2, 0) >= middle) << 1 | uint32_t(cell(1, 0) >= middle);
}

/// The plane scaled to one size, with its summed-area tables.
class layer {
public:
    layer(const cascade_model &model, const cv::Mat &plane, float scale) : model_(model) {
        const cv::Size size(cvRound(static_cast<float>(plane.cols) / scale), cvRound(static_cast<float>(plane.rows) / scale));
        columns = std::max(size.width - model.width + 1, 0);
        rows = std::max(size.height - model.height + 1, 0);
        step_ = size.width + 1;
        const int height = size.height + 1;
        table_.create((model.has_tilted ? 3 : 2) * height, step_, CV_32S);
        cv::Mat sums = table_.rowRange(0, height), squares = table_.rowRange(height, 2 * height);
        tilted_ = model.has_tilted ? 2 * height * step_ : 0;
        squares_ = height * step_;
        cv::Mat scaled;
        cv::resize(plane, scaled, size, 0, 0, cv::INTER_LINEAR_EXACT);
        if (model.has_tilted) {
            cv::Mat tilted = table_.rowRange(2 * height, 3 * height);
            cv::integral(scaled, sums, squares, tilted, CV_32S, CV_32S);
        } else {
            cv::integral(scaled, sums, squares, CV_32S, CV_32S);
        }
        place_features();
    }

    /// The number of window positions.
    int columns, rows;

    enum class verdict { passed, failed, failed_at_once };

    /// Whether the window at a position passes all stages; also returns the last stage's sum.
    verdict look_at(int x, int y, double &weight) const {
        const uint32_t *sums = table_.ptr<uint32_t>() + y * step_ + x;
        float norm = 1;
        if (!model_.is_lbp && !has_contrast(sums, norm)) { return verdict::failed; }
        const cascade_model::node *nodes = model_.nodes.data();
        const float *leaves = model_.leaves.data();
        const uint32_t *tree = model_.trees.data();
        const std::array<uint32_t, 8> *subsets = model_.subsets.data();
        const int stage_count = static_cast<int>(model_.stages.size());
        const cascade_model::stage *stages = model_.stages.data();
        for (int index = 0; index < stage_count; ++index) {
            double sum = 0;
            const uint32_t *const last = tree + stages[index].trees;
            for (; tree != last; ++tree) {
                int32_t next = 0;
                do {
                    const cascade_model::node &node = nodes[next];
                    bool is_left;
                    if (model_.is_lbp) {
                        const uint32_t pattern = pattern_of(patterns_.data()[node.feature], sums);
                        is_left = subsets[next].data()[pattern >> 5] >> (pattern & 31) & 1;
                    } else {
                        is_left = value_of(features_.data()[node.feature], sums) * norm < node.threshold;
                    }
                    next = is_left ? node.left : node.right;
                } while (next > 0);
                sum += leaves[-next];
                nodes += *tree;
                leaves += *tree + 1;
                if (model_.is_lbp) { subsets += *tree; }
            }
            weight = sum;
            if (sum < stages[index].threshold) { return index == 0 ? verdict::failed_at_once : verdict::failed; }
        }
        return verdict::passed;
    }

private:
    bool has_contrast(const uint32_t *sums, float &norm) const {
        const double area = (model_.width - 2) * (model_.height - 2);
        const double sum = static_cast<int32_t>(sum_between(sums, inside_));
        const double squares = sum_between(sums + squares_, inside_);
        const double spread = area * squares - sum * sum;
        if (!(spread > 0)) { return false; }
        norm = static_cast<float>(1 / std::sqrt(spread));
        return area * norm < 0.1;
    }

    void place_features() {
        place({1, 1, model_.width - 2, model_.height - 2}, inside_);
        for (const cascade_model::feature &feature : model_.features) {
            if (model_.is_lbp) {
                const auto [x, y, width, height] = feature.rectangles[0];
                placed_pattern pattern;
                for (int corner = 0; corner < 16; ++corner) {
                    pattern.corners[corner] = (y + corner / 4 * height) * step_ + x + corner % 4 * width;
                }
                patterns_.push_back(pattern);
                continue;
            }
            placed_feature placed = {};
            for (size_t part = 0; part < 3; ++part) {
                placed.weights[part] = feature.weights[part];
                if (feature.is_tilted) {
                    place_tilted(feature.rectangles[part], placed.corners[part]);
                } else {
                    place(feature.rectangles[part], placed.corners[part]);
                }
            }
            features_.push_back(placed);
        }
    }

    void place(const cascade_model::rectangle &rectangle, int32_t *corners) const {
        const auto [x, y, width, height] = rectangle;
        corners[0] = y * step_ + x;
        corners[1] = corners[0] + width;
        corners[2] = (y + height) * step_ + x;
        corners[3] = corners[2] + width;
    }

    void place_tilted(const cascade_model::rectangle &rectangle, int32_t *corners) const {
        const auto [x, y, width, height] = rectangle;
        corners[0] = tilted_ + y * step_ + x;
        corners[1] = tilted_ + (y + height) * step_ + x - height;
        corners[2] = tilted_ + (y + width) * step_ + x + width;
        corners[3] = tilted_ + (y + width + height) * step_ + x + width - height;
    }

    const cascade_model &model_;
    /// Sums, sums of squares and, if the model needs them, sums of tilted rectangles, one table below the other.
    cv::Mat table_;
    int32_t step_, squares_, tilted_;
    int32_t inside_[4];
    std::vector<placed_feature> features_;
    std::vector<placed_pattern> patterns_;
};

/// OpenCV divides the rows into stripes, the same number for all sizes. If they divide evenly, it skips a last odd row.
int searched_rows(int rows, int step, int stripes) {
    const int stripe = std::max((rows / step + stripes - 1) / stripes, 1) * step;
    return static_cast<int>(std::min(int64_t(rows), int64_t(stripes) * stripe));
}

/// Searches at one size. The first call sets the number of stripes.
void search(const cascade_model &model, const cv::Mat &plane, float scale, int &stripes, std::vector<cascade_hit> &hits) {
    const layer shrunk(model, plane, scale);
    const cv::Size window(cvRound(static_cast<float>(model.width) * scale), cvRound(static_cast<float>(model.height) * scale));
    const int step = scale >= 2 ? 1 : 2;
    if (stripes == 0) { stripes = (shrunk.columns + 31) / 32; }
    const int rows = searched_rows(shrunk.rows, step, std::max(stripes, 1));
    for (int y = 0; y < rows; y += step) {
        for (int x = 0; x < shrunk.columns; x += step) {
            check_cancelled();
            double weight = 0;
            const layer::verdict verdict = shrunk.look_at(x, y, weight);
            if (verdict == layer::verdict::passed) {
                if (hits.size() == most_hits) { throw std::length_error("the cascade has too many hits"); }
                const cv::Rect place(cvRound(static_cast<float>(x) * scale), cvRound(static_cast<float>(y) * scale), window.width,
                                     window.height);
                hits.push_back({place, weight});
            }
            // After a window that fails at the first stage, the next one rarely passes.
            if (verdict == layer::verdict::failed_at_once) { x += step; }
        }
    }
}

/// Whether corresponding edges differ by at most a fifth of the mean of the smaller width and height.
bool are_similar(const cv::Rect &one, const cv::Rect &other) {
    const double most = 0.2 * (std::min(one.width, other.width) + std::min(one.height, other.height)) * 0.5;
    return std::abs(one.x - other.x) <= most && std::abs(one.y - other.y) <= most && std::abs(one.br().x - other.br().x) <= most &&
           std::abs(one.br().y - other.br().y) <= most;
}

struct hit_group {
    int64_t x = 0, y = 0, width = 0, height = 0;
    int count = 0;
    double weight = 0;

    void add(const cascade_hit &hit) {
        x += hit.rectangle.x;
        y += hit.rectangle.y;
        width += hit.rectangle.width;
        height += hit.rectangle.height;
        ++count;
        weight = count == 1 ? hit.weight : std::max(weight, hit.weight);
    }

    cv::Rect mean() const {
        const float share = 1.0f / static_cast<float>(count);
        const auto part = [&](int64_t sum) { return cvRound(static_cast<float>(sum) * share); };
        return cv::Rect(part(x), part(y), part(width), part(height));
    }
};

bool is_inside(const cv::Rect &inner, const cv::Rect &outer) {
    const int across = cvRound(outer.width * 0.2), down = cvRound(outer.height * 0.2);
    return inner.x >= outer.x - across && inner.y >= outer.y - down && inner.br().x <= outer.br().x + across &&
           inner.br().y <= outer.br().y + down;
}

}  // namespace

std::vector<cascade_hit> search_cascade(const cascade_model &model, const cv::Mat &plane, double scale_factor, int smallest, int largest) {
    const int widest = largest > 0 ? largest : plane.cols, highest = largest > 0 ? largest : plane.rows;
    std::vector<float> scales;
    float nearest = 0;
    double least_distance = 0;
    for (double factor = 1; ; factor *= scale_factor) {
        const double width = std::rint(model.width * factor), height = std::rint(model.height * factor);
        if (width > plane.cols || height > plane.rows) { break; }
        const double distance = (smallest - width) * (smallest - width) + (smallest - height) * (smallest - height);
        if (nearest == 0 || distance < least_distance) {
            nearest = static_cast<float>(factor);
            least_distance = distance;
        }
        const float scale = static_cast<float>(factor);
        const int window_width = cvRound(model.width * scale), window_height = cvRound(model.height * scale);
        const bool fits = window_width <= widest && window_height <= highest;
        if (fits && window_width >= smallest && window_height >= smallest) { scales.push_back(scale); }
    }
    if (scales.empty() && nearest > 0) { scales.push_back(nearest); }
    std::vector<cascade_hit> hits;
    int stripes = 0;
    for (const float scale : scales) { search(model, plane, scale, stripes, hits); }
    return hits;
}

std::vector<cascade_hit> group_hits(const std::vector<cascade_hit> &hits, int threshold) {
    if (threshold <= 0 || hits.empty()) { return hits; }
    std::vector<int> labels;
    size_t compared = 0;
    const int count = cv::partition(hits, labels, [&](const cascade_hit &one, const cascade_hit &other) {
        if (++compared % 65536 == 0) { check_cancelled(); }
        return are_similar(one.rectangle, other.rectangle);
    });
    std::vector<hit_group> groups(static_cast<size_t>(count));
    for (size_t index = 0; index < hits.size(); ++index) { groups[static_cast<size_t>(labels[index])].add(hits[index]); }
    std::vector<cascade_hit> results;
    for (const hit_group &group : groups) {
        check_cancelled();
        if (group.count <= threshold) { continue; }
        const cv::Rect place = group.mean();
        const bool is_part = std::any_of(groups.begin(), groups.end(), [&](const hit_group &other) {
            return &other != &group && other.count > threshold && (other.count > std::max(3, group.count) || group.count < 3) &&
                   is_inside(place, other.mean());
        });
        if (!is_part) { results.push_back({place, group.weight}); }
    }
    return results;
}

}  // namespace boundedcrop
