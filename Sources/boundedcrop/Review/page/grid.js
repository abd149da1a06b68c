// The grid of all pictures: one card for each. Only as many are in the page as somebody has scrolled to, and filled once they come near the
// screen, so that thousands cost little.
import { smallAddress } from "./service.js";

const grid = document.getElementById("grid"), none = document.getElementById("none"), groups = document.getElementById("groups");
const filters = document.getElementById("filters"), sort = document.getElementById("sort"), more = document.getElementById("more");
const plain = (text) => text.normalize("NFC").toLowerCase();
const cards = new Map();
let order = [], ranks = new Map(), titles = new Map();
const step = 200;
// The pictures that the filters show, and how many of them are in the page.
let visible = [], limit = step;
// When a pointer was over the cards, and when they were sorted.
let pointed = -Infinity, sorted = -Infinity, settling = null;
const rest = 1_500;
const near = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
        if (isIntersecting && !target.firstElementChild) fill(target, cards.get(Number(target.dataset.id)).picture);
    }
}, { rootMargin: "600px" });

/** Whether a picture still deserves a look. */
export const isLeft = ({ isKnown, isGood, corrected, concerns }) =>
    isKnown && !isGood && corrected.length === 0 && concerns.some((one) => !["fine", "skipped", "leftOut"].includes(one));

/** The groups that a picture is in, besides its concerns. */
const memberships = (picture) => [
    ...(isLeft(picture) ? ["left"] : []), ...(picture.corrected.length > 0 ? ["corrected"] : []), ...(picture.isGood ? ["good"] : []),
    ...(picture.isKnown ? [] : ["unknown"]),
];

const extra = [["", "All"], ["left", "Left to look at"], ["corrected", "Corrected"], ["good", "Good"], ["unknown", "Not examined yet"]];

export function begin(concerns, open) {
    const listed = concerns.filter(({ name }) => !["corrected", "skipped"].includes(name));
    ranks = new Map(concerns.map(({ name }, rank) => [name, rank]));
    titles = new Map(concerns.map(({ name, title }) => [name, title]));
    for (const [value, title] of [...extra, ...listed.map(({ name, title }) => [name, title])]) {
        const label = document.createElement("label"), input = document.createElement("input"), count = document.createElement("b");
        Object.assign(input, { type: "radio", name: "group", value, checked: value === "" });
        label.append(input, ` ${title} `, count);
        label.hidden = value !== "";
        groups.append(label);
    }
    filters.addEventListener("input", () => { limit = step; apply(); });
    new IntersectionObserver((seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting) || limit >= visible.length) return;
        limit += step;
        render();
    }, { rootMargin: "2000px" }).observe(more);
    filters.addEventListener("submit", (event) => event.preventDefault());
    sort.addEventListener("click", arrange);
    grid.addEventListener("click", (event) => {
        const card = event.target.closest("li");
        if (card) open(Number(card.dataset.id));
    });
    grid.addEventListener("keydown", moveFocus);
    grid.addEventListener("pointermove", () => { pointed = performance.now(); });
}

/** Shows what has changed. */
export function show(pictures) {
    for (const picture of pictures) {
        const known = cards.get(picture.id);
        const card = known?.card ?? document.createElement("li");
        cards.set(picture.id, { picture, card, name: plain(picture.name) });
        if (known) {
            if (card.firstElementChild) fill(card, picture);
            continue;
        }
        card.dataset.id = picture.id;
        order.push(picture.id);
        near.observe(card);
    }
    settle();
    count();
    apply();
}

/** Sorts the cards now and then. What somebody looks at does not jump. */
function settle() {
    clearTimeout(settling);
    const now = performance.now();
    const isUsed = scrollY > 0 || document.querySelector("dialog[open]") || grid.contains(document.activeElement) || now - pointed < rest;
    if (isUsed) sort.hidden = isSorted();
    else if (now - sorted < rest) settling = setTimeout(settle, rest);
    else arrange();
}

