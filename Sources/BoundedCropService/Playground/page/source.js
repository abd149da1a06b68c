// What the user opened, before anything is known about it.

import { settled } from "./place.js";
import * as service from "./service.js";

/** A file, or the address of a picture, which the service loads: a URL, or a path in its folder. */
export class Source {
  #blob = null;
  /** What was placed by hand, and the detection that makes it fit. */
  #place = null;
  #detection = null;

  constructor({ file = null, address = null }) {
    this.file = file;
    this.address = address;
    this.name = address ?? (file.name || "photo.jpg");
  }

  /** Keeps what was placed by hand; null for nothing. It stays with the photo while others are shown. */
  keep(place, detection) {
    [this.#place, this.#detection] = [place, detection];
  }

  /** What was placed by hand, as it fits the zoom; null if nothing was. */
  placed(zoom) {
    return this.#place && settled(this.#place, this.#detection, zoom);
  }

  /** The bytes; a picture at an address is loaded once. */
  blob() {
    this.#blob ??= (this.file ? Promise.resolve(this.file) : service.picture(this.address)).catch((error) => {
      this.#blob = null;
      throw error;
    });
    return this.#blob;
  }
}
