// Prints what this processor makes of pictures, step by step: checksums of pixels, and faces with all of their digits.
//
//     pictures INSTRUCTIONS FILE...
//
// INSTRUCTIONS is basic, avx2, avx512 or best; see “Processors” in CCalls.h. Scripts/check-arm64 compares what two processors print.
#include "CFaceNetwork.h"
#include "COpenCV.h"
#include "CPixelKernels.h"

extern "C" {
#include "CImageCodecs.h"
}

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using bytes = std::vector<uint8_t>;

bc_error error;

void expect(bool is_right, const std::string &what) {
    if (is_right) { return; }
    std::fprintf(stderr, "%s: %s\n", what.c_str(), error.message);
    std::exit(1);
}

struct picture {
    int32_t width, height;
    bytes rgba;

    picture(int32_t width, int32_t height) : width(width), height(height), rgba(size_t(width) * size_t(height) * 4) {}
};

/// FNV-1a.
uint64_t checksum(const void *start, size_t length) {
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t index = 0; index < length; ++index) { sum = (sum ^ static_cast<const uint8_t *>(start)[index]) * 0x100000001b3; }
    return sum;
}

void print(const char *step, const picture &pixels) {
    std::printf("%s %dx%d %016lx\n", step, pixels.width, pixels.height, (unsigned long)checksum(pixels.rgba.data(), pixels.rgba.size()));
}

picture decoded(const bytes &file, uint32_t shrink, const std::string &name) {
    const bc_span span = {file.data(), file.size()};
    const bool is_jpeg = file.size() > 1 && file[0] == 0xff;
    bc_image_header header;
    expect((is_jpeg ? bc_jpeg_read_header : bc_png_read_header)(span, &header, &error) == BC_OK, name);
    const uint32_t width = (header.width + shrink - 1) / shrink, height = (header.height + shrink - 1) / shrink;
    picture result{int32_t(width), int32_t(height)};
    const bc_region region = {shrink, 0, 0, width, height, false};
    expect((is_jpeg ? bc_jpeg_decode : bc_png_decode)(span, region, nullptr, result.rgba.data(), &error) == BC_OK, name);
    return result;
}

picture resized(const picture &from, double long_side) {
    const double scale = long_side / std::max(from.width, from.height);
    picture result(int32_t(std::lround(from.width * scale)), int32_t(std::lround(from.height * scale)));
    const bc_window all = {0, 0, double(from.width), double(from.height)};
    expect(bc_resample(from.rgba.data(), from.width, from.height, 4, all, result.rgba.data(), result.width, result.height, &error) == BC_OK,
           "resampling");
    return result;
}

void print_faces(bc_face_network *network, const picture &pixels) {
    std::vector<bc_face> faces(1000);
    size_t count = 0;
    expect(bc_face_network_detect(network, pixels.rgba.data(), pixels.width, pixels.height, 0.35, faces.data(), faces.size(), &count,
                                  &error) == BC_OK,
           "detection");
    for (size_t index = 0; index < count; ++index) {
        const bc_face &face = faces[index];
        std::printf("face %.17g %.17g %.17g %.17g %.17g", face.score, face.x, face.y, face.width, face.height);
        for (const bc_point &point : face.landmarks) { std::printf(" %.17g %.17g", point.x, point.y); }
        std::printf("\n");
    }
}

