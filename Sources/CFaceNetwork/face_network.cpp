// Converts YuNet's output to faces. The network is computed here rather than by cv::dnn, which takes three times as long.
#include "CFaceNetwork.h"
#include "guarded.hpp"
#include "yunet.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <vector>

using boundedcrop::check_cancelled;
using boundedcrop::feature_map;
using boundedcrop::guarded;
using boundedcrop::yunet;

struct bc_face_network {
    yunet network;
};

namespace {

/// Layers grow with the input: at this size they take half a gigabyte.
constexpr int32_t longest_side = 4096;
/// Limits the comparison of each face with all more certain ones.
constexpr size_t most_faces = 10000;
/// Farther away than the edge of any picture.
constexpr double farthest = 1e6;

float sigmoid(float value) { return 1 / (1 + std::exp(-value)); }

/// Whether all coordinates are finite and near the picture; a custom network may output anything.
bool is_possible(const bc_face &face) {
    const auto is_near = [](double value) { return std::abs(value) <= farthest; };
    return is_near(face.x) && is_near(face.y) && is_near(face.width) && is_near(face.height) &&
           std::all_of(std::begin(face.landmarks), std::end(face.landmarks),
                       [&](const bc_point &point) { return is_near(point.x) && is_near(point.y); });
}

/// Decodes all cells of one level whose score reaches the threshold.
void decode(const feature_map &level, double stride, double threshold, std::vector<bc_face> &faces) {
    for (size_t row = 0; row < level.height; ++row) {
        check_cancelled();
        const float *cell = level.row(row);
        for (size_t column = 0; column < level.width; ++column, cell += level.channels) {
            const double score = std::sqrt(sigmoid(cell[yunet::face]) * sigmoid(cell[yunet::object]));
            if (!(score >= threshold)) { continue; }
            const auto x = [&](float offset) { return (static_cast<double>(column) + offset) * stride; };
            const auto y = [&](float offset) { return (static_cast<double>(row) + offset) * stride; };
            const float *box = cell + yunet::box, *points = cell + yunet::landmarks;
            const double width = std::exp(box[2]) * stride, height = std::exp(box[3]) * stride;
            bc_face face;
            face.x = x(box[0]) - width / 2;
            face.y = y(box[1]) - height / 2;
            face.width = width;
            face.height = height;
            face.score = score;
            for (size_t point = 0; point < 5; ++point) { face.landmarks[point] = {x(points[2 * point]), y(points[2 * point + 1])}; }
            if (is_possible(face)) { faces.push_back(face); }
        }
    }
}

double overlap(const bc_face &a, const bc_face &b) {
    const double width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const double height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    if (width <= 0 || height <= 0) { return 0; }
    return width * height / (a.width * a.height + b.width * b.height - width * height);
}

}  // namespace

bc_face_network *bc_face_network_create(const void *onnx, size_t length, bc_error *error) {
    std::unique_ptr<bc_face_network> network;
    guarded(error, [&] {
        const boundedcrop::onnx_graph graph(static_cast<const uint8_t *>(onnx), length);
        network = std::make_unique<bc_face_network>(bc_face_network{yunet(graph)});
        return static_cast<int32_t>(BC_OK);
    });
    return network.release();
}

void bc_face_network_destroy(bc_face_network *network) { delete network; }

int32_t bc_face_network_detect(bc_face_network *network, const uint8_t *rgba, int32_t width, int32_t height, double threshold,
                               bc_face *faces, size_t capacity, size_t *count, bc_error *error) {
    *count = 0;
    return guarded(error, [&] {
        if (width < 1 || height < 1 || width > longest_side || height > longest_side) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the picture must be 1x1 to 4096x4096 pixels");
        }
        network->network.run(rgba, width, height);
        std::vector<bc_face> found;
        double stride = 8;
        for (const feature_map &level : network->network.levels) {
            decode(level, stride, threshold, found);
            stride *= 2;
        }
        std::sort(found.begin(), found.end(), [](const bc_face &a, const bc_face &b) {
            return std::tie(b.score, a.y, a.x) < std::tie(a.score, b.y, b.x);
        });
        if (found.size() > most_faces) { found.resize(most_faces); }
        for (const bc_face &face : found) {
            if (*count == capacity) { break; }
            check_cancelled();
            const bool is_new = std::none_of(faces, faces + *count, [&](const bc_face &kept) { return overlap(kept, face) > 0.3; });
            if (is_new) { faces[(*count)++] = face; }
        }
        return static_cast<int32_t>(BC_OK);
    });
}
