#include "cicp.h"

#include <lcms2.h>
#include <math.h>
#include <stdlib.h>

enum { unspecified = 2, linear = 8, srgb_transfer = 13, pq = 16, hlg = 18 };

/// Chromaticities of H.273: red, green, blue, white.
typedef struct {
    uint32_t code;
    double values[8];
} primaries;

static const primaries known_primaries[] = {
    {1, {0.640, 0.330, 0.300, 0.600, 0.150, 0.060, 0.3127, 0.3290}},
    {4, {0.670, 0.330, 0.210, 0.710, 0.140, 0.080, 0.3100, 0.3160}},
    {5, {0.640, 0.330, 0.290, 0.600, 0.150, 0.060, 0.3127, 0.3290}},
    {6, {0.630, 0.340, 0.310, 0.595, 0.155, 0.070, 0.3127, 0.3290}},
    {7, {0.630, 0.340, 0.310, 0.595, 0.155, 0.070, 0.3127, 0.3290}},
    {8, {0.681, 0.319, 0.243, 0.692, 0.145, 0.049, 0.3100, 0.3160}},
    {9, {0.708, 0.292, 0.170, 0.797, 0.131, 0.046, 0.3127, 0.3290}},
    {11, {0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.3140, 0.3510}},
    {12, {0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.3127, 0.3290}},
    {22, {0.630, 0.340, 0.295, 0.605, 0.155, 0.077, 0.3127, 0.3290}},
};

static const primaries *find_primaries(uint32_t code) {
    const size_t count = sizeof known_primaries / sizeof *known_primaries;
    // Code 0 is reserved, and used for "not stated".
    if (code == unspecified || code == 0) { return &known_primaries[0]; }
    for (size_t index = 0; index < count; ++index) {
        if (known_primaries[index].code == code) { return &known_primaries[index]; }
    }
    return NULL;
}

/// Whether viewers show this transfer function as sRGB's: those of television are meant for displays of a similar curve.
static bool is_like_srgb(uint32_t transfer) {
    switch (transfer) {
        case 0:
        case 1:
        case unspecified:
        case 6:
        case 7:
        case 11:
        case 12:
        case srgb_transfer:
        case 14:
        case 15: return true;
        default: return false;
    }
}

static double gamma_of(uint32_t transfer) { return transfer == 4 ? 2.2 : transfer == 5 ? 2.8 : transfer == linear ? 1.0 : 0; }

bc_cicp_kind bc_cicp_classify(bc_cicp cicp) {
    const primaries *found = find_primaries(cicp.primaries);
    if (!found) { return BC_CICP_UNKNOWN; }
    if (cicp.transfer == pq || cicp.transfer == hlg) { return BC_CICP_HDR; }
    if (is_like_srgb(cicp.transfer)) { return found->code == 1 ? BC_CICP_SRGB : BC_CICP_PROFILE; }
    return gamma_of(cicp.transfer) > 0 ? BC_CICP_PROFILE : BC_CICP_UNKNOWN;
}

static cmsToneCurve *make_sdr_curve(uint32_t transfer) {
    static const double srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    enum { parametric = 4 };
    return is_like_srgb(transfer) ? cmsBuildParametricToneCurve(NULL, parametric, srgb) : cmsBuildGamma(NULL, gamma_of(transfer));
}

/// The chromaticities are those of red, green, blue and white.
static cmsHPROFILE make_profile(const double *at, cmsToneCurve *curve) {
    if (!at || !curve) { return NULL; }
    const cmsCIExyYTRIPLE colors = {{at[0], at[1], 1}, {at[2], at[3], 1}, {at[4], at[5], 1}};
    const cmsCIExyY white = {at[6], at[7], 1};
    cmsToneCurve *curves[3] = {curve, curve, curve};
    return cmsCreateRGBProfile(&white, &colors, curves);
}

const double *bc_cicp_chromaticities(uint32_t primaries_code) {
    const primaries *found = find_primaries(primaries_code);
    return found ? found->values : NULL;
}

