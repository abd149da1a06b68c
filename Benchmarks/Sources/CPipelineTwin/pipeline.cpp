#include "CPipelineTwin.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

// Requires cstdio to be included first.
#include <jpeglib.h>

struct bc_twin {
    cv::dnn::Net net;
    std::vector<cv::String> names;
    unsigned char *bytes = nullptr;

    ~bc_twin() { std::free(bytes); }
};

namespace {

struct errors {
    jpeg_error_mgr base;
    std::jmp_buf return_point;
};

void leave(j_common_ptr common) { std::longjmp(reinterpret_cast<errors *>(common->err)->return_point, 1); }

std::vector<unsigned char> read(const char *path) {
    std::vector<unsigned char> bytes;
    if (FILE *file = std::fopen(path, "rb")) {
        std::fseek(file, 0, SEEK_END);
        bytes.resize(static_cast<size_t>(std::ftell(file)));
        std::rewind(file);
        if (std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size()) { bytes.clear(); }
        std::fclose(file);
    }
    return bytes;
}

bool decode(const std::vector<unsigned char> &file, int side, cv::Mat &picture) {
    jpeg_decompress_struct cinfo;
    errors manager;
    cinfo.err = jpeg_std_error(&manager.base);
    manager.base.error_exit = leave;
    if (setjmp(manager.return_point)) {
        jpeg_destroy_decompress(&cinfo);
        return false;
    }
    jpeg_create_decompress(&cinfo);
    jpeg_mem_src(&cinfo, file.data(), file.size());
    jpeg_read_header(&cinfo, TRUE);
    const int shortest = static_cast<int>(std::min(cinfo.image_width, cinfo.image_height));
    const int longest = static_cast<int>(std::max(cinfo.image_width, cinfo.image_height));
    cinfo.scale_num = 1;
    cinfo.scale_denom = 8;
    while (cinfo.scale_denom > 1 &&
           (shortest / static_cast<int>(cinfo.scale_denom) < 2 * side || longest / static_cast<int>(cinfo.scale_denom) < 480)) {
        cinfo.scale_denom /= 2;
    }
    cinfo.out_color_space = JCS_EXT_BGR;
    jpeg_start_decompress(&cinfo);
    picture.create(static_cast<int>(cinfo.output_height), static_cast<int>(cinfo.output_width), CV_8UC3);
    while (cinfo.output_scanline < cinfo.output_height) {
        JSAMPROW row = picture.ptr(static_cast<int>(cinfo.output_scanline));
        jpeg_read_scanlines(&cinfo, &row, 1);
    }
    jpeg_finish_decompress(&cinfo);
    jpeg_destroy_decompress(&cinfo);
    return true;
}

std::vector<cv::Rect2d> faces(bc_twin &twin, const cv::Mat &picture) {
    const double scale = 480.0 / std::max(picture.cols, picture.rows);
    cv::Mat small, input;
    cv::resize(picture, small, cv::Size(), scale, scale, cv::INTER_AREA);
    const int bottom = (small.rows + 31) / 32 * 32 - small.rows, right = (small.cols + 31) / 32 * 32 - small.cols;
    cv::copyMakeBorder(small, small, 0, bottom, 0, right, cv::BORDER_CONSTANT, 0);
    cv::dnn::blobFromImage(small, input);
    twin.net.setInput(input);
    std::vector<cv::Mat> outputs;
    twin.net.forward(outputs, twin.names);

    std::vector<cv::Rect2d> boxes, kept;
    std::vector<float> scores;
    for (size_t level = 0; level < 3; ++level) {
        const int stride = 8 << level, columns = small.cols / stride, rows = small.rows / stride;
        const float *cls = outputs[level].ptr<float>(), *obj = outputs[3 + level].ptr<float>(), *box = outputs[6 + level].ptr<float>();
        for (int cell = 0; cell < columns * rows; ++cell, box += 4) {
            const float score = std::sqrt(cls[cell] * obj[cell]);
            if (score < 0.65f) { continue; }
            const double width = std::exp(box[2]) * stride, height = std::exp(box[3]) * stride;
            boxes.emplace_back(((cell % columns + box[0]) * stride - width / 2) / scale,
                               ((cell / columns + box[1]) * stride - height / 2) / scale, width / scale, height / scale);
            scores.push_back(score);
        }
    }
    std::vector<int> indices;
    cv::dnn::NMSBoxes(boxes, scores, 0.65f, 0.3f, indices);
    for (int index : indices) { kept.push_back(boxes[static_cast<size_t>(index)]); }
    return kept;
}

/// The largest square around the center of all faces.
cv::Rect window(const std::vector<cv::Rect2d> &found, cv::Size size) {
    cv::Rect2d bounds(0, 0, size.width, size.height);
    if (!found.empty()) { bounds = found.front(); }
    for (const cv::Rect2d &face : found) { bounds |= face; }
    const int side = std::min(size.width, size.height);
    const int x = static_cast<int>(bounds.x + bounds.width / 2 - side / 2.0), y = static_cast<int>(bounds.y + bounds.height / 2 - side / 2.0);
    return cv::Rect(std::clamp(x, 0, size.width - side), std::clamp(y, 0, size.height - side), side, side);
}

bool encode(bc_twin &twin, const cv::Mat &picture, size_t &length) {
    jpeg_compress_struct cinfo;
    errors manager;
    unsigned long size = 0;
    std::free(twin.bytes);
    twin.bytes = nullptr;
    cinfo.err = jpeg_std_error(&manager.base);
    manager.base.error_exit = leave;
    if (setjmp(manager.return_point)) {
        jpeg_destroy_compress(&cinfo);
        return false;
    }
    jpeg_create_compress(&cinfo);
    jpeg_mem_dest(&cinfo, &twin.bytes, &size);
    cinfo.image_width = static_cast<JDIMENSION>(picture.cols);
    cinfo.image_height = static_cast<JDIMENSION>(picture.rows);
    cinfo.input_components = 3;
    cinfo.in_color_space = JCS_EXT_BGR;
    jpeg_set_defaults(&cinfo);
    jpeg_set_quality(&cinfo, 85, TRUE);
    cinfo.optimize_coding = TRUE;
    jpeg_start_compress(&cinfo, TRUE);
    while (cinfo.next_scanline < cinfo.image_height) {
        JSAMPROW row = const_cast<unsigned char *>(picture.ptr(static_cast<int>(cinfo.next_scanline)));
        jpeg_write_scanlines(&cinfo, &row, 1);
    }
    jpeg_finish_compress(&cinfo);
    jpeg_destroy_compress(&cinfo);
    length = size;
    return true;
}

}  // namespace

bc_twin *bc_twin_create(const char *model) {
    try {
        cv::setNumThreads(1);
        auto twin = std::make_unique<bc_twin>();
        twin->net = cv::dnn::readNetFromONNX(model);
        for (const char *kind : {"cls_", "obj_", "bbox_"}) {
            for (const char *stride : {"8", "16", "32"}) { twin->names.push_back(std::string(kind) + stride); }
        }
        return twin.release();
    } catch (...) {
        return nullptr;
    }
}

void bc_twin_destroy(bc_twin *twin) { delete twin; }

const uint8_t *bc_twin_thumbnail(bc_twin *twin, const char *path, int32_t side, size_t *length, int32_t *count) {
    try {
        cv::Mat picture, thumbnail;
        if (!decode(read(path), side, picture)) { return nullptr; }
        const std::vector<cv::Rect2d> found = faces(*twin, picture);
        cv::resize(picture(window(found, picture.size())), thumbnail, cv::Size(side, side), 0, 0, cv::INTER_AREA);
        *count = static_cast<int32_t>(found.size());
        return encode(*twin, thumbnail, *length) ? twin->bytes : nullptr;
    } catch (...) {
        return nullptr;
    }
}
