// The values of the controls.

import { effectCalls } from "./effects.js";
import { placed, placeOption } from "./place.js";

const form = document.getElementById("controls");
const element = (id) => document.getElementById(id);
let hasStandardPadding = true;

export const schemes = [
  { value: "all", title: "All" },
  { value: "largest", title: "Largest" },
  { value: "smallest", title: "Smallest" },
];
export const standardShapes = ["1:1", "16:9", "3:1", "1:3", "4:5"];

/** The shapes to show: the standard ones, and the user's own if it is valid. */
export function shapes() {
  const own = element("own").value.replaceAll(/\s/g, "").replace(/[x×/]/, ":");
  const isShape = /^\d{1,5}(\.\d{1,4})?(:\d{1,5}(\.\d{1,4})?)?$/.test(own) && own.split(":").every((side) => Number(side) > 0);
  element("own").setAttribute("aria-invalid", String(own !== "" && !isShape));
  return isShape && !standardShapes.includes(own) ? [...standardShapes, own] : standardShapes;
}

export function settings() {
  const data = new FormData(form);
  const side = element("side");
  return {
    scheme: data.get("scheme") ?? "all",
    shape: document.querySelector("input[name=shape]:checked")?.value ?? standardShapes[0],
    padding: hasStandardPadding ? null : `${element("padding").value}%`,
    zoom: element("zoom").value === "0" ? null : Number(element("zoom").value) / 100,
    detector: data.get("detector"),
    accuracy: data.get("accuracy"),
    fallback: data.get("fallback"),
    effects: effectCalls(),
    side: side.value && side.checkValidity() ? Number(side.value) : null,
    format: element("format").value,
    isStill: element("still").checked,
    place: placed(),
  };
}

/** Calls `change` with the name of the changed setting. */
export function watchSettings(change) {
  element("padding").addEventListener("input", () => { hasStandardPadding = false; });
  element("paddingReset").addEventListener("click", () => {
    setPadding(null);
    change("padding");
  });
  element("zoomReset").addEventListener("click", () => {
    setZoom(0);
    change("zoom");
  });
  const changed = (event) => {
    sayValues();
    change(event.target.name || event.target.id);
  };
  form.addEventListener("input", changed);
  element("shapes").addEventListener("input", changed);
  element("own").addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  sayValues();
}

/** Sets the padding in percent; null for the standard one. */
export function setPadding(percent) {
  hasStandardPadding = percent === null;
  element("padding").value = percent ?? element("padding").defaultValue;
  sayValues();
}

/** Sets the zoom in percent; 0 turns it off. */
export function setZoom(percent) {
  element("zoom").value = percent;
  sayValues();
}

function sayValues() {
  const { padding, zoom } = settings();
  element("paddingText").textContent = padding ?? "standard: 35% 15% 20% 15%, a region none";
  element("paddingReset").disabled = padding === null;
  element("zoomText").textContent = zoom === null ? "off" : `faces take ${Math.round(zoom * 100)}%`;
  element("zoomReset").disabled = zoom === null;
}

/** The settings that differ from the defaults, as options of the command and of the service: `["padding", "20%"]`. */
export function cropOptions({ scheme, padding, zoom, fallback, place }) {
  return [
    scheme !== "all" && ["scheme", scheme],
    padding !== null && ["padding", padding],
    zoom !== null && ["zoom", String(zoom)],
    fallback !== "attention" && ["fallback", fallback],
    placeOption(place),
  ].filter(Boolean);
}

export function detectionOptions({ detector, accuracy }) {
  return [detector !== "yunet" && ["detector", detector], accuracy !== "low" && ["accuracy", accuracy]].filter(Boolean);
}

/** The option for a shape: as an aspect, or as a size if the longest side of the output is given. */
export function shapeOption(shape, side) {
  if (side === null) return ["aspect", shape];
  const [width, height = 1] = shape.split(":").map(Number);
  const scale = side / Math.max(width, height);
  return ["size", [width, height].map((one) => Math.max(1, Math.round(one * scale))).join("x")];
}
