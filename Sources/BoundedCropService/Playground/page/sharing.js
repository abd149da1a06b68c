// Which settings the address of the page holds.

import { keep } from "./address.js";
import { effectsText, setEffects } from "./effects.js";
import { placed, placeFrom, placeText, setPlace } from "./place.js";
import { setPadding, setZoom, settings } from "./settings.js";

const element = (id) => document.getElementById(id);
const radios = (name) => [...document.querySelectorAll(`input[name=${name}]`)];

/** @param {() => void} offerShapes adds the tile of the user's own shape */
export function shareSettings(offerShapes) {
  keepOwnShape(offerShapes);
  for (const name of ["shape", "scheme", "detector", "accuracy", "fallback"]) keepRadio(name);
  keep("padding", { write: () => settings().padding?.slice(0, -1), read: (text) => setPadding(whole(text, 0, 150)) });
  const percent = () => settings().zoom && Math.round(settings().zoom * 100);
  keep("zoom", { write: () => text(percent()), read: (text) => setZoom(whole(text, 1, 100) ?? 0) });
  keep("place", { write: () => placeText(placed()), read: (text) => setPlace(placeFrom(text ?? "")) });
  keep("effects", { write: effectsText, read: setEffects });
  keep("side", { write: () => text(settings().side), read: (text) => { element("side").value = whole(text, 1, 8000) ?? ""; } });
  keepSelect("format");
  keepCheck("still");
  keepCheck("compare");
}

const text = (number) => (number ? String(number) : null);

function whole(text, least, most) {
  const number = /^\d{1,5}$/.test(text ?? "") ? Number(text) : NaN;
  return number >= least && number <= most ? number : null;
}

function keepRadio(name) {
  keep(name, {
    write: () => radios(name).find((one, at) => one.checked && at > 0)?.value,
    read: (text) => { (radios(name).find(({ value }) => value === text) ?? radios(name)[0]).checked = true; },
  });
}

function keepSelect(id) {
  const { options } = element(id);
  keep(id, {
    write: () => (element(id).selectedIndex > 0 ? element(id).value : null),
    read: (text) => { element(id).selectedIndex = Math.max(0, [...options].findIndex(({ value }) => value === text)); },
  });
}

function keepCheck(id) {
  keep(id, { write: () => (element(id).checked ? "1" : null), read: (text) => { element(id).checked = text === "1"; } });
}

function keepOwnShape(offerShapes) {
  const read = (text) => {
    element("own").value = /^[\d.:x]{1,20}$/.test(text ?? "") ? text : "";
    offerShapes();
  };
  keep("own", { write: () => element("own").value.replace(/\s/g, "").replace(/[×/]/, ":"), read });
}

/** Shows the address of the page as it is now, and says if the photo is not in it. */
export function showLink(photo) {
  element("linkText").textContent = location.href;
  element("linkHint").hidden = !photo || photo.address !== null;
}

/** The URL or the path of a photo in an address; null if it is none, or would lead out of the service's folder. */
export function addressFrom(text) {
  const address = (text ?? "").trim();
  const isUsable = address && address.length <= 2000 && !/[\u0000-\u001f\u007f\\]/.test(address);
  const leadsOut = address.split("/").some((part) => part === "." || part === "..");
  const isOther = /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^https?:\/\/[^/]/i.test(address);
  return isUsable && !leadsOut && !isOther ? address : null;
}
