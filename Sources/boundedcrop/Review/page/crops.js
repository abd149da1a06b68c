// One picture, its crops, and what corrects them.
import * as dialog from "./dialog.js";
import { find, flush, open as opened, save } from "./dialog.js";
import * as editor from "./editor.js";
import { inside, middleOf, pulledWidth } from "./editor.js";

const zoom = find("zoom"), alone = find("alone"), skip = find("skip"), preview = find("preview");
/** Which of the shapes is shown. */
let chosen = 0;

const shape = () => opened.detail?.shapes[chosen];
const size = () => opened.detail;
const ratio = () => { const [width, height] = shape().aspect.split(":").map(Number); return width / height; };
const crop = () => opened.held?.aspect === shape()?.aspect && opened.held?.crop || shape()?.record?.crop;
/** The width of the largest crop, and how large the crop is as a share of that. */
const most = () => Math.min(size().width, size().height * ratio()), share = () => crop().width / most();
const isFound = ({ kind }) => !["focalPoint", "region"].includes(kind);
/** The corrections with those of one shape replaced. */
const setOne = (entries, aspect, words) =>
    [...entries.filter((entry) => entry.aspect !== aspect && !entry.words.good && !entry.words.skip), { aspect, words }];

export const [open, subject, title] = [dialog.show, "crops", "Review of crops"];

export function begin(saved) {
    editor.begin({
        move: () => { const { x, y, ...rest } = crop(); return ({ dx, dy }) => hold({ x: x + dx, y: y + dy, ...rest }); },
        zoom: (point) => { const start = crop(); return (distance) => resize(pulledWidth(start, point, distance) / most()); },
        zoomBy: (factor) => resize(share() / factor),
        region: (region) => mark({ region: inside(region, size()) }), point: (point) => mark({ point: inside(point, size()) }),
        change: () => { dialog.rest(); draw(); },
        // What may go on, such as keys, is saved once it rests.
        rest: () => dialog.rest(opened.held?.crop ? 500 : 0),
        keys: find("editor"),
    });
    dialog.begin(saved, { render, flush: saveHeld, good: [{ words: { good: true } }], keys });
    find("tools").addEventListener("change", () => editor.setDrawing(find("mark").checked));
    skip.addEventListener("click", toggleSkip);
    zoom.addEventListener("input", () => editor.changed(() => resize(zoom.value / 100)));
}

function render() {
    const { detail } = opened;
    chosen = Math.min(chosen, Math.max(0, detail.shapes.length - 1));
    find("shapes").querySelector(".choices").replaceChildren(...detail.shapes.map(({ aspect, record }, index) => {
        const label = document.createElement("label"), input = document.createElement("input"), text = document.createElement("span");
        Object.assign(input, { type: "radio", name: "shape", value: index, checked: index === chosen });
        input.addEventListener("change", () => choose(index));
        text.textContent = record ? aspect : `${aspect}, left out`;
        label.append(input, " ", text);
        return label;
    }));
    const record = shape()?.record, isLeftOut = detail.corrections.some(({ words }) => words.skip);
    zoom.disabled = !record;
    skip.setAttribute("aria-pressed", isLeftOut);
    find("about").textContent = detail.picture.error ?? about(record, detail);
    draw();
}

function choose(index) {
    flush();
    chosen = index;
    dialog.render();
}

/** Draws the photo and its crop, as it is held. */
function draw() {
    const { photo, held } = opened, { record } = shape() ?? {}, { width, height } = size(), now = crop();
    const image = photo.naturalWidth ? photo : null, [places, features] = [[], []];
    for (const one of record?.features ?? []) (isFound(one) ? features : places).push({ kept: true, ...one });
    editor.show({
        image, width, height, crop: now, bounds: record?.bounds, features, places: [...places, held?.region ?? held?.point ?? []].flat(),
        middle: now && middleOf(now), how: record?.corrected ? "by a correction" : "automatically", zooms: Boolean(now),
    });
    if (!now) return;
    zoom.value = Math.round(share() * 100);
    const scale = Math.min(640 / now.width, 400 / now.height), shrink = photo.width / width;
    [preview.width, preview.height] = [now.width, now.height].map((side) => Math.max(1, Math.round(side * scale)));
    const part = [now.x, now.y, now.width, now.height].map((one) => one * shrink);
    if (image) preview.getContext("2d").drawImage(photo, ...part, 0, 0, preview.width, preview.height);
}

function about(record, { corrections }) {
    const places = corrections.filter(({ words }) => !words.good).map(({ aspect, words }) =>
        `${aspect ?? "all shapes"}: ${Object.keys(words).join(", ")}`);
    const corrected = places.length > 0 ? `Corrected, ${places.join("; ")}. ` : "";
    if (!record) return `${corrected}Nothing is made in this shape.`;
    const found = record.features.filter(isFound), whole = found.filter(({ kept }) => kept !== false).length;
    return corrected + (found.length > 0 ? `${whole} of ${found.length} whole.` : "Nothing was found.");
}

function saveMark(kind, place) {
    const { aspect } = shape() ?? {};
    const text = kind === "point" ? `${place.x},${place.y}` : [place.x, place.y, place.width, place.height].join();
    const add = (entries, of) => {
        const known = kind === "region" ? [entries.find((entry) => entry.aspect === of)?.words.region ?? []].flat() : [];
        return kind === "point" ? { focal: text } : { region: [...known.filter((one) => typeof one === "string"), text] };
    };
    if (alone.checked) save((entries) => setOne(entries, aspect, add(entries, aspect)), `${kind} saved for ${aspect}`);
    // What is set for all shapes is not undone by what one shape had before.
    else save((entries) => [{ words: add(entries, undefined) }], `${kind} saved for all shapes`);
}

function hold(place) {
    const now = crop(), next = inside(place, size());
    if (["x", "y", "width", "height"].some((side) => Math.abs(next[side] - now[side]) >= 0.5)) {
        opened.held = { aspect: shape().aspect, crop: next };
    }
}

function mark(place) {
    if (opened.held?.crop) flush();
    opened.held = place;
}

/** Makes the crop so large, as a share of the largest, around the same center as far as the picture reaches. */
function resize(to) {
    const now = crop();
    // In whole pixels, and no higher than the aspect: the crop that holds it is as wide, so that it does not grow from move to move.
    const width = Math.max(1, Math.round(most() * Math.min(Math.max(to, 0.1), 1))), height = Math.max(1, Math.floor(width / ratio()));
    hold({ x: now.x + (now.width - width) / 2, y: now.y + (now.height - height) / 2, width, height });
}

function saveHeld({ aspect, crop, region, point }) {
    if (crop) save((entries) => setOne(entries, aspect, { crop }), "Crop saved");
    else if (region) saveMark("region", region);
    else saveMark("point", point);
}

async function toggleSkip() {
    await flush();
    const isLeftOut = opened.detail.corrections.some(({ words }) => words.skip);
    save(() => isLeftOut ? [] : [{ words: { skip: true } }], isLeftOut ? "Not left out" : "Left out");
}

function keys({ key, target }) {
    const isSetting = target === zoom || target.matches("input[type=radio]");
    const isShape = /^[1-9]$/.test(key) && opened.detail.shapes[Number(key) - 1];
    return {
        s: toggleSkip, c: () => find("move").click(), r: () => find("mark").click(), p: () => find("mark").click(), o: () => alone.click(),
        ...(isSetting ? { ArrowLeft: undefined, ArrowRight: undefined } : {}), ...(isShape ? { [key]: () => choose(Number(key) - 1) } : {}),
    };
}
