// One picture before and after its faces are hidden, and what people hide and show in it.
import * as dialog from "./dialog.js";
import { find, open as opened, save } from "./dialog.js";
import * as editor from "./editor.js";
import { inside } from "./editor.js";
import { largeAddress } from "./service.js";

const list = find("places"), after = find("after"), sides = ["x", "y", "width", "height"];
// How each kind of place is drawn, what a click on it does, and what is said then.
const kinds = {
    seen: { style: "cut", does: "cover it", said: "Covered" }, covered: { style: "kept", does: "show it", said: "Shown" },
    hidden: { style: "place", does: "take the cover away", said: "Cover taken away" },
    shown: { style: "shown", does: "cover it again", said: "Covered again" },
};
// The places as they are listed, and the one that is pointed at in the list.
let places = [], pointed = null;

/** The values of a list of corrections, or of one place, which may be a list of numbers. */
const valuesOf = (list) => (list === undefined ? [] : Array.isArray(list) && !list.some((one) => typeof one === "number") ? list : [list]);
const correctionOf = (entries) => ({
    hide: entries.flatMap(({ words }) => valuesOf(words.hide)), show: entries.flatMap(({ words }) => valuesOf(words.show)),
});
/** The entries for a correction. */
const entriesOf = (correction) => {
    const words = Object.fromEntries(Object.entries(correction).filter(([, list]) => list.length > 0));
    return Object.keys(words).length > 0 ? [{ words }] : [];
};

function placeOf(value) {
    if (typeof value === "object" && !Array.isArray(value)) return Object.fromEntries(sides.map((side) => [side, value[side]]));
    const numbers = typeof value === "string" ? value.split(",").map(Number) : value;
    return Object.fromEntries(sides.map((side, index) => [side, numbers[index]]));
}

const isSame = (one, other) => sides.every((side) => Math.abs(placeOf(one)[side] - placeOf(other)[side]) < 0.01);
const without = (list, value) => list.filter((one) => !isSame(one, value));
const whole = (place) => inside(placeOf(place), opened.detail);
/** Where a place is, as it is held. */
const now = (place) => (place.kind === "hidden" && opened.held?.replaces && isSame(opened.held.replaces, place) ? opened.held.region : place);

export const [open, subject, title] = [dialog.show, "redactions", "Review of what is hidden"];

export function begin(saved) {
    editor.begin({
        region: (region) => { opened.held = { region: inside(region, opened.detail) }; }, point: click,
        change: () => { dialog.rest(); draw(); }, rest: () => dialog.rest(0),
    });
    editor.setDrawing(true);
    dialog.begin(saved, { render, flush: saveHeld, good: [{ words: { hide: [] } }], keys });
    find("add").addEventListener("click", async () => {
        const { width, height } = opened.detail;
        const { region } = cover({ x: width / 2, y: height / 2 });
        await dialog.flush();
        focusNear(region);
    });
    list.addEventListener("click", ({ target }) => { const place = listed(target); if (place) toggle(place); });
    for (const name of ["focusin", "pointerover"]) list.addEventListener(name, ({ target }) => point(listed(target)));
    for (const name of ["focusout", "pointerout"]) list.addEventListener(name, () => point(null));
    after.addEventListener("error", () => { after.hidden = true; });
    after.addEventListener("load", () => { after.hidden = false; });
}

const listed = (target) => places[target.closest("button")?.dataset.index];

function point(place) {
    pointed = place;
    if (opened.detail) draw();
}

function render() {
    const { detail } = opened, { hide, show } = correctionOf(detail.corrections);
    const found = (detail.redaction?.places ?? []).map((one) => ({ ...one, kind: one.isCovered ? "covered" : "seen" }));
    const byHand = (values, kind) => values.map((value) => ({ ...placeOf(value), value, kind }));
    const focused = listed(document.activeElement), had = focused && now(focused);
    places = [...found, ...byHand(hide, "hidden"), ...byHand(show, "shown")];
    pointed = null;
    list.replaceChildren(...places.map(item));
    find("noPlaces").hidden = places.length > 0;
    if (had) focusNear(had);
    find("about").textContent = detail.picture.error ?? about(detail);
    if (detail.picture.error) after.hidden = true;
    else after.src = largeAddress(detail.picture.id, 0, detail.picture.version);
    draw();
}

function item(place, index) {
    const item = document.createElement("li"), button = document.createElement("button"), where = document.createElement("small");
    const what = {
        seen: `May be a face, ${percent(place)}`, covered: `Covered, ${percent(place)}`, hidden: "Covered by hand", shown: "Shown by hand",
    }[place.kind];
    button.type = "button";
    button.dataset.index = index;
    button.className = place.kind;
    if (place.kind === "hidden") button.setAttribute("aria-describedby", "coverHint");
    where.textContent = ` at ${Math.round(place.x)}, ${Math.round(place.y)}`;
    button.append(`${what}: ${kinds[place.kind].does}`, where);
    item.append(button);
    return item;
}

const percent = ({ confidence }) => `${Math.round(confidence * 100)}%`;

