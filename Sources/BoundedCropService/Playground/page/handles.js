// The crop, the padding and the zoom, changed on the photo itself.

import { movingCrop, pullingPadding, pullingZoom, resizingRegion, zoomBy } from "./adjustments.js";
import * as editor from "./editor.js";
import { inside, isRegion, middleOf } from "./editor.js";
import { placed, regionAround, setPlace } from "./place.js";

const element = (id) => document.getElementById(id);
const [empty, again, button] = [element("empty"), element("facesAgain"), element("drawRegion")];
const invitation = empty.querySelector("span").textContent;
/** What is shown: the plan, the detection and the settings. */
let shown = null;

/** Calls `change` when something was changed on the photo. */
export function watchHandles(change) {
  const automatically = () => {
    setPlace(null);
    change();
  };
  const placeAt = (place) => setPlace(inside(place, shown.detection));
  editor.begin({
    change, rest: () => draw(false),
    move: () => movingCrop(shown), size: () => resizingRegion(shown),
    pad: (_, side) => pullingPadding(shown, side), zoom: (point) => pullingZoom(shown, point), zoomBy: (factor) => zoomBy(shown, factor),
    region: placeAt, point: placeAt,
    reset: () => placed() && (automatically(), true),
  });
  again.addEventListener("click", () => {
    button.focus();
    automatically();
  });
  button.addEventListener("click", (event) => {
    if (event.detail > 0) return draw(button.ariaPressed !== "true");
    // Enter and the space bar, which cannot draw.
    setPlace(regionAround(middleOf(shown.plan.crop), shown.detection));
    change();
    editor.focus();
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") draw(false); });
}

function draw(isDrawing) {
  editor.setDrawing(isDrawing);
  button.ariaPressed = String(isDrawing);
}

/** Shows a photo with its faces and a plan, or a message if the browser cannot draw it; nothing, with an invitation, without a plan. */
export function showPhoto(image, plan, faces, detection, settings) {
  empty.hidden = Boolean(image);
  empty.querySelector("span").textContent = plan ? "This browser cannot show the photo; the service can." : invitation;
  if (!plan) return editor.show(null);
  shown = { plan, detection, settings };
  const { place } = settings, { width, height, crop, bounds, corrected } = plan, region = isRegion(place) && place;
  again.hidden = !place;
  again.textContent = detection.features.length ? "Use the faces again" : "Place it automatically again";
  editor.show({
    image, width, height, crop, bounds, features: faces, places: place ? [place] : [], region, middle: middleOf(place ?? crop),
    how: place ? "by hand" : corrected ? "by a correction" : "automatically",
    // Only what fits into the crop can fill it.
    zooms: plan.reason === "bounds", pads: bounds && (!place || region),
  });
}
