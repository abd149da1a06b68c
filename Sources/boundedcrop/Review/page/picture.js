// One picture, its crops, and what corrects them.
import * as editor from "./editor.js";
import { inside, middleOf, pulledWidth } from "./editor.js";
import * as grid from "./grid.js";
import * as service from "./service.js";

const find = (id) => document.getElementById(id);
const dialog = find("editor"), said = find("said"), zoom = find("zoom"), alone = find("alone"), undo = find("undo"), skip = find("skip");
const preview = find("preview");
const picture = { detail: null, shape: 0 };
// What was before each change that this page made, the last one last.
const history = [];
let saving = Promise.resolve(), opening = 0, onSaved = () => {};
// The photo, and what a hand has changed until it is saved: the crop of a shape, or a region or a point.
let original = null, held = null, resting = null;

const shape = () => picture.detail?.shapes[picture.shape];
const size = () => picture.detail;
const ratio = () => { const [width, height] = shape().aspect.split(":").map(Number); return width / height; };
const crop = () => held?.aspect === shape()?.aspect && held?.crop || shape()?.record?.crop;
/** The width of the largest crop, and how large the crop is as a share of that. */
const most = () => Math.min(size().width, size().height * ratio()), share = () => crop().width / most();
const isFound = ({ kind }) => !["focalPoint", "region"].includes(kind);
/** The corrections with those of one shape replaced. */
const setOne = (entries, aspect, words) =>
    [...entries.filter((entry) => entry.aspect !== aspect && !entry.words.good && !entry.words.skip), { aspect, words }];

export function begin(saved) {
    onSaved = saved;
    editor.begin({
        move: () => { const { x, y, ...rest } = crop(); return ({ dx, dy }) => hold({ x: x + dx, y: y + dy, ...rest }); },
        zoom: (point) => { const start = crop(); return (distance) => resize(pulledWidth(start, point, distance) / most()); },
        zoomBy: (factor) => resize(share() / factor),
        region: (region) => mark({ region: inside(region, size()) }), point: (point) => mark({ point: inside(point, size()) }),
        change: () => { clearTimeout(resting); draw(); },
        // What may go on, such as keys, is saved once it rests.
        rest: () => { resting = setTimeout(flush, held?.crop ? 500 : 0); },
        keys: dialog,
    });
    find("tools").addEventListener("change", () => editor.setDrawing(find("mark").checked));
    find("previous").addEventListener("click", () => step(-1));
    find("next").addEventListener("click", () => step(1));
    find("close").addEventListener("click", () => dialog.close());
    find("good").addEventListener("click", approve);
    undo.addEventListener("click", takeBack);
    find("reset").addEventListener("click", () => save(() => [], "Corrections taken back"));
    skip.addEventListener("click", toggleSkip);
    find("attach").addEventListener("click", attach);
    zoom.addEventListener("input", () => editor.changed(() => resize(zoom.value / 100)));
    dialog.addEventListener("close", () => { flush(); grid.focus(picture.detail?.picture.id); });
    dialog.addEventListener("keydown", press);
}

/** Opens a picture. */
export async function open(id) {
    await flush();
    const attempt = ++opening;
    if (!dialog.open) dialog.showModal();
    say("");
    try {
        const detail = await service.detail(id), photo = new Image();
        if (detail.width) photo.src = service.originalAddress(id);
        await photo.decode().catch(() => {});
        if (attempt !== opening) return;
        original = photo;
        take(detail);
    } catch (error) { say(error.message, true); }
}

function take(detail) {
    picture.detail = detail;
    picture.shape = Math.min(picture.shape, Math.max(0, detail.shapes.length - 1));
    find("name").textContent = detail.file;
    onSaved(detail.picture);
    render();
}

function render() {
    const { detail } = picture;
    find("shapes").querySelector(".choices").replaceChildren(...detail.shapes.map(({ aspect, record }, index) => {
        const label = document.createElement("label"), input = document.createElement("input"), text = document.createElement("span");
        Object.assign(input, { type: "radio", name: "shape", value: index, checked: index === picture.shape });
        input.addEventListener("change", () => { flush(); picture.shape = index; render(); });
        text.textContent = record ? aspect : `${aspect}, left out`;
        label.append(input, " ", text);
        return label;
    }));
    const record = shape()?.record, isLeftOut = detail.corrections.some(({ words }) => words.skip);
    zoom.disabled = !record;
    find("lost").hidden = detail.lost.length === 0;
    find("lostName").replaceChildren(...detail.lost.map((name) => new Option(name)));
    skip.setAttribute("aria-pressed", isLeftOut);
    find("about").textContent = detail.picture.error ?? about(record, detail);
    undo.disabled = history.length === 0;
    draw();
}

/** Draws the photo and its crop, as it is held. */
function draw() {
    const { record } = shape() ?? {}, { width, height } = size(), now = crop(), image = original.naturalWidth ? original : null;
    const [places, features] = [[], []];
    for (const one of record?.features ?? []) (isFound(one) ? features : places).push({ kept: true, ...one });
    editor.show({
        image, width, height, crop: now, bounds: record?.bounds, features, places: [...places, held?.region ?? held?.point ?? []].flat(),
        middle: now && middleOf(now), how: record?.corrected ? "by a correction" : "automatically", zooms: Boolean(now),
    });
    if (!now) return;
    zoom.value = Math.round(share() * 100);
    const scale = Math.min(640 / now.width, 400 / now.height), shrink = original.width / width;
    [preview.width, preview.height] = [now.width, now.height].map((side) => Math.max(1, Math.round(side * scale)));
    const part = [now.x, now.y, now.width, now.height].map((one) => one * shrink);
    if (image) preview.getContext("2d").drawImage(original, ...part, 0, 0, preview.width, preview.height);
}

