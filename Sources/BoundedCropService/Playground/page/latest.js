/** Runs one task at a time. Of the tasks that arrive meanwhile, only the last is run: a slider produces more than can be handled. */
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
