// The current crop as the instructions of a URL, as a command and as JSON.

import { expression } from "./effects.js";
import { placeFilter } from "./place.js";
import { frameOptions } from "./planning.js";
import { encodedAddress } from "./service.js";
import { cropOptions, detectionOptions, shapeOption } from "./settings.js";

/** What follows `unsafe/` in an image URL of this service, for the set size or another; a photo without an address is YOUR-PHOTO. */
export function instructions(photo, plan, settings, isAnimated, otherSides = null) {
  const [, size] = shapeOption(settings.shape, settings.side);
  const sides = otherSides ?? (settings.side === null ? `${plan.crop.width}x${plan.crop.height}` : size);
  const options = [...cropOptions({ ...settings, place: null }), ...detectionOptions(settings)];
  // A path contains neither a percent sign nor a number sign: percent is written as p, and colors without their sign.
  const filters = options.map(([name, value]) => `${name}(${value.replace("%", "p")})`);
  if (settings.place) filters.push(placeFilter(settings.place));
  filters.push(...settings.effects.map(({ name, text }) => `${name.replaceAll("-", "_")}(${text.replace("#", "")})`));
  // The filter takes no number, unlike the option.
  filters.push(...frameOptions(settings, isAnimated).map(([name, value]) => (name === "still" ? "still()" : `${name}(${value})`)));
  const address = photo.address ?? "YOUR-PHOTO";
  return [sides, "smart", filters.length && `filters:${filters.join(":")}`, encodedAddress(address)].filter(Boolean).join("/");
}

/** The command line for a shell. */
export function command(photo, settings, isAnimated) {
  const options = [shapeOption(settings.shape, settings.side), ...cropOptions(settings)];
  // With a place, nothing is detected but what effects may hide.
  if (!settings.place || settings.effects.length) options.push(...detectionOptions(settings));
  if (settings.effects.length) options.push(["effects", expression(settings.effects)]);
  options.push(...frameOptions(settings, isAnimated));
  const name = photo.name.startsWith("-") ? `./${photo.name}` : photo.name;
  return ["boundedcrop crop", quoted(name), ...options.map(([name, value]) => `--${name} ${quoted(value)}`)].join(" ");
}

/** The plan as `boundedcrop crop --plan --json` prints it. */
export function json(photo, detection, plan, { detector, accuracy, place }) {
  const by = place ? "regions" : detector;
  return JSON.stringify({ ...plan, file: photo.name, orientation: detection.orientation, detector: by, accuracy }, null, 2);
}

const quoted = (text) => (/^[\w./:%,=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Makes the copy buttons work; `say` is called with the button and its new label. */
export function watchCopies(say) {
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copies);
      try {
        await navigator.clipboard.writeText(source.textContent);
        say(button, "Copied");
      } catch {
        // Not a secure context, or no permission: select the text, so that the user can copy it.
        getSelection().selectAllChildren(source);
        say(button, "Selected");
      }
    });
  }
}