/// What else touches pixels, on a small copy.
void print_kernels(const picture &small) {
    picture turned(small.height, small.width), sampled(300, 200), blurred(small.width, small.height), averaged(small.width, small.height);
    expect(bc_orient(small.rgba.data(), small.width, small.height, 4, 6, turned.rgba.data(), &error) == BC_OK, "orientation");
    print("orient", turned);
    const bc_grid grid = {20, 90, 0.9, -0.2, 0.2, 0.9};
    const bc_beyond beyond = {{0, 0, double(small.width), double(small.height)}, nullptr, nullptr, 0};
    expect(bc_sample(small.rgba.data(), small.width, small.height, grid, beyond, sampled.rgba.data(), 300, 200, &error) == BC_OK, "sampling");
    print("sample", sampled);
    expect(bc_gaussian_blur(small.rgba.data(), small.width, small.height, 4, 3.5, BC_BORDER_REPLICATE, blurred.rgba.data(), &error) ==
               BC_OK,
           "gaussian blur");
    print("gaussian", blurred);
    expect(bc_box_blur(small.rgba.data(), small.width, small.height, 9, 3, averaged.rgba.data(), &error) == BC_OK, "box blur");
    print("box", averaged);
    const picture tiny = resized(small, 96);
    std::vector<float> map(64 * 64);
    expect(bc_subject_map(tiny.rgba.data(), tiny.width, tiny.height, map.data(), 64, 64, &error) == BC_OK, "subject map");
    // OpenCV's own sums differ in the last bits.
    std::printf("subject at cell %ld\n", long(std::max_element(map.begin(), map.end()) - map.begin()));
}

void print_cascade(const picture &small) {
    const bc_span xml = bc_built_in_cascade("frontalface_alt2");
    bc_cascade *cascade = bc_cascade_create(xml.bytes, xml.length, &error);
    expect(cascade, "cascade");
    bytes gray(size_t(small.width) * size_t(small.height));
    for (size_t index = 0; index < gray.size(); ++index) {
        const uint8_t *pixel = &small.rgba[index * 4];
        gray[index] = uint8_t((pixel[0] * 77 + pixel[1] * 150 + pixel[2] * 29) >> 8);
    }
    std::vector<bc_detection> found(100);
    size_t count = 0;
    const bc_cascade_settings settings = {1.1, 3, 24, 0};
    expect(bc_cascade_detect(cascade, gray.data(), small.width, small.height, settings, found.data(), found.size(), &count, &error) ==
               BC_OK,
           "cascade");
    for (size_t index = 0; index < count; ++index) {
        std::printf("cascade %.17g %.17g %.17g %.17g\n", found[index].x, found[index].y, found[index].width, found[index].height);
    }
    bc_cascade_destroy(cascade);
}

void print_all(bc_face_network *yunet, bc_face_network *centerface, const std::string &name) {
    std::ifstream stream(name, std::ios::binary);
    const bytes file((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    expect(!file.empty(), name + " is empty or cannot be read");
    std::printf("%s\n", name.c_str());
    const picture whole = decoded(file, 1, name);
    print("whole", whole);
    const uint32_t shrink = std::max(whole.width, whole.height) >= 960 ? 2 : 1;
    const picture half = decoded(file, 2, name);
    print("half", half);
    // Sizes at which faces are looked for.
    const picture small = resized(shrink == 2 ? half : whole, 480), large = resized(whole, 800);
    print("small", small);
    print_faces(yunet, small);
    print_faces(centerface, small);
    print("large", large);
    print_faces(yunet, large);
    print_kernels(small);
    print_cascade(small);
}

}  // namespace

int main(int count, char **words) {
    const std::string instructions = count > 1 ? words[1] : "";
    const char *const levels[] = {"basic", "avx2", "avx512", "best"};
    const auto level = std::find(std::begin(levels), std::end(levels), instructions);
    if (count < 3 || level == std::end(levels)) {
        std::fprintf(stderr, "usage: pictures basic|avx2|avx512|best FILE...\n");
        return 64;
    }
    const auto wanted = int32_t(level - std::begin(levels));
    if (wanted != BC_AVX512 + 1 && wanted > bc_best_instructions()) {
        std::fprintf(stderr, "this processor does not have %s\n", words[1]);
        return 69;
    }
    bc_limit_instructions(wanted);
    const bc_span models[] = {bc_built_in_yunet(), bc_built_in_centerface()};
    bc_face_network *networks[2];
    for (size_t index = 0; index < 2; ++index) {
        networks[index] = bc_face_network_create(models[index].bytes, models[index].length, &error);
        expect(networks[index], "network");
    }
    for (int index = 2; index < count; ++index) { print_all(networks[0], networks[1], words[index]); }
    for (bc_face_network *network : networks) { bc_face_network_destroy(network); }
}
