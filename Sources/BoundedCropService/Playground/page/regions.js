// A region that the user draws on the photo.

import { drags } from "./drags.js";

const button = document.getElementById("drawRegion");
const sheet = document.getElementById("drawSheet");

/**
 * Calls `then` with the drawn rectangle in pixels of the photo; with nothing if the keyboard asks for a region, which is then moved by
 * `grip`.
 */
export function watchRegionDrawing(layer, scale, then, grip) {
  button.addEventListener("click", (event) => {
    // Enter and the space bar, which cannot draw.
    if (event.detail === 0) {
      then();
      grip.focus();
    } else {
      draw(sheet.hidden);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") draw(false);
  });
  const begin = ({ x, y }) => ({ dx, dy }) => {
    then({ x: Math.min(x, x + dx), y: Math.min(y, y + dy), width: Math.abs(dx), height: Math.abs(dy) });
  };
  drags(sheet, layer, scale, { begin, end: (isDrawn) => isDrawn && draw(false) }, true);
}

function draw(isDrawing) {
  sheet.hidden = !isDrawing;
  button.setAttribute("aria-pressed", String(isDrawing));
}
