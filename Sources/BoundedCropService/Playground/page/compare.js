// The crop beside a center crop of the same shape, under a slider.

import { expression } from "./effects.js";
import { holds } from "./faces.js";
import { cropQuery } from "./planning.js";
import * as service from "./service.js";
import { shapeOption } from "./settings.js";

const element = (id) => document.getElementById(id);
const [choice, versus, picture, split] = [element("compare"), element("versus"), element("center"), element("split")];

/** Calls `change` when the comparison is switched on or off. */
export function watchCompare(change) {
  choice.addEventListener("input", change);
  split.addEventListener("input", showSplit);
  showSplit();
}

function showSplit() {
  versus.parentElement.style.setProperty("--split", `${split.value}%`);
  split.setAttribute("aria-valuetext", `${split.value}% center crop, ${100 - split.value}% BoundedCrop`);
}

/** Shows the comparison if it is on; effects, size and format are the same on both sides. */
export async function showComparison(photo, plan, faces, settings, isAnimated) {
  const crop = await centerCrop(photo, plan, settings);
  const isSame = ["x", "y", "width", "height"].every((name) => crop[name] === plan.crop[name]);
  choice.disabled = isSame;
  element("compareText").textContent = isSame ? "Here, a center crop is the same." : words(crop, faces);
  if (isSame || !choice.checked) {
    versus.hidden = true;
    return;
  }
  const plain = { ...settings, scheme: "all", padding: null, zoom: null, fallback: "attention", place: null };
  const query = cropQuery(plain, expression(settings.effects), isAnimated);
  query.set("no-bounding", "true");
  if (photo.centered?.query !== String(query)) photo.centered = { query: String(query), blob: await service.crop(photo.blob, query) };
  await show(photo.centered.blob);
}

/** Where the largest crop of the shape is in the middle; the service is asked once for each shape. */
async function centerCrop(photo, { width, height }, { shape, side }) {
  const query = String(new URLSearchParams([shapeOption(shape, side), ["no-bounding", "true"]]));
  photo.centers ??= new Map();
  if (!photo.centers.has(query)) photo.centers.set(query, (await service.plans({ width, height, features: [] }, query))[0].crop);
  return photo.centers.get(query);
}

async function show(blob) {
  const last = picture.src;
  picture.src = URL.createObjectURL(blob);
  if (last) URL.revokeObjectURL(last);
  await picture.decode().catch(() => {});
  versus.hidden = false;
}

function words(crop, faces) {
  if (!faces.length) return "";
  const kept = faces.filter((one) => holds(crop, one)).length;
  return `A center crop keeps ${kept} of ${faces.length === 1 ? "1 face" : `${faces.length} faces`} whole.`;
}
