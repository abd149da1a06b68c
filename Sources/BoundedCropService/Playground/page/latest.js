/** Runs one task at a time. Of those that come in meanwhile only the last is run: a slider gives more of them than can be answered. */
export class Latest {
  #isRunning = false;
  #next = null;

  async run(task) {
    this.#next = task;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#next) {
      const current = this.#next;
      this.#next = null;
      await current();
    }
    this.#isRunning = false;
  }
}
