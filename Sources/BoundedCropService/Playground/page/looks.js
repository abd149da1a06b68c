// What each detector saw, as tables, when asked.

import { holds } from "./faces.js";
import { Latest } from "./latest.js";
import * as service from "./service.js";

const details = document.getElementById("looks");
const list = document.getElementById("looksList");
const status = document.getElementById("looksStatus");
const asking = new Latest();
const looks = [
  { detector: "yunet", accuracy: "low", title: "YuNet, fast" },
  { detector: "yunet", accuracy: "high", title: "YuNet, high accuracy" },
  { detector: "centerface", accuracy: "low", title: "CenterFace, fast" },
  { detector: "centerface", accuracy: "high", title: "CenterFace, high accuracy" },
  { detector: "haar", accuracy: "low", title: "Haar, fast" },
  { detector: "haar", accuracy: "high", title: "Haar, high accuracy" },
];
let [photo, crop] = [null, null];
/** The photo for which a detector was refused; it is asked again when the part is opened again. */
let refused = null;

/** Asks when the part is opened. */
export function watchLooks() {
  details.addEventListener("toggle", () => {
    refused = null;
    showLooks();
  });
}

/** The photo and the crop that the tables are about. */
export function lookAt(nextPhoto, nextCrop) {
  [photo, crop] = [nextPhoto, nextCrop];
  if (photo !== refused) showLooks();
}

function showLooks() {
  if (!details.open || !photo) return;
  asking.run(async () => {
    const of = photo;
    try {
      if (!of.looks) {
        list.replaceChildren();
        const found = [];
        // One after another, to leave the service free for others.
        for (const { detector, accuracy } of looks) {
          status.textContent = `Asking the detectors: ${found.length} of ${looks.length} answered …`;
          found.push((await service.features(of.blob, new URLSearchParams({ detector, accuracy }))).features);
          if (of !== photo) return;
        }
        of.looks = found;
        status.textContent = "All detectors have answered.";
      }
      list.replaceChildren(...looks.map(({ title }, at) => table(title, of.looks[at])));
    } catch (error) {
      status.textContent = error.message;
      refused = of;
    }
  });
}

function table(title, features) {
  const element = document.createElement("table");
  element.createCaption().textContent = `${title}: ${features.length === 1 ? "1 feature" : `${features.length} features`}`;
  if (!features.length) return element;
  const head = element.createTHead().insertRow();
  head.append(...["Number", "Kind", "Confidence", "Left, top", "Size", "In the crop"].map((text) => heading(text, "col")));
  const body = element.createTBody();
  features.forEach((feature, at) => {
    const row = body.insertRow();
    row.append(heading(String(at + 1), "row"));
    const [x, y, width, height] = [feature.x, feature.y, feature.width, feature.height].map(Math.round);
    const kept = holds(crop, feature) ? "kept" : "cut";
    for (const text of [feature.kind, `${Math.round(feature.confidence * 100)}%`, `${x}, ${y}`, `${width} × ${height}`, kept]) {
      row.insertCell().textContent = text;
    }
  });
  return element;
}

function heading(text, scope) {
  return Object.assign(document.createElement("th"), { textContent: text, scope });
}
