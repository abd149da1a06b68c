// One picture, its crops, and what corrects them.
import * as grid from "./grid.js";
import { moved, rounded, share, sized } from "./geometry.js";
import * as service from "./service.js";
import * as stage from "./stage.js";

const find = (id) => document.getElementById(id);
const dialog = find("editor"), said = find("said"), zoom = find("zoom"), alone = find("alone"), undo = find("undo"), skip = find("skip");
const picture = { detail: null, shape: 0 };
// What was before each change that this page made, the last one last.
const history = [];
let saving = Promise.resolve(), later = null, opening = 0, onSaved = () => {};

const shape = () => picture.detail?.shapes[picture.shape];
const size = () => picture.detail;
const ratio = () => { const [width, height] = shape().aspect.split(":").map(Number); return width / height; };
const tool = () => dialog.querySelector("input[name=tool]:checked").value;
/** The corrections with those of one shape replaced. */
const setOne = (entries, aspect, words) =>
    [...entries.filter((entry) => entry.aspect !== aspect && !entry.words.good && !entry.words.skip), { aspect, words }];

export function begin(saved) {
    onSaved = saved;
    stage.begin(tool, change);
    find("previous").addEventListener("click", () => step(-1));
    find("next").addEventListener("click", () => step(1));
    find("close").addEventListener("click", () => dialog.close());
    find("good").addEventListener("click", approve);
    undo.addEventListener("click", takeBack);
    find("reset").addEventListener("click", () => save(() => [], "Corrections taken back"));
    skip.addEventListener("click", toggleSkip);
    zoom.addEventListener("input", () => resize(zoom.value / 100));
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
        const detail = await service.detail(id);
        if (attempt !== opening) return;
        take(detail, true);
    } catch (error) { say(error.message, true); }
}

function take(detail, isOpened) {
    const isOther = isOpened || picture.detail?.picture.id !== detail.picture.id;
    picture.detail = detail;
    picture.shape = Math.min(picture.shape, Math.max(0, detail.shapes.length - 1));
    find("name").textContent = detail.file;
    if (isOther && detail.width) stage.load(size(), service.originalAddress(detail.picture.id));
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
    stage.show(record?.crop ?? null, (record?.features ?? []).map(({ kept, kind, ...one }) =>
        ({ ...one, kind: kind === "focalPoint" || kind === "region" ? "region" : kept === false ? "dropped" : "kept" })));
    zoom.disabled = !record;
    if (record) zoom.value = Math.round(share(record.crop, size(), ratio()) * 100);
    skip.setAttribute("aria-pressed", isLeftOut);
    find("about").textContent = detail.picture.error ?? about(record, detail);
    undo.disabled = history.length === 0;
}

function about(record, { corrections }) {
    const places = corrections.filter(({ words }) => !words.good).map(({ aspect, words }) =>
        `${aspect ?? "all shapes"}: ${Object.keys(words).join(", ")}`);
    const corrected = places.length > 0 ? `Corrected, ${places.join("; ")}. ` : "";
    if (!record) return `${corrected}Nothing is made in this shape.`;
    const whole = record.features.filter(({ kept }) => kept !== false).length;
    return corrected + (record.features.length > 0 ? `${whole} of ${record.features.length} whole.` : "Nothing was found.");
}

function say(text, isProblem = false) {
    said.textContent = text;
    said.classList.toggle("error", isProblem);
}

/** What a pointer has done. */
function change(kind, place) {
    const { aspect } = shape() ?? {};
    if (kind === "crop") return saveCrop(aspect, place);
    const text = kind === "point" ? `${place.x},${place.y}` : [place.x, place.y, place.width, place.height].join();
    const add = (entries, of) => {
        const known = kind === "region" ? [entries.find((entry) => entry.aspect === of)?.words.region ?? []].flat() : [];
        return kind === "point" ? { focal: text } : { region: [...known.filter((one) => typeof one === "string"), text] };
    };
    if (alone.checked) save((entries) => setOne(entries, aspect, add(entries, aspect)), `${kind} saved for ${aspect}`);
    // What is set for all shapes is not undone by what one shape had before.
    else save((entries) => [{ words: add(entries, undefined) }], `${kind} saved for all shapes`);
}

const saveCrop = (aspect, crop) => save((entries) => setOne(entries, aspect, { crop }), "Crop saved");

/** Saves what a function makes of the corrections, after what is being saved. Says whether it was saved. */
function save(change, told, isUndo = false) {
    const { id } = picture.detail.picture;
    saving = saving.then(async () => {
        const known = picture.detail.picture.id === id ? picture.detail : await service.detail(id);
        let before = known.corrections;
        say("Saving …");
        try {
            const detail = await service.correct(known, (seen) => { before = seen; return change(seen); });
            if (!isUndo) history.push({ id, before });
            if (picture.detail.picture.id === id) take(detail, false); else onSaved(detail.picture);
            say(told);
            return true;
        } catch (error) {
            render();
            say(`Not saved: ${error.message}`, true);
            return false;
        } finally { undo.disabled = history.length === 0; }
    });
    return saving;
}

/** Keys and the slider save once they rest. */
function saveLater(crop) {
    const now = stage.currentCrop();
    if (["x", "y", "width", "height"].every((side) => Math.abs(crop[side] - now[side]) < 0.5)) return;
    stage.show(crop, []);
    clearTimeout(later?.timer);
    const { aspect } = shape(), saveNow = () => { later = null; return saveCrop(aspect, rounded(crop, size())); };
    later = { timer: setTimeout(saveNow, 500), saveNow };
}

async function flush() {
    if (later) { clearTimeout(later.timer); await later.saveNow(); }
    await saving;
}

function resize(to) {
    const crop = stage.currentCrop();
    if (!crop) return;
    zoom.value = Math.round(to * 100);
    saveLater(sized(crop, to, size(), ratio()));
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
    if (event.ctrlKey || event.metaKey || event.altKey || !picture.detail) return;
    const { key, target } = event, isSlider = target === zoom, isChoice = target.matches("input[type=radio]");
    const isOnCrop = target.id === "crop", crop = stage.currentCrop();
    const arrow = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } }[key];
    if (arrow) {
        if (isSlider || isChoice) return;
        event.preventDefault();
        if (isOnCrop && crop) {
            const step = Math.max(1, Math.round(Math.max(size().width, size().height) / (event.shiftKey ? 20 : 100)));
            saveLater(moved(crop, { x: arrow.x * step, y: arrow.y * step }, size()));
        } else if (arrow.x !== 0) step(arrow.x);
        return;
    }
    const shapeKey = /^[1-9]$/.test(key) ? picture.detail.shapes[Number(key) - 1] : undefined;
    const choose = (name) => { dialog.querySelector(`input[name=tool][value=${name}]`).checked = true; };
    const does = {
        Enter: target.matches("button") ? undefined : approve, z: takeBack, Delete: () => find("reset").click(), Backspace: () => find("reset").click(),
        s: toggleSkip, c: () => choose("crop"), r: () => choose("region"), p: () => choose("point"), o: () => alone.click(),
        "+": () => resize(share(crop, size(), ratio()) + 0.05), "-": () => resize(share(crop, size(), ratio()) - 0.05),
        "=": () => resize(share(crop, size(), ratio()) + 0.05),
    }[key.length === 1 ? key.toLowerCase() : key] ?? (shapeKey && (() => { flush(); picture.shape = Number(key) - 1; render(); }));
    if (!does || "+-=".includes(key) && !crop) return;
    event.preventDefault();
    does();
}
