// Talks to the service that this page came from.

/** What the service said no to, in its words. */
export class ServiceProblem extends Error {
  constructor(code, detail) {
    super(inWords(code, detail));
    this.code = code;
  }
}

const unsigned = "This service has a key and answers signed URLs only, which this page cannot make. To try photos here, start one with --unsafe.";
const advice = {
  uploadsNotAllowed: unsigned,
  invalidSignature: unsigned,
  queueFull: "The service is busy: try again in a moment.",
  tooManyRequests: "The service is busy: try again in a moment.",
  timeout: "The service took too long: try a smaller photo.",
  sourceNotAllowed: "What may be loaded is set with --root, --web, --allowed-hosts and --allow-private.",
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
    throw new ServiceProblem("connectionFailed", "the service does not answer; is it still running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new ServiceProblem(problem.code ?? "", problem.detail ?? `the service answered with status ${response.status}`);
}

const sending = (body) => ({ method: "POST", body });

/** What the service takes: whether uploads, web pictures and paths are allowed. */
export const abilities = async () => (await answer("playground/service.json")).json();

/** A picture from the web or from the service's folder, as the service sees it. */
export const picture = async (address) => (await answer(`unsafe/${encodedAddress(address)}`)).blob();

/** What is found in a picture. */
export const detection = async (blob, query) => (await answer(`detect?${query}`, sending(blob))).json();

/** Where a picture of a known size with known faces would be cropped; no picture is sent. */
export async function plans(detection, query) {
  const { width, height, features } = detection;
  const response = await answer(`plan?${query}`, sending(JSON.stringify({ width, height, features })));
  return (await response.json()).plans;
}

/** Where a picture would be cropped, by a look at it. */
export async function plansByLooking(blob, query) {
  return (await (await answer(`crop?${query}&plan`, sending(blob))).json()).plans;
}

/** The finished picture. */
export const crop = async (blob, query) => (await answer(`crop?${query}`, sending(blob))).blob();

/** A picture's address as the last part of an image URL: slashes stay, what would begin a query or a fragment does not. */
export const encodedAddress = (address) => encodeURI(address).replaceAll("?", "%3F").replaceAll("#", "%23");
