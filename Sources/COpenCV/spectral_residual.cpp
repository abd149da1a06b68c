// Spectral residual saliency: X. Hou and L. Zhang, "Saliency Detection: A Spectral Residual Approach", CVPR 2007. The difference between
// the log amplitude spectrum and its local average shows what is unusual in the picture.
#include "saliency.hpp"

#include <opencv2/imgproc.hpp>

cv::Mat boundedcrop::spectral_residual(const cv::Mat &gray) {
    // The scale used in the paper: 64 pixels.
    cv::Mat small;
    cv::resize(gray, small, cv::Size(64, 64), 0, 0, cv::INTER_AREA);

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
    cv::resize(map, map, gray.size(), 0, 0, cv::INTER_AREA);
    return map;
}
