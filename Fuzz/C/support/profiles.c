#include "profiles.h"

#include <lcms2.h>
#include <stdlib.h>

static cmsHPROFILE rgb(void) {
    const cmsCIExyY white = {0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries = {{0.30, 0.60, 1}, {0.64, 0.33, 1}, {0.15, 0.06, 1}};
    cmsToneCurve *gamma = cmsBuildGamma(NULL, 1.8);
    cmsToneCurve *curves[3] = {gamma, gamma, gamma};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
    cmsFreeToneCurve(gamma);
    return profile;
}

static cmsHPROFILE gray(void) {
    cmsToneCurve *gamma = cmsBuildGamma(NULL, 1.4);
    cmsHPROFILE profile = cmsCreateGrayProfile(cmsD50_xyY(), gamma);
    cmsFreeToneCurve(gamma);
    return profile;
}

/// Converts ink to Lab with a table of two steps per axis: less of each ink is lighter.
static cmsInt32Number ink_to_lab(const cmsUInt16Number in[], cmsUInt16Number out[], void *cargo) {
    (void)cargo;
    const uint32_t ink = (uint32_t)in[0] + in[1] + in[2] + 2u * in[3];
    out[0] = (cmsUInt16Number)(0xFFFF - ink / 5);
    out[1] = (cmsUInt16Number)(0x8080 + in[1] / 8 - in[0] / 8);
    out[2] = (cmsUInt16Number)(0x8080 + in[2] / 8);
    return TRUE;
}

static cmsHPROFILE cmyk(void) {
    cmsHPROFILE profile = cmsCreateProfilePlaceholder(NULL);
    cmsSetProfileVersion(profile, 2.4);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsSetColorSpace(profile, cmsSigCmykData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsPipeline *pipeline = cmsPipelineAlloc(NULL, 4, 3);
    cmsStage *table = cmsStageAllocCLut16bit(NULL, 2, 4, 3, NULL);
    cmsStageSampleCLut16bit(table, ink_to_lab, NULL, 0);
    cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, table);
    if (!cmsWriteTag(profile, cmsSigAToB0Tag, pipeline)) { abort(); }
    cmsPipelineFree(pipeline);
    return profile;
}

bc_span fuzz_profile(bc_color_model model) {
    cmsHPROFILE profile = model == BC_COLOR_GRAY ? gray() : model == BC_COLOR_CMYK ? cmyk() : rgb();
    cmsUInt32Number length = 0;
    cmsSaveProfileToMem(profile, NULL, &length);
    void *bytes = malloc(length);
    cmsSaveProfileToMem(profile, bytes, &length);
    cmsCloseProfile(profile);
    return (bc_span){bytes, length};
}

const bc_color_transform *fuzz_transform(bc_color_model model) {
    static bc_color_transform *made[3];
    if (!made[model]) {
        const bc_span profile = fuzz_profile(model);
        made[model] = bc_color_transform_create(profile, model);
        free((void *)(uintptr_t)profile.bytes);
        if (!made[model]) { abort(); }
    }
    return made[model];
}
