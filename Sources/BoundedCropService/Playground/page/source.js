// What the user opened, before anything is known about it.

import * as service from "./service.js";

/** A file, or the address of a picture, which the service loads: a URL, or a path in its folder. */
export class Source {
  #blob = null;

  constructor({ file = null, address = null }) {
    this.file = file;
    this.address = address;
    this.name = address ?? (file.name || "photo.jpg");
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
