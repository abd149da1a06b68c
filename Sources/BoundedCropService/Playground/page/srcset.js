// The HTML of a picture in several widths.

import { instructions } from "./copies.js";
import { Latest } from "./latest.js";
import * as service from "./service.js";
import { shapeOption } from "./settings.js";

const text = document.getElementById("htmlText");
const standardWidths = [320, 640, 960, 1280];
const writing = new Latest();

/** Shows the HTML of the current crop. */
export function offerHTML(photo, plan, settings, isAnimated) {
  writing.run(async () => {
    try {
      show(await Promise.all(sizes(plan, settings)
        .map(({ width, height }) => service.url(instructions(photo, plan, settings, isAnimated, `${width}x${height}`)))));
    } catch {
      // The URL's note says why there is none.
      show([]);
    }
  });
}

/** The standard widths below that of the crop, and its own; that of a crop of no given size is not larger than the largest of them. */
function sizes({ crop }, { shape, side }) {
  const given = side === null ? null : shapeOption(shape, side)[1].split("x").map(Number);
  const [width, height] = given ?? [crop.width, crop.height];
  const most = given ? width : Math.min(width, standardWidths.at(-1));
  return [...standardWidths.filter((one) => one < most), most]
    .map((one) => ({ width: one, height: Math.max(1, Math.round(one * height / width)) }));
}

/** Shows `{url, size}` of each width, the smallest first; effects such as a shadow make the `size` larger than the crop. */
function show(versions) {
  const base = new URL(".", document.baseURI).href;
  const has = versions.length > 0 && versions.every(({ url }) => typeof url === "string");
  text.textContent = has ? html(versions.map(({ url, size }) => ({ ...size, url: base + url }))) : "";
  document.getElementById("html").hidden = !has;
}

/** The HTML for pictures, `{url, width, height}`, the largest last; that of this one alone if the size of one is not known. */
export function html(images) {
  const { url, width, height } = images.at(-1);
  const rest = 'alt="YOUR-DESCRIPTION" loading="lazy" decoding="async">';
  if (images.some((image) => !image.width || !image.height)) return ["<img", `  src="${escaped(url)}"`, `  ${rest}`].join("\n");
  const set = images.map((image) => `${inSet(image.url)} ${image.width}w`);
  return [
    "<img",
    `  src="${escaped(url)}"`,
    `  srcset="\n    ${escaped(set.join(",\n    "))}"`,
    `  sizes="(max-width: ${width}px) 100vw, ${width}px"`,
    `  width="${width}" height="${height}" ${rest}`,
  ].join("\n");
}

/** In a list of pictures, spaces end a URL, and so do commas at its end or before it. */
const inSet = (url) => url.replaceAll(" ", "%20").replace(/,+$/, (commas) => commas.replaceAll(",", "%2C"));

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
