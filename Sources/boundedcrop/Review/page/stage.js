// The photo of the editor: what is found in it, the crop, and what pointers do to them.
import { moved, rounded, spanned } from "./geometry.js";

const stage = document.getElementById("stage"), original = document.getElementById("original"), boxes = document.getElementById("boxes");
const box = document.getElementById("crop"), preview = document.getElementById("preview");
let picture = null, crop = null, drag = null, drawn = [];

export const currentCrop = () => crop;

/** Shows a photo: its size, and the address of its pixels. */
export function load(size, address) {
    picture = size;
    const { width, height } = size;
    stage.style.setProperty("--ratio", width / height);
    boxes.setAttribute("viewBox", `0 0 ${width} ${height}`);
    original.src = address;
}

/** Shows a crop, which is null if there is none, and rectangles, each with the name of its class. */
export function show(now, rectangles) {
    crop = now;
    drawn = rectangles;
    draw();
}

function draw(extra = []) {
    boxes.replaceChildren(...[...drawn, ...extra].map(({ x, y, width, height, kind }) => {
        const one = document.createElementNS("http://www.w3.org/2000/svg", width > 0 || height > 0 ? "rect" : "circle");
        const size = width > 0 || height > 0 ? { x, y, width, height } : { cx: x, cy: y, r: Math.max(picture.width, picture.height) / 90 };
        for (const [name, value] of Object.entries(size)) one.setAttribute(name, value);
        one.setAttribute("class", kind);
        return one;
    }));
    box.hidden = !crop;
    if (!crop) return;
    const share = (value, side) => `${value / side * 100}%`;
    box.style.left = share(crop.x, picture.width);
    box.style.top = share(crop.y, picture.height);
    box.style.width = share(crop.width, picture.width);
    box.style.height = share(crop.height, picture.height);
    drawPreview();
}

function drawPreview() {
    if (!crop || !original.naturalWidth) return;
    const scale = Math.min(640 / crop.width, 400 / crop.height), shrink = original.naturalWidth / picture.width;
    preview.width = Math.max(1, Math.round(crop.width * scale));
    preview.height = Math.max(1, Math.round(crop.height * scale));
    preview.getContext("2d").drawImage(
        original, crop.x * shrink, crop.y * shrink, crop.width * shrink, crop.height * shrink, 0, 0, preview.width, preview.height);
}

original.addEventListener("load", drawPreview);

function place(event) {
    const { left, top, width, height } = original.getBoundingClientRect();
    return { x: (event.clientX - left) / width * picture.width, y: (event.clientY - top) / height * picture.height };
}

/** Calls back when a person has moved the crop, drawn a region, or set a point, as the tool is. */
export function begin(tool, done) {
    stage.addEventListener("pointerdown", (event) => {
        if (event.button !== 0 || !event.isPrimary || !picture) return;
        event.preventDefault();
        if (tool() === "crop") {
            if (!crop) return;
            box.focus({ preventScroll: true });
        }
        stage.setPointerCapture(event.pointerId);
        drag = { tool: tool(), start: place(event), crop, isMoved: false };
    });
    stage.addEventListener("pointermove", (event) => {
        if (!drag) return;
        const now = place(event);
        drag.isMoved ||= Math.hypot(now.x - drag.start.x, now.y - drag.start.y) > Math.max(picture.width, picture.height) / 200;
        if (!drag.isMoved) return;
        if (drag.tool === "crop") {
            crop = moved(drag.crop, { x: now.x - drag.start.x, y: now.y - drag.start.y }, picture);
            draw();
        } else if (drag.tool === "region") draw([{ ...spanned(drag.start, now, picture), kind: "region" }]);
    });
    stage.addEventListener("pointerup", (event) => {
        const ended = drag, now = place(event);
        drag = null;
        if (!ended) return;
        if (ended.tool === "point") {
            const point = rounded({ ...now, width: 1, height: 1 }, picture);
            done("point", { x: point.x, y: point.y });
        } else if (!ended.isMoved) draw();
        else if (ended.tool === "crop") done("crop", rounded(crop, picture));
        else {
            const region = rounded(spanned(ended.start, now, picture), picture);
            if (region.width > 1 && region.height > 1) done("region", region); else draw();
        }
    });
    stage.addEventListener("pointercancel", () => {
        if (drag?.crop) crop = drag.crop;
        drag = null;
        draw();
    });
}