/** Keeps the focus at a place of which another button tells now. */
function focusNear({ x, y }) {
    const way = (place) => Math.hypot(place.x - x, place.y - y);
    const index = places.reduce((best, place, index) => (best < 0 || way(place) < way(places[best]) ? index : best), -1);
    (list.querySelector(`[data-index="${index}"]`) ?? find("add")).focus({ preventScroll: true });
}

function about({ redaction, corrections }) {
    const count = (kind) => places.filter((place) => place.kind === kind).length;
    const [seen, covered, hidden, shown] = ["seen", "covered", "hidden", "shown"].map(count);
    const said = [`${covered + hidden} covered`, ...(hidden > 0 ? [`${hidden} of them by hand`] : []), ...(shown > 0 ? [`${shown} shown by hand`] : [])];
    const open = seen > 0 ? `${seen} may be ${seen === 1 ? "a face" : "faces"} and ${seen === 1 ? "is" : "are"} not covered. ` : "";
    const isGood = corrections.length > 0 && hidden + shown === 0;
    const frames = redaction?.isAnimated ? " Only the first frame of this animation is shown; effects --audit looks at all." : "";
    return `${open}${said.join(", ")}.${isGood ? " Somebody has found this good." : ""}${frames}`;
}

/** Draws the photo as it was, with its places. */
function draw() {
    const { photo, detail: { width, height }, held } = opened;
    const drawn = places.map((place) => ({ ...now(place), style: kinds[place.kind].style }));
    const isNew = held?.region && !held.replaces;
    editor.show({
        image: photo.naturalWidth ? photo : null, width, height, crop: null, bounds: pointed && grown(now(pointed)), features: drawn,
        places: isNew ? [held.region] : [],
    });
}

/** A place with some room around it. */
const grown = ({ x, y, width, height }, share = 0.2) =>
    ({ x: x - width * share, y: y - height * share, width: width * (1 + 2 * share), height: height * (1 + 2 * share) });

/** A click on a place changes it; elsewhere, it covers a face that was missed. */
function click(at) {
    const holds = ({ x, y, width, height }) => at.x >= x && at.y >= y && at.x <= x + width && at.y <= y + height;
    const area = ({ width, height }) => width * height;
    const [hit] = places.filter((place) => holds(grown(now(place)))).sort((one, other) => area(one) - area(other));
    if (hit) toggle(hit);
    else cover(at);
}

/** Covers as much as the faces in the picture take, around a point. */
function cover({ x, y }) {
    const { width, height, redaction } = opened.detail, found = (redaction?.places ?? []).map((place) => Math.max(place.width, place.height));
    const side = found.sort((one, other) => one - other)[Math.floor(found.length / 2)] ?? Math.max(width, height) * 0.08;
    opened.held = { region: inside({ x: x - side / 2, y: y - side / 2, width: side, height: side }, opened.detail) };
    return opened.held;
}

async function toggle(place) {
    // It may have been moved, which is saved first.
    const { kind } = place, at = now(place);
    await dialog.flush();
    const change = {
        seen: ({ hide, show }) => ({ hide: [...hide, whole(at)], show }), covered: ({ hide, show }) => ({ hide, show: [...show, whole(at)] }),
        hidden: ({ hide, show }) => ({ hide: without(hide, at), show }), shown: ({ hide, show }) => ({ hide, show: without(show, at) }),
    }[kind];
    save((entries) => entriesOf(change(correctionOf(entries))), kinds[kind].said);
}

function saveHeld({ region, replaces }) {
    save((entries) => {
        const { hide, show } = correctionOf(entries);
        return entriesOf({ hide: [...(replaces ? without(hide, replaces) : hide), region], show });
    }, replaces ? "Cover moved" : "Covered");
}

/** Moves and sizes a cover of one's own. */
function hold(place, change) {
    const { held } = opened, isHeld = held?.replaces && isSame(held.replaces, place), before = now(place);
    const { x, y, width, height } = { ...before, ...change(before) };
    const replaces = isHeld ? (held.isSaving ? held.region : held.replaces) : place.value;
    opened.held = { region: inside({ x, y, width, height }, opened.detail), replaces };
    draw();
    dialog.rest(500);
}

function keys({ target, shiftKey }) {
    const place = listed(target);
    if (place?.kind !== "hidden") return { a: () => find("add").click() };
    const step = Math.max(1, Math.round(Math.max(opened.detail.width, opened.detail.height) * (shiftKey ? 0.05 : 0.01)));
    const move = (dx, dy) => () => hold(place, ({ x, y }) => ({ x: x + dx * step, y: y + dy * step }));
    const size = (factor) => () => hold(place, ({ x, y, width, height }) => ({
        x: x - width * (factor - 1) / 2, y: y - height * (factor - 1) / 2, width: width * factor, height: height * factor,
    }));
    const [larger, smaller] = [size(1.1), size(1 / 1.1)];
    return {
        a: () => find("add").click(), ArrowLeft: move(-1, 0), ArrowRight: move(1, 0), ArrowUp: move(0, -1), ArrowDown: move(0, 1), "+": larger,
        "=": larger, "-": smaller, Delete: () => toggle(place), Backspace: () => toggle(place),
    };
}
