#include "COpenCVTwin.h"

#include <opencv2/imgproc.hpp>

bool bc_twin_box_filter(const uint8_t *source, int32_t width, int32_t height, int32_t box, uint8_t *scratch, uint8_t *destination) {
    try {
        cv::setNumThreads(1);
        const auto pass = [&](const uint8_t *from, uint8_t *to) {
            const cv::Mat input(height, width, CV_8UC4, const_cast<uint8_t *>(from));
            cv::Mat output(height, width, CV_8UC4, to);
            cv::boxFilter(input, output, -1, cv::Size(box, box), cv::Point(-1, -1), true, cv::BORDER_REPLICATE);
        };
        pass(source, destination);
        pass(destination, scratch);
        pass(scratch, destination);
        return true;
    } catch (...) {
        return false;
    }
}
