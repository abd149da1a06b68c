// Where the photo would be cropped, for every scheme and shape.

import * as service from "./service.js";
import { cropOptions, detectionOptions, schemes, shapeOption } from "./settings.js";

/** Plans by scheme, in the order of the shapes: `{all: [...], largest: [...], smallest: [...]}`. */
export async function plansFor(photo, detection, settings, shapes) {
  const shapeOptions = shapes.map((shape) => shapeOption(shape, settings.side));
  if (!detection.features.length && settings.fallback === "attention") {
    const plans = await plansByLooking(photo, settings, shapeOptions);
    return Object.fromEntries(schemes.map(({ value }) => [value, plans.map((plan) => ({ ...plan, scheme: value }))]));
  }
  const answers = await Promise.all(schemes.map(async ({ value }) => {
    const query = new URLSearchParams([...shapeOptions, ...cropOptions({ ...settings, scheme: value })]);
    return [value, await service.plans(detection, query)];
  }));
  return Object.fromEntries(answers);
}

/** The attention fallback needs the photo itself. Then only the shape matters, so sliders cause no further requests. */
async function plansByLooking(photo, settings, shapeOptions) {
  const query = String(new URLSearchParams([...shapeOptions, ...detectionOptions(settings)]));
  if (photo.looked?.query !== query) photo.looked = { query, plans: await service.plansByLooking(photo.blob, query) };
  return photo.looked.plans;
}

/** The query for the finished picture. */
export function cropQuery(settings, expression) {
  const query = new URLSearchParams([
    shapeOption(settings.shape, settings.side), ...cropOptions(settings), ...detectionOptions(settings),
  ]);
  if (expression) query.append("effects", expression);
  const format = outputFormat(settings);
  if (format) query.append("format", format);
  return query;
}

/** The requested format; otherwise PNG where effects make parts transparent, and the photo's own in all other cases. */
export const outputFormat = ({ format, effects }) => format || (effects.some(({ clears }) => clears) ? "png" : "");
