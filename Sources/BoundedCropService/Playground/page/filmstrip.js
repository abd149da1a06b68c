// The opened photos, of which one is on the stage. The strip is shown when there are several.

import { Source } from "./source.js";
import { Thumbnail } from "./thumbnails.js";
import { photosWords } from "./words.js";

const section = document.getElementById("filmstrip");
const list = document.getElementById("photos");
const count = document.getElementById("photosText");
const remove = document.getElementById("removePhoto");
/** Milliseconds without another change of the settings until the crops are made anew. */
const rest = 400;
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) find(target)?.setSight(isIntersecting);
}, { root: list, rootMargin: "0px 300px" });
let thumbnails = [];
let selected = null;
let query = null;
let pause = null;
let show = () => {};

/** All opened photos, as `Source`. */
export const sources = () => thumbnails.map(({ source }) => source);

/** Whether several photos are open. */
const hasSeveral = () => thumbnails.length > 1;

/** Opens photos, `{file}` or `{address}`, beside those that are open; one photo takes the place of one other. The first of them is shown. */
export function add(photos) {
  if (!photos.length) return;
  if (photos.length === 1 && thumbnails.length === 1) take(0);
  const added = photos.map((photo) => new Thumbnail(new Source(photo)));
  thumbnails.push(...added);
  list.append(...added.map(({ option }) => option));
  for (const { option } of added) sight.observe(option);
  select(added[0]);
  update();
}

/** Makes the small crops with the query that `next` gives for each source, when the settings rest. */
export function refresh(next) {
  query = next;
  clearTimeout(pause);
  pause = setTimeout(makeCrops, rest);
}

/** The crop of a photo has become another one, whatever the settings. */
export function forget(source) {
  thumbnails.find((one) => one.source === source)?.forget();
}

/** Calls `open` with the photo that is to be shown. */
export function watchFilmstrip(open) {
  show = open;
  list.addEventListener("click", ({ target }) => {
    const thumbnail = find(target.closest("[role=option]"));
    if (!thumbnail) return;
    select(thumbnail);
    thumbnail.option.focus();
  });
  list.addEventListener("keydown", press);
  remove.addEventListener("click", removeSelected);
}

function press(event) {
  const at = thumbnails.indexOf(selected);
  const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: thumbnails.length - 1 }[event.key];
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Delete") {
    event.preventDefault();
    removeSelected();
    (hasSeveral() ? selected.option : document.getElementById("file")).focus();
  } else if (next !== undefined) {
    event.preventDefault();
    const thumbnail = thumbnails[next];
    if (!thumbnail) return;
    select(thumbnail);
    thumbnail.option.focus();
  }
}

function removeSelected() {
  const at = thumbnails.indexOf(selected);
  take(at);
  select(thumbnails[at] ?? thumbnails[at - 1]);
  update();
  if (document.activeElement === remove && !hasSeveral()) document.getElementById("file").focus();
}

/** Takes a photo out of the strip. */
function take(at) {
  const [thumbnail] = thumbnails.splice(at, 1);
  sight.unobserve(thumbnail.option);
  thumbnail.remove();
}

const find = (option) => thumbnails.find((one) => one.option === option);

function select(thumbnail) {
  if (thumbnail === selected) return;
  selected = thumbnail;
  for (const one of thumbnails) {
    const isSelected = one === selected;
    one.option.setAttribute("aria-selected", String(isSelected));
    one.option.tabIndex = isSelected ? 0 : -1;
  }
  selected.option.scrollIntoView({ block: "nearest", inline: "nearest" });
  show(selected.source);
}

function update() {
  section.hidden = !hasSeveral();
  const words = `${photosWords(thumbnails.length)}. The settings apply to all of them; what you place by hand belongs to its photo.`;
  count.textContent = hasSeveral() ? words : "";
  makeCrops();
}

function makeCrops() {
  if (!hasSeveral() || query === null) return;
  for (const thumbnail of thumbnails) thumbnail.want(String(query(thumbnail.source)));
}
