// Haar and LBP cascades read from memory.
#include "cascade_model.hpp"
#include "cascade_search.hpp"
#include "COpenCV.h"
#include "guarded_opencv.hpp"

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

using boundedcrop::cascade_hit;
using boundedcrop::guarded_opencv;

struct bc_cascade {
    boundedcrop::cascade_model model;
};

bc_cascade *bc_cascade_create(const void *xml, size_t length, bc_error *error) {
    std::unique_ptr<bc_cascade> cascade;
    guarded_opencv(error, [&] {
        cascade = std::make_unique<bc_cascade>(bc_cascade{{static_cast<const char *>(xml), length}});
        return static_cast<int32_t>(BC_OK);
    });
    return cascade.release();
}

void bc_cascade_destroy(bc_cascade *cascade) { delete cascade; }

int32_t bc_cascade_detect(bc_cascade *cascade, const uint8_t *gray, int32_t width, int32_t height, bc_cascade_settings settings,
                          bc_detection *detections, size_t capacity, size_t *count, bc_error *error) {
    *count = 0;
    return guarded_opencv(error, [&] {
        // Offsets into three summed-area tables must fit into 32 bits.
        const int64_t most_pixels = 100000000;
        if (width < 1 || height < 1 || int64_t(width) * height > most_pixels) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the plane must have at least 1x1 and at most 100 million pixels");
        }
        if (!(settings.scale_factor >= 1.01 && settings.scale_factor <= 100) || settings.smallest_side < 0 || settings.largest_side < 0) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the scale factor must be 1.01 to 100, and sides 0 or more");
        }
        const cv::Mat plane(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
        const auto hits = search_cascade(cascade->model, plane, settings.scale_factor, settings.smallest_side, settings.largest_side);
        std::vector<bc_detection> found;
        for (const cascade_hit &hit : group_hits(hits, settings.minimum_neighbors)) {
            const cv::Rect inside = hit.rectangle & cv::Rect(0, 0, width, height);
            if (inside.empty()) { continue; }
            found.push_back({double(inside.x), double(inside.y), double(inside.width), double(inside.height), hit.weight});
        }
        std::sort(found.begin(), found.end(), [](const bc_detection &a, const bc_detection &b) {
            return std::tie(b.weight, a.y, a.x, a.width) < std::tie(a.weight, b.y, b.x, b.width);
        });
        *count = std::min(capacity, found.size());
        std::copy_n(found.begin(), *count, detections);
        return static_cast<int32_t>(BC_OK);
    });
}
