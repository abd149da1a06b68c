// The editor of a crop, which the service's page and that of `boundedcrop review` share: a photo with what was found in it, and handles. What
// a handle changes is up to the page.

const within = (value, least, most) => Math.min(Math.max(value, least), most);

/** Whether a place is a region, `{x, y, width, height}`, and no point. */
export const isRegion = (place) => place?.width !== undefined;

export function middleOf({ x, y, width = 1, height = 1 }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** A place, moved and shrunk into a photo, in whole pixels. */
export function inside(place, photo) {
  const whole = (value, least, most) => Math.round(within(value, least, most));
  if (!isRegion(place)) return { x: whole(Math.floor(place.x), 0, photo.width - 1), y: whole(Math.floor(place.y), 0, photo.height - 1) };
  const [width, height] = [whole(place.width, 1, photo.width), whole(place.height, 1, photo.height)];
  return { x: whole(place.x, 0, photo.width - width), y: whole(place.y, 0, photo.height - height), width, height };
}

/** The width of a crop whose corner, dragged from a point, is where the pointer is: as seen from the middle of the crop. */
export function pulledWidth(crop, { x, y }, { dx, dy }) {
  const middle = middleOf(crop);
  return 2 * Math.max(Math.abs(x + dx - middle.x), Math.abs(y + dy - middle.y) * crop.width / crop.height, 1);
}

function part(parent, name, attributes) {
  const one = parent.appendChild(document.createElement(name));
  for (const [attribute, value] of Object.entries(attributes)) one.setAttribute(attribute, value);
  return one;
}

// Sliders beside the photo do what most handles do: only those without one are in the order of the tab key.
const mat = Object.assign(document.getElementById("mat"), { tabIndex: -1 });
const canvas = part(mat, "canvas", { id: "photo", role: "img", "aria-label": "The photo", hidden: "" });
const layer = part(mat, "div", { id: "handles", class: "handles", role: "group", "aria-label": "On the photo", hidden: "" });
const context = canvas.getContext("2d");
const pull = (kind, attributes) => part(layer, "span", { class: `pull ${kind}`, ...attributes });
const sides = ["top", "right", "bottom", "left"].map((side) => pull("padding", { "data-side": side, "aria-hidden": true }));
const corners = ["top left", "top right", "bottom right", "bottom left"]
  .map((corner) => pull("zoom", { "data-corner": corner, "aria-hidden": true }));
const slider = (kind, id, label) => pull(kind, {
  id, role: "slider", tabindex: 0, "aria-label": label, "aria-roledescription": "2D slider", "aria-valuemin": 0, "aria-describedby": "keysHint",
});
const [corner, grip] = [slider("size", "sizeRegion", "Size of the region"), slider("move", "moveCrop", "Middle of the crop")];
const sheet = part(layer, "div", { id: "drawSheet", class: "sheet", hidden: "" });
/** What is shown, and what the page does with it. */
let [shown, page] = [null, {}];

/**
 * Starts the editor.
 *
 * @param given.move, given.size, given.zoom, given.pad what happens to the crop, a region, the zoom by a corner, and the padding by a side:
 *   functions that take the point where a drag begins, in pixels of the photo, and the side; they return what to do for a distance from there
 * @param given.zoomBy takes the factor of the wheel, of two fingers on a trackpad, and of the keys: above 1, the crop becomes smaller
 * @param given.region, given.point take what is drawn on the photo
 * @param given.change, given.rest are called after each change, and when the hand rests
 * @param given.reset is called by Escape, and says whether there was something to take back
 * @param given.keys the element in which plus makes the crop larger, and minus smaller
 */
export function begin(given) {
  page = given;
  drags(layer, (point) => page.move(point));
  drags(grip, (point) => page.move(point));
  drags(corner, (point) => page.size(point));
  for (const one of sides) drags(one, (point) => page.pad(point, one.dataset.side));
  for (const one of corners) drags(one, (point) => page.zoom(point));
  drags(sheet, ({ x, y }) => ({ dx, dy }) => {
    page.region({ x: Math.min(x, x + dx), y: Math.min(y, y + dy), width: Math.abs(dx), height: Math.abs(dy) });
  }, (point) => page.point(point));
  (page.keys ?? layer).addEventListener("keydown", press);
  // What trackpads send for a pinch, too; without the key, the wheel scrolls the page.
  layer.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !shown.zooms) return;
    event.preventDefault();
    changed(() => page.zoomBy(Math.exp(-within(event.deltaY, -50, 50) / 400)));
  }, { passive: false });
  new ResizeObserver(draw).observe(mat);
  // The window may have moved to a screen with another pixel ratio.
  window.addEventListener("resize", draw);
}