function fill(card, picture) {
    const button = card.firstElementChild ?? card.appendChild(document.createElement("button"));
    button.type = "button";
    const row = document.createElement("span");
    row.className = "row";
    const shapes = picture.isKnown ? picture.shapes : [{ aspect: "", ratio: 1 }];
    shapes.forEach(({ aspect, ratio }, shape) => {
        const place = document.createElement("span");
        place.className = "place";
        place.style.setProperty("--ratio", ratio ?? 1);
        if (ratio === undefined || ratio === null) place.textContent = `${aspect} left out`;
        else {
            const image = document.createElement("img");
            Object.assign(image, { loading: "lazy", decoding: "async", alt: aspect, src: smallAddress(picture.id, shape, picture.version) });
            image.addEventListener("error", () => image.remove());
            place.append(image);
        }
        row.append(place);
    });
    const name = document.createElement("span"), tags = document.createElement("span");
    name.className = "name";
    const file = document.createElement("bdi");
    file.textContent = picture.name.split("/").pop();
    name.append(file);
    name.title = picture.name;
    tags.className = "tags";
    const told = picture.concerns.filter((one) => one !== "fine").map((one) => [titles.get(one) ?? one, one]);
    if (picture.corrected.length > 0) told.push([`corrected: ${picture.corrected.join(", ")}`, "done"]);
    if (picture.isGood) told.push(["good", "done"]);
    for (const [text, kind] of told) {
        const tag = document.createElement("b");
        tag.textContent = text;
        tag.className = kind;
        tags.append(tag, " ");
    }
    card.classList.toggle("is-done", picture.isGood || picture.corrected.length > 0);
    button.replaceChildren(row, name, tags);
    if (picture.error) {
        const error = document.createElement("span");
        error.className = "error";
        error.textContent = picture.error;
        button.append(error);
    }
}

/** Those that are left come first, the worst first; then those that are not examined; then the others. */
function compare(one, other) {
    const rank = ({ picture }) => {
        const worst = Math.min(...picture.concerns.map((name) => ranks.get(name) ?? 99), 99);
        return isLeft(picture) ? worst : picture.isKnown ? 300 + worst : 200;
    };
    return rank(cards.get(one)) - rank(cards.get(other)) || one - other;
}

const isSorted = () => order.every((id, index) => index === 0 || compare(order[index - 1], id) <= 0);

function arrange() {
    sort.hidden = true;
    sorted = performance.now();
    if (isSorted()) return;
    order.sort(compare);
    apply();
}

function apply() {
    const group = filters.elements.group.value, words = plain(filters.elements.words.value.trim());
    const isIn = (picture) => group === "" || picture.concerns.includes(group) || memberships(picture).includes(group);
    visible = order.filter((id) => { const { picture, name } = cards.get(id); return isIn(picture) && name.includes(words); });
    none.hidden = visible.length > 0 || cards.size === 0;
    render();
}

/** Changes only what is not in its place. */
function render() {
    visible.slice(0, limit).forEach((id, place) => {
        const { card } = cards.get(id), there = grid.children[place] ?? null;
        if (there !== card) grid.insertBefore(card, there);
    });
    while (grid.childElementCount > Math.min(limit, visible.length)) grid.lastElementChild.remove();
    more.hidden = limit >= visible.length;
}

function count() {
    const counts = new Map([["", cards.size]]);
    for (const { picture } of cards.values()) {
        for (const group of [...picture.concerns, ...memberships(picture)]) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    for (const label of groups.children) {
        const input = label.querySelector("input"), number = counts.get(input.value) ?? 0;
        label.querySelector("b").textContent = number;
        label.hidden = number === 0 && !input.checked;
    }
}

/** The pictures that are shown, in their order. */
export const shown = () => visible;
export const leftCount = () => [...cards.values()].filter(({ picture }) => isLeft(picture)).length;

export function focus(id) {
    const { card, picture } = cards.get(id) ?? {};
    if (!card) return;
    if (visible.indexOf(id) >= limit) {
        limit = visible.indexOf(id) + step;
        render();
    }
    if (!card.firstElementChild) fill(card, picture);
    card.scrollIntoView({ block: "nearest" });
    card.firstElementChild.focus();
}

/** Arrow keys move between cards as the eye does. */
function moveFocus(event) {
    const card = event.target.closest("li");
    const index = visible.indexOf(Number(card?.dataset.id));
    if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? visible.length - 1 : by && index + by;
    if (next === undefined || visible[next] === undefined) return;
    event.preventDefault();
    focus(visible[next]);
}
