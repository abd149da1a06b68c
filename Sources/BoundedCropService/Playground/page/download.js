// All opened photos, cropped, as one zip file.

import { expression } from "./effects.js";
import { detectionOptions, settings } from "./settings.js";
import { cropQuery } from "./planning.js";
import { uploads } from "./pool.js";
import { pictureName } from "./result.js";
import * as service from "./service.js";
import { photosWords } from "./words.js";
import { distinct, zipOf } from "./zip.js";

const button = document.getElementById("downloadAll");
const progress = document.getElementById("downloadProgress");
const text = document.getElementById("downloadText");
/** Formats that have no animations. */
const stills = ["image/jpeg", "image/bmp", "image/tiff", "image/heic", "image/heif"];
/** More faults are only counted. */
const mostFaults = 5;
/** Milliseconds until the browser has surely begun to save the file. */
const untilSaved = 60_000;
let current = null;

/** Makes the button work; `sources` gives the photos. */
export function watchDownload(sources) {
  button.addEventListener("click", () => {
    if (current) current.isCancelled = true;
    else download(sources());
  });
}

async function download(sources) {
  const run = current = { isCancelled: false };
  show(0, sources.length);
  try {
    const [made, failed] = await pictures(sources, settings(), run);
    if (run.isCancelled) text.textContent = "The download was cancelled.";
    else await save(made, failed);
  } catch (error) {
    text.textContent = error.message;
  } finally {
    current = null;
    show(0, 0);
  }
}

/** The finished pictures that can be made, in the order of the photos, and the names of those which cannot. */
async function pictures(sources, now, run) {
  const failed = [];
  let done = 0;
  const made = await Promise.all(sources.map((source) => uploads.run(async () => {
    if (run.isCancelled) return null;
    try {
      return await picture(source, { ...now, place: source.placed(now.zoom) });
    } catch (error) {
      failed.push(`${source.name}: ${error.message}`);
      return null;
    } finally {
      show(done += 1, sources.length);
    }
  })));
  return [made.filter(Boolean), failed];
}

async function picture(source, now) {
  const photo = await source.blob();
  const isAnimated = !stills.includes(photo.type)
    && Boolean((await service.detection(photo, new URLSearchParams(detectionOptions(now)))).animation);
  const blob = await service.crop(photo, cropQuery(now, expression(now.effects), isAnimated), source.address);
  return { blob, name: pictureName(source.name, await sizeOf(blob), blob.type) };
}

/** The size of a picture; null if this browser cannot decode it. The bitmap is not kept. */
async function sizeOf(blob) {
  try {
    const bitmap = await createImageBitmap(blob);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return null;
  }
}

async function save(made, failed) {
  const names = distinct(made.map(({ name }) => name));
  if (made.length) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await zipOf(made.map(({ blob }, index) => ({ blob, name: names[index] }))));
    link.download = "crops.zip";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), untilSaved);
  }
  const more = failed.length > mostFaults ? ` And ${photosWords(failed.length - mostFaults)} more.` : "";
  const left = failed.length ? ` Left out: ${failed.slice(0, mostFaults).join(" ")}${more}` : "";
  const held = made.length ? `crops.zip has ${made.length} of ${photosWords(made.length + failed.length)}.` : "No photo could be cropped.";
  text.textContent = held + left;
}

/** Shows how many photos are done; nothing if there are none. */
function show(done, all) {
  button.textContent = all ? "Cancel" : "Download all";
  progress.hidden = !all;
  progress.max = all || 1;
  progress.value = done;
  if (all && !done) text.textContent = `Cropping ${photosWords(all)} …`;
}
