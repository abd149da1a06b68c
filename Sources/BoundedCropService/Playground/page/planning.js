// Where the photo would be cropped, for every scheme and shape.

import * as service from "./service.js";
import { cropOptions, detectionOptions, schemes, shapeOption } from "./settings.js";

/** Pixels of the longest side of a small crop: larger than it is shown, for high-resolution screens. */
const thumbnailSide = 240;

/** Plans by scheme, in the order of the shapes: `{all: [...], largest: [...], smallest: [...]}`. */
export async function plansFor(photo, detection, settings, shapes) {
  const shapeOptions = shapes.map((shape) => shapeOption(shape, settings.side));
  const nothing = !detection.features.length && !detection.likely?.length;
  const attends = !settings.place && nothing && settings.fallback === "attention";
  if (detection.animation && (attends || settings.place || !plays(settings))) return plansOfFrames(photo, settings, shapeOptions);
  if (attends) {
    const plans = await plansByLooking(photo, settings, shapeOptions);
    return Object.fromEntries(schemes.map(({ value }) => [value, plans.map((plan) => ({ ...plan, scheme: value }))]));
  }
  const answers = await Promise.all(schemes.map(async ({ value }) => {
    const query = new URLSearchParams([...shapeOptions, ...cropOptions({ ...settings, scheme: value })]);
    return [value, await service.plans(detection, query, photo.address)];
  }));
  return Object.fromEntries(answers);
}

/** The attention fallback needs the photo itself. Then only the shape matters, so sliders cause no further requests. */
async function plansByLooking(photo, settings, shapeOptions) {
  return looked(photo, "all", [...shapeOptions, ...detectionOptions(settings)]);
}

/** Whether the result is surely an animation, if the photo is one. */
function plays(settings) {
  return !settings.isStill && !["jpeg", "png"].includes(outputFormat(settings, true));
}

/** What the tracks do not tell: where one frame of an animation is cropped, or where something stands out. */
async function plansOfFrames(photo, settings, shapeOptions) {
  const answers = await Promise.all(schemes.map(async ({ value }) => {
    const options = [...cropOptions({ ...settings, scheme: value }), ...detectionOptions(settings), ...frameOptions(settings, true)];
    return [value, await looked(photo, value, [...shapeOptions, ...options])];
  }));
  return Object.fromEntries(answers);
}

/** The service's plans for a photo; the last ones for each scheme are kept. */
async function looked(photo, scheme, options) {
  const query = String(new URLSearchParams(options));
  photo.looked ??= {};
  if (photo.looked[scheme]?.query !== query) {
    photo.looked[scheme] = { query, plans: await service.plansByLooking(photo.blob, query, photo.address) };
  }
  return photo.looked[scheme].plans;
}

/** The query for the finished picture. */
export function cropQuery(settings, expression, isAnimated) {
  const query = new URLSearchParams([
    shapeOption(settings.shape, settings.side), ...cropOptions(settings), ...detectionOptions(settings),
    ...frameOptions(settings, isAnimated),
  ]);
  if (expression) query.append("effects", expression);
  return query;
}

/** The query for a small crop without effects, whose sizes in pixels are those of the whole picture. */
export function thumbnailQuery(settings) {
  return cropQuery({ ...settings, side: thumbnailSide, format: "webp", isStill: true }, "", true);
}

/** What decides on the frames of the result: its format, and whether only one is taken. */
export function frameOptions(settings, isAnimated) {
  const format = outputFormat(settings, isAnimated);
  return [isAnimated && settings.isStill && ["still", "1"], format && ["format", format]].filter(Boolean);
}

/** The requested format; otherwise one with transparency where effects make parts transparent, and the photo's own in all other cases. */
function outputFormat({ format, effects, isStill }, isAnimated) {
  if (format || !effects.some(({ clears }) => clears)) return format;
  return isAnimated && !isStill ? "webp" : "png";
}
