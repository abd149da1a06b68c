// ICC profiles for each color model, created with Little CMS.
#ifndef FUZZ_PROFILES_H
#define FUZZ_PROFILES_H

#include "CImageCodecs.h"

/// The bytes of a profile: swapped primaries for RGB, a gamma for gray, a small table for CMYK. The caller frees them.
bc_span fuzz_profile(bc_color_model model);

/// A transform from that profile, created once for each model and never freed.
const bc_color_transform *fuzz_transform(bc_color_model model);

#endif
