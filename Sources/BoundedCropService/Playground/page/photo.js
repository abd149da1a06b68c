// A photo: its bytes for the service, and a bitmap for drawing.

import * as service from "./service.js";

/** Larger bitmaps would make drawing slow, and no screen shows more. */
const longestSide = 2048;

/**
 * @param {Blob} blob the file
 * @param {string} name its name on the command line
 * @param {string?} address its URL, or its path in the service's folder; null for a local file
 */
export const photoOf = (blob, name, address = null) => ({ blob, name, address, image: image(blob) });

/** The bitmap of a photo. If the browser cannot decode the file, such as a HEIC or TIFF, the service does. */
export async function imageOf(photo, { width, height }) {
  const known = await photo.image;
  if (known) return known;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const size = [width, height].map((side) => Math.max(1, Math.round(side * scale))).join("x");
  return image(await service.crop(photo.blob, new URLSearchParams({ size, "no-bounding": "true", format: "webp", still: "1" })));
}

/** The upright bitmap, with the service's orientation, of an animation its first frame; null if the browser cannot decode it. */
async function image(blob) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(blob);
  } catch {
    return null;
  }
  const scale = longestSide / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return bitmap;
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}
