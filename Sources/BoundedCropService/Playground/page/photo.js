// A photo: its bytes for the service, and a picture of it to draw from.

/** Larger ones would make drawing slow, and no screen shows more. */
const longestSide = 2048;

/**
 * @param {Blob} blob the file
 * @param {string} name what the command line would call it
 * @param {string?} address its URL, or its path in the service's folder; null for a file of the user's
 */
export const photoOf = (blob, name, address = null) => ({ blob, name, address, image: image(blob) });

/** Upright, as the service counts its pixels; null when the browser cannot show it. */
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
