#include "CObjectNetwork.h"
#include "guarded_opencv.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>
#include <sys/resource.h>

using boundedcrop::guarded_opencv;
using boundedcrop::unreadable_model;

struct bc_object_network {
    cv::dnn::Net net;
    std::vector<cv::Mat> outputs;
};

namespace {

/// The input takes 200 MB at this size.
constexpr int32_t longest_side = 4096;

/// The part of OpenCV's message that says what failed, on one line.
std::string reason(const cv::Exception &exception) {
    std::string line;
    for (const char character : exception.err.empty() ? exception.msg : exception.err) {
        // OpenCV begins each line with a > if there are several.
        const bool is_space = character == '\n' || character == ' ' || (character == '>' && (line.empty() || line.back() == ' '));
        if (!is_space) { line += character; } else if (!line.empty() && line.back() != ' ') { line += ' '; }
    }
    while (!line.empty() && line.back() == ' ') { line.pop_back(); }
    return line;
}

}  // namespace

bc_object_network *bc_object_network_create(const void *onnx, size_t length, bc_error *error) {
    std::unique_ptr<bc_object_network> network;
    guarded_opencv(error, [&] {
        // What OpenCV logs is also in its exceptions.
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        if (!onnx || length == 0) { throw unreadable_model("the file is empty"); }
        auto made = std::make_unique<bc_object_network>();
        try {
            made->net = cv::dnn::readNetFromONNX(static_cast<const char *>(onnx), length);
        } catch (const cv::Exception &exception) {
            if (exception.code == cv::Error::StsNoMem) { throw; }
            throw unreadable_model("OpenCV " CV_VERSION " cannot read it: " + reason(exception));
        }
        if (made->net.empty()) { throw unreadable_model("it has no layers"); }
        made->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
        made->net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
        network = std::move(made);
        return static_cast<int32_t>(BC_OK);
    });
    return network.release();
}

void bc_object_network_destroy(bc_object_network *network) { delete network; }

int32_t bc_object_network_run(bc_object_network *network, const float *input, int32_t width, int32_t height, const char *const *names,
                              size_t count, bc_error *error) {
    network->outputs.clear();
    return guarded_opencv(error, [&] {
        if (width < 1 || height < 1 || width > longest_side || height > longest_side) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the network's input must be 1x1 to 4096x4096 pixels");
        }
        const int shape[4] = {1, 3, height, width};
        network->net.setInput(cv::Mat(4, shape, CV_32F, const_cast<float *>(input)));
        std::vector<cv::Mat> outputs;
        network->net.forward(outputs, std::vector<std::string>(names, names + count));
        for (cv::Mat &output : outputs) {
            if (output.dims > 8) { return bc_report(error, BC_FAILED, "an output has %d dimensions", output.dims); }
            cv::Mat numbers;
            output.convertTo(numbers, CV_32F);
            // The network reuses the memory of its outputs.
            network->outputs.push_back(numbers.isContinuous() && numbers.data != output.data ? numbers : numbers.clone());
        }
        return static_cast<int32_t>(BC_OK);
    });
}

bc_network_output bc_object_network_output(const bc_object_network *network, size_t index) {
    bc_network_output output = {};
    if (index >= network->outputs.size()) { return output; }
    const cv::Mat &numbers = network->outputs[index];
    output.values = numbers.empty() ? nullptr : numbers.ptr<float>();
    output.count = numbers.total();
    output.dimensions = numbers.dims;
    std::copy_n(numbers.size.p, numbers.dims, output.shape);
    return output;
}

void bc_limit_memory(size_t bytes) {
    const rlimit limit = {bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
}
