// The available effects, in the order in which they are applied.

const effects = [
  { name: "redact", title: "Hide faces", choices: ["pixelate", "blur", "black"] },
  { name: "tint", title: "Tint", color: "#b5651d" },
  { name: "gaussian-blur", title: "Blur", range: [1, 40, 1, 6] },
  { name: "alpha", title: "Opacity", range: [0.05, 1, 0.05, 0.6] },
  { name: "corner-radius", title: "Round corners", range: [1, 200, 1, 24], clears: true },
  { name: "circle", title: "Circle", clears: true },
  { name: "shadow", title: "Shadow", range: [1, 60, 1, 14], clears: true, text: (blur) => `black,0,${Math.round(blur / 2)},${blur}` },
  { name: "reflection", title: "Reflection", range: [0.1, 1, 0.05, 0.35], clears: true, text: (scale) => `${scale},4,0.6` },
];
const list = document.getElementById("effects");

/** The active effects: `{name, text, clears}`. */
export function effectCalls() {
  return effects.flatMap((effect) => {
    if (!boxOf(effect.name)?.checked) return [];
    const value = amountFor(effect.name)?.value ?? "";
    return { name: effect.name, text: effect.text?.(value) ?? value, clears: effect.clears || effect.name === "alpha" };
  });
}

/** The active effects as text of an address: `circle,tint:#b5651d`. */
export function effectsText() {
  const active = effects.filter(({ name }) => boxOf(name).checked);
  return active.map(({ name }) => (amountFor(name) ? `${name}:${amountFor(name).value}` : name)).join(",");
}

/** Turns on the effects of such a text, and all others off. Unknown effects and impossible values are ignored. */
export function setEffects(text) {
  const given = new Map((text ?? "").split(",").map((one) => one.split(":")));
  for (const effect of effects) {
    const [box, amount, value] = [boxOf(effect.name), amountFor(effect.name), given.get(effect.name)];
    box.checked = given.has(effect.name);
    if (!amount) continue;
    amount.disabled = !box.checked;
    if (isValue(effect, value)) amount.value = value;
  }
}

function isValue({ choices, color, range }, value = "") {
  if (choices) return choices.includes(value);
  if (color) return /^#[0-9a-f]{6}$/.test(value);
  return Boolean(range) && /^\d{1,3}(\.\d{1,2})?$/.test(value) && value >= range[0] && value <= range[1];
}

const boxOf = (name) => list.querySelector(`input[value=${name}]`);
const amountFor = (name) => list.querySelector(`[name=${name}]`);

/** The effects in the notation of the command and of the service's query: `circle() shadow(black,0,4,8)`. */
export const expression = (calls) => calls.map(({ name, text }) => `${name}(${text})`).join(" ");

/** Adds a row for each effect: a checkbox, and an input for its strength. */
export function addEffects() {
  for (const effect of effects) {
    const row = document.createElement("div");
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", name: "effect", value: effect.name });
    label.append(box, effect.title);
    row.append(label);
    const amount = amountOf(effect);
    if (amount) {
      amount.name = effect.name;
      amount.disabled = true;
      amount.setAttribute("aria-label", `${effect.title}: ${effect.color ? "color" : "setting"}`);
      box.addEventListener("input", () => { amount.disabled = !box.checked; });
      row.append(amount);
    }
    list.append(row);
  }
}

function amountOf({ choices, color, range }) {
  if (choices) {
    const select = document.createElement("select");
    select.append(...choices.map((choice) => new Option(choice)));
    return select;
  }
  const input = document.createElement("input");
  if (color) return Object.assign(input, { type: "color", value: color });
  if (!range) return null;
  const [min, max, step, value] = range;
  return Object.assign(input, { type: "range", min, max, step, value });
}
