// Small crops of the opened photos, made by the service when they come into sight.

import { uploads } from "./pool.js";
import * as service from "./service.js";

/** The photo of an option in the filmstrip, and its small crop. */
export class Thumbnail {
  #image = Object.assign(document.createElement("img"), { alt: "", hidden: true });
  #fault = Object.assign(document.createElement("small"), { className: "fault", hidden: true });
  #isInSight = false;
  #isGone = false;
  /** The query of the crop that is shown or being made, and that of the one which is to be shown. */
  #made = null;
  #wanted = null;

  constructor(source) {
    this.source = source;
    this.option = document.createElement("li");
    this.option.setAttribute("role", "option");
    this.option.title = source.name;
    const frame = Object.assign(document.createElement("span"), { className: "frame" });
    frame.append(this.#image);
    const name = Object.assign(document.createElement("span"), { className: "name", textContent: source.name.split("/").pop() || source.name });
    this.option.append(frame, name, this.#fault);
  }

  /** Shows the crop of this query, once the option is in sight. */
  want(query) {
    this.#wanted = query;
    this.#make();
  }

  /** Lets the crop be made again by the next query, also by an equal one. */
  forget() {
    this.#made = null;
  }

  setSight(isInSight) {
    this.#isInSight = isInSight;
    this.#make();
  }

  /** Ends it, and frees its picture. */
  remove() {
    this.#isGone = true;
    this.option.remove();
    URL.revokeObjectURL(this.#image.src);
  }

  #make() {
    if (!this.#isInSight || this.#wanted === null || this.#made === this.#wanted) return;
    const query = this.#made = this.#wanted;
    const isLate = () => this.#isGone || this.#made !== query;
    this.option.setAttribute("aria-busy", "true");
    uploads.run(async () => {
      if (isLate()) return;
      try {
        const blob = await service.crop(await this.source.blob(), query, this.source.address);
        if (!isLate()) this.#show(blob, "");
      } catch (error) {
        if (!isLate()) this.#show(null, error.message);
      }
    });
  }

  #show(blob, fault) {
    URL.revokeObjectURL(this.#image.src);
    if (blob) this.#image.src = URL.createObjectURL(blob);
    this.#image.hidden = !blob;
    this.#fault.textContent = fault;
    this.#fault.hidden = !fault;
    this.option.title = [this.source.name, fault].filter(Boolean).join(": ");
    this.option.setAttribute("aria-busy", "false");
    // The next occasion is another try.
    if (fault) this.#made = null;
  }
}