/**
 * Shows a photo: an image and its size; the crop, or null; `bounds`, what the crop holds with padding; `features` with `kept`, or with the `style` of their lines; `places`, points
 * and regions to keep; `region`, the one whose size can change; `middle`, where the crop is placed, and `how`; `zooms` and `pads`, whether there
 * are handles for that. Without an image, nothing is shown.
 */
export function show(state) {
  shown = state;
  draw();
}

/** Lets regions and points be drawn on the photo, or the crop be moved. */
export const setDrawing = (isDrawing) => { sheet.hidden = !isDrawing; };

export const focus = () => grip.focus({ preventScroll: true });

/** Makes a change as a handle does. */
export function changed(change) {
  change();
  page.change();
  page.rest();
}

/** Lets something be dragged. Where fingers scroll the page, they do not drag. */
function drags(handle, begin, click = () => {}) {
  handle.addEventListener("pointerdown", (down) => {
    const scrolls = down.pointerType !== "mouse" && getComputedStyle(handle).touchAction !== "none";
    if (down.button !== 0 || !down.isPrimary || scrolls || !(shown.crop || handle === sheet)) return;
    const [box, unit, following] = [layer.getBoundingClientRect(), scale(), new AbortController()];
    const point = { x: (down.clientX - box.left) * unit, y: (down.clientY - box.top) * unit };
    const move = begin(point);
    let isDragging = false;
    const on = (name, then) => handle.addEventListener(name, then, { signal: following.signal });
    down.preventDefault();
    down.stopPropagation();
    (handle.tabIndex >= 0 ? handle : grip).focus({ preventScroll: true });
    handle.setPointerCapture(down.pointerId);
    on("pointermove", (event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      // A click is no drag.
      isDragging ||= Math.hypot(dx, dy) >= 3;
      if (!isDragging) return;
      move({ dx: dx * unit, dy: dy * unit });
      page.change();
    });
    for (const name of ["pointerup", "pointercancel"]) {
      on(name, () => {
        following.abort();
        if (isDragging) page.rest();
        else if (name === "pointerup" && handle === sheet) changed(() => click(point));
      });
    }
  });
}

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function press(event) {
  const { key, target } = event, [dx, dy] = directions[key] ?? [];
  if (event.altKey || event.ctrlKey || event.metaKey || !shown?.crop) return;
  if ("+=-".includes(key)) {
    if (!shown.zooms) return;
    changed(() => page.zoomBy(key === "-" ? 1.1 : 1 / 1.1));
  } else if (target !== grip && target !== corner) {
    return;
  } else if (key === "Escape") {
    if (!page.reset?.()) return;
    grip.focus();
  } else if (dx !== undefined) {
    const step = Math.max(1, Math.round(Math.max(shown.width, shown.height) * (event.shiftKey ? 0.05 : 0.01)));
    changed(() => (target === grip ? page.move() : page.size())({ dx: dx * step, dy: dy * step }));
  } else {
    return;
  }
  event.preventDefault();
}

/** Pixels of the photo for each pixel of the screen. */
const scale = () => shown.width / Math.max(1, layer.clientWidth);

// Colors, widths and dashes; the legend of the service's page has the same.
const lines = { kept: ["#ffd34d", 2], cut: ["#ff8a73", 2, 3, 3], bounds: ["#6bd8ff", 2, 8, 5], place: ["#6bd8ff", 1.5], shown: ["#ffffff", 1.5, 2, 4], crop: ["#ffffff", 3] };

