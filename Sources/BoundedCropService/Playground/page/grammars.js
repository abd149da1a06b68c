// The URL of what one sees, in the grammar that the user chooses.

import { Latest } from "./latest.js";
import * as service from "./service.js";

const element = (id) => document.getElementById(id);
const choice = element("grammar");
const writing = new Latest();
let offers = [];
/** Why there are none; empty if there are. */
let failure = "";

/** Shows the URL of a request; `instructions` is what follows `unsafe/` in thumbor's grammar. */
export function offerURLs(instructions) {
  writing.run(async () => {
    try {
      [offers, failure] = [(await service.urls(instructions)).urls, ""];
    } catch (error) {
      [offers, failure] = [[], error.message];
    }
    showURL();
  });
}

/** Shows the URL again when another grammar is chosen, and calls `change`. */
export function watchGrammars(change) {
  choice.addEventListener("input", () => {
    showURL();
    change();
  });
}

export function showURL() {
  const { url, problem, setting } = offers.find(({ grammar }) => grammar === choice.value) ?? {};
  // Put together as text: a path such as tr:w-300 would be taken for another scheme.
  element("urlText").textContent = url === undefined ? "" : new URL(".", document.baseURI).href + url;
  element("urlText").hidden = url === undefined;
  document.querySelector("[data-copies=urlText]").disabled = url === undefined;
  const mounting = setting && `This service does not answer it: the setting ${setting} would.`;
  element("urlNote").textContent = problem ? `No URL: ${problem}.` : mounting ?? failure;
}
