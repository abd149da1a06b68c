// Requests to the service that this page came from.

/** A refused or failed request, in the service's words. */
export class ServiceProblem extends Error {
  constructor(code, detail) {
    super(inWords(code, detail));
    this.code = code;
  }
}

const unsigned = "This service has a key and answers only signed URLs, which this page cannot create. Start it with --unsafe instead.";
const advice = {
  uploadsNotAllowed: unsigned,
  invalidSignature: unsigned,
  queueFull: "The service is busy: try again in a moment.",
  tooManyRequests: "The service is busy: try again in a moment.",
  timeout: "The service took too long: try a smaller photo.",
  sourceNotAllowed: "Allowed sources are set with --root, --web, --allowed-hosts and --allow-private.",
};

function inWords(code, detail) {
  const sentence = detail.charAt(0).toUpperCase() + detail.slice(1);
  return [`${sentence.replace(/\.$/, "")}.`, advice[code]].filter(Boolean).join(" ");
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ServiceProblem("connectionFailed", "the service does not answer; is it running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new ServiceProblem(problem.code ?? "", problem.detail ?? `the service answered with status ${response.status}`);
}

const sending = (body) => ({ method: "POST", body });

/** What the service accepts: whether uploads, web pictures and paths are allowed. */
export const abilities = async () => (await answer("playground/service.json")).json();

/** The URL of a request in each grammar, or why there is none: `[{grammar, url, problem, setting}]`, relative to the page. */
export const urls = async (instructions) =>
  (await (await answer(`playground/urls.json?${new URLSearchParams({ instructions })}`)).json()).urls;

/** A picture from the web or from the service's folder, as the service sees it. */
export const picture = async (address) => (await answer(`unsafe/${encodedAddress(address)}`)).blob();

/** The size of a picture and the features detected in it. For an animation, `animation` says how the features move. */
export async function detection(blob, options) {
  // The fallback that takes no further look at the picture, and a format that has animations.
  const query = new URLSearchParams([...options, ["fallback", "center"], ["format", "webp"]]);
  return (await plansByLooking(blob, query))[0];
}

/** Where a picture of a known size with known faces, or tracks of them, would be cropped; the picture is not sent. */
export async function plans(detection, query) {
  const { width, height, features, animation } = detection;
  const response = await answer(`plan?${query}`, sending(JSON.stringify({ width, height, features, animation })));
  return (await response.json()).plans;
}

/** Where a picture would be cropped, with detection in the picture itself. */
export async function plansByLooking(blob, query) {
  return (await (await answer(`crop?${query}&plan`, sending(blob))).json()).plans;
}

/** The finished picture. */
export const crop = async (blob, query) => (await answer(`crop?${query}`, sending(blob))).blob();

/** A picture's address as the last part of an image URL: slashes stay; what would begin a query or a fragment is escaped. */
export const encodedAddress = (address) => encodeURI(address).replaceAll("?", "%3F").replaceAll("#", "%23");
