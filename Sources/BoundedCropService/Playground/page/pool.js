/** Runs so many tasks at once; the others wait in the order in which they came. */
export class Pool {
  #free;
  #waiting = [];

  constructor(size) {
    this.#free = size;
  }

  async run(task) {
    if (this.#free) this.#free -= 1;
    else await new Promise((resolve) => { this.#waiting.push(resolve); });
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** For requests that send pictures in the background: the service shares its processors among all of its users. */
export const uploads = new Pool(3);
