// The sizes that have names, such as that of the picture which a network shows for a link.

import * as service from "./service.js";
import { shapeOption, standardShapes } from "./settings.js";

const choice = document.getElementById("preset");
const own = document.getElementById("own");
const side = document.getElementById("side");
let presets = [];

/** Fills the choice; a chosen preset sets the shape and the longest side. */
export async function offerPresets() {
  const most = Number(side.max);
  presets = (await service.presets()).filter(({ width, height }) => Math.max(width, height) <= most);
  const own = presets.filter(({ isOwn }) => isOwn);
  if (own.length) choice.append(groupOf("This service's own", own), groupOf("Standard", presets.filter(({ isOwn }) => !isOwn)));
  else choice.append(...presets.map(optionOf));
  choice.closest("label").hidden = false;
  choice.addEventListener("input", choose);
}

function groupOf(label, presets) {
  const group = Object.assign(document.createElement("optgroup"), { label });
  group.append(...presets.map(optionOf));
  return group;
}

const optionOf = ({ name, width, height, purpose }) => new Option(`${purpose || name}: ${width} × ${height}`, name);

function choose() {
  const preset = presets.find(({ name }) => name === choice.value);
  side.value = preset ? Math.max(preset.width, preset.height) : "";
  if (!preset) return changed(side);
  const shape = shapeOf(preset);
  // The own shape becomes a tile, which is chosen then.
  if (!standardShapes.includes(shape)) {
    own.value = shape;
    changed(own);
  }
  const tile = document.querySelector(`input[name=shape][value="${shape}"]`);
  tile.checked = true;
  return changed(tile);
}

const changed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

/** Shows which preset has the size that is set, if one has. */
export function showPreset({ shape, side: longest }) {
  const size = longest === null ? "" : shapeOption(shape, longest)[1];
  const same = presets.filter(({ width, height }) => `${width}x${height}` === size).map(({ name }) => name);
  if (!same.includes(choice.value)) choice.value = same[0] ?? "";
}

/** The smallest whole numbers of a shape: 40:21 for 1200 × 630. */
function shapeOf({ width, height }) {
  let [divisor, rest] = [width, height];
  while (rest) [divisor, rest] = [rest, divisor % rest];
  return `${width / divisor}:${height / divisor}`;
}
