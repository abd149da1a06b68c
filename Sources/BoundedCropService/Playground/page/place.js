// The place that the user chooses by hand: a point to crop around, or a region to keep, instead of the faces.

import { inside, isRegion, middleOf } from "./editor.js";

/** `{x, y}`, or `{x, y, width, height}`, in whole pixels of the upright photo; null if the faces decide. */
let place = null;

export const placed = () => place;

export function setPlace(value) {
  place = value;
}

/** As an option of the command and of the service: `["focal", "120,40"]`. */
export const placeOption = (place) => place && [isRegion(place) ? "region" : "focal", numbers(place).join(",")];

/** As a filter of an image URL. */
export function placeFilter({ x, y, width = 1, height = 1 }) {
  return `focal(${x}x${y}:${x + width}x${y + height})`;
}

/** As text of an address: two or four numbers. */
export const placeText = (place) => place && numbers(place).join(",");

/** The place that such a text names; null if it is none. */
export function placeFrom(text) {
  if (!/^\d{1,5}(,\d{1,5}){1}((,[1-9]\d{0,4}){2})?$/.test(text)) return null;
  const [x, y, width, height] = text.split(",").map(Number);
  return width === undefined ? { x, y } : { x, y, width, height };
}

const numbers = ({ x, y, width, height }) => (width === undefined ? [x, y] : [x, y, width, height]);

/** A region around a point, as large as the largest face; without faces, as a third of the shorter side. */
export function regionAround(middle, detection) {
  const third = Math.min(detection.width, detection.height) / 3;
  const largest = detection.features.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
  const { width, height } = largest ?? { width: third, height: third };
  return inside({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }, detection);
}

/** The place as it fits the photo; with a zoom, which needs something that fills the crop, a region. */
export function settled(place, detection, zoom) {
  if (!place) return null;
  const fitting = inside(place, detection);
  return zoom !== null && !isRegion(fitting) ? regionAround(middleOf(fitting), detection) : fitting;
}