/** Keeps the focus near what is hidden. */
function hide(handle, isHidden) {
  if (isHidden && handle.contains(document.activeElement)) mat.focus({ preventScroll: true });
  handle.hidden = isHidden;
}

function draw() {
  canvas.hidden = !shown?.image;
  hide(layer, canvas.hidden);
  if (canvas.hidden) return;
  const { image, crop, bounds, features, places } = shown;
  const { width, height, pixels } = fit(image);
  canvas.width = Math.round(width * pixels);
  canvas.height = Math.round(height * pixels);
  for (const one of [canvas, layer]) [one.style.width, one.style.height] = [`${width}px`, `${height}px`];
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  context.scale(pixels, pixels);
  const unit = { x: width / shown.width, y: height / shown.height };
  if (crop) dimAround(crop, unit, width, height);
  if (bounds) outline(bounds, unit, lines.bounds);
  for (const one of features) outline(one, unit, lines[one.style] ?? (one.kept ? lines.kept : lines.cut));
  for (const one of places) outline(one, unit, lines.place);
  if (crop) outline(crop, unit, lines.crop);
  arrange();
}

/** As large as the mat allows, but small photos at most at double size. */
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

function dimAround(crop, unit, width, height) {
  const path = new Path2D();
  path.rect(0, 0, width, height);
  path.rect(crop.x * unit.x, crop.y * unit.y, crop.width * unit.x, crop.height * unit.y);
  context.fillStyle = "rgb(12 16 20 / 0.62)";
  context.fill(path, "evenodd");
}

/** A light line on a dark one, visible on every photo: around a rectangle, moved inside at the edge, or a point. */
function outline({ x, y, width = 0, height = 0 }, unit, [color, thickness, ...dash]) {
  const left = Math.max(x * unit.x, thickness / 2);
  const top = Math.max(y * unit.y, thickness / 2);
  const right = Math.min((x + width) * unit.x, canvas.clientWidth - thickness / 2);
  const bottom = Math.min((y + height) * unit.y, canvas.clientHeight - thickness / 2);
  const path = new Path2D();
  if (width > 0 || height > 0) path.rect(left, top, right - left, bottom - top);
  else path.arc(left, top, 5, 0, 2 * Math.PI);
  for (const [stroke, extra, pattern] of [["rgb(0 0 0 / 0.5)", 2, []], [color, 0, dash]]) {
    context.strokeStyle = stroke;
    context.lineWidth = thickness + extra;
    context.setLineDash(pattern);
    context.stroke(path);
  }
}

function arrange() {
  const { crop, bounds, region, middle, how, zooms, pads, width } = shown;
  hide(grip, !crop);
  hide(corner, !crop || !region);
  if (crop) {
    put(grip, crop.x + crop.width / 2, crop.y + crop.height);
    say(grip, middle.x, width, `${Math.round(middle.x)} from the left, ${Math.round(middle.y)} from the top, placed ${how}`);
  }
  if (!corner.hidden) {
    put(corner, region.x + region.width, region.y + region.height);
    say(corner, region.width, width, `${region.width} wide, ${region.height} high`);
  }
  for (const one of sides) {
    one.hidden = !pads;
    if (pads) putOn(one, bounds, one.dataset.side);
  }
  for (const one of corners) {
    one.hidden = !crop || !zooms;
    if (!one.hidden) putOn(one, crop, one.dataset.corner);
  }
}

function say(handle, now, most, text) {
  handle.setAttribute("aria-valuenow", Math.round(now));
  handle.setAttribute("aria-valuemax", most);
  handle.setAttribute("aria-valuetext", text);
}

/** Puts a handle on a side or a corner of a rectangle. */
function putOn(handle, { x, y, width, height }, where) {
  const share = (start, end) => (where.includes(start) ? 0 : where.includes(end) ? 1 : 0.5);
  put(handle, x + width * share("left", "right"), y + height * share("top", "bottom"));
}

/** Handles stay inside the photo, where they can be seen and reached. */
function put(handle, x, y) {
  handle.style.left = `${within(x / scale(), 9, layer.clientWidth - 9)}px`;
  handle.style.top = `${within(y / scale(), 9, layer.clientHeight - 9)}px`;
}
