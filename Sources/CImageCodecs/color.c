// ICC profiles to sRGB by Little CMS, a row at a time.
#include <lcms2.h>
#include <stdlib.h>

#include "internal.h"

struct bc_color_transform {
    cmsHTRANSFORM handle;
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

bc_color_transform *bc_color_transform_create(bc_span profile, bc_color_model model) {
    if (!profile.bytes || profile.length == 0 || profile.length > UINT32_MAX) { return NULL; }
    cmsHPROFILE source = cmsOpenProfileFromMem(profile.bytes, (cmsUInt32Number)profile.length);
    if (!source) { return NULL; }
    bc_color_transform *transform = NULL;
    cmsHPROFILE target = cmsCreate_sRGBProfile();
    if (target && cmsGetColorSpace(source) == signature(model)) {
        // Without a cache in the transform, threads may share it.
        const cmsUInt32Number flags = cmsFLAGS_NOCACHE | (model == BC_COLOR_RGB ? cmsFLAGS_COPY_ALPHA : 0);
        const cmsUInt32Number format = model == BC_COLOR_GRAY ? TYPE_GRAY_8 : model == BC_COLOR_CMYK ? TYPE_CMYK_8_REV : TYPE_RGBA_8;
        cmsHTRANSFORM handle = cmsCreateTransform(source, format, target, TYPE_RGBA_8, INTENT_PERCEPTUAL, flags);
        if (handle) {
            transform = malloc(sizeof *transform);
            if (transform) {
                transform->handle = handle;
                transform->model = model;
            } else {
                cmsDeleteTransform(handle);
            }
        }
    }
    if (target) { cmsCloseProfile(target); }
    cmsCloseProfile(source);
    return transform;
}

void bc_color_transform_destroy(bc_color_transform *transform) {
    cmsDeleteTransform(transform->handle);
    free(transform);
}

void bc_color_transform_rgba(const bc_color_transform *transform, uint8_t *rgba, size_t count) {
    if (transform->model == BC_COLOR_RGB) {
        cmsDoTransform(transform->handle, rgba, rgba, (cmsUInt32Number)count);
        return;
    }
    // A gray picture comes as three equal channels: its profile wants one.
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

void bc_color_transform_cmyk(const bc_color_transform *transform, const uint8_t *cmyk, uint8_t *rgba, size_t count) {
    cmsDoTransform(transform->handle, cmyk, rgba, (cmsUInt32Number)count);
    for (size_t index = 0; index < count; ++index) { rgba[index * 4 + 3] = 255; }
}
