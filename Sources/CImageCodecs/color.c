// Converts ICC profiles to sRGB with Little CMS, row by row.
#include <lcms2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct bc_color_transform {
    /// Null if the profile is sRGB and there is nothing to convert.
    cmsHTRANSFORM _Nullable handle;
    bc_color_model model;
};

static cmsColorSpaceSignature signature(bc_color_model model) {
    switch (model) {
        case BC_COLOR_GRAY: return cmsSigGrayData;
        case BC_COLOR_RGB: return cmsSigRgbData;
        case BC_COLOR_CMYK: return cmsSigCmykData;
    }
    return cmsSigRgbData;
}

/// Whether no color of a regular grid changes by more than one level. This is true of the sRGB profiles of most photos, whatever their
/// name.
static bool is_srgb(cmsHPROFILE source, cmsHPROFILE target) {
    cmsHTRANSFORM exact = cmsCreateTransform(source, TYPE_RGB_8, target, TYPE_RGB_8, INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE);
    if (!exact) { return false; }
    enum { steps = 8, channels = 3 };
    bool is_same = true;
    for (int index = 0; is_same && index < steps * steps * steps; ++index) {
        const int place[channels] = {index % steps, index / steps % steps, index / steps / steps};
        uint8_t color[channels], result[channels];
        for (int channel = 0; channel < channels; ++channel) { color[channel] = (uint8_t)(place[channel] * 255 / (steps - 1)); }
        cmsDoTransform(exact, color, result, 1);
        for (int channel = 0; channel < channels; ++channel) { is_same = is_same && abs(color[channel] - result[channel]) <= 1; }
    }
    cmsDeleteTransform(exact);
    return is_same;
}

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// Whether a tag that has a table of colors also has the bytes of that table: Little CMS allocates it by its stated size, which may be
/// hundreds of megabytes for a profile of a few bytes (ICC.1:2022, 10.10 to 10.13).
static bool holds_its_table(cmsHPROFILE profile, cmsTagSignature tag) {
    enum { header = 32, most_inputs = 16 };
    uint8_t head[header];
    const uint32_t size = cmsReadRawTag(profile, tag, NULL, 0);
    if (size < header || cmsReadRawTag(profile, tag, head, header) != header) { return true; }
    const uint32_t type = big_endian(head);
    const uint8_t inputs = head[8];
    uint8_t grid[most_inputs];
    uint64_t cells = head[9];
    if (type != cmsSigLut8Type && type != cmsSigLut16Type && type != cmsSigLutAtoBType && type != cmsSigLutBtoAType) { return true; }
    if (inputs > most_inputs) { return false; }
    if (type == cmsSigLut8Type || type == cmsSigLut16Type) {
        memset(grid, head[10], sizeof grid);
        if (type == cmsSigLut16Type) { cells *= 2; }
    } else {
        const uint32_t start = big_endian(head + 24);
        if (start == 0) { return true; }
        if (start > size || size - start < most_inputs + 4) { return false; }
        uint8_t *bytes = malloc(start + most_inputs);
        if (!bytes) { return false; }
        const bool is_read = cmsReadRawTag(profile, tag, bytes, start + most_inputs) == start + most_inputs;
        if (is_read) { memcpy(grid, bytes + start, sizeof grid); }
        free(bytes);
        if (!is_read) { return false; }
    }
    for (int input = 0; input < inputs && cells <= size; ++input) { cells *= grid[input]; }
    return cells <= size;
}

/// Accepts only profiles that describe a device's colors with curves, a matrix and a table that is in them. Other elements, such as chains of any number of
/// calculations that share their data, can take minutes for each table that Little CMS makes from them.
static bool is_simple(cmsHPROFILE profile) {
    switch ((uint32_t)cmsGetDeviceClass(profile)) {
        case cmsSigInputClass:
        case cmsSigDisplayClass:
        case cmsSigOutputClass:
        case cmsSigColorSpaceClass: break;
        default: return false;
    }
    for (int index = 0; index < cmsGetTagCount(profile); ++index) {
        if (!holds_its_table(profile, cmsGetTagSignature(profile, (cmsUInt32Number)index))) { return false; }
    }
    return !cmsIsTag(profile, cmsSigDToB0Tag) && !cmsIsTag(profile, cmsSigDToB1Tag) && !cmsIsTag(profile, cmsSigDToB2Tag) &&
           !cmsIsTag(profile, cmsSigDToB3Tag);
}

