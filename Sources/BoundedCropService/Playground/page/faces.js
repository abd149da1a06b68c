// Faces, and whether a crop keeps them.

/** The faces of a photo with `kept`: those of the plan, or of the detection if a place was chosen or corrected that the plan has instead. */
export function facesIn(plan, detection, place) {
  return place || plan.corrected ? detection.features.map((one) => ({ ...one, kept: holds(plan.crop, one) })) : plan.features;
}

/** Whether a crop contains a whole rectangle; numbers in answers are rounded to hundredths. */
export function holds(crop, { x, y, width, height }) {
  const rounding = 0.02;
  return x >= crop.x - rounding && y >= crop.y - rounding
    && x + width <= crop.x + crop.width + rounding && y + height <= crop.y + crop.height + rounding;
}
