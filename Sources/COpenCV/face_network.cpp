// YuNet (W. Wu, H. Peng, S. Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023) through cv::dnn, with its outputs decoded
// here: cv::FaceDetectorYN of OpenCV 4.6 cannot run the 2023 model.
#include "guarded.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/dnn.hpp>
#include <string>
#include <tuple>
#include <vector>

using boundedcrop::guarded;
using boundedcrop::report;

struct bc_face_network {
    cv::dnn::Net net;
    cv::Size size;
    cv::Mat input;
    std::vector<cv::String> names;
    std::vector<cv::Mat> outputs;
};

namespace {

const int strides[] = {8, 16, 32};
const char *const kinds[] = {"cls_", "obj_", "bbox_", "kps_"};
/// How many numbers each kind of output has for a cell.
const int numbers[] = {1, 1, 4, 10};

int padded(int side) { return std::max(64, (side + 31) / 32 * 32); }

/// Straight to the network's planes of blue, green and red floats; the padding at the right and bottom stays black.
void fill_input(bc_face_network &network, const uint8_t *rgba, int width, int height) {
    const cv::Size size(padded(width), padded(height));
    if (network.input.empty() || network.size != size) {
        const int shape[] = {1, 3, size.height, size.width};
        network.input.create(4, shape, CV_32F);
        network.size = size;
    }
    network.input = cv::Scalar(0);
    for (int row = 0; row < height; ++row) {
        float *blue = network.input.ptr<float>(0, 0, row);
        float *green = network.input.ptr<float>(0, 1, row);
        float *red = network.input.ptr<float>(0, 2, row);
        const uint8_t *pixel = rgba + static_cast<size_t>(row) * static_cast<size_t>(width) * 4;
        for (int column = 0; column < width; ++column, pixel += 4) {
            red[column] = pixel[0];
            green[column] = pixel[1];
            blue[column] = pixel[2];
        }
    }
}

void run(bc_face_network &network) {
    network.net.setInput(network.input);
    network.net.forward(network.outputs, network.names);
    for (size_t index = 0; index < network.outputs.size(); ++index) {
        const int stride = strides[index % 3];
        const int cells = (network.size.width / stride) * (network.size.height / stride);
        const cv::Mat &output = network.outputs[index];
        if (output.depth() != CV_32F || !output.isContinuous() || output.total() != static_cast<size_t>(cells * numbers[index / 3])) {
            CV_Error(cv::Error::StsError, "the network's output " + network.names[index] + " has another shape than YuNet's");
        }
    }
}

/// Every cell of one stride's grid that is sure enough.
void decode(const cv::Mat *outputs, cv::Size size, int stride, float threshold, std::vector<bc_face> &faces) {
    const int columns = size.width / stride, rows = size.height / stride;
    const float *cls = outputs[0].ptr<float>(), *obj = outputs[1].ptr<float>();
    const float *box = outputs[2].ptr<float>(), *points = outputs[3].ptr<float>();
    for (int cell = 0; cell < columns * rows; ++cell) {
        const float score = std::sqrt(std::clamp(cls[cell], 0.0f, 1.0f) * std::clamp(obj[cell], 0.0f, 1.0f));
        if (!(score >= threshold)) { continue; }
        const float column = static_cast<float>(cell % columns), row = static_cast<float>(cell / columns);
        const float *b = box + 4 * cell, *k = points + 10 * cell;
        const double width = std::exp(b[2]) * stride, height = std::exp(b[3]) * stride;
        bc_face face;
        face.box = {(column + b[0]) * stride - width / 2, (row + b[1]) * stride - height / 2, width, height, score};
        for (int point = 0; point < 5; ++point) {
            face.landmarks[point].x = (column + k[2 * point]) * stride;
            face.landmarks[point].y = (row + k[2 * point + 1]) * stride;
        }
        faces.push_back(face);
    }
}

double overlap(const bc_detection &a, const bc_detection &b) {
    const double width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const double height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    if (width <= 0 || height <= 0) { return 0; }
    return width * height / (a.width * a.height + b.width * b.height - width * height);
}

}  // namespace

bc_face_network *bc_face_network_create(const void *onnx, size_t length, bc_opencv_error *error) {
    std::unique_ptr<bc_face_network> network;
    guarded(error, [&] {
        auto made = std::make_unique<bc_face_network>();
        if (!onnx || length == 0) { return report(error, BC_OPENCV_UNREADABLE_MODEL, "the file is empty"); }
        try {
            made->net = cv::dnn::readNetFromONNX(static_cast<const char *>(onnx), length);
        } catch (const cv::Exception &) {
            return report(error, BC_OPENCV_UNREADABLE_MODEL, "not an ONNX network that OpenCV reads");
        }
        made->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
        for (const char *kind : kinds) {
            for (int stride : strides) { made->names.push_back(kind + std::to_string(stride)); }
        }
        const std::vector<cv::String> there = made->net.getUnconnectedOutLayersNames();
        for (const cv::String &name : made->names) {
            if (std::find(there.begin(), there.end(), name) == there.end()) {
                return report(error, BC_OPENCV_UNREADABLE_MODEL, ("not a YuNet of 2023: it has no output " + name).c_str());
            }
        }
        // A network that cannot run is better refused here than with the first picture.
        const uint8_t black[4] = {0, 0, 0, 255};
        try {
            fill_input(*made, black, 1, 1);
            run(*made);
        } catch (const cv::Exception &exception) {
            return report(error, BC_OPENCV_UNREADABLE_MODEL, exception.err.c_str());
        }
        network = std::move(made);
        return static_cast<int32_t>(BC_OPENCV_OK);
    });
    return network.release();
}

void bc_face_network_destroy(bc_face_network *network) { delete network; }

int32_t bc_face_network_detect(bc_face_network *network, const uint8_t *rgba, int32_t width, int32_t height, double threshold,
                               bc_face *faces, size_t capacity, size_t *count, bc_opencv_error *error) {
    *count = 0;
    return guarded(error, [&] {
        if (width < 1 || height < 1) { return report(error, BC_OPENCV_INVALID_ARGUMENT, "a picture of at least 1x1 is needed"); }
        fill_input(*network, rgba, width, height);
        run(*network);
        std::vector<bc_face> found;
        for (size_t index = 0; index < 3; ++index) {
            const cv::Mat outputs[] = {network->outputs[index], network->outputs[3 + index], network->outputs[6 + index],
                                       network->outputs[9 + index]};
            decode(outputs, network->size, strides[index], static_cast<float>(threshold), found);
        }
        std::sort(found.begin(), found.end(), [](const bc_face &a, const bc_face &b) {
            return std::tie(b.box.weight, a.box.y, a.box.x) < std::tie(a.box.weight, b.box.y, b.box.x);
        });
        for (const bc_face &face : found) {
            if (*count == capacity) { break; }
            const bool is_new = std::none_of(faces, faces + *count, [&](const bc_face &kept) { return overlap(kept.box, face.box) > 0.3; });
            if (is_new) { faces[(*count)++] = face; }
        }
        return static_cast<int32_t>(BC_OPENCV_OK);
    });
}
