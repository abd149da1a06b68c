// Waits for a service that cannot be reached, and says so meanwhile.

const notice = document.getElementById("gone");
const words = document.getElementById("goneText");
const button = document.getElementById("retry");
/** The statuses of a proxy whose service is away. */
const awayStatuses = [502, 503, 504];
/** Milliseconds from one look to the next: the first, and the most. */
const [shortestPause, longestPause] = [1000, 30_000];
let waiting = null;

/** Whether an answer came from a proxy that does not reach the service. The service's own answers say what is wrong in a `code`. */
export const isAway = ({ status }) => awayStatuses.includes(status);

/** Resolves when the service answers: to false if it does so at once, to true if it had to be waited for. */
export function back() {
  waiting ??= wait().finally(() => { waiting = null; });
  return waiting;
}

async function wait() {
  if (await answers()) return false;
  say("The service does not answer: is it running? Your work continues when it is back.");
  for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
    const isAsked = await asked(pause);
    if (await answers()) break;
    if (isAsked) say("The service still does not answer. Your work continues when it is back.");
  }
  // The focus would be lost with the button.
  if (document.activeElement === button) document.getElementById("controls").focus({ preventScroll: true });
  say("");
  return true;
}

async function answers() {
  try {
    return !isAway(await fetch("playground/service.json", { cache: "no-store", signal: AbortSignal.timeout(5000) }));
  } catch {
    return false;
  }
}

/** Resolves after a pause to false; to true as soon as the user asks, or when this computer is connected again. */
function asked(pause) {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = (isAsked) => {
      clearTimeout(timer);
      listening.abort();
      resolve(isAsked);
    };
    const timer = setTimeout(() => end(false), pause);
    button.addEventListener("click", () => end(true), listening);
    window.addEventListener("online", () => end(false), listening);
  });
}

function say(text) {
  words.textContent = text;
  notice.hidden = !text;
}
