// The URL of what one sees.

import { Latest } from "./latest.js";
import * as service from "./service.js";

const element = (id) => document.getElementById(id);
const writing = new Latest();

/** Shows the URL of a request; `instructions` is what follows `unsafe/` in it. */
export function offerURL(instructions) {
  writing.run(async () => {
    try {
      show(await service.url(instructions));
    } catch (error) {
      show({ failure: error.message });
    }
  });
}

function show({ url, problem, setting, failure = "" }) {
  const has = typeof url === "string";
  // Put together as text: a path whose first part has a colon would be taken for another scheme.
  element("urlText").textContent = has ? new URL(".", document.baseURI).href + url : "";
  element("urlText").hidden = !has;
  document.querySelector("[data-copies=urlText]").disabled = !has;
  const mounting = setting && `This service does not answer it: the setting ${setting} would.`;
  element("urlNote").textContent = problem ? `No URL: ${problem}.` : mounting ?? failure;
}
