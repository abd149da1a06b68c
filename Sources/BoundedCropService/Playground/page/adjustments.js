// What dragging on the photo changes. Each function takes what was shown at the start, `{plan, detection, settings}`, and returns what to
// do for a distance from there, in pixels of the photo.

import { inside, isRegion, middleOf, pulledWidth } from "./editor.js";
import { placed, regionAround, setPlace } from "./place.js";
import { setPadding, setZoom } from "./settings.js";

const standardPadding = { top: 0.35, right: 0.15, bottom: 0.2, left: 0.15 };
const noPadding = { top: 0, right: 0, bottom: 0, left: 0 };

/** The padding of faces, or of a place that the user chose. */
function shares(padding, isPlace) {
  if (padding === null) return isPlace ? noPadding : standardPadding;
  const share = parseFloat(padding) / 100;
  return { top: share, right: share, bottom: share, left: share };
}

/** The crop goes with the pointer: as a point, or with a zoom as a region of the size that keeps the crop's. */
export function movingCrop({ plan, detection, settings }) {
  const { crop, bounds } = plan;
  // Keys may come faster than plans.
  const place = placed();
  const { top, right, bottom, left } = shares(settings.padding, true);
  // Where the middle of a padded region is in the region itself.
  const lean = { x: (1 + right - left) / 2, y: (1 + bottom - top) / 2 };
  const start = place
    ? { x: place.x + (place.width ?? 0) * lean.x, y: place.y + (place.height ?? 0) * lean.y }
    : {
      x: crop.width < plan.width ? crop.x + crop.width / 2 : middleOf(bounds ?? crop).x,
      y: crop.height < plan.height ? crop.y + crop.height / 2 : middleOf(bounds ?? crop).y,
    };
  const isZoomed = settings.zoom !== null && plan.reason === "bounds";
  const size = isRegion(place) ? place : isZoomed && {
    width: Math.max(1, Math.round(bounds.width / (1 + left + right))), height: Math.max(1, Math.round(bounds.height / (1 + top + bottom))),
  };
  return ({ dx, dy }) => {
    const x = moved(start.x, dx, crop.width, plan.width);
    const y = moved(start.y, dy, crop.height, plan.height);
    const { width, height } = size;
    setPlace(inside(isZoomed ? { x: x - width * lean.x, y: y - height * lean.y, width, height } : { x, y }, detection));
  };
}

/** Moves the middle of the crop as far as the photo allows; where the crop cannot move, what it would be around in other shapes stays. */
const moved = (start, by, length, limit) => (length < limit ? Math.min(Math.max(start + by, length / 2), limit - length / 2) : start);

/** The corner of the region goes with the pointer. */
export function resizingRegion({ detection }) {
  const start = placed();
  return ({ dx, dy }) => setPlace({
    ...start,
    width: Math.round(Math.min(Math.max(start.width + dx, 1), detection.width - start.x)),
    height: Math.round(Math.min(Math.max(start.height + dy, 1), detection.height - start.y)),
  });
}

/** The edge goes with the pointer: by the padding of the face that it belongs to. */
export function pullingPadding({ plan: { features, bounds }, settings }, side) {
  const share = shares(settings.padding, settings.place !== null)[side];
  const isAcross = side === "left" || side === "right";
  const isStart = side === "left" || side === "top";
  const spans = features.map((one) => (isAcross ? { start: one.x, length: one.width } : { start: one.y, length: one.height }));
  const edge = isAcross ? bounds.x + (isStart ? 0 : bounds.width) : bounds.y + (isStart ? 0 : bounds.height);
  const padded = ({ start, length }) => (isStart ? start - share * length : start + length + share * length);
  const [span] = spans.sort((one, other) => Math.abs(padded(one) - edge) - Math.abs(padded(other) - edge));
  const own = isStart ? span.start : span.start + span.length;
  return ({ dx, dy }) => {
    const outward = (edge + (isAcross ? dx : dy) - own) * (isStart ? -1 : 1);
    setPadding(Math.round(Math.min(Math.max(outward / span.length, 0), 1.5) * 100));
  };
}

/** The corner goes with the pointer, as seen from the middle of the crop. */
export function pullingZoom(shown, point) {
  const { crop } = shown.plan;
  const [bounds, aspect] = [zoomable(shown), crop.width / crop.height];
  return (distance) => {
    const width = pulledWidth(crop, point, distance);
    zoomTo(shown, Math.max(bounds.width / width, bounds.height / (width / aspect)));
  };
}

/** Zooms in by a factor above 1, or out by one below. */
export function zoomBy(shown, factor) {
  const [bounds, { crop }] = [zoomable(shown), shown.plan];
  zoomTo(shown, (shown.settings.zoom ?? Math.max(bounds.width / crop.width, bounds.height / crop.height)) * factor);
}

/** The rectangle that a zoom relates to: for a point, that of the region it becomes. */
function zoomable({ plan, detection, settings }) {
  if (!settings.place || isRegion(settings.place)) return plan.bounds;
  const { top, right, bottom, left } = shares(settings.padding, true);
  const { width, height } = regionAround(middleOf(settings.place), detection);
  return { width: width * (1 + left + right), height: height * (1 + top + bottom) };
}

/** Turns the zoom off where the crop is as large as it can be. */
function zoomTo(shown, share) {
  const { width, height, crop } = shown.plan;
  const [bounds, aspect] = [zoomable(shown), crop.width / crop.height];
  const largest = Math.min(width, height * aspect);
  const least = Math.max(bounds.width / largest, bounds.height / (largest / aspect));
  setZoom(share <= least + 0.005 ? 0 : Math.round(Math.min(share, 1) * 100));
}