function about(record, { corrections }) {
    const places = corrections.filter(({ words }) => !words.good).map(({ aspect, words }) =>
        `${aspect ?? "all shapes"}: ${Object.keys(words).join(", ")}`);
    const corrected = places.length > 0 ? `Corrected, ${places.join("; ")}. ` : "";
    if (!record) return `${corrected}Nothing is made in this shape.`;
    const found = record.features.filter(isFound), whole = found.filter(({ kept }) => kept !== false).length;
    return corrected + (found.length > 0 ? `${whole} of ${found.length} whole.` : "Nothing was found.");
}

function say(text, isProblem = false) {
    said.textContent = text;
    said.classList.toggle("error", isProblem);
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

/** Saves what a function makes of the corrections, after what is being saved. Says whether it was saved. */
function save(change, told, isUndo = false) {
    const { id } = picture.detail.picture, saved = held;
    saving = saving.then(async () => {
        const known = picture.detail.picture.id === id ? picture.detail : await service.detail(id);
        let before = known.corrections;
        say("Saving …");
        try {
            const detail = await service.correct(known, (seen) => { before = seen; return change(seen); });
            if (!isUndo) history.push({ id, before });
            if (held === saved) held = null;
            if (picture.detail.picture.id === id) take(detail); else onSaved(detail.picture);
            say(told);
            return true;
        } catch (error) {
            if (held === saved) held = null;
            render();
            say(`Not saved: ${error.message}`, true);
            return false;
        } finally { undo.disabled = history.length === 0; }
    });
    return saving;
}

function hold(place) {
    const now = crop(), next = inside(place, size());
    if (["x", "y", "width", "height"].some((side) => Math.abs(next[side] - now[side]) >= 0.5)) held = { aspect: shape().aspect, crop: next };
}

function mark(place) {
    if (held?.crop) flush();
    held = place;
}

/** Makes the crop so large, as a share of the largest, around the same center as far as the picture reaches. */
function resize(to) {
    const now = crop();
    // In whole pixels, and no higher than the aspect: the crop that holds it is as wide, so that it does not grow from move to move.
    const width = Math.max(1, Math.round(most() * Math.min(Math.max(to, 0.1), 1))), height = Math.max(1, Math.floor(width / ratio()));
    hold({ x: now.x + (now.width - width) / 2, y: now.y + (now.height - height) / 2, width, height });
}

/** Saves what is held. */
async function flush() {
    clearTimeout(resting);
    const { aspect, crop, region, point, isSaving } = held ?? {};
    if (held && !isSaving) {
        held.isSaving = true;
        if (crop) save((entries) => setOne(entries, aspect, { crop }), "Crop saved");
        else if (region) saveMark("region", region);
        else saveMark("point", point);
    }
    await saving;
}

async function approve() {
    await flush();
    const isDone = picture.detail.corrections.length > 0 || await save(() => [{ words: { good: true } }], "Good");
    if (isDone) step(1);
}

async function toggleSkip() {
    await flush();
    const isLeftOut = picture.detail.corrections.some(({ words }) => words.skip);
    save(() => isLeftOut ? [] : [{ words: { skip: true } }], isLeftOut ? "Not left out" : "Left out");
}

/** Takes over the corrections of a picture that was renamed and changed, so that nothing else tells whose they are. */
async function attach() {
    await flush();
    const { id } = picture.detail.picture;
    try {
        const detail = await service.attach(id, find("lostName").value);
        if (picture.detail.picture.id === id) take(detail); else onSaved(detail.picture);
        say("Corrections attached");
    } catch (error) { say(`Not attached: ${error.message}`, true); }
}

async function takeBack() {
    await flush();
    const last = history.pop();
    if (!last) return;
    if (picture.detail.picture.id !== last.id) await open(last.id);
    await save(() => last.before, "Taken back", true);
}

async function step(by) {
    const all = grid.shown(), index = all.indexOf(picture.detail?.picture.id), next = all[index + by];
    if (next === undefined) { await flush(); return say(by > 0 ? "This is the last picture." : "This is the first picture."); }
    await open(next);
}

function press(event) {
    const { key, target } = event, isSetting = target === zoom || target.matches("input[type=radio]");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !picture.detail) return;
    const shapeKey = /^[1-9]$/.test(key) ? picture.detail.shapes[Number(key) - 1] : undefined;
    const does = {
        Enter: target.matches("button") ? undefined : approve, z: takeBack, Delete: () => find("reset").click(), Backspace: () => find("reset").click(),
        s: toggleSkip, c: () => find("move").click(), r: () => find("mark").click(), p: () => find("mark").click(), o: () => alone.click(),
        ArrowLeft: isSetting ? undefined : () => step(-1), ArrowRight: isSetting ? undefined : () => step(1),
    }[key.length === 1 ? key.toLowerCase() : key] ?? (shapeKey && (() => { flush(); picture.shape = Number(key) - 1; render(); }));
    if (!does) return;
    event.preventDefault();
    does();
}
