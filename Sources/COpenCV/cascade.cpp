// Haar and LBP cascades, read from memory.
#include "guarded.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#if __has_include(<opencv2/objdetect.hpp>)
#include <opencv2/objdetect.hpp>
#endif
#if CV_VERSION_MAJOR >= 5
#error "OpenCV 5 has no CascadeClassifier in its main modules: build BoundedCrop with OpenCV 4 (Debian: libopencv-objdetect-dev)."
#endif

using boundedcrop::guarded;
using boundedcrop::report;

struct bc_cascade {
    cv::CascadeClassifier classifier;
    int stages = 0;
};

bc_cascade *bc_cascade_create(const void *xml, size_t length, bc_opencv_error *error) {
    std::unique_ptr<bc_cascade> cascade;
    guarded(error, [&] {
        const std::string text = xml ? std::string(static_cast<const char *>(xml), length) : std::string();
        cv::FileStorage storage(text, cv::FileStorage::READ | cv::FileStorage::MEMORY);
        if (!storage.isOpened()) { return report(error, BC_OPENCV_UNREADABLE_MODEL, "not an OpenCV XML or YAML file"); }
        const cv::FileNode root = storage.getFirstTopLevelNode();
        auto made = std::make_unique<bc_cascade>();
        if (!made->classifier.read(root) || made->classifier.empty()) {
            return report(error, BC_OPENCV_UNREADABLE_MODEL,
                          "not a cascade of the format that opencv_traincascade writes (an older Haar file has to be converted)");
        }
        made->stages = static_cast<int>(root["stages"].size());
        cascade = std::move(made);
        return static_cast<int32_t>(BC_OPENCV_OK);
    });
    return cascade.release();
}

void bc_cascade_destroy(bc_cascade *cascade) { delete cascade; }

int32_t bc_cascade_detect(bc_cascade *cascade, const uint8_t *gray, int32_t width, int32_t height, bc_cascade_settings settings,
                          bc_detection *detections, size_t capacity, size_t *count, bc_opencv_error *error) {
    *count = 0;
    return guarded(error, [&] {
        if (width < 1 || height < 1 || !(settings.scale_factor > 1) || settings.smallest_side < 0) {
            return report(error, BC_OPENCV_INVALID_ARGUMENT, "a plane of at least 1x1 and a scale factor above 1 are needed");
        }
        const cv::Mat plane(height, width, CV_8UC1, const_cast<uint8_t *>(gray));
        const cv::Size smallest(settings.smallest_side, settings.smallest_side);
        const cv::Size largest(settings.largest_side, settings.largest_side);
        std::vector<cv::Rect> rectangles;
        std::vector<int> levels;
        std::vector<double> weights;
        cascade->classifier.detectMultiScale(plane, rectangles, levels, weights, settings.scale_factor, settings.minimum_neighbors, 0,
                                             smallest, largest, true);
        std::vector<bc_detection> found;
        for (size_t index = 0; index < rectangles.size(); ++index) {
            // When asked for levels, OpenCV also hands out places that failed one of the last stages.
            if (levels[index] < cascade->stages) { continue; }
            const cv::Rect inside = rectangles[index] & cv::Rect(0, 0, width, height);
            if (inside.empty()) { continue; }
            found.push_back({double(inside.x), double(inside.y), double(inside.width), double(inside.height), weights[index]});
        }
        std::sort(found.begin(), found.end(), [](const bc_detection &a, const bc_detection &b) {
            return std::tie(b.weight, a.y, a.x, a.width) < std::tie(a.weight, b.y, b.x, b.width);
        });
        *count = std::min(capacity, found.size());
        std::copy_n(found.begin(), *count, detections);
        return static_cast<int32_t>(BC_OPENCV_OK);
    });
}
