// Faces from the outputs of networks. The networks are computed here rather than by cv::dnn, which takes two to three times as long.
#include "face_network.hpp"
#include "centerface.hpp"
#include "guarded.hpp"
#include "yunet.hpp"

#include <cmath>
#include <tuple>

using boundedcrop::check_cancelled;
using boundedcrop::guarded;

struct bc_face_network {
    std::unique_ptr<boundedcrop::face_network> network;
};

namespace {

/// Layers grow with the input: at this size they take half a gigabyte.
constexpr int32_t longest_side = 4096;
/// Limits the comparison of each face with all more certain ones.
constexpr size_t most_faces = 10000;
/// Farther away than the edge of any picture.
constexpr double farthest = 1e6;

bool is_surer(const bc_face &a, const bc_face &b) { return std::tie(b.score, a.y, a.x) < std::tie(a.score, b.y, b.x); }

double overlap(const bc_face &a, const bc_face &b) {
    const double width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const double height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    if (width <= 0 || height <= 0) { return 0; }
    return width * height / (a.width * a.height + b.width * b.height - width * height);
}

/// Runs a body that makes a network, and returns its handle, or null.
template <typename Make>
bc_face_network *handle(bc_error *error, Make make) {
    std::unique_ptr<bc_face_network> handle;
    guarded(error, [&] {
        handle = std::make_unique<bc_face_network>(bc_face_network{make()});
        return static_cast<int32_t>(BC_OK);
    });
    return handle.release();
}

}  // namespace

namespace boundedcrop {

void face_list::add(const bc_face &face) {
    const auto is_near = [](double value) { return std::abs(value) <= farthest; };
    const bool is_possible = is_near(face.x) && is_near(face.y) && is_near(face.width) && is_near(face.height) &&
                             std::all_of(std::begin(face.landmarks), std::end(face.landmarks),
                                         [&](const bc_point &point) { return is_near(point.x) && is_near(point.y); });
    if (!is_possible) { return; }
    if (faces_.size() == 2 * most_faces) { keep_most_certain(); }
    faces_.push_back(face);
}

const std::vector<bc_face> &face_list::sorted() {
    keep_most_certain();
    return faces_;
}

void face_list::keep_most_certain() {
    std::sort(faces_.begin(), faces_.end(), is_surer);
    if (faces_.size() > most_faces) { faces_.resize(most_faces); }
}

}  // namespace boundedcrop

bc_face_network *bc_face_network_create(const void *onnx, size_t length, bc_error *error) {
    return handle(error, [&]() -> std::unique_ptr<boundedcrop::face_network> {
        const boundedcrop::onnx_graph graph(static_cast<const uint8_t *>(onnx), length);
        if (boundedcrop::centerface::has_outputs_of(graph)) { return std::make_unique<boundedcrop::centerface>(graph); }
        if (boundedcrop::yunet::has_outputs_of(graph)) { return std::make_unique<boundedcrop::yunet>(graph); }
        const std::string kinds = "neither a YuNet 2023 model, which has 12 outputs, nor a CenterFace model, which has 4";
        throw boundedcrop::unreadable_model(kinds + ": it has " + std::to_string(graph.outputs.size()));
    });
}

bc_face_network *bc_face_network_twin(const bc_face_network *network, bc_error *error) {
    return handle(error, [&] { return network->network->twin(); });
}

void bc_face_network_destroy(bc_face_network *network) { delete network; }

int32_t bc_face_network_kind(const bc_face_network *network) { return network->network->kind(); }

int32_t bc_face_network_detect(bc_face_network *network, const uint8_t *rgba, int32_t width, int32_t height, double threshold,
                               bc_face *faces, size_t capacity, size_t *count, bc_error *error) {
    *count = 0;
    return guarded(error, [&] {
        if (width < 1 || height < 1 || width > longest_side || height > longest_side) {
            return bc_report(error, BC_INVALID_ARGUMENT, "the picture must be 1x1 to 4096x4096 pixels");
        }
        boundedcrop::face_list found;
        network->network->find(rgba, static_cast<size_t>(width), static_cast<size_t>(height), threshold, found);
        for (const bc_face &face : found.sorted()) {
            if (*count == capacity) { break; }
            check_cancelled();
            const bool is_new = std::none_of(faces, faces + *count, [&](const bc_face &kept) { return overlap(kept, face) > 0.3; });
            if (is_new) { faces[(*count)++] = face; }
        }
        return static_cast<int32_t>(BC_OK);
    });
}
