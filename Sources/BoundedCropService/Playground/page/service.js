// Requests to the service that this page came from.

import * as connection from "./connection.js";
import { bytesWords } from "./words.js";

/** A refused or failed request, in the service's words. */
export class ServiceProblem extends Error {
  constructor(code, detail, status = 0) {
    super(inWords(code, detail));
    this.code = code;
    /** Whether the same request may succeed later. */
    this.mayPass = passing.includes(status);
  }
}

/** The statuses of what is wrong only at the moment, here or at the picture's server. */
const passing = [429, 502, 503, 504];
const advice = {
  uploadsNotAllowed: "This service now answers only signed URLs, which this page cannot create. Start it with --unsafe instead.",
  queueFull: "The service is busy: try again in a moment.",
  tooManyRequests: "The service is busy: try again in a moment.",
  timeout: "The service took too long: try a smaller photo.",
  sourceNotAllowed: "Allowed sources are set with --root, --web, --allowed-hosts and --allow-private.",
};

function inWords(code, detail) {
  const sentence = detail.charAt(0).toUpperCase() + detail.slice(1);
  return [`${sentence.replace(/\.$/, "")}.`, advice[code]].filter(Boolean).join(" ");
}

/** The milliseconds after which a busy service is asked again, if it names no time; and how often. */
const [busyPause, busyTries] = [1000, 3];

/**
 * The answer to a request, read as `kind`: "json" or "blob". Waits while the service cannot be reached, or is busy.
 */
async function answer(path, options, kind) {
  let [broken, busy] = [0, 0];
  for (;;) {
    let response, content;
    try {
      response = await fetch(path, options);
      content = response.ok ? await response[kind]() : await response.text();
    } catch {
      response = null;
    }
    if (response?.ok) return content;
    const problem = response && problemIn(content);
    if (response && (problem.code || !connection.isAway(response))) {
      const isBusy = ["queueFull", "tooManyRequests"].includes(problem.code);
      if (isBusy && busy++ < busyTries) await pause(response);
      else throw problemOf(response.status, problem);
    } else if (await connection.back()) {
      broken = 0;
    } else if (broken++) {
      // The service answers other requests.
      throw new ServiceProblem("connectionFailed", "the service broke off the connection; was the file changed or removed?");
    }
  }
}

const problemOf = (status, { code = "", detail = `the service answered with status ${status}` }) => new ServiceProblem(code, detail, status);

/** The problem in an answer's text; a proxy may have written anything. */
function problemIn(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const pause = (response) =>
  new Promise((resolve) => { setTimeout(resolve, Math.min(Number(response.headers.get("Retry-After")) || 1, 10) * busyPause); });

/** The corrections of a picture at an address count, as in its image URLs; a file, and what is to be seen without them, has an empty name. */
const sending = (body, address) => ({ method: "POST", body, headers: { "X-BoundedCrop-Picture": encodeURIComponent(address ?? "") } });

let accepted = null;

/** What the service accepts: whether web pictures and paths are allowed, and how many bytes a picture may have. */
export function abilities() {
  accepted ??= answer("playground/service.json", {}, "json").catch((error) => {
    accepted = null;
    throw error;
  });
  return accepted;
}

/** The sizes that have names, the service's own first: `[{name, width, height, purpose, isOwn}]`. */
export const presets = async () => (await answer("playground/presets.json", {}, "json")).presets;

/**
 * The `url` of a request, relative to the page, or the `problem` why there is none; the `setting` that the service needs for it; and the
 * `size` of the picture that it gives: `{width, height}`, or nothing if it depends on the picture.
 */
export const url = (instructions) => answer(`playground/url.json?${new URLSearchParams({ instructions })}`, {}, "json");

/** A picture from the web or from the service's folder, as the service sees it. */
export async function picture(address) {
  // A browser takes such parts out of a URL, and would ask for something else.
  if (!/^[a-z]+:/i.test(address) && address.split("/").some((part) => part === "." || part === "..")) {
    throw new ServiceProblem("invalidURL", `“${address}” is not a path in the service’s folder: it may not have the parts . and ..`);
  }
  return answer(`unsafe/${encodedAddress(address)}`, {}, "blob");
}

/** The size of a picture and the features detected in it. For an animation, `animation` says how the features move. */
export async function detection(blob, options) {
  // The fallback that takes no further look at the picture, and a format that has animations.
  const query = new URLSearchParams([...options, ["fallback", "center"], ["format", "webp"]]);
  return (await plansByLooking(blob, query))[0];
}

/** The features that a detector sees in a picture; in an animation, in its first frame. */
export const features = (blob, options) => upload(`detect?${options}`, blob, "json");

/** Saves a place as the correction of the picture at an address; null takes back what was corrected. `place` is an option and its value. */
export const saveCorrection = (address, place) => answer("playground/correction", {
  method: "POST", headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ picture: address, ...(place && { [place[0]]: place[1] }) }),
}, "text");

/** Where a picture of a known size with known faces, or tracks of them, would be cropped; the picture is not sent. */
export async function plans(detection, query, address = null) {
  const { width, height, features, animation } = detection;
  const body = JSON.stringify({ width, height, features, animation });
  return (await answer(`plan?${query}`, sending(body, address), "json")).plans;
}

/** Where a picture would be cropped, with detection in the picture itself. */
export const plansByLooking = async (blob, query, address = null) => (await upload(`crop?${query}&plan`, blob, "json", address)).plans;

/** The finished picture. */
export const crop = (blob, query, address = null) => upload(`crop?${query}`, blob, "blob", address);

/** Sends a picture, unless the service would refuse it: a browser may report a refused upload as a lost connection. */
async function upload(path, blob, kind, address = null) {
  const { maximumBytes } = await abilities();
  if (blob.size > maximumBytes) {
    throw new ServiceProblem("bodyTooLarge", `the photo has ${bytesWords(blob.size)}; this service takes at most ${bytesWords(maximumBytes)}`);
  }
  return answer(path, sending(blob, address), kind);
}

/** A picture's address as the last part of an image URL: slashes stay; what would begin a query or a fragment is escaped. */
export const encodedAddress = (address) => encodeURI(address).replaceAll("?", "%3F").replaceAll("#", "%23");
