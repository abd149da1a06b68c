// Draws the photo with its faces and the crop.

const canvas = document.getElementById("photo");
const mat = document.getElementById("mat");
const empty = document.getElementById("empty");
const context = canvas.getContext("2d");
const invitation = empty.querySelector("span").textContent;
let shown = null;
let drawn = () => {};

// The same colors as the legend in theme.css.
const lines = {
  kept: { color: "#ffd34d", width: 2, dash: [] },
  cut: { color: "#ff8a73", width: 2, dash: [3, 3] },
  bounds: { color: "#6bd8ff", width: 2, dash: [8, 5] },
  region: { color: "#6bd8ff", width: 1.5, dash: [] },
  crop: { color: "#ffffff", width: 3, dash: [] },
};

/** Calls `then` with the size of the photo on the screen, after each time that it is drawn; with null if there is no photo. */
export function watchDrawing(then) {
  drawn = then;
}

/** Shows a photo with its faces, a region, and a plan's boxes, or a message if the browser cannot draw the photo. */
export function show(image, plan, faces, region) {
  shown = { image, plan, faces, region };
  canvas.hidden = !image;
  empty.hidden = Boolean(image);
  if (!image) empty.querySelector("span").textContent = "This browser cannot show the photo; the service can.";
  draw();
}

/** Shows no photo, and invites to open one. */
export function clear() {
  shown = null;
  canvas.hidden = true;
  empty.hidden = false;
  empty.querySelector("span").textContent = invitation;
  draw();
}

new ResizeObserver(draw).observe(mat);

function draw() {
  if (!shown?.image) return drawn(null);
  const { image, plan, faces, region } = shown;
  const { width, height, pixels } = fit(image);
  canvas.width = Math.round(width * pixels);
  canvas.height = Math.round(height * pixels);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  context.scale(pixels, pixels);
  const scale = { x: width / plan.width, y: height / plan.height };
  dimAround(plan.crop, scale, width, height);
  if (plan.bounds) box(plan.bounds, scale, lines.bounds);
  for (const face of faces) box(face, scale, face.kept ? lines.kept : lines.cut);
  if (region) box(region, scale, lines.region);
  box(plan.crop, scale, lines.crop);
  drawn({ width, height });
}

/** As large as the stage allows, but small photos at most at double size. */
function fit(image) {
  const style = getComputedStyle(mat);
  const room = {
    width: mat.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    height: mat.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
  };
  const scale = Math.min(room.width / image.width, room.height / image.height, 2);
  return {
    width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)),
    pixels: window.devicePixelRatio || 1,
  };
}

function dimAround(crop, scale, width, height) {
  const path = new Path2D();
  path.rect(0, 0, width, height);
  path.rect(crop.x * scale.x, crop.y * scale.y, crop.width * scale.x, crop.height * scale.y);
  context.fillStyle = "rgb(12 16 20 / 0.62)";
  context.fill(path, "evenodd");
}

/** A light line on a dark one, visible on every photo. Lines at the edge are moved inside. */
function box({ x, y, width, height }, scale, line) {
  const left = Math.max(x * scale.x, line.width / 2);
  const top = Math.max(y * scale.y, line.width / 2);
  const right = Math.min((x + width) * scale.x, canvas.clientWidth - line.width / 2);
  const bottom = Math.min((y + height) * scale.y, canvas.clientHeight - line.width / 2);
  for (const [color, extra, dash] of [["rgb(0 0 0 / 0.5)", 2, []], [line.color, 0, line.dash]]) {
    context.strokeStyle = color;
    context.lineWidth = line.width + extra;
    context.setLineDash(dash);
    context.strokeRect(left, top, right - left, bottom - top);
  }
}

// The window may have moved to a screen with another pixel ratio.
window.addEventListener("resize", draw);