static bc_bytes copy_profile(const double *at, cmsToneCurve *curve) {
    bc_bytes copy = {NULL, 0};
    cmsHPROFILE profile = make_profile(at, curve);
    cmsUInt32Number length = 0;
    if (profile && cmsSaveProfileToMem(profile, NULL, &length) && length > 0) { copy.bytes = malloc(length); }
    if (copy.bytes && cmsSaveProfileToMem(profile, copy.bytes, &length)) {
        copy.length = length;
    } else {
        free(copy.bytes);
        copy.bytes = NULL;
    }
    if (profile) { cmsCloseProfile(profile); }
    if (curve) { cmsFreeToneCurve(curve); }
    return copy;
}

bc_bytes bc_cicp_copy_icc_profile(bc_cicp cicp) {
    if (bc_cicp_classify(cicp) != BC_CICP_PROFILE) { return (bc_bytes){NULL, 0}; }
    return copy_profile(bc_cicp_chromaticities(cicp.primaries), make_sdr_curve(cicp.transfer));
}

bc_bytes bc_colorimetry_copy_icc_profile(bc_colorimetry colorimetry) {
    return copy_profile(colorimetry.chromaticities, cmsBuildGamma(NULL, colorimetry.exponent));
}

// MARK: PQ and HLG

struct bc_hdr_transform {
    cmsHTRANSFORM handle;
};

/// The light of a signal in 0...1 relative to white, which is 203 cd/m2 (ITU-R BT.2408).
static double light(double signal, uint32_t transfer) {
    const double white = 203;
    if (transfer == pq) {
        const double power = pow(signal, 1 / 78.84375), above = power - 0.8359375;
        return 10000 * pow((above > 0 ? above : 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125) / white;
    }
    const double a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * log(4 * a);
    const double scene = signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12;
    // The system gamma of a display of 1000 cd/m2.
    return 1000 * pow(scene, 1.2) / white;
}

/// Keeps the lower half, and compresses the rest up to 1000 cd/m2 into the upper half (an extended Reinhard curve). White becomes 0.75 of
/// the light that sRGB can show, which is a value of 225.
static double tone_map(double value) {
    const double knee = 0.5, most = (1000.0 / 203 - knee) / (1 - knee);
    if (value <= knee) { return value; }
    const double above = (value - knee) / (1 - knee);
    const double mapped = knee + (1 - knee) * above * (1 + above / (most * most)) / (1 + above);
    return mapped < 1 ? mapped : 1;
}

bc_hdr_transform *bc_hdr_transform_create(bc_cicp cicp) {
    enum { steps = 4096 };
    cmsFloat32Number *table = malloc(steps * sizeof *table);
    if (!table) { return NULL; }
    for (int step = 0; step < steps; ++step) {
        const double signal = (double)step / (steps - 1);
        table[step] = (cmsFloat32Number)(cicp.transfer == linear ? signal : tone_map(light(signal, cicp.transfer)));
    }
    cmsToneCurve *curve = cmsBuildTabulatedToneCurveFloat(NULL, steps, table);
    free(table);
    cmsHPROFILE source = make_profile(bc_cicp_chromaticities(cicp.primaries), curve), target = cmsCreate_sRGBProfile();
    const cmsUInt32Number flags = cmsFLAGS_NOCACHE | cmsFLAGS_COPY_ALPHA;
    bc_hdr_transform *transform = source && target ? malloc(sizeof *transform) : NULL;
    if (transform) {
        transform->handle = cmsCreateTransform(source, TYPE_RGBA_16, target, TYPE_RGBA_8, INTENT_RELATIVE_COLORIMETRIC, flags);
        if (!transform->handle) {
            free(transform);
            transform = NULL;
        }
    }
    if (target) { cmsCloseProfile(target); }
    if (source) { cmsCloseProfile(source); }
    if (curve) { cmsFreeToneCurve(curve); }
    return transform;
}

void bc_hdr_transform_destroy(bc_hdr_transform *transform) {
    if (!transform) { return; }
    cmsDeleteTransform(transform->handle);
    free(transform);
}

void bc_hdr_transform_row(const bc_hdr_transform *transform, const uint16_t *from, uint8_t *to, size_t count) {
    cmsDoTransform(transform->handle, from, to, (cmsUInt32Number)count);
}
