// The crop, the padding and the zoom, changed on the photo itself. The sliders beside it do the same, so only what has no slider is in the
// order of the tab key: the place of the crop, and the size of a region.

import { movingCrop, pullingPadding, pullingZoom, resizingRegion, zoomBy } from "./adjustments.js";
import { drags } from "./drags.js";
import { inside, isRegion, middleOf, placed, regionAround, setPlace } from "./place.js";
import { watchRegionDrawing } from "./regions.js";
import { watchDrawing } from "./stage.js";

const element = (id) => document.getElementById(id);
const [layer, body, grip, corner] = [element("handles"), element("cropBody"), element("moveCrop"), element("sizeRegion")];
const [sides, corners] = [layer.querySelectorAll("[data-side]"), layer.querySelectorAll("[data-corner]")];
/** What is shown: the plan, the detection and the settings. */
let shown = null;
let change = () => {};

/** Calls `then` when something was changed on the photo. */
export function watchHandles(then) {
  change = then;
  watchDrawing(resize);
  drag(body, movingCrop);
  drag(grip, movingCrop);
  drag(corner, resizingRegion);
  for (const pull of sides) drag(pull, (from) => pullingPadding(from, pull.dataset.side));
  for (const pull of corners) drag(pull, pullingZoom);
  grip.addEventListener("keydown", (event) => steps(event, movingCrop));
  corner.addEventListener("keydown", (event) => steps(event, resizingRegion));
  // What trackpads send for a pinch, too; without the key, the wheel scrolls the page.
  layer.addEventListener("wheel", wheel, { passive: false });
  element("facesAgain").addEventListener("click", () => {
    element("drawRegion").focus();
    setPlaceAnd(null);
  });
  const aroundCrop = () => regionAround(middleOf(shown.plan.crop), shown.detection);
  watchRegionDrawing(layer, scale, (region) => setPlaceAnd(inside(region ?? aroundCrop(), shown.detection)), grip);
}

/** Lets a handle be dragged; fingers drag all but the crop itself, on which they scroll the page. */
function drag(handle, adjust) {
  const begin = (point) => {
    const move = adjust(shown, point);
    return (distance) => {
      move(distance);
      change();
    };
  };
  drags(handle, layer, scale, { begin }, handle !== body);
}

function wheel(event) {
  if (!event.ctrlKey || shown?.plan.reason !== "bounds") return;
  event.preventDefault();
  zoomBy(shown, Math.exp(-Math.min(Math.max(event.deltaY, -50), 50) / 400));
  change();
}

export function showHandles(plan, detection, settings) {
  shown = { plan, detection, settings };
  element("facesAgain").hidden = !settings.place;
  element("facesAgain").textContent = detection.features.length ? "Use the faces again" : "Place it automatically again";
  const middle = middleOf(settings.place ?? plan.crop);
  const where = `${Math.round(middle.x)} from the left, ${Math.round(middle.y)} from the top`;
  say(grip, middle.x, plan.width, `${where}, placed ${settings.place ? "by hand" : plan.corrected ? "by a correction" : "automatically"}`);
  corner.hidden = !isRegion(settings.place);
  if (!corner.hidden) say(corner, settings.place.width, plan.width, `${settings.place.width} wide, ${settings.place.height} high`);
  arrange();
}

function say(handle, now, most, text) {
  handle.setAttribute("aria-valuenow", Math.round(now));
  handle.setAttribute("aria-valuemax", most);
  handle.setAttribute("aria-valuetext", text);
}

/** Pixels of the photo for each pixel of the screen. */
const scale = () => shown.plan.width / Math.max(1, layer.clientWidth);

function setPlaceAnd(place) {
  setPlace(place);
  change();
}

function resize(drawing) {
  layer.hidden = !drawing;
  if (!drawing) return;
  layer.style.width = `${drawing.width}px`;
  layer.style.height = `${drawing.height}px`;
  arrange();
}

function arrange() {
  if (!shown || layer.hidden) return;
  const { plan: { crop, bounds, reason }, settings: { place } } = shown;
  const unit = 1 / scale();
  put(body, crop.x * unit, crop.y * unit);
  body.style.width = `${crop.width * unit}px`;
  body.style.height = `${crop.height * unit}px`;
  put(grip, (crop.x + crop.width / 2) * unit, (crop.y + crop.height) * unit);
  if (isRegion(place)) put(corner, (place.x + place.width) * unit, (place.y + place.height) * unit);
  const isPadded = bounds && (!place || isRegion(place));
  for (const pull of sides) {
    pull.hidden = !isPadded;
    if (!isPadded) continue;
    const { side } = pull.dataset;
    const x = side === "left" ? bounds.x : side === "right" ? bounds.x + bounds.width : bounds.x + bounds.width / 2;
    const y = side === "top" ? bounds.y : side === "bottom" ? bounds.y + bounds.height : bounds.y + bounds.height / 2;
    put(pull, x * unit, y * unit);
  }
  for (const pull of corners) {
    // Only what fits into the crop can fill it.
    pull.hidden = reason !== "bounds";
    const [down, across] = pull.dataset.corner.split(" ");
    put(pull, (crop.x + (across === "right" ? crop.width : 0)) * unit, (crop.y + (down === "bottom" ? crop.height : 0)) * unit);
  }
}

/** Handles stay inside the photo, where they can be seen and reached. */
function put(handle, x, y) {
  const room = handle === body ? 0 : 9;
  handle.style.left = `${Math.min(Math.max(x, room), layer.clientWidth - room)}px`;
  handle.style.top = `${Math.min(Math.max(y, room), layer.clientHeight - room)}px`;
}

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function steps(event, adjust) {
  if (event.key === "Escape" && placed()) {
    grip.focus();
    setPlaceAnd(null);
    return;
  }
  const direction = directions[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const step = Math.max(1, Math.round(Math.max(shown.plan.width, shown.plan.height) * (event.shiftKey ? 0.05 : 0.01)));
  adjust(shown)({ dx: direction[0] * step, dy: direction[1] * step });
  change();
}
