// The state of the page in its address, behind the number sign, so that it can be shared and opened again.

const fields = new Map();
/** Longer than any state that this page writes. */
const longest = 4000;
const pause = 150;
let timer = null;
let written = null;

/**
 * Adds a part of the state. An address can come from anybody: `read` accepts only values that the page could have written.
 *
 * @param {string} name its name in the address
 * @param {() => string?} write its text; null, or an empty text, if it is as at the start
 * @param {(text: string?) => void} read takes a text; null, and what is not valid, mean as at the start
 */
export function keep(name, { write, read }) {
  fields.set(name, { write, read });
}

/** Reads the state now and whenever it is changed by hand or by a link; `change` is called then, and `then` when it was written. */
export function watchAddress(change, then) {
  window.addEventListener("hashchange", () => {
    // A link to a part of the page; the state comes back.
    if (!hasState()) return writeNow();
    readAll();
    change();
  });
  if (hasState()) readAll();
  written = then;
}

/** Writes the state when it rests, since browsers limit how often the address changes. */
export function changed() {
  clearTimeout(timer);
  timer = setTimeout(writeNow, pause);
}

const hasState = () => location.hash.includes("=") && location.hash.length <= longest;

function readAll() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const [name, { read }] of fields) read(given.get(name));
}

function writeNow() {
  if (!written) return;
  clearTimeout(timer);
  const parts = [...fields].map(([name, { write }]) => [name, write()]).filter(([, text]) => text);
  const hash = parts.map(([name, text]) => `${name}=${legible(text)}`).join("&");
  if (hash !== location.hash.slice(1)) history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  written();
}

/** Escaped, but for what is legal behind a number sign and makes paths and numbers legible. */
const legible = (text) => encodeURIComponent(text).replace(/%(2C|2F|3A)/g, decodeURIComponent);
