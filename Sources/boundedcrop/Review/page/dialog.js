// The dialog of one picture: which one is open, what is saved and taken back, and the way to the next. What can be corrected is up to the page.
import * as grid from "./grid.js";
import * as service from "./service.js";

export const find = (id) => document.getElementById(id);
const dialog = find("editor"), said = find("said"), undo = find("undo");
/** The picture that is open, its photo, and what a hand has changed until it is saved. */
export const open = { detail: null, photo: null, held: null };
// What was before each change that this page made, the last one last.
const history = [];
let saving = Promise.resolve(), opening = 0, resting = null, onSaved = () => {}, page = {};

/**
 * Starts the dialog.
 *
 * @param saved hears what has changed of a picture
 * @param given.render shows what is open
 * @param given.flush saves what is held
 * @param given.good the corrections of a picture that is right as it is
 * @param given.keys what further keys do, for an event
 */
export function begin(saved, given) {
    [onSaved, page] = [saved, given];
    find("previous").addEventListener("click", () => step(-1));
    find("next").addEventListener("click", () => step(1));
    find("close").addEventListener("click", () => dialog.close());
    find("good").addEventListener("click", approve);
    undo.addEventListener("click", takeBack);
    find("reset").addEventListener("click", () => save(() => [], "Corrections taken back"));
    find("attach").addEventListener("click", attach);
    dialog.addEventListener("close", () => { flush(); grid.focus(open.detail?.picture.id); });
    dialog.addEventListener("keydown", press);
}

/** Opens a picture. */
export async function show(id) {
    await flush();
    const attempt = ++opening;
    if (!dialog.open) dialog.showModal();
    say("");
    try {
        const detail = await service.detail(id), photo = new Image();
        if (detail.width) photo.src = service.originalAddress(id);
        await photo.decode().catch(() => {});
        if (attempt !== opening) return;
        open.photo = photo;
        take(detail);
    } catch (error) { say(error.message, true); }
}

function take(detail) {
    open.detail = detail;
    find("name").textContent = detail.file;
    onSaved(detail.picture);
    render();
}

export function render() {
    const { lost } = open.detail;
    find("lost").hidden = lost.length === 0;
    find("lostName").replaceChildren(...lost.map((name) => new Option(name)));
    undo.disabled = history.length === 0;
    page.render();
}

export function say(text, isProblem = false) {
    said.textContent = text;
    said.classList.toggle("error", isProblem);
}

/** Saves what a function makes of the corrections, after what is being saved. Says whether it was saved. */
export function save(change, told, isUndo = false) {
    const { id } = open.detail.picture, saved = open.held;
    saving = saving.then(async () => {
        const known = open.detail.picture.id === id ? open.detail : await service.detail(id);
        let before = known.corrections;
        say("Saving …");
        try {
            const detail = await service.correct(known, (seen) => { before = seen; return change(seen); });
            if (!isUndo) history.push({ id, before });
            if (open.held === saved) open.held = null;
            if (open.detail.picture.id === id) take(detail); else onSaved(detail.picture);
            say(told);
            return true;
        } catch (error) {
            if (open.held === saved) open.held = null;
            render();
            say(`Not saved: ${error.message}`, true);
            return false;
        } finally { undo.disabled = history.length === 0; }
    });
    return saving;
}

/** Saves what is held once the hand rests for some milliseconds; no longer if there is no time. */
export function rest(time) {
    clearTimeout(resting);
    if (time !== undefined) resting = setTimeout(flush, time);
}

/** Saves what is held. */
export async function flush() {
    rest();
    const { held } = open;
    if (held && !held.isSaving) {
        held.isSaving = true;
        page.flush(held);
    }
    await saving;
}

async function approve() {
    await flush();
    if (!open.detail) return;
    const isDone = open.detail.corrections.length > 0 || await save(() => page.good, "Good");
    if (isDone) step(1);
}

/** Takes over the corrections of a picture that was renamed and changed, so that nothing else tells whose they are. */
async function attach() {
    await flush();
    const { id } = open.detail.picture;
    try {
        const detail = await service.attach(id, find("lostName").value);
        if (open.detail.picture.id === id) take(detail); else onSaved(detail.picture);
        say("Corrections attached");
    } catch (error) { say(`Not attached: ${error.message}`, true); }
}

async function takeBack() {
    await flush();
    const last = history.pop();
    if (!last) return;
    if (open.detail.picture.id !== last.id) await show(last.id);
    await save(() => last.before, "Taken back", true);
}

async function step(by) {
    const all = grid.shown(), index = all.indexOf(open.detail?.picture.id), next = all[index + by];
    if (next === undefined) { await flush(); return say(by > 0 ? "This is the last picture." : "This is the first picture."); }
    await show(next);
}

function press(event) {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !open.detail) return;
    const does = {
        Enter: target.matches("button") ? undefined : approve, z: takeBack, Delete: () => find("reset").click(), Backspace: () => find("reset").click(),
        ArrowLeft: () => step(-1), ArrowRight: () => step(1), ...page.keys(event),
    }[key.length === 1 ? key.toLowerCase() : key];
    if (!does) return;
    event.preventDefault();
    does();
}
