// Selectable crops, shown side by side.

/** Larger than the displayed tiles, for high-resolution screens. */
const longestSide = 320;

/** A group of radio buttons, each with a preview of its crop. */
export class Tiles {
  #fieldset;
  #name;
  #tiles = new Map();

  constructor(id, name) {
    this.#fieldset = document.getElementById(id);
    this.#name = name;
  }

  /** Creates the tiles for these choices, `{value, title}`; existing tiles are kept. */
  offer(choices) {
    const values = new Set(choices.map(({ value }) => value));
    for (const [value, tile] of this.#tiles) {
      if (values.has(value)) continue;
      tile.label.remove();
      this.#tiles.delete(value);
    }
    for (const { value, title } of choices) {
      if (!this.#tiles.has(value)) this.#tiles.set(value, this.#tile(value, title));
    }
    const radios = [...this.#tiles.values()].map(({ radio }) => radio);
    if (!radios.some((radio) => radio.checked)) radios[0].checked = true;
  }

  /** Shows a crop in the tile of a choice, with a caption. */
  show(value, image, plan, words) {
    const { canvas, text } = this.#tiles.get(value);
    text.textContent = words;
    canvas.hidden = !image;
    if (image) draw(canvas, image, plan);
  }

  #tile(value, title) {
    const label = document.createElement("label");
    label.className = "tile";
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: this.#name, value });
    const frame = Object.assign(document.createElement("span"), { className: "frame" });
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    canvas.hidden = true;
    frame.append(canvas);
    const name = Object.assign(document.createElement("strong"), { textContent: title });
    const text = Object.assign(document.createElement("small"), { textContent: "" });
    label.append(radio, frame, name, " ", text);
    this.#fieldset.append(label);
    return { label, radio, canvas, text };
  }
}

function draw(canvas, image, { crop, width, height }) {
  const scale = Math.min(1, longestSide / Math.max(crop.width, crop.height));
  canvas.width = Math.max(1, Math.round(crop.width * scale));
  canvas.height = Math.max(1, Math.round(crop.height * scale));
  const [x, y] = [image.width / width, image.height / height];
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, crop.x * x, crop.y * y, crop.width * x, crop.height * y, 0, 0, canvas.width, canvas.height);
}
