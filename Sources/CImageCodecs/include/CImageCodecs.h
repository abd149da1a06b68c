// libjpeg-turbo, libpng, libwebp, libavif, libheif, libjxl, OpenJPEG, LibRaw, librsvg, giflib, libtiff and Little CMS with return codes.
//
// libjpeg and libpng report errors by longjmp, which must never cross a Swift frame. Each function here sets its own return point, cleans
// up, and returns BC_OK, or another status with a sentence in the caller's bc_error.
//
// Decoders write tightly packed rows into the caller's memory: premultiplied RGBA, or one byte of luma per pixel.
#ifndef BOUNDEDCROP_CIMAGECODECS_H
#define BOUNDEDCROP_CIMAGECODECS_H

#include "avif_codec.h"
#include "bmp_codec.h"
#include "codec_types.h"
#include "gif_codec.h"
#include "heif_codec.h"
#include "ico_codec.h"
#include "jp2_codec.h"
#include "jpeg_codec.h"
#include "jxl_codec.h"
#include "png_codec.h"
#include "raw_codec.h"
#include "svg_codec.h"
#include "tiff_codec.h"
#include "webp_codec.h"
#include "xml_reader.h"

#endif