bc_color_transform *bc_color_transform_create(bc_span profile, bc_color_model model) {
    if (!profile.bytes || profile.length == 0 || profile.length > UINT32_MAX) { return NULL; }
    cmsHPROFILE source = cmsOpenProfileFromMem(profile.bytes, (cmsUInt32Number)profile.length);
    if (!source) { return NULL; }
    bc_color_transform *transform = NULL;
    cmsHPROFILE target = cmsCreate_sRGBProfile();
    if (target && cmsGetColorSpace(source) == signature(model) && is_simple(source)) {
        // Without a cache, threads can share the transform.
        const cmsUInt32Number flags = cmsFLAGS_NOCACHE | (model == BC_COLOR_RGB ? cmsFLAGS_COPY_ALPHA : 0);
        const cmsUInt32Number format = model == BC_COLOR_GRAY ? TYPE_GRAY_8 : model == BC_COLOR_CMYK ? TYPE_CMYK_8_REV : TYPE_RGBA_8;
        const bool is_identity = model == BC_COLOR_RGB && is_srgb(source, target);
        cmsHTRANSFORM handle = is_identity ? NULL : cmsCreateTransform(source, format, target, TYPE_RGBA_8, INTENT_PERCEPTUAL, flags);
        if (handle || is_identity) {
            transform = malloc(sizeof *transform);
            if (transform) {
                transform->handle = handle;
                transform->model = model;
            } else if (handle) {
                cmsDeleteTransform(handle);
            }
        }
    }
    if (target) { cmsCloseProfile(target); }
    cmsCloseProfile(source);
    return transform;
}

bc_color_transform *bc_color_transform_create_lab(void) {
    const cmsUInt32Number format = COLORSPACE_SH(PT_Lab) | CHANNELS_SH(3) | EXTRA_SH(1) | BYTES_SH(1);
    cmsHPROFILE source = cmsCreateLab4Profile(NULL), target = cmsCreate_sRGBProfile();
    cmsHTRANSFORM handle = NULL;
    if (source && target) {
        const cmsUInt32Number flags = cmsFLAGS_NOCACHE | cmsFLAGS_COPY_ALPHA;
        handle = cmsCreateTransform(source, format, target, TYPE_RGBA_8, INTENT_RELATIVE_COLORIMETRIC, flags);
    }
    if (source) { cmsCloseProfile(source); }
    if (target) { cmsCloseProfile(target); }
    bc_color_transform *transform = handle ? malloc(sizeof *transform) : NULL;
    if (transform) {
        *transform = (bc_color_transform){.handle = handle, .model = BC_COLOR_RGB};
    } else if (handle) {
        cmsDeleteTransform(handle);
    }
    return transform;
}

void bc_color_transform_destroy(bc_color_transform *transform) {
    if (transform->handle) { cmsDeleteTransform(transform->handle); }
    free(transform);
}

void bc_color_transform_rgba(const bc_color_transform *transform, uint8_t *rgba, size_t count) {
    if (!transform->handle) { return; }
    if (transform->model == BC_COLOR_RGB) {
        cmsDoTransform(transform->handle, rgba, rgba, (cmsUInt32Number)count);
        return;
    }
    // A gray picture has three equal channels, but its profile expects one.
    enum { batch = 256 };
    uint8_t gray[batch], color[batch * 4];
    while (count > 0) {
        const size_t part = count < batch ? count : batch;
        for (size_t index = 0; index < part; ++index) { gray[index] = rgba[index * 4]; }
        cmsDoTransform(transform->handle, gray, color, (cmsUInt32Number)part);
        for (size_t index = 0; index < part; ++index) {
            for (int channel = 0; channel < 3; ++channel) { rgba[index * 4 + channel] = color[index * 4 + channel]; }
        }
        rgba += part * 4;
        count -= part;
    }
}

void bc_cmyk_to_rgba(const bc_color_transform *transform, const uint8_t *cmyk, uint8_t *rgba, size_t count) {
    if (transform) { cmsDoTransform(transform->handle, cmyk, rgba, (cmsUInt32Number)count); }
    for (size_t index = 0; index < count; ++index, cmyk += 4, rgba += 4) {
        for (int channel = 0; !transform && channel < 3; ++channel) { rgba[channel] = bc_multiply(cmyk[channel], cmyk[3]); }
        rgba[3] = 255;
    }
}
