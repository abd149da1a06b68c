// Measures of how much each pixel of a small picture stands out; their product is the subject map.
#pragma once

#include <opencv2/core.hpp>

namespace boundedcrop {

/// How far the values of a pixel are from those of the edge: the least range of values that a path from the pixel to the edge of the picture
/// runs through, summed over the channels. 0 for what is connected with the edge. For CV_32F with any number of channels.
cv::Mat barrier_distance(const cv::Mat &picture);

/// How unusual a pixel is among those along the sides of the picture: its distance, in deviations, from the values of each of the four
/// sides; the mean for the two sides that it resembles most, as a subject may touch the others. For CV_32FC4.
cv::Mat border_contrast(const cv::Mat &picture);

/// How unexpected a place is in view of the spectrum of the whole picture. For CV_32FC1.
cv::Mat spectral_residual(const cv::Mat &gray);

/// How much more often the color of a pixel (L*a*b* and a channel that is ignored, CV_32FC4) occurs where a map is high than in the whole
/// picture: from 0 to 1, 0.5 for as often. Map and opacity are CV_32FC1.
cv::Mat color_likeness(const cv::Mat &picture, const cv::Mat &map, const cv::Mat &opacity);

}  // namespace boundedcrop
