// ICC profiles by Little CMS, for each colour model.
#ifndef FUZZ_PROFILES_H
#define FUZZ_PROFILES_H

#include "CImageCodecs.h"

/// The bytes of a profile: swapped primaries for RGB, a gamma for gray, a small table for CMYK. To be freed.
bc_span fuzz_profile(bc_color_model model);

/// A transform from it; made once for each model, kept for good.
const bc_color_transform *fuzz_transform(bc_color_model model);

#endif
