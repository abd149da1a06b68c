// Colors by their code points (ITU-T H.273), which HEIF calls `nclx`.
#ifndef BOUNDEDCROP_CIMAGECODECS_CICP_H
#define BOUNDEDCROP_CIMAGECODECS_CICP_H

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

typedef struct {
    uint32_t primaries, transfer;
} bc_cicp;

/// How pixels with these code points become sRGB.
typedef enum {
    /// They are sRGB, or close enough that viewers treat them so.
    BC_CICP_SRGB,
    /// By the ICC profile that bc_cicp_copy_icc_profile makes.
    BC_CICP_PROFILE,
    /// PQ or HLG: by bc_hdr_transform.
    BC_CICP_HDR,
    BC_CICP_UNKNOWN,
} bc_cicp_kind;

bc_cicp_kind bc_cicp_classify(bc_cicp cicp);

/// A profile with these primaries and this transfer function; empty if that is not how they become sRGB.
bc_bytes bc_cicp_copy_icc_profile(bc_cicp cicp);

/// The chromaticities of red, green, blue and white of primaries; null for unknown ones.
const double *_Nullable bc_cicp_chromaticities(uint32_t primaries);

/// Colors by a power function from values to light, and the chromaticities of red, green, blue and white.
typedef struct {
    double exponent, chromaticities[8];
} bc_colorimetry;

/// A profile of these; empty for impossible ones.
bc_bytes bc_colorimetry_copy_icc_profile(bc_colorimetry colorimetry);

/// From 16 bits per channel, PQ, HLG or linear, to sRGB.
typedef struct bc_hdr_transform bc_hdr_transform;

bc_hdr_transform *_Nullable bc_hdr_transform_create(bc_cicp cicp);
void bc_hdr_transform_destroy(bc_hdr_transform *_Nullable transform);
/// Converts straight RGBA with 16 bits per channel to straight RGBA with 8.
void bc_hdr_transform_row(const bc_hdr_transform *transform, const uint16_t *from, uint8_t *to, size_t count);

#pragma clang assume_nonnull end

#endif
