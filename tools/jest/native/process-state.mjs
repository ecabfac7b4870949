/** @typedef {Parameters<typeof process.on>[1]} Listener */

/**
 * What a test file may change of its process: variables of the environment, the working directory, the mask of new
 * files, the console and listeners. What modules keep to themselves is not part of it.
 */
export class ProcessState {
  #env = process.env;
  #variables = { ...process.env };
  #folder = process.cwd();
  #umask = process.umask();
  #exit = process.exit;
  #console = globalThis.console;
  #listeners = listeners();

  /** Puts all of it back as it was. Listeners of the process's end stay: shared modules add them once, for good. */
  restore() {
    process.env = this.#env;
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#variables)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.#variables);
    if (process.cwd() !== this.#folder) process.chdir(this.#folder);
    process.umask(this.#umask);
    process.exit = this.#exit;
    globalThis.console = this.#console;
    this.#restoreListeners();
  }

  #restoreListeners() {
    const now = listeners();
    for (const event of new Set([...this.#listeners.keys(), ...now.keys()])) {
      const [before, after] = [this.#listeners.get(event) ?? [], now.get(event) ?? []];
      for (const added of after.filter((one) => !before.includes(one))) process.removeListener(event, added);
      for (const lost of before.filter((one) => !after.includes(one))) process.on(event, lost);
    }
  }
}

/** @returns {Map<string | symbol, Listener[]>} */
function listeners() {
  const events = process.eventNames().filter((event) => event !== 'exit');
  return new Map(events.map((event) => [event, /** @type {Listener[]} */ (process.rawListeners(event))]));
}
