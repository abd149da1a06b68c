// The finished picture, as rendered by the service.

import { bytesWords } from "./words.js";

const image = document.getElementById("result");
const text = document.getElementById("resultText");
const save = document.getElementById("save");
// The first option is no format.
const formats = new Map([...document.getElementById("format").options].slice(1).map(({ value, text }) => [value, text]));

export async function showResult(blob, photo, { animation }) {
  const url = URL.createObjectURL(blob);
  const last = image.src;
  image.src = url;
  try {
    await image.decode();
  } catch {
    // The values below are valid even so.
  }
  if (last) URL.revokeObjectURL(last);
  const [width, height, format] = [image.naturalWidth, image.naturalHeight, blob.type.replace("image/", "")];
  image.hidden = false;
  image.alt = `The finished picture, ${width} by ${height} pixels`;
  const frames = animation && `${animation.frames} frames`;
  text.textContent = [`${width} × ${height} pixels`, formats.get(format) ?? format, frames, bytesWords(blob.size)].filter(Boolean).join(", ");
  save.href = url;
  save.download = pictureName(photo.name, { width, height }, blob.type);
  save.hidden = false;
}

/** The name of a file with a finished picture: that of the photo, without its folders, and the size, if it is known. */
export function pictureName(photoName, size, type) {
  const stem = photoName.split(/[?#]/)[0].split(/[/\\]/).pop().replace(/\.[^.]*$/, "").replaceAll(/[\p{Cc}:*"<>|]/gu, "_") || "photo";
  const ending = type.replace("image/", "").replace("jpeg", "jpg");
  return `${stem}${size ? `-${size.width}x${size.height}` : ""}.${ending}`;
}
