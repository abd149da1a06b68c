// Spectral residual saliency: X. Hou and L. Zhang, "Saliency Detection: A Spectral Residual Approach", CVPR 2007. The difference between
// the log amplitude spectrum and its local average shows what is unusual in the picture.
#include "COpenCV.h"
#include "guarded_opencv.hpp"

#include <opencv2/imgproc.hpp>

using boundedcrop::guarded_opencv;
using boundedcrop::is_picture;

int32_t bc_spectral_residual(const uint8_t *gray, int32_t gray_width, int32_t gray_height, float *saliency, int32_t width,
                             int32_t height, bc_error *error) {
    return guarded_opencv(error, [&] {
        if (!is_picture(gray_width, gray_height) || !is_picture(width, height)) {
            return bc_report(error, BC_INVALID_ARGUMENT, "planes must be at least 1x1");
        }
        const cv::Mat plane(gray_height, gray_width, CV_8UC1, const_cast<uint8_t *>(gray));
        // The scale used in the paper: 64 pixels.
        const cv::Size scale(64, 64);
        cv::Mat small;
        cv::resize(plane, small, scale, 0, 0, cv::INTER_AREA);
        small.convertTo(small, CV_32F, 1.0 / 255);

        cv::Mat spectrum;
        cv::dft(small, spectrum, cv::DFT_COMPLEX_OUTPUT);
        cv::Mat parts[2];
        cv::split(spectrum, parts);
        cv::Mat magnitude, phase, logarithm, average, residual;
        cv::cartToPolar(parts[0], parts[1], magnitude, phase);
        cv::log(magnitude + 1e-6f, logarithm);
        cv::blur(logarithm, average, cv::Size(3, 3), cv::Point(-1, -1), cv::BORDER_REPLICATE);
        cv::exp(logarithm - average, residual);
        cv::polarToCart(residual, phase, parts[0], parts[1]);
        cv::merge(parts, 2, spectrum);
        cv::dft(spectrum, spectrum, cv::DFT_INVERSE | cv::DFT_SCALE);
        cv::split(spectrum, parts);
        cv::Mat map = parts[0].mul(parts[0]) + parts[1].mul(parts[1]);
        cv::GaussianBlur(map, map, cv::Size(0, 0), 2.5, 2.5, cv::BORDER_REPLICATE);
        cv::Mat cells(height, width, CV_32FC1, saliency);
        cv::resize(map, cells, cells.size(), 0, 0, cv::INTER_AREA);
        return static_cast<int32_t>(BC_OK);
    });
}
